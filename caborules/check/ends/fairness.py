"""What may be assumed of players, and which edges no play then takes for ever.

* ``decides``: whoever is asked answers: between two choices there are only finitely many reactions and passes. A play
  that stays for ever among edges without a choice of a proper decision asks somebody only so often.
* ``choice``: for whom one of some choices is legal again and again takes one. A play that stays for ever among edges
  without such a choice comes only so often to a decision where one of them is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from caborules.check.ends.conditions import Name, guessed
from caborules.check.ends.space import Edge, Space, Spot
from caborules.check.flow import Graph
from caborules.ir import lowered as lo
from caborules.ir.system import AssumeDef
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.terms import Term

Holds: TypeAlias = Callable[[Spot], tuple[Term, ...]]
"""What holds at a spot."""
Before: TypeAlias = Callable[[Edge, frozenset[Name]], tuple[Term, ...]]
"""What holds before an edge that is taken, and of it, from some time on, as far as it concerns these measures."""
AHEAD: Final = 6
"""So many tests are looked at, at most, on the way from an edge to a decision."""


def reaction_bodies(graph: Graph) -> frozenset[int]:
    """The nodes to which control comes only by a reaction, a late attempt or an outside event."""
    reached = {graph.system.entry}
    queue = [graph.system.entry]
    while queue:
        node = queue.pop()
        point = graph.point(node)
        for way, target in enumerate(graph.targets[node]):
            asked = isinstance(graph.system.nodes[node].operation, lo.Ask) and point is not None
            if asked and point is not None and point.offers[way].kind in ("reaction", "late", "event"):
                continue
            if target not in reached:
                reached.add(target)
                queue.append(target)
    return frozenset(range(len(graph.system.nodes))) - reached


@dataclass(frozen=True, slots=True)
class Decides:
    """Whoever is asked answers. ``bodies``: where decisions belong to a reaction."""

    name: str
    bodies: frozenset[int]

    def excludes(self, edges: Sequence[Edge], holds: Holds, before: Before) -> tuple[str, frozenset[int]] | None:
        asked = [edge for edge in edges if edge.move.offer is not None]
        if any(self._proper(edge) for edge in asked):
            return None
        gone = frozenset(edge.number for edge in asked)
        return (self.name, gone) if gone else None

    def _proper(self, edge: Edge) -> bool:
        """Is it a choice of a decision, or saying no to one, outside of reactions?"""
        offer = edge.move.offer
        return offer is not None and offer.kind in ("choice", "decline") and edge.move.node not in self.bodies


@dataclass(frozen=True, slots=True)
class TakesChoice:
    """One of the choices is taken by whom it goes on being legal for."""

    name: str
    paths: tuple[str, ...]
    space: Space

    def excludes(self, edges: Sequence[Edge], holds: Holds, before: Before) -> tuple[str, frozenset[int]] | None:
        if any(edge.move.offer is not None and edge.move.offer.path in self.paths for edge in edges):
            return None
        legal: dict[Spot, bool] = {}
        for edge in edges:
            if edge.move.offer is not None and edge.source not in legal:
                legal[edge.source] = self._legal(edge.source, holds)
        gone = frozenset(edge.number for edge in edges if legal.get(edge.source, False))
        gone = gone or frozenset(edge.number for edge in edges if self._leads(edge, before))
        return (self.name, gone) if gone else None

    def _leads(self, edge: Edge, before: Before) -> bool:
        """Does a test that comes out so lead to a decision where one of the choices is legal, by tests alone?"""
        names = frozenset().union(*(self.space.condition_names(move) for move in self._ahead(edge.target.node)))
        if edge.move.wrote or edge.move.offer is not None or not names:
            return False
        return self._leads_on(edge.target.node, before(edge, names), AHEAD)

    def _ahead(self, start: int) -> Iterator[Move]:
        """The choices to which tests may lead, or from a decision itself."""
        waiting, seen = [start], {start}
        for _ in range(2**AHEAD):
            if not waiting:
                return
            for move in self.space.moves(waiting.pop()):
                if move.offer is not None:
                    yield from (move,) if move.offer.path in self.paths else ()
                elif not move.wrote and (target := self.space.skip(move.target)) not in seen:
                    seen.add(target)
                    waiting.append(target)

    def _leads_on(self, node: int, told: tuple[Term, ...], left: int) -> bool:
        moves = self.space.moves(node)
        if any(move.offer is not None for move in moves):
            offered = (move for move in moves if move.offer is not None and move.offer.path in self.paths)
            return any(self._surely(move, told) for move in offered)
        if left == 0 or not moves or any(move.wrote for move in moves):
            return False
        for move in moves:
            sure = () if guessed(move.condition, *move.supposed) else (move.condition, *move.supposed)
            now = (*told, *sure)
            if self.space.asker.possible(now) and not self._leads_on(self.space.skip(move.target), now, left - 1):
                return False
        return True

    def _legal(self, spot: Spot, holds: Holds) -> bool:
        """Is one of the choices legal at a spot, whatever is not told there?"""
        return any(
            move.offer is not None and move.offer.path in self.paths and self._surely(move, holds(spot))
            for move in self.space.moves(spot.node)
        )

    def _surely(self, move: Move, here: tuple[Term, ...]) -> bool:
        """Is the offer surely legal? (Where its condition speaks of what is not told, we do not say so.)"""
        return not guessed(move.condition) and self.space.asker.follows(move.condition, here)


class One(Protocol):
    """An assumption."""

    def excludes(self, edges: Sequence[Edge], holds: Holds, before: Before) -> tuple[str, frozenset[int]] | None: ...


@dataclass(frozen=True, slots=True)
class Together:
    """Several assumptions, one after the other."""

    some: tuple[One, ...] = ()

    def excludes(self, edges: Sequence[Edge], holds: Holds, before: Before) -> tuple[str, frozenset[int]] | None:
        for one in self.some:
            found = one.excludes(edges, holds, before)
            if found is not None:
                return found
        return None


def assumed(assumes: Mapping[str, AssumeDef], names: Sequence[str], space: Space) -> Together:
    """The assumptions of these names."""
    bodies = reaction_bodies(space.graph)
    some: list[One] = []
    for name in names:
        definition = assumes[name]
        if definition.kind == "decides":
            some.append(Decides(name, bodies))
        else:
            some.append(TakesChoice(name, definition.paths, space))
    return Together(tuple(some))
