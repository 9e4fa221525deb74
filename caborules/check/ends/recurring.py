"""Conditions that hold from some time on, wherever control is, in a play that stays among given edges for ever.

A condition is established by some edges (a test that came out so, an assignment) and kept by others. It is held at a
spot if each edge to the spot establishes it, or keeps it and comes from such a spot. A play that takes an edge from
there again and again has established it, unless all that it does again and again only keeps it: on the cycles of edges
that only keep a condition it is therefore not to be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from caborules.check.ends.conditions import ANYBODY, Condition, Name, either, equals, everybody, parts, player
from caborules.check.ends.cycles import components
from caborules.check.ends.space import Edge, Space, Spot
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CollectionType, PlayerType
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
        case lo.Ask() if move.offer is not None and move.offer.kind != "pass":
            yield from parts(move.offer.guard, True) if move.offer.guard is not None else ()
            yield from _one_of_them(move.offer)
        case lo.SetVariable(variable=name, owner=owner, value=value):
            variable = ex.VariableRef(space.graph.system.variables[name].type, None, name, owner)
            yield Condition(equals(variable, value))
        case lo.SetRegister(register=name, value=value):
            yield Condition(equals(ex.LocalRef(space.graph.system.registers[name], None, name), value))


def _one_of_them(offer: lo.Offer) -> Iterator[Condition]:
    """Who has acted is one of those in the register who are to act."""
    if offer.actor is not None and isinstance(offer.among, ex.LocalRef):
        yield Condition(ex.IsIn(BOOL, None, player(offer.actor), offer.among))


def _taken_from(space: Space, edges: Sequence[Edge], interest: frozenset[Name]) -> Iterator[Condition]:
    """Of players who are gone through, chosen from others: all of them are among those others, and so is the next."""
    system = space.graph.system
    operations = dict.fromkeys(system.nodes[edge.move.node].operation for edge in edges)
    chosen: dict[str, ex.LocalRef] = {}
    for one in operations:
        match one:
            case lo.SetRegister(register=name, value=ex.Those(among=ex.LocalRef() as among)):
                chosen[name] = among
    for one in operations:
        match one:
            case lo.NextOf(register=name, collection=rest) if rest in chosen and ("set", chosen[rest].name) in interest:
                among, kind = chosen[rest], system.registers[rest]
                if isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType):
                    left = ex.IsIn(BOOL, None, player(ANYBODY), ex.LocalRef(kind, None, rest))
                    inside = ex.IsIn(BOOL, None, player(ANYBODY), among)
                    yield Condition(everybody(ANYBODY, either(ex.Not(BOOL, None, left), inside)))
                    yield Condition(ex.IsIn(BOOL, None, player(name), among))


class Known:
    """Conditions with their terms in the state before any move, and what they speak of."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._numbers: dict[Condition, int] = {}
        self._terms: dict[Condition, Term | None] = {}
        self._names: dict[Condition, frozenset[Name]] = {}
        self._after: dict[tuple[Condition, int, int], Term | None] = {}
        self._established: dict[tuple[int, int], tuple[Condition, ...]] = {}

    def number(self, condition: Condition) -> int:
        """A number for a condition, in the order in which they are met."""
        return self._numbers.setdefault(condition, len(self._numbers))

    def term(self, condition: Condition) -> Term | None:
        if condition not in self._terms:
            self.number(condition)
            start = self.space.mover.start(self.space.graph.system.entry)
            self._terms[condition] = term = condition.term(start)
            self._names[condition] = frozenset(key[:2] for key in start.read) if term is not None else frozenset()
        return self._terms[condition]

    def names(self, condition: Condition) -> frozenset[Name]:
        self.term(condition)
        return self._names[condition]

    def after(self, condition: Condition, move: Move) -> Term | None:
        """The condition after a move."""
        key = (condition, move.node, move.way)
        if key not in self._after:
            self._after[key] = condition.term(move.after.branch())
        return self._after[key]

    def established(self, move: Move) -> tuple[Condition, ...]:
        """What a move may establish, as far as measures tell it."""
        key = (move.node, move.way)
        if key not in self._established:
            found = (one for one in established(self.space, move) if self.term(one) is not None and self.names(one))
            self._established[key] = tuple(dict.fromkeys(found))
        return self._established[key]

    def sure(self, condition: Condition, move: Move) -> bool:
        """Does what a move may establish hold after it?"""
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
    *,
    plainly: bool = False,
    candidates: Sequence[Condition] = (),
) -> Held:
    """By edge, what holds before it from some time on, of the conditions that speak of ``interest``.

    ``supposed``: what holds before each edge, and of it. ``plainly``: only edges that change nothing of what a
    condition speaks of are taken to keep it. ``candidates``: looked at as well, in this order: they are established
    wherever that follows, also from the conditions that were found before.
    """
    found: dict[int, list[Condition]] = {}
    gives: dict[Condition, set[int]] = {}
    for edge in edges:
        for condition in known.established(edge.move):
            names = known.names(condition)
            if not names & interest or any(kind not in ("var", "reg", "set") for kind, _ in names - interest):
                continue
            if known.sure(condition, edge.move):
                gives.setdefault(condition, set()).add(edge.number)
    asking = None if plainly else supposed

    def hold(condition: Condition, giving: set[int]) -> None:
        others = (edge for edge in edges if edge.number not in giving)
        keeping = {edge.number for edge in others if _keeps(known, edge, condition, asking)}
        spots = _held_at(edges, giving, keeping)
        inside = [e for e in edges if e.source in spots]
        circling = [e for e in inside if e.number in keeping and e.target in spots]
        idle = {edge.number for part in components(circling) for edge in part}
        for edge in inside:
            if edge.number not in idle:
                found.setdefault(edge.number, []).append(condition)

    for condition, giving in gives.items():
        hold(condition, giving)
    for condition in (*candidates, *_taken_from(space, edges, interest)):
        if known.term(condition) is not None and known.names(condition):
            hold(condition, {edge.number for edge in edges if _gives(known, edge, condition, supposed, found)})
    return {number: tuple(some) for number, some in found.items()}


