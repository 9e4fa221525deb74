"""What the chosen rules still come to, and the system without the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import EventDef, RuleDef, System, VariableDef, WindowDef
from caborules.ir.walk import all_expressions, choice_expressions, statements, subexpressions


@dataclass(slots=True)
class Reach:
    """What the rules come to from their beginning. Rules stand in the order in which they are first spoken of."""

    system: System
    rules: dict[str, None]
    functions: dict[str, None]
    columns: dict[tuple[str, str], None]
    variables: dict[str, None]

    def block(self, block: st.Block) -> None:
        for one in statements(block):
            if isinstance(one, st.CallRule):
                self.rule(one.rule)
        for expr in all_expressions(block):
            self._one(expr)

    def expression(self, expr: ex.Expr | None) -> None:
        if expr is not None:
            for part in subexpressions(expr):
                self._one(part)

    def rule(self, name: str) -> None:
        if name not in self.rules:
            self.rules[name] = None
            self.block(self.system.rules[name].resets)
            self.block(self.system.rules[name].body)

    def _one(self, part: ex.Expr) -> None:
        match part:
            case ex.VariableRef():
                if part.variable not in self.variables:
                    self.variables[part.variable] = None
                    if part.variable in self.system.variables:
                        self.expression(self.system.variables[part.variable].initial)
            case ex.Apply():
                if part.function not in self.functions:
                    self.functions[part.function] = None
                    self.expression(self.system.functions[part.function].body)
            case ex.RuleMade(rule=str(name)):
                self.rule(name)
            case ex.Lookup():
                if (part.table, part.column) not in self.columns:
                    self.columns[part.table, part.column] = None
                    for row in self.system.tables[part.table].rows:
                        self.expression(row.cells[part.column])

    def window(self, window: WindowDef) -> None:
        self.expression(window.among)
        self.block(window.late)
        for held in window.held:
            self.expression(held.when)
        for choice in window.choices:
            for expr in choice_expressions(choice):
                self.expression(expr)
            self.block(choice.body)

    def event(self, event: EventDef) -> None:
        self.expression(event.when)
        self.block(event.body)


def reached(system: System) -> Reach:
    """Everything that the beginning, the windows, the events and the winners come to."""
    reach = Reach(system, {}, {}, {}, {})
    reach.rule(system.begin)
    for window in system.windows.values():
        reach.window(window)
    for event in system.events.values():
        reach.event(event)
    reach.expression(system.won)
    return reach


def kept(system: System) -> System:
    """The system without state that nothing reads, and without rules, functions and tables that nothing comes to.

    State that is read only where it is set itself counts as not read.
    """
    system = _needed(system)
    for name in tuple(system.variables):
        without = _without_state(system, {other: one for other, one in system.variables.items() if other != name})
        if name not in reached(without).variables:
            system = _needed(without)
    return system


def _without_state(system: System, variables: Mapping[str, VariableDef]) -> System:
    """The system with these variables only: no line sets another one."""
    rules = {name: _rule(rule, variables) for name, rule in system.rules.items()}
    windows = {
        name: replace(window, choices=tuple(replace(c, body=_without(c.body, variables)) for c in window.choices))
        for name, window in system.windows.items()
    }
    return replace(system, variables=dict(variables), rules=rules, windows=windows)


def _needed(system: System) -> System:
    reach = reached(system)
    system = _without_state(system, {name: one for name, one in system.variables.items() if name in reach.variables})
    return replace(
        system,
        rules={name: system.rules[name] for name in reach.rules},
        functions={name: one for name, one in system.functions.items() if name in reach.functions},
        tables={name: one for name, one in system.tables.items() if any(table == name for table, _ in reach.columns)},
    )


def _rule(rule: RuleDef, variables: Mapping[str, object]) -> RuleDef:
    return replace(rule, resets=_without(rule.resets, variables), body=_without(rule.body, variables))


def _without(block: st.Block, variables: Mapping[str, object]) -> st.Block:
    """The block without the lines that set state which nothing reads."""
    kept: list[st.Statement] = []
    for one in block.statements:
        match one:
            case st.Assign() if one.variable not in variables:
                continue
            case st.If():
                then, otherwise = _without(one.then, variables), _without(one.otherwise, variables)
                if then.statements or otherwise.statements:
                    kept.append(replace(one, then=then, otherwise=otherwise))
            case st.ForEach() | st.RepeatTimes():
                body = _without(one.body, variables)
                if body.statements:
                    kept.append(replace(one, body=body))
            case st.RepeatUntil():
                kept.append(replace(one, body=_without(one.body, variables)))
            case st.Decide():
                choices = tuple(replace(c, body=_without(c.body, variables)) for c in one.choices)
                kept.append(replace(one, choices=choices))
            case _:
                kept.append(one)
    return replace(block, statements=tuple(kept))
