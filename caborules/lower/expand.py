"""Expressions of the rules in terms of the lowered system: options are values, functions bodies, tables cells.

Names of the rules become registers, constants or other expressions through a scope. Binders get names that nothing in
their reach has, so that what stands in for a name means the same wherever it comes to stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from caborules.engine.setup import Setup
from caborules.ir import expressions as ex
from caborules.ir.system import Face
from caborules.ir.types import BOOL, CollectionType, NumberType, RuleValue, Value
from caborules.ir.walk import with_children
from caborules.lower import cells as columns
from caborules.lower.fold import equals, simplify
from caborules.lower.limits import too_large

Scope: TypeAlias = Mapping[str, ex.Expr]

MOST_EXPRESSIONS = 300_000
"""How many expressions a system may need in all, counted as they are made."""

Binder: TypeAlias = ex.Those | ex.ThoseBest | ex.FirstWhere | ex.Exists | ex.Fold | ex.Share


@dataclass(slots=True)
class Expander:
    """Expands expressions for the games ``setups`` (the same options, one or more numbers of players).

    ``cells`` collects the columns of tables that the expressions still read. Raises Refused (E313) where the
    expressions grow beyond all measure.
    """

    setups: tuple[Setup, ...]
    cells: dict[tuple[str, str], dict[columns.Key, Value]] = field(default_factory=dict)
    _made: int = 0
    _faces: tuple[Face, ...] = ()

    def __post_init__(self) -> None:
        self._faces = columns.deck_faces(self.setups)

    def expand(self, expr: ex.Expr, scope: Scope, bound: frozenset[str] = frozenset()) -> ex.Expr:
        """``expr`` with the names of ``scope`` replaced; ``bound`` are the binders' names that it may not use again."""
        self._made += 1
        if self._made > MOST_EXPRESSIONS:
            raise too_large(expr.span, "The conditions of this ruleset, written out, are too large.")
        match expr:
            case ex.LocalRef():
                return scope[expr.name]
            case ex.OptionRef():
                return ex.Const(expr.type, expr.span, self.setups[0].options[expr.key])
            case ex.PlayerCount() if len(self.setups) == 1:
                return ex.Const(expr.type, expr.span, self.setups[0].players)
            case ex.Apply():
                function = self.setups[0].system.functions[expr.function]
                given = [self.expand(argument, scope, bound) for argument in expr.arguments]
                inner = {p.name: a for p, a in zip(function.parameters, given, strict=True)}
                return self.expand(function.body, inner, bound)
            case ex.Lookup():
                key = self.expand(expr.key, scope, bound)
                arguments = tuple(self.expand(argument, scope, bound) for argument in expr.arguments)
                return self._lookup(replace(expr, key=key, arguments=arguments), bound)
            case ex.RuleMade():
                return self._rule(expr, scope, bound)
            case ex.PrintedNumber():
                return scope.get(columns.PRINTED, expr)
            case ex.Logic() | ex.Either():
                return self._lazily(expr, scope, bound)
            case ex.Those() | ex.ThoseBest() | ex.FirstWhere() | ex.Exists() | ex.Fold() | ex.Share():
                return self._binder(expr, scope, bound)
        return simplify(with_children(expr, lambda part: self.expand(part, scope, bound)))

    def _lazily(self, expr: ex.Logic | ex.Either, scope: Scope, bound: frozenset[str]) -> ex.Expr:
        """Leave out what a constant condition makes idle: it need not be defined, and may be large."""
        first = self.expand(expr.condition if isinstance(expr, ex.Either) else expr.left, scope, bound)
        if isinstance(first, ex.Const):
            if isinstance(expr, ex.Either):
                return self.expand(expr.then if first.value else expr.otherwise, scope, bound)
            if first.value == (expr.op == "or"):
                return first
            return self.expand(expr.right, scope, bound)
        if isinstance(expr, ex.Either):
            then, otherwise = self.expand(expr.then, scope, bound), self.expand(expr.otherwise, scope, bound)
            return simplify(replace(expr, condition=first, then=then, otherwise=otherwise))
        return simplify(replace(expr, left=first, right=self.expand(expr.right, scope, bound)))

    def _binder(self, expr: Binder, scope: Scope, bound: frozenset[str]) -> ex.Expr:
        outside = "cards" if isinstance(expr, ex.Share) else "among"
        collection: ex.Expr = getattr(expr, outside)
        name = unused(expr.variable, bound)
        kind = collection.type.of if isinstance(collection.type, CollectionType) else collection.type
        element = ex.LocalRef(kind, expr.span, name)
        inner, reach = {**scope, expr.variable: element}, bound | {name}
        changes: dict[str, object] = {outside: self.expand(collection, scope, bound), "variable": name}
        for part in ("where", "measure"):
            inside = getattr(expr, part, None)
            if inside is not None:
                changes[part] = self.expand(inside, inner, reach)
        if isinstance(expr, ex.FirstWhere):
            changes["otherwise"] = self.expand(expr.otherwise, scope, bound)
        return simplify(replace(expr, **changes))  # type: ignore[arg-type]  # the names are those of the binders' fields

    # ------------------------------------------------------------ tables
    def _rule(self, expr: ex.RuleMade, scope: Scope, bound: frozenset[str]) -> ex.Expr:
        given = tuple((name, self.expand(argument, scope, bound)) for name, argument in expr.given)
        if expr.rule is None:
            return ex.Const(expr.type, expr.span, None)
        if all(isinstance(argument, ex.Const) for _, argument in given):
            values = tuple((name, argument.value) for name, argument in given if isinstance(argument, ex.Const))
            return ex.Const(expr.type, expr.span, RuleValue(expr.rule, values))
        return replace(expr, given=given)

    def _lookup(self, expr: ex.Lookup, bound: frozenset[str]) -> ex.Expr:
        """A constant where the key is one or all cells agree, a ``Lookup`` of constants, or the rows' cells by case."""
        table = self.setups[0].system.tables[expr.table]
        scope: Scope = {p.name: a for p, a in zip(table.parameters, expr.arguments, strict=True)}
        if isinstance(expr.key, ex.Const) and isinstance(expr.key.value, str | int):
            return self.expand(table.rows[table.index[expr.key.value]].cells[expr.column], scope, bound)
        rows = columns.rows_of(table, expr.column, self._faces)
        values: dict[columns.Key, Value] = {}
        for row in rows:
            for key in row.keys:
                worth = self.expand(row.cell, {**scope, columns.PRINTED: _number(row.cell, key)}, bound)
                if not isinstance(worth, ex.Const):
                    return self._by_row(expr, rows, scope, bound)
                values[key] = worth.value
        distinct = list(dict.fromkeys(values.values()))
        if len(distinct) == 1:
            return ex.Const(expr.type, expr.span, distinct[0])
        self.cells[expr.table, expr.column] = values
        return replace(expr, arguments=())

    def _by_row(self, expr: ex.Lookup, rows: tuple[columns.Row, ...], scope: Scope, bound: frozenset[str]) -> ex.Expr:
        printed = self._own_column(
            expr, columns.PRINTED, {k: columns.printed_number(k) for row in rows for k in row.keys}
        )
        result: ex.Expr | None = None
        for row in reversed(rows):
            worth = self.expand(row.cell, {**scope, columns.PRINTED: printed}, bound)
            if result is None:
                result = worth
            elif worth != result:
                result = simplify(ex.Either(expr.type, expr.span, self._in_row(expr, row, rows), worth, result))
        assert result is not None, "a table without a row for any key"
        return result

    def _in_row(self, expr: ex.Lookup, row: columns.Row, rows: tuple[columns.Row, ...]) -> ex.Expr:
        """The condition that the key's row is this one."""
        if not isinstance(row.keys[0], tuple):
            return simplify(ex.IsIn(BOOL, expr.span, expr.key, ex.Const(expr.key.type, expr.span, row.keys)))
        numbers: dict[columns.Key, Value] = {key: one.number for one in rows for key in one.keys}
        column = self._own_column(expr, columns.ROW_NUMBER, numbers)
        return equals(column, ex.Const(column.type, expr.span, row.number))

    def _own_column(self, expr: ex.Lookup, column: str, values: dict[columns.Key, Value]) -> ex.Lookup:
        if all(isinstance(key, tuple) for key in values):
            self.cells[expr.table, column] = values
        kind = columns.own_column_type(column, list(values.values()))
        return ex.Lookup(kind, expr.span, expr.table, column, expr.key, ())


def _number(cell: ex.Expr, key: columns.Key) -> ex.Expr:
    number = columns.printed_number(key)
    if number is None:
        return ex.PrintedNumber(cell.type, cell.span)
    return ex.Const(NumberType(number, number), cell.span, number)


def unused(name: str, used: frozenset[str]) -> str:
    """``name``, with a number where it is used already."""
    number, candidate = 1, name
    while candidate in used:
        number += 1
        candidate = f"{name}-{number}"
    return candidate
