"""Conditions that hold from some time on, wherever control is, in a play that stays among given edges for ever.

A condition is established by some edges (a test that came out so, an assignment) and kept by others. It is held at a
spot if each edge to the spot establishes it, or keeps it and comes from such a spot. A play that takes an edge from
there again and again has established it, unless all that it does again and again only keeps it: on the cycles of edges
that only keep a condition it is therefore not to be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from caborules.check.ends.conditions import Condition, Name, equals, names_of, parts
from caborules.check.ends.cycles import components
from caborules.check.ends.space import Edge, Space, Spot
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.terms import Term

Held: TypeAlias = Mapping[int, tuple[Condition, ...]]
"""By number of the edge."""


def established(space: Space, move: Move) -> Iterator[Condition]:
    """What holds after a move because of what it does."""
    operation = space.graph.system.nodes[move.node].operation
    match operation:
        case lo.Test(condition=condition):
            yield from parts(condition, move.way == 0)
        case lo.Ask() if move.offer is not None and move.offer.guard is not None and move.offer.kind != "pass":
            yield from parts(move.offer.guard, True)
        case lo.SetVariable(variable=name, owner=owner, value=value):
            variable = ex.VariableRef(space.graph.system.variables[name].type, None, name, owner)
            yield Condition(equals(variable, value))
        case lo.SetRegister(register=name, value=value):
            yield Condition(equals(ex.LocalRef(space.graph.system.registers[name], None, name), value))


class Known:
    """Conditions with their terms in the state before any move, and what they speak of."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._terms: dict[Condition, Term | None] = {}
        self._names: dict[Condition, frozenset[Name]] = {}
        self._after: dict[tuple[Condition, int, int], Term | None] = {}
        self._established: dict[tuple[int, int], tuple[Condition, ...]] = {}

    def term(self, condition: Condition) -> Term | None:
        if condition not in self._terms:
            self._terms[condition] = condition.term(self.space.mover.start(self.space.graph.system.entry))
        return self._terms[condition]

    def names(self, condition: Condition) -> frozenset[Name]:
        if condition not in self._names:
            term = self.term(condition)
            self._names[condition] = frozenset() if term is None else names_of(term)
        return self._names[condition]

    def after(self, condition: Condition, move: Move) -> Term | None:
        """The condition after a move."""
        key = (condition, move.node, move.way)
        if key not in self._after:
            self._after[key] = condition.term(move.after.branch())
        return self._after[key]

    def established(self, move: Move) -> tuple[Condition, ...]:
        """What a move establishes, as far as measures tell it and it still holds after the move."""
        key = (move.node, move.way)
        if key not in self._established:
            found = []
            for one in established(self.space, move):
                if self.term(one) is None or not self.names(one):
                    continue
                if self._sure(one, move):
                    found.append(one)
            self._established[key] = tuple(dict.fromkeys(found))
        return self._established[key]

    def _sure(self, condition: Condition, move: Move) -> bool:
        if isinstance(self.space.graph.system.nodes[move.node].operation, lo.Test):
            return True
        after = self.after(condition, move)
        return after is not None and self.space.asker.follows(after, (move.condition, *move.supposed))


def recurring(
    space: Space,
    known: Known,
    edges: Sequence[Edge],
    interest: frozenset[Name],
    supposed: Callable[[Edge], tuple[Term, ...]],
) -> Held:
    """By edge, what holds before it from some time on, of the conditions that speak of ``interest``.

    ``supposed``: what holds before each edge, and of it.
    """
    found: dict[int, list[Condition]] = {}
    gives: dict[Condition, set[int]] = {}
    for edge in edges:
        for condition in known.established(edge.move):
            names = known.names(condition)
            if names & interest and all(kind in ("var", "reg", "set") for kind, _ in names - interest):
                gives.setdefault(condition, set()).add(edge.number)
    for condition, giving in gives.items():
        keeping = {
            edge.number for edge in edges if edge.number not in giving and _keeps(known, edge, condition, supposed)
        }
        spots = _held_at(edges, giving, keeping)
        inside = [e for e in edges if e.source in spots]
        circling = [e for e in inside if e.number in keeping and e.target in spots]
        idle = {edge.number for part in components(circling) for edge in part}
        for edge in inside:
            if edge.number not in idle:
                found.setdefault(edge.number, []).append(condition)
    return {number: tuple(some) for number, some in found.items()}


def _held_at(edges: Sequence[Edge], giving: set[int], keeping: set[int]) -> set[Spot]:
    """The spots to which every edge establishes the condition, or keeps it from such a spot."""
    held = {edge.target for edge in edges}
    while True:
        lost = {
            edge.target
            for edge in edges
            if edge.target in held
            and edge.number not in giving
            and not (edge.number in keeping and edge.source in held)
        }
        if not lost:
            return held
        held -= lost


def _keeps(known: Known, edge: Edge, condition: Condition, supposed: Callable[[Edge], tuple[Term, ...]]) -> bool:
    """Does the condition hold after the edge if it held before?"""
    if not known.names(condition) & edge.move.wrote:
        return True
    after = known.after(condition, edge.move)
    return after is not None and known.space.asker.follows(after, (*supposed(edge), known.term(condition)))
