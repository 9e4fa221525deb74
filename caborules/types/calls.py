"""Who uses whom: functions and rules call one another in a tree (E310), of bounded size once written out (E313)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Apply, Either, Expr, FirstWhere, Lookup, OptionRef, RuleMade
from caborules.ir.statements import Block, CallRule, Do
from caborules.ir.system import OptionDef, System, TableDef
from caborules.ir.types import RuleType
from caborules.ir.walk import blocks, statements, subexpressions
from caborules.types.graphs import after_successors
from caborules.types.report import Report

LIMIT = 10_000
"""So many blocks a ruleset may have once every call is written out."""
DEPTH = 100
"""So many rules may be under way, one inside another."""


def rules_of(system: System, expr: Expr) -> tuple[str, ...]:
    """The rules that an expression of type ``rule`` may stand for, each once, in the order of the text."""
    return tuple(dict.fromkeys(_rules_of(system.tables, system.options, expr)))


def _rules_of(tables: Mapping[str, TableDef], options: Mapping[str, OptionDef], expr: Expr) -> Iterator[str]:
    match expr:
        case RuleMade(rule=rule):
            if rule is not None:
                yield rule
        case Lookup(table=table, column=column):
            for row in tables[table].rows:
                yield from _rules_of(tables, options, row.cells[column])
        case OptionRef(key=key):
            option = options[key]
            yield from _rules_of(tables, options, option.default)
            for value in option.domain:
                if not isinstance(value, int):
                    yield from _rules_of(tables, options, value)
        case Either(then=then, otherwise=otherwise):
            yield from _rules_of(tables, options, then)
            yield from _rules_of(tables, options, otherwise)
        case FirstWhere():
            return
        case _:
            # A name or a function that holds a rule: any rule that a cell holds.
            for definition in tables.values():
                for column, type in definition.columns.items():
                    if isinstance(type, RuleType) and type == expr.type:
                        for row in definition.rows:
                            yield from _rules_of(tables, options, row.cells[column])


def calls_in(system: System, block: Block) -> Iterator[str]:
    """The rules called in a block, as often as they are."""
    for statement in statements(block):
        match statement:
            case CallRule(rule=rule):
                yield rule
            case Do(rule=held):
                yield from rules_of(system, held)


def call_graph(system: System) -> dict[str, tuple[str, ...]]:
    """Every rule with the rules that it calls, each as often as it does."""
    return {name: tuple(calls_in(system, rule.body)) for name, rule in system.rules.items()}


def check_calls(report: Report, system: System) -> None:
    """Report E310 for circles among rules, and among functions and tables; E313 for rules that grow too large."""
    graph = call_graph(system)
    spans = {name: rule.span for name, rule in system.rules.items()}
    mend = "A rule that goes on until something is so is a  repeat until."
    if _circles(report, graph, spans, "The rules call one another in a circle", mend):
        return
    _sizes(report, system, graph)


def check_functions(report: Report, system: System) -> None:
    """Report E310 for functions and columns that depend on themselves."""
    graph: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span | None] = {}
    for name, function in system.functions.items():
        graph[name] = tuple(_uses(function.body))
        spans[name] = function.span
    for table in system.tables.values():
        for column in table.columns:
            graph[column] = tuple(use for row in table.rows for use in _uses(row.cells[column]))
            spans[column] = table.span
    mend = "A function cannot use itself, not even through others or through a table."
    _circles(report, graph, spans, "The functions go in a circle", mend)


def _uses(expr: Expr) -> Iterator[str]:
    for part in subexpressions(expr):
        match part:
            case Apply(function=name):
                yield name
            case Lookup(column=name):
                yield name


def _circles(
    report: Report, graph: Mapping[str, Iterable[str]], spans: Mapping[str, Span | None], what: str, mend: str
) -> bool:
    """Report each circle once."""
    found = False

    def circle(names: list[str]) -> None:
        nonlocal found
        found = True
        report.error("E310", spans[names[-1]], f"{what}: {' -> '.join(names)}.", mend)

    after_successors(graph, lambda name: (other for other in graph[name] if other in graph), circle)
    return found


def _sizes(report: Report, system: System, graph: Mapping[str, Iterable[str]]) -> None:
    roots = [system.begin]
    for window in system.windows.values():
        roots += [rule for choice in window.choices for rule in calls_in(system, choice.body)]
        roots += calls_in(system, window.late)
    sizes: dict[str, int] = {}
    depths: dict[str, int] = {}
    for name in after_successors(roots, lambda name: graph[name]):
        rule = system.rules[name]
        own = sum(1 for part in (rule.body, rule.resets) for _ in blocks(part))
        sizes[name] = own + sum(sizes[other] for other in graph[name])
        depths[name] = 1 + max((depths[other] for other in graph[name]), default=0)
        if depths[name] > DEPTH:
            message = f'"{name}" calls rules that call rules, {depths[name]} deep; {DEPTH} are the limit.'
            report.error("E313", rule.span, message, "Join some of them.")
            return
        if sizes[name] > LIMIT:
            message = f'Written out with all that it calls, "{name}" has {sizes[name]} blocks; {LIMIT} are the limit.'
            report.error("E313", rule.span, message, "Call rules in fewer places, or make them smaller.")
            return
    total = sum(sizes[root] for root in roots)
    if total > LIMIT:
        message = f"Written out, rules and windows have {total} blocks; {LIMIT} are the limit."
        report.error("E313", system.rules[system.begin].span, message, "Call rules in fewer places.")
