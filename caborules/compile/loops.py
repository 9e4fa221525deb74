"""The bodies of functions that go through a collection: whether there is one, the first, sums, the best, sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from caborules.compile.layout import Unsupported
from caborules.ir import expressions as ex

Names: TypeAlias = Mapping[str, str]
"""The Python names of binders' variables."""


class Writer(Protocol):
    """What writes the expressions in a loop; see ``values.Values``."""

    def value(self, expr: ex.Expr, names: Names) -> str: ...

    def condition(self, expr: ex.Expr, names: Names) -> str: ...

    def elements(self, expr: ex.Expr, names: Names) -> str: ...

    def clauses(self, expr: ex.Expr, names: Names, *, ordered: bool) -> tuple[list[str], str]: ...


def fresh(names: Names) -> str:
    """A Python name for a binder's variable that none of the others has."""
    number = 1
    while f"b{number}" in names.values():
        number += 1
    return f"b{number}"


def loop_body(writer: Writer, expr: ex.Expr, names: Names) -> list[str]:
    """The lines of the function for an expression that goes through a collection. Raises Unsupported."""
    match expr:
        case ex.Exists():
            loop = _each(writer, expr.variable, expr.among, [expr.where], names, lambda n, p: "return True", False)
            return [*loop, "    return False"]
        case ex.FirstWhere():
            where = [] if expr.where is None else [expr.where]
            loop = _each(writer, expr.variable, expr.among, where, names, lambda n, p: f"return {p}", True)
            return [*loop, f"    return {writer.value(expr.otherwise, names)}"]
        case ex.Fold():
            return _fold(writer, expr, names)
        case ex.ThoseBest(measure=measure):

            def measured(n: Names, p: str) -> str:
                return f"t.append(({writer.value(measure, n)}, {p}))"

            best = "min" if expr.which == "lowest" else "max"
            return [
                "    t = []",
                *_each(writer, expr.variable, expr.among, [], names, measured, True),
                f"    m = {best}([x for x, _ in t], default=0)",
                "    return tuple([c for x, c in t if x == m])",
            ]
        case ex.Share(measure=measure):

            def shared(n: Names, p: str) -> str:
                return f"t.add({writer.value(measure, n)})"

            loop = _each(writer, expr.variable, expr.cards, [], names, shared, False)
            return ["    t = set()", *loop, "    return len(t) <= 1"]
        case ex.SomeSet():
            return _some_set(writer, expr, names)
    raise Unsupported(type(expr).__name__)


def _fold(writer: Writer, expr: ex.Fold, names: Names) -> list[str]:
    where = [] if expr.where is None else [expr.where]
    begin, line, result = {
        "sum": ("t = 0", "t += {}", "t"),
        "lowest": ("t = []", "t.append({})", "min(t)"),
        "highest": ("t = []", "t.append({})", "max(t)"),
    }[expr.which]

    def collected(n: Names, _: str) -> str:
        return line.format(writer.value(expr.measure, n))

    loop = _each(writer, expr.variable, expr.among, where, names, collected, False)
    return [f"    {begin}", *loop, f"    return {result}"]


def _each(
    writer: Writer,
    variable: str,
    among: ex.Expr,
    where: Sequence[ex.Expr],
    names: Names,
    then: Callable[[Names, str], str],
    ordered: bool,
) -> list[str]:
    """``then`` for each element for which the conditions hold."""
    clauses, python = writer.clauses(among, names, ordered=ordered)
    inner = {**names, variable: python}
    clauses += [f"if {writer.condition(one, inner)}" for one in where]
    lines = [f"{'    ' * (depth + 1)}{clause}:" for depth, clause in enumerate(clauses)]
    return [*lines, f"{'    ' * (len(clauses) + 1)}{then(inner, python)}"]


def _some_set(writer: Writer, expr: ex.SomeSet, names: Names) -> list[str]:
    one = fresh(names)
    by_one = {**names, expr.variable: one}
    measure = "None" if expr.measure is None else writer.value(expr.measure, by_one)
    among = writer.elements(expr.among, names)
    return [
        f"    for {one} in sets_of({among}, lambda {one}: {measure}, {expr.low}, {expr.high}):",
        f"        if {writer.condition(expr.where, {**names, expr.name: one})}:",
        "            return True",
        "    return False",
    ]
