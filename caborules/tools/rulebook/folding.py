"""Expressions with the chosen options worked in, so that nothing is printed that these rules cannot come to.

Unlike the lowering this keeps the functions that have a text for the rulebook: they are the terms of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from caborules.ir import expressions as ex
from caborules.ir.system import FunctionDef, System, TableDef
from caborules.ir.types import BOOL, BoolType, NumberType, RuleType, RuleValue, Value
from caborules.ir.walk import subexpressions, with_children
from caborules.lower.expand import unused
from caborules.lower.fold import NO, YES, is_no, is_yes, negate, simplify

Binder: TypeAlias = ex.Those | ex.ThoseBest | ex.FirstWhere | ex.Exists | ex.Fold | ex.Share

SMALL = 16
"""A function without a text is written out where its body has at most so many expressions."""


def constant(value: Value, like: ex.Expr) -> ex.Expr:
    """A value of an option as an expression of the type of ``like``."""
    if isinstance(like.type, RuleType):
        if isinstance(value, RuleValue):
            given = tuple((name, ex.Const(like.type, None, one)) for name, one in value.given)
            return ex.RuleMade(like.type, like.span, value.rule, given)
        return ex.RuleMade(like.type, like.span, None, ())
    return ex.Const(like.type, like.span, value)


@dataclass(slots=True)
class Folder:
    """Folds expressions of ``system``.

    ``values`` are the options by key: constants, or expressions over the number of players.
    """

    system: System
    values: Mapping[str, ex.Expr]
    _functions: dict[str, FunctionDef] = field(default_factory=dict)

    def function(self, name: str) -> FunctionDef:
        """The function with its body folded."""
        if name not in self._functions:
            found = self.system.functions[name]
            self._functions[name] = replace(found, body=self.fold(found.body))
        return self._functions[name]

    def fold(self, expr: ex.Expr) -> ex.Expr:
        match expr:
            case ex.OptionRef():
                return self.values[expr.key]
            case ex.Apply():
                return self._apply(expr)
            case ex.Lookup():
                key = self.fold(expr.key)
                return self._lookup(replace(expr, key=key, arguments=tuple(map(self.fold, expr.arguments))))
            case ex.Logic() | ex.Either():
                return self._lazily(expr)
        folded = simplify(with_children(expr, self.fold))
        return _by_range(folded) if isinstance(folded, ex.Compare) else folded

    def _lazily(self, expr: ex.Logic | ex.Either) -> ex.Expr:
        """Leave out what a constant condition makes idle."""
        first = self.fold(expr.condition if isinstance(expr, ex.Either) else expr.left)
        if isinstance(first, ex.Const):
            if isinstance(expr, ex.Either):
                return self.fold(expr.then if first.value else expr.otherwise)
            return first if first.value == (expr.op == "or") else self.fold(expr.right)
        if isinstance(expr, ex.Either):
            return simplify(
                replace(expr, condition=first, then=self.fold(expr.then), otherwise=self.fold(expr.otherwise))
            )
        return simplify(replace(expr, left=first, right=self.fold(expr.right)))

    def _apply(self, expr: ex.Apply) -> ex.Expr:
        function = self.function(expr.function)
        arguments = tuple(map(self.fold, expr.arguments))
        body = function.body
        leaf = isinstance(body, ex.Const | ex.Seats | ex.LocalRef | ex.VariableRef)
        size = sum(1 for _ in subexpressions(body))
        if leaf or (not function.text and size <= SMALL):
            given = {p.name: a for p, a in zip(function.parameters, arguments, strict=True)}
            return self.fold(inlined(body, given))
        return replace(expr, arguments=arguments)

    def _lookup(self, expr: ex.Lookup) -> ex.Expr:
        """A cell where the key is one or all cells agree; which keys, for a yes or no."""
        table = self.system.tables[expr.table]
        given = {p.name: a for p, a in zip(table.parameters, expr.arguments, strict=True)}
        if isinstance(expr.key, ex.Const) and isinstance(expr.key.value, str | int):
            return self.fold(inlined(table.rows[table.index[expr.key.value]].cells[expr.column], given))
        cells = [self.fold(row.cells[expr.column]) for row in table.rows]
        if all(cell == cells[0] and not reads_key(cell) for cell in cells):
            return self.fold(inlined(cells[0], given))
        if isinstance(expr.type, BoolType) and all(isinstance(cell, ex.Const) for cell in cells):
            return self._where_yes(expr, table, cells)
        return expr

    @staticmethod
    def _where_yes(expr: ex.Lookup, table: TableDef, cells: list[ex.Expr]) -> ex.Expr:
        keys = tuple(key for key, row in table.index.items() if is_yes(cells[row]))
        if any(isinstance(key, tuple) for key in table.index):
            return expr
        return simplify(ex.IsIn(BOOL, expr.span, expr.key, ex.Const(expr.key.type, expr.span, keys)))

    def without(self, condition: ex.Expr | None) -> ex.Expr | None:
        """A condition folded; None where it always holds."""
        if condition is None:
            return None
        folded = self.fold(condition)
        return None if is_yes(folded) else folded


def _by_range(expr: ex.Compare) -> ex.Expr:
    """Yes or no, where the range of a number settles a comparison with a constant."""
    match expr:
        case ex.Compare(left=ex.VariableRef(type=NumberType() as kind), right=ex.Const(value=int(number))):
            low, high = kind.low, kind.high
        case _:
            return expr
    holds = {
        "is at least": (low >= number, high < number),
        "is more than": (low > number, high <= number),
        "is at most": (high <= number, low > number),
        "is less than": (high < number, low >= number),
    }.get(expr.op, (False, False))
    return YES if holds[0] else NO if holds[1] else expr


def reads_key(cell: ex.Expr) -> bool:
    """Does a cell depend on the printed number of its key?"""
    return any(isinstance(part, ex.PrintedNumber) for part in subexpressions(cell))


def never(condition: ex.Expr | None) -> bool:
    return is_no(condition)


def opposite(condition: ex.Expr) -> ex.Expr:
    return negate(condition)


def inlined(body: ex.Expr, given: Mapping[str, ex.Expr]) -> ex.Expr:
    """``body`` with local names replaced; binders whose names occur in what is put in get other names."""
    if not given:
        return body
    free = frozenset(
        part.name for one in given.values() for part in subexpressions(one) if isinstance(part, ex.LocalRef)
    )
    return _inlined(body, given, free)


def _inlined(body: ex.Expr, given: Mapping[str, ex.Expr], free: frozenset[str]) -> ex.Expr:
    match body:
        case ex.LocalRef():
            return given.get(body.name, body)
        case ex.Those() | ex.ThoseBest() | ex.FirstWhere() | ex.Exists() | ex.Fold() | ex.Share():
            if body.variable in free:
                body = _renamed(body, unused(body.variable, free))
    return with_children(body, lambda part: _inlined(part, given, free))


def _renamed(expr: Binder, name: str) -> Binder:
    old = expr.variable
    changed = with_children(
        expr, lambda part: _inlined(part, {old: ex.LocalRef(part.type, part.span, name)}, frozenset())
    )
    return _with_variable(changed, name)


def _with_variable(expr: ex.Expr, name: str) -> Binder:
    assert isinstance(expr, ex.Those | ex.ThoseBest | ex.FirstWhere | ex.Exists | ex.Fold | ex.Share)
    return replace(expr, variable=name)
