"""What may be assumed of players, and which edges no play then takes for ever.

* ``decides``: whoever is asked answers: between two choices there are only finitely many reactions and passes. A play
  that stays for ever among edges without a choice of a proper decision asks somebody only so often.
* ``choice``: for whom one of some choices is legal again and again takes one. A play that stays for ever among edges
  without such a choice comes only so often to a decision where one of them is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from caborules.check.ends.conditions import guessed
from caborules.check.ends.space import Edge, Space, Spot
from caborules.check.flow import Graph
from caborules.ir import lowered as lo
from caborules.ir.system import AssumeDef
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.terms import Term

Holds: TypeAlias = Callable[[Spot], tuple[Term, ...]]
"""What holds at a spot."""


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

    def excludes(self, edges: Sequence[Edge], holds: Holds) -> tuple[str, frozenset[int]] | None:
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

    def excludes(self, edges: Sequence[Edge], holds: Holds) -> tuple[str, frozenset[int]] | None:
        if any(edge.move.offer is not None and edge.move.offer.path in self.paths for edge in edges):
            return None
        legal: dict[Spot, bool] = {}
        for edge in edges:
            if edge.move.offer is not None and edge.source not in legal:
                legal[edge.source] = self._legal(edge.source, holds)
        gone = frozenset(edge.number for edge in edges if legal.get(edge.source, False))
        return (self.name, gone) if gone else None

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

    def excludes(self, edges: Sequence[Edge], holds: Holds) -> tuple[str, frozenset[int]] | None: ...


@dataclass(frozen=True, slots=True)
class Together:
    """Several assumptions, one after the other."""

    some: tuple[One, ...] = ()

    def excludes(self, edges: Sequence[Edge], holds: Holds) -> tuple[str, frozenset[int]] | None:
        for one in self.some:
            found = one.excludes(edges, holds)
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
