"""The stages of a game: the rules of which it matters whether they end, and where they stand in the graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.check.ends.cycles import strongly_connected
from caborules.check.flow import Graph
from caborules.ir import lowered as lo
from caborules.ir.statements import Block, CallRule, RepeatUntil, Statement
from caborules.ir.system import System
from caborules.ir.walk import blocks_in, statements


@dataclass(frozen=True, slots=True)
class Part:
    """A rule where it is carried out: its nodes, and those at which it starts."""

    rule: str
    starts: tuple[int, ...]
    nodes: frozenset[int]


def parts_of(graph: Graph, rule: str) -> tuple[Part, ...]:
    """Where the rule stands in the graph: once for every chain of rules that comes to it."""
    system = graph.system
    starts = [
        number
        for number, node in enumerate(system.nodes)
        if isinstance(node.operation, lo.Mark) and node.operation.rule == rule and node.operation.what == "start"
    ]
    return tuple(Part(rule, (start,), _inside(graph, start)) for start in starts)


def again(graph: Graph, nodes: frozenset[int]) -> frozenset[int]:
    """The nodes of a part to which control can come back without leaving it, as far as the graph tells."""
    onward = {node: [one for one in graph.targets[node] if one in nodes] for node in sorted(nodes)}
    part = strongly_connected(onward)
    return frozenset(node for node, out in onward.items() if any(part[one] == part[node] for one in out))


def _inside(graph: Graph, start: int) -> frozenset[int]:
    """The nodes from the start of a rule on that belong to it."""
    depth = len(graph.system.nodes[start].source.rules)
    chain = graph.system.nodes[start].source.rules
    found, queue = {start}, [start]
    while queue:
        node = queue.pop()
        operation = graph.system.nodes[node].operation
        same_chain = graph.system.nodes[node].source.rules == chain
        if isinstance(operation, lo.Mark) and operation.what == "end" and operation.rule == chain[-1] and same_chain:
            continue
        for target in graph.targets[node]:
            if target not in found and graph.system.nodes[target].source.rules[:depth] == chain:
                found.add(target)
                queue.append(target)
    return frozenset(found)


def stages(system: System, graph: Graph) -> tuple[str, ...]:
    """The rules in question, in the order of declaration.

    Rules that repeat something until a condition holds, rules that such a loop carries out, and rules at whose start
    variables are set anew, if players decide anything in them. A rule that has no loop of its own and no decisions but
    those of one stage inside it is left out.
    """
    named: dict[str, None] = {}
    looping = {name for name, rule in system.rules.items() if _loops(rule.body)}
    for name, rule in system.rules.items():
        if name in looping:
            named[name] = None
            for called in _called_in_loops(rule.body):
                named[_innermost(system, called)] = None
    for variable in system.variables.values():
        if variable.renewed_by is not None:
            named[variable.renewed_by] = None
    asks = {name: _decisions(graph, name) for name in named}
    kept = [
        name
        for name in system.rules
        if name in asks
        and asks[name]
        and (name in looping or not any(_inner(asks, name, other, looping, system) for other in asks))
    ]
    return tuple(kept)


def _inner(asks: dict[str, frozenset[int]], name: str, other: str, looping: set[str], system: System) -> bool:
    """Does the rule ask exactly where another stage asks that it carries out itself, and no more often than that?"""
    return name != other and asks[name] == asks[other] and other not in looping and _calls(system, name, other)


def _calls(system: System, name: str, other: str) -> bool:
    """Does a rule carry out another one, itself or by rules that it carries out, but not in a loop?"""
    called = [one.rule for one in _outside_loops(system.rules[name].body) if isinstance(one, CallRule)]
    return any(one == other or _calls(system, one, other) for one in called)


def _outside_loops(body: Block) -> Iterator[Statement]:
    for one in body.statements:
        yield one
        if not isinstance(one, RepeatUntil):
            for block in blocks_in(one):
                yield from _outside_loops(block)


def _loops(body: Block) -> bool:
    return any(isinstance(one, RepeatUntil) for one in statements(body))


def _called_in_loops(body: Block) -> Iterator[str]:
    for one in statements(body):
        if isinstance(one, RepeatUntil):
            for block in blocks_in(one):
                yield from (inner.rule for inner in statements(block) if isinstance(inner, CallRule))


def _innermost(system: System, name: str) -> str:
    """Of a rule that does nothing but carry out another one, perhaps under a condition: that other one."""
    body = list(statements(system.rules[name].body))
    calls = [one.rule for one in body if isinstance(one, CallRule)]
    others = [one for one in body if not isinstance(one, CallRule) and not list(blocks_in(one))]
    return _innermost(system, calls[0]) if len(calls) == 1 and not others else name


def _decisions(graph: Graph, rule: str) -> frozenset[int]:
    return frozenset(
        number
        for part in parts_of(graph, rule)
        for number in part.nodes
        if isinstance(graph.system.nodes[number].operation, lo.Ask)
    )
