"""What is still needed at a place of the rules: registers, variables, windows and passes that are read later on.

Classic liveness, backwards over the graph. A variable that is read only to change itself (a counter that nobody asks
for) is never needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from caborules.engine.values import passed
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in

Kind: TypeAlias = Literal["register", "variable", "window", "passes"]
Name: TypeAlias = tuple[Kind, str]
Names: TypeAlias = frozenset[Name]
_Edge: TypeAlias = tuple[int, Names]


def needed(system: lo.LoweredSystem, also: frozenset[str] = frozenset()) -> tuple[Names, ...]:
    """For each node, what some way from it reads before it is written anew. ``also``: variables needed throughout."""
    always: Names = frozenset(("variable", one) for one in also)
    idle = frozenset(("variable", one) for one in _idle(system) if one not in also)
    reads = [_reads(system, node) - idle for node in system.nodes]
    edges = [tuple(_edges(system, node)) for node in system.nodes]
    before: list[list[int]] = [[] for _ in system.nodes]
    for at, out in enumerate(edges):
        for target, _ in out:
            before[target].append(at)
    found: list[Names] = [read | always for read in reads]
    todo = list(range(len(edges)))
    while todo:
        at = todo.pop()
        new = found[at].union(*(found[target] - written for target, written in edges[at])) | always
        if new != found[at]:
            found[at] = new
            todo.extend(before[at])
    return tuple(found)


def outside_reactions(system: lo.LoweredSystem) -> frozenset[int]:
    """The nodes that control can come to without a reaction or a late attempt: those that are no part of one."""
    found = {system.entry}
    todo = [system.entry]
    while todo:
        node = system.nodes[todo.pop()]
        for target in _plain_targets(system, node):
            if target not in found:
                found.add(target)
                todo.append(target)
    return frozenset(found)


def _plain_targets(system: lo.LoweredSystem, node: lo.Node) -> Iterator[int]:
    if isinstance(node.operation, lo.Ask):
        if node.next >= 0:
            yield node.next
        for offer in system.points[node.operation.point].offers:
            if offer.kind not in ("reaction", "late"):
                yield offer.target
    else:
        yield from (target for target, _ in _edges(system, node))


# ---------------------------------------------------------------- one node
def _reads(system: lo.LoweredSystem, node: lo.Node) -> Names:
    registers: set[str] = set()
    found: set[Name] = set()
    match node.operation:
        case lo.Lay(register, _) | lo.Rotate(register, _):
            registers.add(register)
        case lo.NextOf(_, collection, _):
            registers.add(collection)
        case lo.Ask(point):
            for offer in system.points[point].offers:
                own = {name for kind, name in _set_by(offer) if kind == "register"}
                inner = set(_names(all_expressions_in(offer)))
                found |= {one for one in inner if one[0] != "register" or one[1] not in own}
                if offer.actor is not None and offer.among is None:
                    registers.add(offer.actor)
        case _:
            pass
    found |= set(_names(all_expressions_in(node.operation)))
    found |= {("register", name) for name in registers}
    return frozenset(one for one in found if one[0] != "register" or one[1] in system.registers)


def _names(parts: Iterator[ex.Expr]) -> Iterator[Name]:
    for expr in parts:
        match expr:
            case ex.LocalRef():
                yield ("register", expr.name)
            case ex.VariableRef():
                yield ("variable", expr.variable)
            case ex.WindowOpen():
                yield ("window", expr.window)
            case ex.HasPassed():
                yield ("passes", passed(expr.window))


def _set_by(offer: lo.Offer) -> Iterator[Name]:
    """What taking an offer writes."""
    if offer.actor is not None and offer.among is not None:
        yield ("register", offer.actor)
    for domain in offer.domains:
        yield ("register", domain.register)


def _edges(system: lo.LoweredSystem, node: lo.Node) -> Iterator[_Edge]:
    """Where control goes, and what is surely written on the way."""
    nothing: Names = frozenset()
    match node.operation:
        case lo.Stop():
            return
        case lo.Ask(point):
            if node.next >= 0:
                yield node.next, nothing
            for offer in system.points[point].offers:
                yield offer.target, frozenset(_set_by(offer))
        case lo.Test(_, otherwise):
            yield node.next, nothing
            yield otherwise, nothing
        case lo.NextOf(register, _, done):
            yield node.next, frozenset((("register", register),))
            yield done, nothing
        case lo.Unseal(point, done):
            yield done, nothing
            for offer in system.points[point].offers:
                yield offer.target, frozenset(_set_by(offer))
        case lo.Lift(register, _) | lo.PickOne(register, _) | lo.SetRegister(register, _):
            yield node.next, frozenset((("register", register),))
        case lo.SetVariable(variable, None, _):
            yield node.next, frozenset((("variable", variable),))
        case lo.MoveWindow(window, "forget"):
            yield node.next, frozenset((("passes", passed(window)),))
        case lo.MoveWindow(window, "open"):
            yield node.next, frozenset((("window", window), ("passes", passed(window))))
        case lo.MoveWindow(window, _):
            yield node.next, frozenset((("window", window),))
        case _:
            yield node.next, nothing


# ---------------------------------------------------------------- counters that nobody asks for
def _idle(system: lo.LoweredSystem) -> set[str]:
    """Variables that are read only to give them a new value, or to decide whether to."""
    read: set[str] = set()
    for node in system.nodes:
        names = {name for kind, name in _reads(system, node) if kind == "variable"}
        match node.operation:
            case lo.SetVariable(variable):
                names.discard(variable)
            case lo.Test(_, otherwise):
                names.discard(_only_changed(system, node.next, otherwise))
            case _:
                pass
        read |= names
    return set(system.variables) - read


def _only_changed(system: lo.LoweredSystem, start: int, end: int) -> str:
    """The variable that is assigned, and nothing else done, from ``start`` on until ``end``; empty if it is not so."""
    found = ""
    for _ in range(len(system.nodes)):
        if start == end:
            return found
        node = system.nodes[start]
        if not isinstance(node.operation, lo.SetVariable) or found not in ("", node.operation.variable):
            return ""
        found, start = node.operation.variable, node.next
    return ""
