"""Cutting and sewing on lowered systems: nodes found, put in, left out and changed. Numbers of old nodes stay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from caborules.ir import lowered as lo
from caborules.ir.types import Type
from caborules.lower.assemble import retarget, retarget_point

Op = TypeVar("Op")


def find(
    system: lo.LoweredSystem, kind: type[Op], rule: str | None = None, also: Callable[[Op], bool] = lambda _: True
) -> int:
    """The number of the first node with such an operation; ``rule``: the innermost rule that it stands in."""
    return find_all(system, kind, rule, also)[0]


def find_all(
    system: lo.LoweredSystem, kind: type[Op], rule: str | None = None, also: Callable[[Op], bool] = lambda _: True
) -> list[int]:
    """The numbers of all such nodes, in reading order; there must be one."""
    found = [
        number
        for number, node in enumerate(system.nodes)
        if isinstance(node.operation, kind)
        and also(node.operation)
        and (rule is None or node.source.rules[-1:] == (rule,))
    ]
    assert found, f"no {kind.__name__} in {rule}: the defect does not fit this system"
    return found


def change(system: lo.LoweredSystem, number: int, operation: lo.Operation) -> lo.LoweredSystem:
    """Another operation in a node."""
    return _with_node(system, number, replace(system.nodes[number], operation=operation))


def lead(system: lo.LoweredSystem, number: int, target: int) -> lo.LoweredSystem:
    """Control goes from the node to ``target``."""
    return _with_node(system, number, replace(system.nodes[number], next=target))


def put_after(system: lo.LoweredSystem, number: int, *operations: lo.Operation) -> lo.LoweredSystem:
    """Operations between a node and the one that follows it."""
    node = system.nodes[number]
    first = len(system.nodes)
    added = [
        lo.Node(operation, first + at + 1 if at + 1 < len(operations) else node.next, node.source)
        for at, operation in enumerate(operations)
    ]
    return replace(lead(system, number, first), nodes=(*lead(system, number, first).nodes, *added))


def put_before(system: lo.LoweredSystem, number: int, *operations: lo.Operation) -> lo.LoweredSystem:
    """Operations before a node, wherever control comes from."""
    node = system.nodes[number]
    moved = len(system.nodes)
    system = replace(system, nodes=(*system.nodes, node))
    system = _with_node(system, number, lo.Node(operations[0], moved, node.source))
    return put_after(system, number, *operations[1:]) if operations[1:] else system


def leave_out(system: lo.LoweredSystem, number: int) -> lo.LoweredSystem:
    """The same system in which control goes past a node."""
    return redirect(system, number, system.nodes[number].next)


def redirect(system: lo.LoweredSystem, old: int, new: int) -> lo.LoweredSystem:
    """Control goes to ``new`` wherever it went to ``old``."""

    def to(target: int) -> int:
        return new if target == old else target

    return replace(
        system,
        nodes=tuple(lo.Node(retarget(n.operation, to), to(n.next), n.source) for n in system.nodes),
        points=tuple(retarget_point(point, to) for point in system.points),
        entry=to(system.entry),
    )


def change_offers(
    system: lo.LoweredSystem, fits: Callable[[lo.Offer], bool], new: Callable[[lo.Offer], lo.Offer | None]
) -> lo.LoweredSystem:
    """Offers that fit, changed or (None) left out, at every point; there must be one."""
    assert any(fits(offer) for point in system.points for offer in point.offers), "no offer fits"
    points = []
    for point in system.points:
        changed = [new(offer) if fits(offer) else offer for offer in point.offers]
        points.append(replace(point, offers=tuple(offer for offer in changed if offer is not None)))
    return replace(system, points=tuple(points))


def register(system: lo.LoweredSystem, name: str, kind: Type) -> lo.LoweredSystem:
    """One more register."""
    return replace(system, registers={**system.registers, name: kind})


def _with_node(system: lo.LoweredSystem, number: int, node: lo.Node) -> lo.LoweredSystem:
    return replace(system, nodes=(*system.nodes[:number], node, *system.nodes[number + 1 :]))
