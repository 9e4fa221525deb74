"""Ways round in the rules as a strategy plays them, once loops that plays bring on are cut where they go on."""

from __future__ import annotations

from typing import TypeAlias

from caborules.check.flow import Graph
from caborules.check.prove import Proof
from caborules.ir import lowered as lo

Cut: TypeAlias = frozenset[tuple[int, int]]
"""Ways of tests, by node, by which loops go on that plays bring nearer to their end."""


def from_decisions(proof: Proof) -> frozenset[int]:
    """The nodes to which plays by the strategy come from the start, or from any decision."""
    graph = proof.graph
    queue = [number for number, facts in enumerate(proof.facts) if facts is not None and begins(graph, number)]
    found = set(queue)
    while queue:
        number = queue.pop()
        for way, target in enumerate(graph.targets[number]):
            if (number, way) not in proof.closed and target not in found:
                found.add(target)
                queue.append(target)
    return frozenset(found)


def begins(graph: Graph, number: int) -> bool:
    return number == graph.system.entry or isinstance(graph.system.nodes[number].operation, lo.Ask)


def again(proof: Proof, cut: Cut) -> frozenset[int]:
    """The tests that are cut to which a play may come again and again all the same, by another of their ways."""
    circles = cycles(proof, from_decisions(proof), cut)
    return frozenset(head for head, _ in cut if any(head in circle for circle in circles))


def entangled(proof: Proof, cut: Cut) -> frozenset[int]:
    """The tests from whose loop control may come to the test of another that is cut, and back from that one's.

    What plays of the one bring, plays of the other might undo.
    """
    reach = {head: frozenset(until(proof, proof.graph.targets[head][way], head)) for head, way in cut}
    return frozenset(
        one for one in reach for other in reach if one != other and other in reach[one] and one in reach[other]
    )


def until(proof: Proof, start: int, head: int) -> list[int]:
    """The nodes to which control may come from one on, before it comes to the head."""
    waiting, seen, found = [start], {start, head}, []
    while waiting:
        number = waiting.pop()
        found.append(number)
        for way, target in enumerate(proof.graph.targets[number]):
            if (number, way) not in proof.closed and target not in seen:
                seen.add(target)
                waiting.append(target)
    return found


def writes(proof: Proof, start: int, head: int, variable: str) -> bool:
    """May the variable be set between the node and the head?"""
    operations = (proof.graph.system.nodes[number].operation for number in until(proof, start, head))
    return any(isinstance(one, lo.SetVariable) and one.variable == variable for one in operations)


def cycles(proof: Proof, nodes: frozenset[int], cut: Cut) -> list[frozenset[int]]:
    """The strongly connected parts of the graph, with loops that are brought on cut where they go on; none of one node
    that does not lead to itself."""
    graph = proof.graph
    onward = {
        number: [
            target
            for way, target in enumerate(graph.targets[number])
            if (number, way) not in proof.closed and (number, way) not in cut and target in nodes
        ]
        for number in sorted(nodes)
    }
    reach = _leaving(onward)
    backward: dict[int, list[int]] = {number: [] for number in onward}
    for number, targets in onward.items():
        for target in targets:
            backward[target].append(number)
    seen: set[int] = set()
    found = []
    for root in reversed(reach):
        if root in seen:
            continue
        seen.add(root)
        part, queue = {root}, [root]
        while queue:
            for one in backward[queue.pop()]:
                if one not in seen:
                    seen.add(one)
                    part.add(one)
                    queue.append(one)
        if len(part) > 1 or root in onward[root]:
            found.append(frozenset(part))
    return sorted(found, key=min)


def _leaving(onward: dict[int, list[int]]) -> list[int]:
    """The nodes in the order in which a search in depth leaves them."""
    seen: set[int] = set()
    found: list[int] = []
    for root, first in onward.items():
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(first))]
        while stack:
            number, targets = stack[-1]
            following = next((one for one in targets if one not in seen), None)
            if following is None:
                stack.pop()
                found.append(number)
            else:
                seen.add(following)
                stack.append((following, iter(onward[following])))
    return found
