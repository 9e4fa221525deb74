"""Plays that go on for ever: cycles in a graph of positions, and positions from which the end is out of reach.

A cycle is looked for among edges that the search allows: those that stay inside a rule, say. ``needs`` are kinds of
edges that must occur on it, one of each, so that what the players are assumed to do does happen: with the edges of a
proper choice in ``needs``, a cycle of nothing but reactions does not count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from caborules.explore.search import Edge, Graph
from caborules.explore.space import Position

Test: TypeAlias = Callable[[Edge], bool]

TRIES: Final = 40
"""Positions of one component, those nearest to the start, from which the shortest cycle is looked for."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A way to a position, and one from there back to it."""

    stem: tuple[Edge, ...]
    cycle: tuple[Edge, ...]


def inside(graph: Graph, rule: str) -> Test:
    """Edges that begin while a rule is going on and end before it is over."""
    within = [rule in graph.space.rules(position) for position in graph.positions]
    return lambda edge: within[edge.source] and within[edge.target] and rule not in edge.left


def components(graph: Graph, allowed: Test) -> list[list[int]]:
    """The strongly connected components of the allowed edges that hold a cycle, each in order; by first position."""
    out = [[e.target for e in edges or () if allowed(e)] for edges in graph.edges]
    found = [sorted(one) for one in _strong(out) if len(one) > 1 or one[0] in out[one[0]]]
    return sorted(found)


def find_loop(
    graph: Graph,
    allowed: Test,
    needs: Sequence[Test] = (),
    fair: Callable[[Sequence[Position], Sequence[Edge]], bool] | None = None,
) -> Loop | None:
    """The loop whose way and cycle together are shortest, among allowed edges; None if there is none.

    ``needs``: for each of these some edge of the cycle must pass. ``fair``: asked of each component with its positions
    and edges; a component that is not fair is left out, with all its cycles.
    """
    best: Loop | None = None
    for component in components(graph, allowed):
        members = frozenset(component)
        edges = [e for at in component for e in graph.edges[at] or () if e.target in members and allowed(e)]
        if any(not any(need(edge) for edge in edges) for need in needs):
            continue
        if fair is not None and not fair([graph.positions[at] for at in component], edges):
            continue
        decisions = [at for at in component if graph.space.is_decision(graph.positions[at])]
        for at in sorted(decisions, key=lambda one: (graph.depths[one], one))[:TRIES]:
            if best is not None and graph.depths[at] >= len(best.stem) + len(best.cycle):
                break
            cycle = _cycle(at, edges, needs)
            length = graph.depths[at] + (0 if cycle is None else len(cycle))
            if cycle is not None and (best is None or length < len(best.stem) + len(best.cycle)):
                best = Loop(graph.way(at), cycle)
    return best


def _cycle(start: int, edges: Iterable[Edge], needs: Sequence[Test]) -> tuple[Edge, ...] | None:
    """The shortest way from a position back to it on which every need is met."""
    out: dict[int, list[tuple[Edge, int]]] = {}
    for edge in edges:
        met = sum(1 << at for at, need in enumerate(needs) if need(edge))
        out.setdefault(edge.source, []).append((edge, met))
    all_met = (1 << len(needs)) - 1
    came: dict[tuple[int, int], tuple[tuple[int, int], Edge]] = {}
    todo = deque([(start, 0)])
    seen = {(start, 0)}
    while todo:
        here = todo.popleft()
        for edge, met in out.get(here[0], ()):
            there = (edge.target, here[1] | met)
            if there == (start, all_met):
                return tuple(_back(came, here, edge))
            if there not in seen:
                seen.add(there)
                came[there] = (here, edge)
                todo.append(there)
    return None


def _back(
    came: dict[tuple[int, int], tuple[tuple[int, int], Edge]], here: tuple[int, int], last: Edge
) -> Iterator[Edge]:
    found = [last]
    while here in came:
        here, edge = came[here]
        found.append(edge)
    return reversed(found)


# ---------------------------------------------------------------- the end
def out_of_reach(graph: Graph, goals: Collection[int]) -> int | None:
    """The first position, not before a random event, from which no way leads to one of ``goals``; None: there is none.

    Positions that were not expanded count as being able to reach it: so what is found is right in a cut graph too,
    unless branches of chance were left out.
    """
    before: list[list[int]] = [[] for _ in graph.positions]
    for edges in graph.edges:
        for edge in edges or ():
            before[edge.target].append(edge.source)
    todo = [*goals, *(at for at, out in enumerate(graph.edges) if out is None)]
    able = set(todo)
    while todo:
        for source in before[todo.pop()]:
            if source not in able:
                able.add(source)
                todo.append(source)
    lost = (at for at, one in enumerate(graph.positions) if at not in able and not graph.space.is_chance(one))
    return next(lost, None)


# ---------------------------------------------------------------- Tarjan's algorithm, without recursion
def _strong(out: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The strongly connected components of a graph."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in range(len(out)):
        if root in order:
            continue
        work = [(root, iter(out[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            at, rest = work[-1]
            for target in rest:
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(out[target])))
                    break
                if target in on_stack:
                    low[at] = min(low[at], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == order[at]:
                    yield _popped(stack, on_stack, at)


def _popped(stack: list[int], on_stack: set[int], until: int) -> list[int]:
    found: list[int] = []
    while True:
        one = stack.pop()
        on_stack.discard(one)
        found.append(one)
        if one == until:
            return found
