"""Random walks that come back to a position they had: loops that lie too far from the start for a search in full.

Everything is seeded. Among the moves that are possible a kind is drawn first and then one of that kind, so that a
choice with many arguments does not crowd out the others. A shuffle has one outcome.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import Final

from caborules.explore.find import space_of
from caborules.explore.keys import Key
from caborules.explore.loops import Loop
from caborules.explore.scopes import Scope
from caborules.explore.search import Edge, Graph
from caborules.explore.space import Move, Position, Space

WALKS: Final = 200
"""Walks in one scope."""
LENGTH: Final = 60
"""Moves in a walk at most."""


def returning_walks(scope: Scope, walks: int = WALKS, length: int = LENGTH) -> Iterator[tuple[Graph, Loop]]:
    """The walks of a scope that come back to a position, each up to there, as a graph of its own with its loop."""
    space = replace(space_of(scope), orders=1)
    for number in range(walks):
        found = _walk(space, random.Random(f"walk {number}"), length)
        if found is not None:
            yield found


def _walk(space: Space, rng: random.Random, length: int) -> tuple[Graph, Loop] | None:
    positions: list[Position] = [space.start().to]
    edges: list[Edge] = []
    numbers: dict[tuple[Key, Hashable], int] = {(space.key(positions[0]), None): 0}
    for at in range(length):
        move = _any_move(space, positions[at], rng)
        if move is None:
            return None
        key = (space.key(move.to), None)
        target = numbers.setdefault(key, len(positions))
        edges.append(Edge(at, target, positions[at].node, move.action, move.outcome, move.entered, move.left))
        if target <= at:
            return _graph(space, positions, edges, numbers), Loop(tuple(edges[:target]), tuple(edges[target:]))
        positions.append(move.to)
    return None


def _any_move(space: Space, position: Position, rng: random.Random) -> Move | None:
    kinds: dict[str, list[Callable[[], Move]]] = {}
    for choice, begin in space.possible(position):
        kinds.setdefault(choice, []).append(begin)
    return space.carried_out(rng.choice(kinds[rng.choice(sorted(kinds))])()) if kinds else None


def _graph(
    space: Space, positions: list[Position], edges: list[Edge], numbers: dict[tuple[Key, Hashable], int]
) -> Graph:
    """What was seen of the positions on the way; it is not all, and so the graph is cut."""
    return Graph(
        space,
        tuple(positions),
        (None, *edges[: len(positions) - 1]),
        tuple((edge,) for edge in edges),
        dict(numbers),
        None,
        True,
        (None,) * len(positions),
    )
