"""Strategies that lead to the end: at each decision a list of offers, of which the first legal one is taken.

A strategy is made from the graph: offers that are nearer to the end of the play come first, and only as many are listed
as are needed so that one of them is always legal. Nobody reacts; whoever is waited for passes.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from caborules.check.flow import Graph
from caborules.check.progress.goals import Decision, Shown, decisions, show
from caborules.check.progress.possible import possible, possible_for_actor
from caborules.check.progress.ways import Ways
from caborules.check.prove import Proof
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.lower.fold import YES, both, is_yes, negate
from caborules.symbolic.shape import Shape

CALM = ("choice", "decline", "pass")
"""Kinds of offers that a strategy may list."""
FAR = 1_000_000
"""The distance of a node from which no way leads to the end."""


@dataclass(frozen=True, slots=True)
class Rule:
    """At the decision ``node`` the first legal one of ``offers`` (numbers at its point) is taken. ``total``: why one
    of them always is."""

    node: int
    offers: tuple[int, ...]
    total: Shown


@dataclass(frozen=True, slots=True)
class Strategy:
    """A rule for each decision that control can reach, by node."""

    rules: tuple[Rule, ...]

    def offers(self) -> Mapping[int, tuple[int, ...]]:
        """By node, the numbers of the offers."""
        return {rule.node: rule.offers for rule in self.rules}


def distances(graph: Graph, closed: frozenset[tuple[int, int]]) -> tuple[int, ...]:
    """By node, the least number of steps to the end of the play, as the graph has them, if nobody reacts."""
    before: list[list[int]] = [[] for _ in graph.system.nodes]
    found = [FAR] * len(graph.system.nodes)
    for number in range(len(graph.system.nodes)):
        for way, target in enumerate(graph.targets[number]):
            if (number, way) not in closed and _calm(graph, number, way):
                before[target].append(number)
    queue = [(0, number) for number, node in enumerate(graph.system.nodes) if isinstance(node.operation, lo.Stop)]
    while queue:
        far, number = heapq.heappop(queue)
        if far < found[number]:
            found[number] = far
            for one in before[number]:
                heapq.heappush(queue, (far + 1, one))
    return tuple(found)


def _calm(graph: Graph, number: int, way: int) -> bool:
    point = graph.point(number)
    if not isinstance(graph.system.nodes[number].operation, lo.Ask) or point is None:
        return True
    return point.offers[way].kind in CALM


def orders(proof: Proof) -> Mapping[int, tuple[int, ...]]:
    """By decision, the numbers of all offers but reactions, late attempts and events, the nearest to the end first."""
    far = distances(proof.graph, proof.closed)
    found: dict[int, tuple[int, ...]] = {}
    for decision in decisions(proof):
        targets = proof.graph.targets[decision.node]
        usable = [
            number
            for number, offer in enumerate(decision.point.offers)
            if offer.kind in CALM and (decision.node, number) not in proof.closed
        ]
        found[decision.node] = tuple(sorted(usable, key=lambda number: (far[targets[number]], number)))
    return found


def synthesise(proof: Proof, shape: Shape, order: Mapping[int, tuple[int, ...]]) -> Strategy | int:
    """The shortest lists in this order of which one is always legal; or the decision for which there is none."""
    ways = Ways(proof)
    rules = []
    for decision in decisions(proof):
        rule = _shortest(ways, shape, decision, order[decision.node])
        if rule is None:
            return decision.node
        rules.append(rule)
    return Strategy(tuple(rules))


def _shortest(ways: Ways, shape: Shape, decision: Decision, order: tuple[int, ...]) -> Rule | None:
    for count in range(1, len(order) + 1):
        listed = order[:count]
        total = show(ways, shape, limited(decision, listed))
        if total.open_way is None:
            return Rule(decision.node, listed, total)
    return None


def limited(decision: Decision, listed: tuple[int, ...]) -> Decision:
    """The decision with these offers only."""
    return replace(decision, offers=tuple(decision.point.offers[number] for number in listed))


# ---------------------------------------------------------------- what is left of the rules
def followed(proof: Proof, strategy: Strategy) -> Proof:
    """The rules as they are played by the strategy: other offers cannot be chosen, and a listed one only where none
    before it is legal. What holds at a node of the rules holds there as well: fewer plays come to it."""
    system = proof.graph.system
    points = list(system.points)
    closed = set(proof.closed)
    for rule in strategy.rules:
        operation = system.nodes[rule.node].operation
        assert isinstance(operation, lo.Ask)
        point = system.points[operation.point]
        points[operation.point] = replace(point, offers=tuple(_offers(point, rule.offers)))
        closed |= {(rule.node, number) for number in range(len(point.offers)) if number not in rule.offers}
    limited_system = replace(system, points=tuple(points))
    return replace(proof, graph=Graph(limited_system), closed=frozenset(closed))


def _offers(point: lo.Point, listed: tuple[int, ...]) -> Iterator[lo.Offer]:
    """All offers of the point, so that their numbers stay; each listed one where none before it is legal."""
    for number, offer in enumerate(point.offers):
        if number not in listed:
            yield offer
            continue
        condition: ex.Expr = YES if offer.guard is None else offer.guard
        for earlier in listed[: listed.index(number)]:
            condition = both(negate(_legal(point.offers[earlier], offer)), condition)
        yield replace(offer, guard=None if is_yes(condition) else condition)


def _legal(earlier: lo.Offer, offer: lo.Offer) -> ex.Expr:
    """Is the earlier offer legal for the one who takes the later one? (For anybody, if others are asked.)"""
    same = earlier.actor == offer.actor and earlier.among == offer.among
    return possible_for_actor(earlier) if same else possible(earlier)
