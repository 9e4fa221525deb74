"""The graph between decisions, as the writing of functions needs to know it: loops, meetings, what stands apart."""

from __future__ import annotations

from dataclasses import dataclass

from caborules.ir import lowered as lo

SMALL = 2
"""A piece of at most so many operations (not counting marks) is written again wherever control comes to it."""


@dataclass(frozen=True, slots=True)
class Graph:
    """What is known of the graph between decisions.

    ``order``: each node's number in an order in which only loops go back; ``heads``: where loops go back to; ``apart``:
    the nodes that have a function of their own; ``meets``: for each branch, where all ways from it meet; ``loops``: for
    each head of a loop without a decision that control leaves at one node, that node.
    """

    follows: tuple[tuple[int, ...], ...]
    order: dict[int, int]
    heads: frozenset[int]
    apart: frozenset[int]
    meets: dict[int, int]
    loops: dict[int, int]


def graph_of(lowered: lo.LoweredSystem) -> Graph:
    """See ``Graph``. Edges out of decisions are left out: there control leaves a function."""
    nodes = lowered.nodes
    follows = tuple(_follows(lowered, node) for node in nodes)
    entries: list[int] = []
    for node in nodes:
        if isinstance(node.operation, lo.Ask):
            entries += [offer.target for offer in lowered.points[node.operation.point].offers]
            entries += [node.next] if node.next >= 0 else []
    # What follows a decision comes first: control goes back where a game begins anew, not where the next turn does.
    entries = [*sorted(set(entries)), lowered.entry]
    order, heads = _ordered(follows, entries)
    coming: dict[int, int] = {}
    for before in order:
        for after in follows[before]:
            coming[after] = coming.get(after, 0) + 1
    for entry in dict.fromkeys(entries):
        coming[entry] = coming.get(entry, 0) + 1
    loops = _loops(lowered, follows, order, heads, set(entries))
    several = {node for node in order if coming[node] > 1} | heads
    apart = {node for node in several if node not in loops and not _small(lowered, follows, several, node)}
    return Graph(follows, order, frozenset(heads), frozenset(apart), _meets(follows, order), loops)


def _loops(
    lowered: lo.LoweredSystem,
    follows: tuple[tuple[int, ...], ...],
    order: dict[int, int],
    heads: set[int],
    entries: set[int],
) -> dict[int, int]:
    """The heads of loops without a decision that are entered at one place and left at one, and where they are left."""
    before: dict[int, list[int]] = {}
    for node in order:
        for after in follows[node]:
            before.setdefault(after, []).append(node)
    found: dict[int, int] = {}
    for head in sorted(heads):
        if not isinstance(lowered.nodes[head].operation, lo.Test | lo.NextOf) or head in entries:
            continue
        inside, waiting = {head}, [node for node in before[head] if order[node] >= order[head]]
        outer = len([node for node in before[head] if order[node] < order[head]])
        while waiting:
            node = waiting.pop()
            if node not in inside:
                inside.add(node)
                waiting += before.get(node, [])
        leaving = {after for node in inside for after in follows[node] if after not in inside}
        closed = all(order[node] >= order[head] and follows[node] and node not in entries for node in inside)
        if closed and outer == 1 and len(leaving) == 1 and leaving <= set(follows[head]):
            found[head] = leaving.pop()
    return found


def _follows(lowered: lo.LoweredSystem, node: lo.Node) -> tuple[int, ...]:
    match node.operation:
        case lo.Ask() | lo.Stop():
            return ()
        case lo.Test(otherwise=other) | lo.NextOf(done=other):
            return (node.next, other)
        case lo.Unseal(point, done):
            return (*(offer.target for offer in lowered.points[point].offers if offer.kind == "choice"), done)
        case _:
            return (node.next,)


def _ordered(follows: tuple[tuple[int, ...], ...], entries: list[int]) -> tuple[dict[int, int], set[int]]:
    """Reverse postorder of a depth-first walk, and the nodes to which an edge goes back."""
    seen: set[int] = set()
    running: set[int] = set()
    finished: list[int] = []
    heads: set[int] = set()
    for entry in entries:
        if entry in seen:
            continue
        seen.add(entry)
        running.add(entry)
        stack = [(entry, iter(follows[entry]))]
        while stack:
            node, rest = stack[-1]
            after = next(rest, None)
            if after is None:
                stack.pop()
                running.discard(node)
                finished.append(node)
            elif after in running:
                heads.add(after)
            elif after not in seen:
                seen.add(after)
                running.add(after)
                stack.append((after, iter(follows[after])))
    return {node: at for at, node in enumerate(reversed(finished))}, heads


def _small(lowered: lo.LoweredSystem, follows: tuple[tuple[int, ...], ...], several: set[int], node: int) -> bool:
    """Is there little to do before control leaves, or comes to a node that may have a function of its own?"""
    operations = 0
    first = node
    while operations <= SMALL:
        if not follows[node]:
            return True
        if len(follows[node]) > 1 or isinstance(lowered.nodes[node].operation, lo.Lift | lo.Lay):
            return node != first and node in several
        if node != first and node in several:
            return True
        operations += not isinstance(lowered.nodes[node].operation, lo.Mark)
        node = follows[node][0]
    return False


def _meets(follows: tuple[tuple[int, ...], ...], order: dict[int, int]) -> dict[int, int]:
    """For each branch, its immediate postdominator, if there is one before control leaves."""
    nodes = sorted(order, key=lambda node: -order[node])
    end = len(follows)
    rank = {node: at for at, node in enumerate(nodes, 1)} | {end: 0}
    nearest: dict[int, int] = {end: end}
    changed = True
    while changed:
        changed = False
        for node in nodes:
            found: int | None = None
            for after in follows[node] or (end,):
                if after not in nearest:
                    continue
                found = after if found is None else _common(nearest, rank, found, after)
            if found is not None and nearest.get(node) != found:
                nearest[node] = found
                changed = True
    return {node: nearest[node] for node in nodes if len(follows[node]) > 1 and nearest.get(node, end) != end}


def _common(nearest: dict[int, int], rank: dict[int, int], left: int, right: int) -> int:
    while left != right:
        if rank[left] > rank[right]:
            left = nearest[left]
        else:
            right = nearest[right]
    return left
