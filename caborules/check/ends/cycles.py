"""Graph questions: strongly connected parts, and potentials for weighted edges."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from caborules.check.ends.space import Edge, Spot

Node = TypeVar("Node", bound=Hashable)


def components(edges: Sequence[Edge]) -> list[list[Edge]]:
    """The edges that lie on cycles, by strongly connected part, in a fixed order."""
    onward: dict[Spot, list[Spot]] = {}
    for edge in edges:
        onward.setdefault(edge.source, []).append(edge.target)
        onward.setdefault(edge.target, [])
    part = strongly_connected(onward)
    grouped: dict[int, list[Edge]] = {}
    for edge in edges:
        if part[edge.source] == part[edge.target]:
            grouped.setdefault(part[edge.source], []).append(edge)
    return [grouped[number] for number in sorted(grouped, key=lambda n: grouped[n][0].number)]


def strongly_connected(onward: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """The number of the strongly connected part of each node (Tarjan's method, without recursion)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    part: dict[Node, int] = {}
    stack: list[Node] = []
    count = 0
    for root in onward:
        if root in index:
            continue
        work: list[tuple[Node, int]] = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
            out = onward[node]
            while at < len(out):
                target = out[at]
                at += 1
                if target not in index:
                    work += [(node, at), (target, 0)]
                    break
                if target not in part:
                    low[node] = min(low[node], index[target])
            else:
                if low[node] == index[node]:
                    while True:
                        one = stack.pop()
                        part[one] = count
                        if one == node:
                            break
                    count += 1
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return part


@dataclass(slots=True)
class _Relaxing:
    """Bellman and Ford's method. ``came``: by number of the spot, the last edge that lowered its offset."""

    number: dict[Spot, int]
    arcs: list[tuple[int, int, int, Edge]]
    offset: list[int]
    came: dict[int, tuple[int, Edge]] = field(default_factory=dict)

    @staticmethod
    def of(edges: Sequence[Edge], weights: Mapping[int, int]) -> _Relaxing:
        number: dict[Spot, int] = {}
        for edge in edges:
            number.setdefault(edge.source, len(number))
            number.setdefault(edge.target, len(number))
        arcs = [(number[edge.source], number[edge.target], weights[edge.number], edge) for edge in edges]
        return _Relaxing(number, arcs, [0] * len(number))

    def once(self) -> int:
        """Go over all edges once: the spot whose offset was lowered last, or -1 if none was."""
        offset, came, changed = self.offset, self.came, -1
        for source, target, weight, edge in self.arcs:
            most = offset[source] - weight
            if most < offset[target]:
                offset[target] = most
                came[target] = (source, edge)
                changed = target
        return changed

    def circles(self) -> bool:
        """Do the edges that lowered offsets form a cycle? It is a positive one then."""
        seen = [0] * len(self.offset)
        for mark, start in enumerate(self.came, 1):
            at = start
            while at in self.came and not seen[at]:
                seen[at] = mark
                at = self.came[at][0]
            if at in self.came and seen[at] == mark:
                return True
        return False

    def offsets(self) -> dict[Spot, int]:
        return {spot: self.offset[at] for spot, at in self.number.items()}


def potentials(edges: Sequence[Edge], weights: Mapping[int, int]) -> dict[Spot, int] | None:
    """Offsets such that no edge's weight plus difference of offsets is positive; None if there is a positive cycle."""
    if not any(weight > 0 for weight in weights.values()):
        return dict.fromkeys((spot for edge in edges for spot in (edge.source, edge.target)), 0)
    relaxing = _Relaxing.of(edges, weights)
    while relaxing.once() >= 0:
        if relaxing.circles():
            return None
    return relaxing.offsets()


def positive_cycle(edges: Sequence[Edge], weights: Mapping[int, int]) -> list[Edge]:
    """The edges of a positive cycle; none if there is none."""
    if potentials(edges, weights) is not None:
        return []
    relaxing = _Relaxing.of(edges, weights)
    at = -1
    for _ in range(len(relaxing.offset) + 1):
        at = relaxing.once()
    for _ in range(len(relaxing.offset)):
        at = relaxing.came[at][0]
    begin = at
    cycle: list[Edge] = []
    while not cycle or at != begin:
        at, edge = relaxing.came[at]
        cycle.append(edge)
    return cycle[::-1]
