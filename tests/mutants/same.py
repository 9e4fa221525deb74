"""Is a mutant the same game? Both systems are simplified under the answers that the ruleset fixes, and compared.

What is compared is the whole typed system with fixed options as constants, branches that they rule out cut away, and
columns that are the same for every key read as that value, one name for parameters that are always the same, no
comparison with an answer that an option cannot have, no call of a rule that does nothing, and rules, functions and
options that nothing reaches left out. Equal hashes: no play of any game under any option differs.
(This is the well-known trivial compiler equivalence; it says nothing about mutants that differ in other ways.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.content_hash import content_hash
from caborules.ir.system import System
from caborules.ir.types import BOOL
from caborules.ir.walk import with_children
from caborules.lower.fold import NO, YES, is_no, is_yes, simplify

_WITH_PARTS = (x.Typed, s.Line, s.Block, tuple, dict, s.OneOf, s.SomeOf, s.OneActor, s.SeveralActors)
_BLANK = x.Const(BOOL, None, False)


def essence(system: System) -> str:
    """A hash that two systems share only if they are the same game."""
    folded = _folded(system)
    for _ in range(4):
        folded = _plainer(folded)
    return content_hash(_reached(folded))


def _folded(system: System) -> System:
    constants: dict[str, x.Expr] = {}
    fold = _Fold(constants, {}, {})
    for key, option in system.options.items():
        if option.openness == "fixed":
            default = fold.expr(option.default)
            if isinstance(default, x.Const):
                constants[key] = default
        elif option.domain and all(isinstance(value, x.Const) for value in option.domain):
            fold.domains[key] = tuple(value.value for value in option.domain if isinstance(value, x.Const))
    for function in system.functions.values():
        body = fold.expr(function.body)
        if isinstance(body, x.Const) and not function.parameters:
            fold.functions[function.name] = body
    for table in system.tables.values():
        for column in table.columns:
            cells = [fold.expr(row.cells[column]) for row in table.rows]
            if cells and all(cell == cells[0] for cell in cells) and _constant(cells[0]):
                fold.columns[table.name, column] = cells[0]
    return replace(
        system,
        options={k: fold.anything(option) for k, option in system.options.items() if k not in constants},
        variables=fold.anything(system.variables),
        functions=fold.anything(system.functions),
        tables=fold.anything(system.tables),
        rules=fold.anything(system.rules),
        windows={k: replace(fold.anything(w), opens=(), closes=()) for k, w in system.windows.items()},
        events=fold.anything(system.events),
        deck=fold.anything(system.deck),
        requires=tuple(r for r in fold.anything(system.requires) if not is_yes(r.condition)),
    )


class _Fold:
    """Puts constants in, everywhere in declarations, statements and expressions."""

    def __init__(
        self, constants: dict[str, x.Expr], functions: dict[str, x.Expr], columns: dict[tuple[str, str], x.Expr]
    ) -> None:
        self.constants = constants
        self.functions = functions
        self.columns = columns
        self.domains: dict[str, tuple[object, ...]] = {}

    def anything(self, value: Any) -> Any:
        """A declaration, statement, expression, or several of them, with what is constant worked out."""
        match value:
            case x.Typed():
                return self.expr(value)  # type: ignore[arg-type]  # every Typed is an expression
            case s.Block():
                return s.Block(0, tuple(self.lines(value)))
            case dict():
                return {key: self.anything(one) for key, one in value.items()}
            case tuple():
                return tuple(self.anything(one) for one in value)
            case s.Choice():
                return self._parts(replace(value, public=False))
        return self._parts(value) if is_dataclass(value) and not isinstance(value, type) else value

    def _parts(self, value: Any) -> Any:
        changed = {}
        for field in fields(value):
            old = getattr(value, field.name)
            if isinstance(
                old, x.Typed | s.Line | s.Block | tuple | dict | s.OneOf | s.SomeOf | s.OneActor | s.SeveralActors
            ):
                new = self.anything(old)
                if field.name in ("guard", "where", "when") and is_yes(new):
                    new = None
                if field.name == "choices":
                    new = tuple(choice for choice in new if not is_no(choice.guard))
                if field.name == "held":
                    new = tuple(one for one in new if not is_no(one.when))
                changed[field.name] = new
        return replace(value, **changed)

    def lines(self, block: s.Block) -> Iterator[s.Statement]:
        for line in block.statements:
            new = self.anything(line)
            match new:
                case s.If(condition=condition) if is_yes(condition):
                    yield from new.then.statements
                case s.If(condition=condition) if is_no(condition):
                    yield from new.otherwise.statements
                case s.If() if not new.then.statements and not new.otherwise.statements:
                    continue
                case s.ForEach(where=where) if where is not None and is_no(where):
                    continue
                case s.ForEach() | s.RepeatTimes() if not new.body.statements:
                    continue
                case s.Do(rule=x.RuleMade(rule=None)):
                    continue
                case s.Decide() if not new.choices and not new.must:
                    continue
                case _:
                    yield new

    def expr(self, expr: x.Expr) -> x.Expr:
        match expr:
            case x.OptionRef(key=key) if key in self.constants:
                return self.constants[key]
            case x.Apply(function=name, arguments=()) if name in self.functions:
                return self.functions[name]
            case x.Lookup(table=table, column=column) if (table, column) in self.columns:
                return self.columns[table, column]
            case x.Compare(op="is" | "is not" as op, left=x.OptionRef(key=key), right=x.Const(value=value)):
                if key in self.domains and value not in self.domains[key]:
                    return NO if op == "is" else YES
        return simplify(with_children(expr, self.expr))


def _constant(cell: x.Expr) -> bool:
    return isinstance(cell, x.Const) or (isinstance(cell, x.RuleMade) and cell.rule is None)


def _plainer(system: System) -> System:
    """The same game with one name for two parameters that always are the same, blanks for arguments that no rule
    reads, and without calls of rules that do nothing."""
    calls: dict[str, list[tuple[x.Expr, ...]]] = {name: [] for name in system.rules}
    held = {one.rule for one in _every((system.tables, system.options), x.RuleMade)}
    for call in _every((system.rules, system.windows, system.events), s.CallRule):
        calls[call.rule].append(call.arguments)
    names, unread = {}, {}
    for name, rule in system.rules.items():
        if name not in held:
            names[name] = _twins([p.name for p in rule.parameters], calls[name])
        read = {one.name for one in _every((rule.body, rule.resets), x.LocalRef)}
        unread[name] = {number for number, parameter in enumerate(rule.parameters) if parameter.name not in read}
    idle = {name for name, rule in system.rules.items() if not rule.body.statements and not rule.resets.statements}
    blank = _Plainer(unread, idle)
    rules = {}
    for name, rule in system.rules.items():
        blank.names = names.get(name, {})
        rules[name] = blank.anything(rule)
    blank.names = {}
    return replace(system, rules=rules, windows=blank.anything(system.windows))


def _twins(parameters: list[str], calls: list[tuple[x.Expr, ...]]) -> dict[str, str]:
    """For each parameter to which every call gives what it gives to a later one: that one."""
    found = {}
    for one, name in enumerate(parameters):
        for other in range(one + 1, len(parameters)):
            if calls and all(given[one] == given[other] and given[one] != _BLANK for given in calls):
                found[name] = parameters[other]
    return found


class _Plainer(_Fold):
    """See ``_plainer``; ``names``: what to call the parameters of the rule at hand."""

    def __init__(self, unread: dict[str, set[int]], idle: set[str]) -> None:
        super().__init__({}, {}, {})
        self.unread = unread
        self.idle = idle
        self.names: dict[str, str] = {}

    def anything(self, value: Any) -> Any:
        if isinstance(value, s.CallRule):
            given = enumerate(value.arguments)
            unread = self.unread[value.rule]
            value = replace(value, arguments=tuple(_BLANK if at in unread else one for at, one in given))
        return super().anything(value)

    def lines(self, block: s.Block) -> Iterator[s.Statement]:
        return (t for t in super().lines(block) if not (isinstance(t, s.CallRule) and t.rule in self.idle))

    def expr(self, expr: x.Expr) -> x.Expr:
        if isinstance(expr, x.LocalRef) and expr.name in self.names:
            return replace(expr, name=self.names[expr.name])
        return super().expr(expr)


def _reached(system: System) -> System:
    """Only the rules, functions, tables and options that a game can come upon. Options that vary stay."""
    rules: set[str] = set()
    functions: set[str] = set()
    tables: set[str] = set()
    options: set[str] = {key for key, option in system.options.items() if option.openness != "fixed"}
    todo: list[Any] = [
        system.variables,
        system.windows,
        system.events,
        system.deck,
        system.requires,
        system.presets,
        system.won,
        s.CallRule(None, (), system.begin, ()),
        *(system.options[key] for key in options),
    ]
    while todo:
        for found in _names(todo.pop()):
            match found:
                case s.CallRule(rule=name) | s.EndRule(rule=name) | x.RuleMade(rule=str(name)):
                    if name not in rules:
                        rules.add(name)
                        todo.append(system.rules[name])
                case x.Apply(function=name) if name not in functions:
                    functions.add(name)
                    todo.append(system.functions[name])
                case x.Lookup(table=name) if name not in tables:
                    tables.add(name)
                    todo.append(system.tables[name])
                case x.OptionRef(key=key) if key not in options:
                    options.add(key)
                    todo.append(system.options[key])
    return replace(
        system,
        rules={k: v for k, v in system.rules.items() if k in rules},
        functions={k: v for k, v in system.functions.items() if k in functions},
        tables={k: v for k, v in system.tables.items() if k in tables},
        options={k: v for k, v in system.options.items() if k in options},
    )


def _names(value: Any) -> Iterator[Any]:
    """Everything inside a value that names a rule, function, table or option."""
    return _every(value, s.CallRule, s.EndRule, x.RuleMade, x.Apply, x.Lookup, x.OptionRef)


def _every(value: Any, *kinds: type) -> Iterator[Any]:
    """Everything of these kinds inside a value."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, kinds):
            yield one
        if isinstance(one, dict):
            todo.extend(one.values())
        elif isinstance(one, tuple):
            todo.extend(one)
        elif is_dataclass(one) and not isinstance(one, type):
            todo.extend(getattr(one, field.name) for field in fields(one))
