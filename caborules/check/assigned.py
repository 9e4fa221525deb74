"""Registers that may be read before they are set: no lowering of rules does so, and one that did could not be played.

A forward analysis over all ways through the graph: what has been set on every way to a node. Where control never comes
counts like any other place; what an operation reads and does not find set is listed with its node.
"""

from __future__ import annotations

from caborules.check.flow import Graph
from caborules.ir import lowered as lo

Names = frozenset[str]


def unset(graph: Graph) -> tuple[tuple[int, str], ...]:
    """Nodes with a register that each may read before it is set, in the order of the nodes."""
    system = graph.system
    known: dict[int, Names] = {system.entry: frozenset()}
    waiting = [system.entry]
    while waiting:
        number = waiting.pop()
        for way, target in enumerate(graph.targets[number]):
            there = known[number] | _set_on(graph, number, way)
            joined = there if target not in known else known[target] & there
            if target not in known or joined != known[target]:
                known[target] = joined
                waiting.append(target)
    return tuple(
        (number, name)
        for number in sorted(known)
        for name in dict.fromkeys(graph.reads(number))
        if name in system.registers and name not in known[number]
    )


def _set_on(graph: Graph, number: int, way: int) -> Names:
    """The registers that are set where control goes that way."""
    operation, point = graph.system.nodes[number].operation, graph.point(number)
    match operation:
        case lo.Lift(register=register) | lo.PickOne(register=register) | lo.SetRegister(register=register):
            return frozenset({register})
        case lo.NextOf(register=register) if way == 0:
            return frozenset({register})
        case lo.Ask() if point is not None:
            offer = point.offers[way]
            # Who has acted is known at once, what a sealed choice is about when it comes to light.
            return _actor(offer) if point.sealed and offer.kind == "choice" else _chosen(offer)
        case lo.Unseal() if point is not None:
            sealed = [offer for offer in point.offers if offer.kind == "choice"]
            return _chosen(sealed[way]) if way < len(sealed) else frozenset()
    return frozenset()


def _chosen(offer: lo.Offer) -> Names:
    return _actor(offer) | {domain.register for domain in offer.domains}


def _actor(offer: lo.Offer) -> Names:
    return frozenset() if offer.actor is None else frozenset({offer.actor})
