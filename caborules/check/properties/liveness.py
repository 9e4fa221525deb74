"""Where conditions are worth following: while what they speak of may still be read before it is set anew."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.flow import Graph, registers_read
from caborules.check.properties.atoms import reads
from caborules.check.properties.watch import Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import expressions_in


def followed(graph: Graph, watch: Watch, atoms: tuple[ex.Expr, ...]) -> tuple[tuple[bool, ...], ...]:
    """By node, for each condition whether it is followed there."""
    told = [reads(atom) for atom in atoms]
    own = reads(*watch.expressions()).variables
    wanted = frozenset(name for one in told for name in one.variables if _is_single(graph, name)) - own
    named = frozenset(name for one in told for name in one.registers if name in graph.system.registers)
    live = _live(graph, wanted, named)
    return tuple(
        tuple(one.registers & named <= here and one.variables & wanted <= here for one in told) for here in live
    )


def _is_single(graph: Graph, variable: str) -> bool:
    return not graph.system.variables[variable].per_player


def _live(graph: Graph, variables: frozenset[str], registers: frozenset[str]) -> list[frozenset[str]]:
    """By node, the variables and registers that may be read from there on before they are set."""
    system = graph.system
    gains = [frozenset(_read(graph, n, variables, registers)) for n in range(len(system.nodes))]
    kills = [
        tuple(frozenset(_set(node.operation, graph.point(number), way)) for way in range(len(graph.targets[number])))
        for number, node in enumerate(system.nodes)
    ]
    live = list(gains)
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(system.nodes))):
            now = gains[number]
            for target, set_here in zip(graph.targets[number], kills[number], strict=True):
                now |= live[target] - set_here
            if now != live[number]:
                live[number], changed = now, True
    return live


def _read(graph: Graph, number: int, variables: frozenset[str], registers: frozenset[str]) -> Iterator[str]:
    operation = graph.system.nodes[number].operation
    yield from registers_read(operation)
    for expr in expressions_in(operation):
        yield from reads(expr).variables & variables
    point = graph.point(number)
    for offer in () if point is None else point.offers:
        if offer.actor is not None and offer.among is None:
            yield offer.actor
        set_here = frozenset(_chosen(offer))
        for expr in expressions_in(offer):
            told = reads(expr)
            yield from told.variables & variables
            yield from (told.registers & registers) - set_here


def _chosen(offer: lo.Offer) -> Iterator[str]:
    """The registers that are set by whoever takes the offer."""
    if offer.actor is not None and offer.among is not None:
        yield offer.actor
    yield from (domain.register for domain in offer.domains)


def _set(operation: lo.Operation, point: lo.Point | None, way: int) -> Iterator[str]:
    """What an operation sets whatever it was before, where control goes on that way."""
    match operation:
        case lo.SetVariable(owner=None):
            yield operation.variable
        case lo.SetRegister() | lo.Lift() | lo.PickOne():
            yield operation.register
        case lo.NextOf() if way == 0:
            yield operation.register
        case lo.Ask() if point is not None:
            yield from _chosen(point.offers[way])