def _gives(
    known: Known,
    edge: Edge,
    condition: Condition,
    supposed: Callable[[Edge], tuple[Term, ...]],
    found: Mapping[int, Sequence[Condition]],
) -> bool:
    """Does the condition hold after an edge that touches it, by all that is known of the edge?"""
    if not known.names(condition) & (edge.move.wrote | known.space.condition_names(edge.move)):
        return False
    after = known.after(condition, edge.move)
    also = (known.term(one) for one in found.get(edge.number, ()))
    told = (*supposed(edge), *(one for one in also if one is not None))
    return after is not None and known.space.asker.follows(after, told)


def _held_at(edges: Sequence[Edge], giving: set[int], keeping: set[int]) -> set[Spot]:
    """The spots to which every edge establishes the condition, or keeps it from such a spot."""
    held = {edge.target for edge in edges}
    onward: dict[Spot, list[Spot]] = {}
    lost: set[Spot] = set()
    for edge in edges:
        if edge.number in giving:
            continue
        if edge.number in keeping and edge.source in held:
            onward.setdefault(edge.source, []).append(edge.target)
        else:
            lost.add(edge.target)
    queue = list(lost)
    while queue:
        for target in onward.get(queue.pop(), ()):
            if target not in lost:
                lost.add(target)
                queue.append(target)
    return held - lost


def _keeps(known: Known, edge: Edge, condition: Condition, supposed: Callable[[Edge], tuple[Term, ...]] | None) -> bool:
    """Does the condition hold after the edge if it held before?"""
    if not known.names(condition) & edge.move.wrote:
        return True
    if supposed is None:
        return False
    after = known.after(condition, edge.move)
    return after is not None and known.space.asker.follows(after, (*supposed(edge), known.term(condition)))
