"""Breadth-first search: the graph of positions of a small scope, each with the shortest way to it.

Limits are numbers of positions, never seconds: the same search gives the same graph. Positions are numbered in the
order in which they are found; ways are told apart by length first and then by the order of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from caborules.engine.chance import Outcome
from caborules.engine.decisions import Action
from caborules.explore.keys import Key
from caborules.explore.space import Move, Position, Space, Stopped

LIMIT: Final = 20_000
"""Positions looked at."""

Goal: TypeAlias = Callable[[Position], bool]


@dataclass(frozen=True, slots=True)
class Edge:
    """A move between two positions of a graph, by their numbers. ``action`` None: chance. ``node``: the source's."""

    source: int
    target: int
    node: int
    action: Action | None
    outcome: Outcome | None
    entered: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Graph:
    """What a search has found.

    ``positions`` by number, 0 the first; ``parents``: the edge by which each was found first. ``edges``: those out of
    each, None where it was not expanded. ``found``: the first position that the search was for. ``cut``: chance
    branches were left out, or moves were not followed. ``marks``: those of who watches; a position may occur with
    several.
    """

    space: Space
    positions: tuple[Position, ...]
    parents: tuple[Edge | None, ...]
    edges: tuple[tuple[Edge, ...] | None, ...]
    numbers: Mapping[tuple[Key, Hashable], int]
    found: int | None
    cut: bool
    marks: tuple[Hashable, ...] = ()

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return sum(len(out) for out in self.edges if out is not None)

    @property
    def complete(self) -> bool:
        """Is this every position that can be reached in the scope?"""
        return not self.cut and self.found is None and all(out is not None for out in self.edges)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For each position the number of moves of the shortest way to it, those of chance included."""
        found: list[int] = []
        for edge in self.parents:
            found.append(0 if edge is None else found[edge.source] + 1)
        return tuple(found)

    def way(self, number: int) -> tuple[Edge, ...]:
        """The edges of the shortest way to a position."""
        found: list[Edge] = []
        edge = self.parents[number]
        while edge is not None:
            found.append(edge)
            edge = self.parents[edge.source]
        return tuple(reversed(found))

    def first(self, goal: Goal) -> int | None:
        """The number of the first position that fits."""
        return next((at for at, position in enumerate(self.positions) if goal(position)), None)

    def told(self) -> str:
        """How much was looked at, in words."""
        if self.complete:
            return f"all {len(self.positions)} positions"
        return f"{len(self.positions)} positions, up to {max(self.depths)} moves from the start"


def explore(
    space: Space,
    limit: int = LIMIT,
    goal: Goal | None = None,
    allowed: Callable[[Position, Move], bool] | None = None,
    start: Position | None = None,
    broken: Hashable = None,
    moves: int | None = None,
) -> Graph:
    """Look at positions breadth-first, until one fits ``goal``, all are seen, ``limit`` are, or so many ``moves``.

    ``allowed``: which moves are followed. ``start``: begin there and not at the start of the game. ``broken``: a mark
    that is looked for as well.
    """
    first = space.start() if start is None else Move(None, None, start)
    numbers: dict[tuple[Key, Hashable], int] = {(space.key(first.to), first.mark): 0}
    positions: list[Position] = [first.to]
    marks: list[Hashable] = [first.mark]
    parents: list[Edge | None] = [None]
    edges: list[tuple[Edge, ...] | None] = []
    begun = (goal is not None and goal(first.to)) or (broken is not None and first.mark == broken)
    found = 0 if begun else None
    cut = False
    made = 0
    while found is None and len(edges) < len(positions) < limit and (moves is None or made < moves):
        at = len(edges)
        out: list[Edge] = []
        for move in space.moves(positions[at], marks[at]):
            cut = cut or move.cut
            if allowed is not None and not allowed(positions[at], move):
                cut = True
                continue
            target = numbers.setdefault((space.key(move.to), move.mark), len(positions))
            edge = Edge(at, target, positions[at].node, move.action, move.outcome, move.entered, move.left)
            out.append(edge)
            if target == len(positions):
                positions.append(move.to)
                marks.append(move.mark)
                parents.append(edge)
                fits = (goal is not None and goal(move.to)) or (broken is not None and move.mark == broken)
                found = target if found is None and fits else found
        edges.append(tuple(out))
        made += len(out)
    rest = (None,) * (len(positions) - len(edges))
    return Graph(space, tuple(positions), tuple(parents), (*edges, *rest), numbers, found, cut, tuple(marks))


def is_stuck(position: Position) -> bool:
    """Must somebody choose here who cannot?"""
    return isinstance(position, Stopped) and position.kind == "stuck"


def is_fault(position: Position) -> bool:
    """Can the rules not go on from here, for whatever reason?"""
    return isinstance(position, Stopped)
