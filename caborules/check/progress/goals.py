"""What is to be shown at each decision: whoever has to decide can do something, and somebody can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.check.progress.possible import possible_for_actor, some_possible
from caborules.check.progress.ways import Way, Ways
from caborules.check.prove import Proof
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL
from caborules.lower.fold import NO, YES, either_of, is_yes, negate, simplify
from caborules.symbolic.paths import Goal, Position, ask
from caborules.symbolic.shape import Shape
from caborules.symbolic.someone import Someone
from caborules.symbolic.terms import Term, all_of, any_of, implies

STEPS = 6
"""A proof looks back so many steps from a decision at most."""
WAYS = 60
"""So many ways to a decision are looked at, at most."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that control can reach, and those of its offers that are looked at."""

    node: int
    point: lo.Point
    offers: tuple[lo.Offer, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of a decision. ``ways``: those for which it follows; no way to the decision avoids them all, unless
    ``open_way`` is one for which nothing follows: then ``why`` not. Nothing is asked where it is ``evident``."""

    node: int
    ways: tuple[Way, ...]
    open_way: Way | None = None
    why: str = ""


def decisions(proof: Proof) -> Iterator[Decision]:
    """All decisions that control can reach, with what players may do: no late attempts, no events from outside."""
    for number, node in enumerate(proof.graph.system.nodes):
        point = proof.graph.point(number)
        if not isinstance(node.operation, lo.Ask) or point is None or proof.facts[number] is None:
            continue
        yield Decision(number, point, tuple(offer for offer in point.offers if offer.kind not in ("late", "event")))


def evident(decision: Decision) -> bool:
    """Can the player who is asked always do something, as it is written? Declining, or a choice without a condition."""
    return any(
        offer.among is None and offer.actor is not None and is_yes(possible_for_actor(offer))
        for offer in decision.offers
        if offer.kind in ("choice", "decline") and (offer.kind == "choice" or not decision.point.must)
    )


def goal(decision: Decision) -> Goal:
    """Where somebody must choose, each of those asked can; and at every decision something can be chosen."""
    own = tuple(offer for offer in decision.offers if offer.kind == "choice")
    must = decision.point.must
    each = tuple((offer, possible_for_actor(offer)) for offer in own if must and offer.among is not None)
    anything = somebody_asked(own) if each else some_possible(own if must else decision.offers)

    def formula(at: Position) -> Term:
        something = Someone(at.diary).holds(at.reader, anything)
        asked, able = [], []
        for offer, condition in each:
            assert offer.actor is not None and offer.among is not None
            asked.append(at.reader.many(offer.among).has(at.seat))
            acting = at.reader.binding(offer.actor, at.seat, True)
            able.append(all_of(asked[-1], Someone(at.diary, (at.seat,)).holds(acting, condition)))
        return all_of(something, implies(any_of(*asked), any_of(*able)))

    return formula


def somebody_asked(offers: tuple[lo.Offer, ...]) -> ex.Expr:
    """The condition that one of the offers is made to somebody."""
    condition: ex.Expr = NO
    for offer in offers:
        asked = YES if offer.among is None else negate(simplify(ex.IsEmpty(BOOL, None, offer.among)))
        condition = either_of(condition, asked)
    return condition


def show(ways: Ways, shape: Shape, decision: Decision) -> Shown:
    """Prove what is to be shown of a decision, looking back as far as is needed."""
    if evident(decision):
        return Shown(decision.node, ())
    wanted, end = goal(decision), decision.node
    types = ways.proof.graph.system.registers
    waiting: list[Way] = [()]
    shown: list[Way] = []
    asked = 0
    while waiting:
        way = waiting.pop()
        told = ask(shape, types, ways.path(way, end), wanted)
        asked += 1
        if told.follows:
            shown.append(way)
            continue
        longer = ways.longer(way, end) if len(way) < STEPS and asked < WAYS else None
        if longer is None:
            why = told.missing or ("" if told.refuted else "within the solver's budget")
            return Shown(end, tuple(sorted(shown)), way, why)
        waiting.extend(longer)
    return Shown(end, tuple(sorted(shown)))


def covered(ways: Ways, shown: Shown) -> bool:
    """Is there no way to the decision that avoids the ways for which it was shown?"""
    left = set(shown.ways)
    waiting: list[Way] = [()]
    while waiting:
        way = waiting.pop()
        if way in left:
            left.discard(way)
            continue
        longer = ways.longer(way, shown.node) if len(way) < STEPS else None
        if longer is None:
            return False
        waiting.extend(longer)
    return not left
