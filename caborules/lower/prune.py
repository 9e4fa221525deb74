"""Leaving out what can never happen: offers of windows that cannot be open, and nodes that control cannot reach."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from caborules.ir import lowered as lo
from caborules.ir.types import Type
from caborules.lower.assemble import branches, retarget, retarget_point

Bits: TypeAlias = tuple[int, ...]
"""For each window, what it may be: a sum of the three below."""

UNOPENED: Final = 1
OPEN: Final = 2
CLOSED: Final = 4

Nodes: TypeAlias = tuple[lo.Node, ...]
Points: TypeAlias = tuple[lo.Point, ...]


def windows_at(nodes: Nodes, points: Points, entry: int, windows: tuple[str, ...]) -> dict[int, Bits]:
    """What each window may be when control comes to a node, for each node that it can come to."""
    index = {window: at for at, window in enumerate(windows)}
    found: dict[int, Bits] = {entry: (UNOPENED,) * len(windows)}
    waiting = [entry]
    while waiting:
        at = waiting.pop()
        bits = found[at]
        node = nodes[at]
        after = _after(node.operation, bits, index)
        for target in _branches(node, points, bits, index):
            joined = after if target not in found else tuple(a | b for a, b in zip(after, found[target], strict=True))
            if target not in found or joined != found[target]:
                found[target] = joined
                waiting.append(target)
    return found


def _after(operation: lo.Operation, bits: Bits, index: dict[str, int]) -> Bits:
    if not isinstance(operation, lo.MoveWindow) or operation.what == "forget":
        return bits
    at = index[operation.window]
    closed = bits[at] & UNOPENED | (CLOSED if bits[at] & (OPEN | CLOSED) else 0)
    changed = OPEN if operation.what == "open" else closed
    return (*bits[:at], changed, *bits[at + 1 :])


def can_be_taken(offer: lo.Offer, bits: Bits, index: dict[str, int]) -> bool:
    """Can the offer be taken, as far as its window goes? A reaction needs an open window, a late attempt an opening."""
    if offer.window is None:
        return True
    state = bits[index[offer.window]]
    return bool(state & (OPEN | CLOSED) if offer.kind == "late" else state & OPEN)


def _branches(node: lo.Node, points: Points, bits: Bits, index: dict[str, int]) -> tuple[int, ...]:
    if isinstance(node.operation, lo.Ask):
        point = points[node.operation.point]
        live = tuple(offer for offer in point.offers if can_be_taken(offer, bits, index))
        return branches(node, (*points[: node.operation.point], replace(point, offers=live)))
    return branches(node, points)


def prune(nodes: Nodes, points: Points, entry: int, windows: tuple[str, ...]) -> tuple[Nodes, Points, int]:
    """The same graph without what can never happen, numbered in reading order."""
    index = {window: at for at, window in enumerate(windows)}
    found = windows_at(nodes, points, entry, windows)
    kept = sorted(found)
    asked = {operation.point: at for at in kept if isinstance(operation := nodes[at].operation, lo.Ask)}
    node_number = {old: new for new, old in enumerate(kept)}
    point_number = {old: new for new, old in enumerate(sorted(asked))}
    new_points = []
    for old in sorted(asked):
        bits = found[asked[old]]
        live = tuple(offer for offer in points[old].offers if can_be_taken(offer, bits, index))
        new_points.append(retarget_point(replace(points[old], offers=live), node_number.__getitem__))
    new_nodes = []
    for old in kept:
        operation = retarget(nodes[old].operation, node_number.__getitem__)
        if isinstance(operation, lo.Ask | lo.Unseal):
            operation = replace(operation, point=point_number[operation.point])
        new_nodes.append(lo.Node(operation, node_number.get(nodes[old].next, -1), nodes[old].source))
    return tuple(new_nodes), tuple(new_points), node_number[entry]


def registers_used(nodes: Nodes, points: Points, registers: dict[str, Type]) -> dict[str, Type]:
    """The registers that something sets or reads, in the order of their making."""
    named: set[str | None] = set()
    for node in nodes:
        operation = node.operation
        if isinstance(operation, lo.Lift | lo.Lay | lo.PickOne | lo.SetRegister | lo.Rotate | lo.NextOf):
            named.add(operation.register)
        if isinstance(operation, lo.NextOf):
            named.add(operation.collection)
    for point in points:
        for offer in point.offers:
            named.add(offer.actor)
            named.update(domain.register for domain in offer.domains)
    return {name: kind for name, kind in registers.items() if name in named}
