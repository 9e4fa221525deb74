"""Values of expressions that depend on options, the number of players and the face of one card alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from caborules.ir.expressions import (
    Apply,
    Arithmetic,
    AttributeOf,
    Compare,
    Const,
    Either,
    Exists,
    Expr,
    FirstWhere,
    Fold,
    IsEmpty,
    IsIn,
    LocalRef,
    Logic,
    Lookup,
    Not,
    Numbers,
    OptionRef,
    PlaceRef,
    PlayerCount,
    RuleMade,
    SizeOf,
    Those,
    ThoseBest,
    VariableRef,
    WindowOpen,
)
from caborules.ir.operators import Comparison, calculated, ordered
from caborules.ir.system import Face, FunctionDef, OptionDef, TableDef
from caborules.ir.types import RuleValue, Value
from caborules.ir.walk import subexpressions
from caborules.types.world import World

LIMIT = 10_000
"""So many settings of options are tried to see whether a condition can hold."""


class NotConstant(Exception):  # noqa: N818  # an answer, not an error
    """The value depends on the state of a game, or is not defined."""


@dataclass(slots=True)
class Constants:
    """One setting: options by address (others have their default), the number of players, names.

    ``faces`` are the cards that a local name stands for.
    """

    options: Mapping[str, OptionDef]
    functions: Mapping[str, FunctionDef]
    tables: Mapping[str, TableDef]
    players: int
    attributes: tuple[str, ...] = ()
    chosen: Mapping[str, Value] = field(default_factory=dict)
    names: Mapping[str, Value] = field(default_factory=dict)
    faces: Mapping[str, Face] = field(default_factory=dict)
    computing: tuple[str, ...] = ()

    def value(self, expr: Expr) -> Value:
        """The value of an expression. Raises NotConstant."""
        match expr:
            case Const(value=value):
                return value
            case RuleMade(rule=None):
                return None
            case RuleMade(rule=str() as rule, given=given):
                return RuleValue(rule, tuple((name, self.value(argument)) for name, argument in given))
            case OptionRef(key=key):
                return self.option(key)
            case PlayerCount():
                return self.players
            case LocalRef(name=name) if name in self.names:
                return self.names[name]
            case AttributeOf(attribute=attribute, card=LocalRef(name=name)) if name in self.faces:
                return self.faces[name][self.attributes.index(attribute)]
            case Arithmetic():
                return self._arithmetic(expr)
            case Compare(op=op, left=left, right=right):
                return _compared(op, self.value(left), self.value(right))
            case Logic(op=op, left=left, right=right):
                first = self.value(left)
                return self.value(right) if first is (op == "and") else first
            case Not(operand=operand):
                return not self.value(operand)
            case Either(condition=condition, then=then, otherwise=otherwise):
                return self.value(then if self.value(condition) else otherwise)
            case Apply(function=name, arguments=arguments):
                return self._applied(name, arguments)
            case Lookup(table=table, column=column, key=key, arguments=()) if table in self.tables:
                return self._cell(self.tables[table], column, key)
        return self._collected(expr)

    def option(self, key: str) -> Value:
        """The value of an option. Raises NotConstant."""
        if key in self.chosen:
            return self.chosen[key]
        if key not in self.options or key in self.computing:
            raise NotConstant
        inner = self.having(computing=(*self.computing, key), names={}, faces={})
        return inner.value(self.options[key].default)

    def having(self, **changes: object) -> Constants:
        """The same with other names, faces or choices."""
        return replace(self, **changes)  # type: ignore[arg-type]  # the callers name fields

    def _named(self, name: str, value: Value) -> Constants:
        return self.having(names={**self.names, name: value})

    def _arithmetic(self, expr: Arithmetic) -> int:
        result = calculated(expr.op, self._number(expr.left), self._number(expr.right))
        if result is None:
            raise NotConstant
        return result

    def _number(self, expr: Expr) -> int:
        value = self.value(expr)
        assert isinstance(value, int)
        return value

    def _elements(self, expr: Expr) -> tuple[Value, ...]:
        if isinstance(expr, Numbers):
            return tuple(range(self._number(expr.low), self._number(expr.high) + 1))
        value = self.value(expr)
        assert isinstance(value, tuple)
        return value

    def _where(self, variable: str, among: Expr, where: Expr | None) -> Iterator[Value]:
        for element in self._elements(among):
            if where is None or self._named(variable, element).value(where):
                yield element

    def _collected(self, expr: Expr) -> Value:
        match expr:
            case Numbers():
                return self._elements(expr)
            case SizeOf(collection=collection):
                return len(self._elements(collection))
            case IsEmpty(collection=collection):
                return not self._elements(collection)
            case IsIn(element=element, collection=collection):
                return self.value(element) in self._elements(collection)
            case Those(variable=variable, among=among, where=where):
                return tuple(self._where(variable, among, where))
            case Exists(variable=variable, among=among, where=where):
                return any(True for _ in self._where(variable, among, where))
            case FirstWhere(variable=variable, among=among, where=condition, otherwise=otherwise):
                for found_first in self._where(variable, among, condition):
                    return found_first
                return self.value(otherwise)
            case ThoseBest(variable=variable, among=among, which=which, measure=measure):
                measured = [(self._named(variable, e)._number(measure), e) for e in self._elements(among)]
                best = {"lowest": min, "highest": max}[which]((m for m, _ in measured), default=0)
                return tuple(element for found, element in measured if found == best)
            case Fold(variable=variable, among=among, where=condition):
                found = [
                    self._named(variable, e)._number(expr.measure) for e in self._where(variable, among, condition)
                ]
                if expr.which == "sum":
                    return sum(found)
                if found:
                    return min(found) if expr.which == "lowest" else max(found)
        raise NotConstant

    def _applied(self, name: str, arguments: tuple[Expr, ...]) -> Value:
        if name not in self.functions:
            raise NotConstant
        function = self.functions[name]
        names: dict[str, Value] = {}
        faces: dict[str, Face] = {}
        for param, argument in zip(function.parameters, arguments, strict=True):
            if isinstance(argument, LocalRef) and argument.name in self.faces:
                faces[param.name] = self.faces[argument.name]
            else:
                names[param.name] = self.value(argument)
        return self.having(names=names, faces=faces).value(function.body)

    def _cell(self, table: TableDef, column: str, key: Expr) -> Value:
        if isinstance(key, LocalRef) and key.name in self.faces:
            found = table.index.get(self.faces[key.name])
        else:
            value = self.value(key)
            assert isinstance(value, str | int)
            found = table.index.get(value)
        if found is None:
            raise NotConstant
        return self.value(table.rows[found].cells[column])


def _compared(op: Comparison, left: Value, right: Value) -> bool:
    match op:
        case "is":
            return left == right
        case "is not":
            return left != right
    assert isinstance(left, int)
    assert isinstance(right, int)
    return bool(ordered(op, left, right))


def setting(w: World, players: int, chosen: Mapping[str, Value] | None = None) -> Constants:
    """All options at their defaults save those chosen."""
    return Constants(w.option_defs, w.functions, w.tables, players, tuple(w.attributes), chosen or {})


def domain_values(option: OptionDef) -> tuple[Value, ...] | range:
    """The values that may be chosen; none for a fixed option. Raises NotConstant."""
    match option.domain:
        case (int() as low, int() as high):
            return range(low, high + 1)
        case parts:
            constants = Constants({}, {}, {}, 0)
            return tuple(constants.value(part) for part in parts if not isinstance(part, int))


def options_read(w: World, exprs: tuple[Expr, ...]) -> dict[str, OptionDef]:
    """The options that expressions depend on, through the defaults of others as well."""
    found: dict[str, OptionDef] = {}
    todo = list(exprs)
    while todo:
        for part in subexpressions(todo.pop()):
            if isinstance(part, OptionRef) and part.key in w.option_defs and part.key not in found:
                found[part.key] = w.option_defs[part.key]
                todo.append(found[part.key].default)
            elif isinstance(part, Apply) and part.function in w.functions and not part.arguments:
                todo.append(w.functions[part.function].body)
    return found


def reads_state(w: World, expr: Expr) -> bool:
    """Does an expression depend on the state of play, by itself or through functions and tables that it asks?"""
    todo, seen = [expr], set[str]()
    while todo:
        for part in subexpressions(todo.pop()):
            match part:
                case VariableRef() | PlaceRef() | WindowOpen():
                    return True
                case Apply(function=name) if name in w.functions and name not in seen:
                    seen.add(name)
                    todo.append(w.functions[name].body)
                case Lookup(table=table) if table in w.tables and table not in seen:
                    seen.add(table)
                    todo += [cell for row in w.tables[table].rows for cell in row.cells.values()]
    return False


def settings(w: World, exprs: tuple[Expr, ...]) -> Iterator[Constants] | None:
    """Every setting of the options that the expressions depend on, for every number of players; None if too many."""
    free = {k: o for k, o in options_read(w, exprs).items() if o.openness != "fixed"}
    try:
        domains = [domain_values(option) for option in free.values()]
    except NotConstant:
        return None
    counts = range(w.players.low, w.players.high + 1)
    size = len(counts)
    for domain in domains:
        size *= len(domain)
    if size > LIMIT:
        return None
    return (
        setting(w, count, dict(zip(free, values, strict=True)))
        for count in counts
        for values in itertools.product(*domains)
    )


def satisfiable(w: World, conditions: tuple[Expr, ...]) -> bool | None:
    """Can all the conditions over options hold at once? None where that is not known."""
    if not conditions:
        return True
    tried = settings(w, conditions)
    if tried is None:
        return None
    unknown = False
    for one in tried:
        try:
            if all(one.value(condition) for condition in conditions):
                return True
        except NotConstant:
            unknown = True
    return None if unknown else False
