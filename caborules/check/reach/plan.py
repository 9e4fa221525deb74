"""Looking for a strategy that leads to the end: the nearest offers first, then other orders where that fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from caborules.check.ends.analyse import Analysis
from caborules.check.prove import Proof
from caborules.check.reach.ranked import Course, Coursing
from caborules.check.reach.strategy import orders, synthesise
from caborules.ir.system import System
from caborules.symbolic.shape import Shape

TRIES: Final = 4
"""So many orders are tried."""

Order: TypeAlias = Mapping[int, tuple[int, ...]]
Tried: TypeAlias = Course | int
"""What came of an order: a course, or the decision at which none of the offers is always legal."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The course of the first strategy that leads to the end, else of the first of all; None where none is total:
    then ``stuck`` is a decision at which none of the offers is always legal."""

    proof: Proof
    course: Course | None
    stuck: int | None

    @property
    def proved(self) -> bool:
        return self.course is not None and self.course.proved


def plan(
    system: System, analysis: Analysis, shape: Shape, tries: int = TRIES, known: list[tuple[Order, Tried]] | None = None
) -> Plan:
    """A strategy for one lowered system; ``tries``: so many orders are tried. ``known``: what came of orders that were
    tried before, in this system; those that are tried now are added."""
    proof = analysis.proof
    coursing = Coursing(system, proof, analysis)
    waiting: list[Order] = [orders(proof)]
    seen: list[Order] = []
    first: Course | None = None
    stuck: int | None = None
    while waiting and len(seen) < tries:
        order = waiting.pop(0)
        if order in seen:
            continue
        seen.append(order)
        course = next((tried for one, tried in known or () if one == order), None)
        if course is None:
            strategy = synthesise(proof, shape, order)
            course = strategy if isinstance(strategy, int) else coursing.follow(strategy)
            if known is not None:
                known.append((order, course))
        if isinstance(course, int):
            stuck = course if stuck is None else stuck
            continue
        if course.proved:
            return Plan(proof, course, None)
        first = first or course
        waiting += _others(order, course, proof)
    return Plan(proof, first, None if first is not None else stuck)


def _others(order: Order, course: Course, proof: Proof) -> Iterator[Order]:
    """Orders in which, at a decision where play may go on for ever, another offer comes first."""
    asked = {edge.source.node for piece in course.failed for edge in piece.ranked.stuck if edge.move.offer is not None}
    for node in sorted(asked):
        offers = order.get(node, ())
        for offer in offers[1:]:
            yield {**order, node: (offer, *(one for one in offers if one != offer))}
