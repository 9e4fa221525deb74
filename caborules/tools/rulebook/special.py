"""Rules for the ways in which they are still carried out.

A part of a rule that is given the same constant everywhere, or the same as another part everywhere, is no part any
more; state that nothing sets is the value that it begins with. So conditions that only other options would bring about
fold away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import RuleDef, System
from caborules.ir.types import BOOL
from caborules.ir.walk import all_expressions, choice_expressions, statements, subexpressions, with_children
from caborules.lower.fold import NO
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.mapping import Change, mapped, mapped_choice


def specialised(system: System) -> System:
    """The system with one round of such changes; equal to ``system`` where there is nothing left to change."""
    return _parts(_filled(_lasting(system)))


# ---------------------------------------------------------------- state that stays as it is
def blocks_of(system: System) -> Iterator[st.Block]:
    for rule in system.rules.values():
        yield rule.resets
        yield rule.body
    for window in system.windows.values():
        yield window.late
        yield from (choice.body for choice in window.choices)
    for event in system.events.values():
        yield event.body


def expressions_of(system: System) -> Iterator[ex.Expr]:
    """Every expression of the rules, windows, events, terms, tables and state, with those inside it."""
    for block in blocks_of(system):
        yield from all_expressions(block)
    roots = [one.body for one in system.functions.values()] + [one.initial for one in system.variables.values()]
    roots += [cell for table in system.tables.values() for row in table.rows for cell in row.cells.values()]
    for window in system.windows.values():
        roots += [window.among, *(expr for choice in window.choices for expr in choice_expressions(choice))]
        roots += [held.when for held in window.held if held.when is not None]
    roots += [one.when for one in system.events.values() if one.when is not None]
    roots += [] if system.won is None else [system.won]
    for root in roots:
        yield from subexpressions(root)


def _lasting(system: System) -> System:
    assigned: set[str] = set()
    for block in blocks_of(system):
        for one in statements(block):
            if isinstance(one, st.Assign):
                if one.value != system.variables[one.variable].initial:
                    assigned.add(one.variable)
            elif isinstance(one, st.Pay):
                assigned |= {one.source, one.target}
    given = {
        name: variable.initial
        for name, variable in system.variables.items()
        if name not in assigned and isinstance(variable.initial, ex.Const)
    }
    return changed(system, lambda expr: _settled(expr, given)) if given else system


def _settled(expr: ex.Expr, given: Mapping[str, ex.Expr]) -> ex.Expr:
    if isinstance(expr, ex.VariableRef) and expr.variable in given:
        return given[expr.variable]
    return with_children(expr, lambda part: _settled(part, given))


def changed(system: System, change: Change) -> System:
    """The system with every expression of its rules, windows, events, functions and tables changed."""
    windows = {
        name: replace(
            window,
            among=change(window.among),
            late=mapped(window.late, change),
            held=tuple(replace(h, when=None if h.when is None else change(h.when)) for h in window.held),
            choices=tuple(mapped_choice(choice, change) for choice in window.choices),
        )
        for name, window in system.windows.items()
    }
    tables = {
        name: replace(
            table,
            rows=tuple(replace(r, cells={at: change(cell) for at, cell in r.cells.items()}) for r in table.rows),
        )
        for name, table in system.tables.items()
    }
    return replace(
        system,
        variables={n: replace(one, initial=change(one.initial)) for n, one in system.variables.items()},
        functions={n: replace(one, body=change(one.body)) for n, one in system.functions.items()},
        tables=tables,
        rules={
            n: replace(one, resets=mapped(one.resets, change), body=mapped(one.body, change))
            for n, one in system.rules.items()
        },
        windows=windows,
        events={n: replace(one, body=mapped(one.body, change)) for n, one in system.events.items()},
        won=None if system.won is None else change(system.won),
    )


# ---------------------------------------------------------------- parts that are never empty
def _filled(system: System) -> System:
    """The rules that are only ever carried out with cards that were chosen, one at least, do not ask for any."""
    calls = [one for block in blocks_of(system) for one in statements(block) if isinstance(one, st.CallRule)]
    filled = [one for choice in _choices(system) for one in _with_chosen(choice)]
    made = {one.rule for one in expressions_of(system) if isinstance(one, ex.RuleMade)}
    rules = dict(system.rules)
    for name, rule in system.rules.items():
        for at, part in enumerate(rule.parameters):
            times = sum(one.rule == name for one in calls)
            if times and name not in made and sum(one.rule == name and at in places for one, places in filled) == times:
                empty = ex.IsEmpty(BOOL, None, ex.LocalRef(part.type, None, part.name))
                body = mapped(rules[name].body, lambda expr, empty=empty: _without(expr, empty))  # type: ignore[misc]
                rules[name] = replace(rules[name], body=body)
    return replace(system, rules=rules)


def _choices(system: System) -> Iterator[st.Choice]:
    for window in system.windows.values():
        yield from window.choices
    for block in blocks_of(system):
        yield from (choice for one in statements(block) if isinstance(one, st.Decide) for choice in one.choices)


def _with_chosen(choice: st.Choice) -> Iterator[tuple[st.CallRule, set[int]]]:
    """The rules that a choice itself carries out, and the numbers of the parts that are several cards chosen in it."""
    several = {part.name for part in choice.params if isinstance(part, st.SomeOf) and part.low > 0}
    for one in choice.body.statements:
        if isinstance(one, st.CallRule):
            yield one, {n for n, e in enumerate(one.arguments) if isinstance(e, ex.LocalRef) and e.name in several}


def _without(expr: ex.Expr, never: ex.Expr) -> ex.Expr:
    """The expression with "no" in the place of what never holds."""
    return NO if expr == never else with_children(expr, lambda part: _without(part, never))


# ---------------------------------------------------------------- parts that are always the same
def _parts(system: System) -> System:
    calls: dict[str, list[tuple[ex.Expr, ...]]] = {name: [] for name in system.rules}
    made: dict[str, list[Mapping[str, ex.Expr]]] = {name: [] for name in system.rules}
    for block in blocks_of(system):
        for one in statements(block):
            if isinstance(one, st.CallRule):
                calls[one.rule].append(one.arguments)
    for expr in expressions_of(system):
        if isinstance(expr, ex.RuleMade) and expr.rule is not None:
            made[expr.rule].append(dict(expr.given))
    given = {name: _given(rule, calls[name], made[name]) for name, rule in system.rules.items()}
    rules = {name: _with_parts(rule, given[name]) for name, rule in system.rules.items()}
    kept = {
        name: tuple(part.name not in given[name] for part in rule.parameters) for name, rule in system.rules.items()
    }
    system = replace(system, rules={n: replace(r, body=_called(r.body, kept)) for n, r in rules.items()})
    system = replace(
        system,
        windows={
            n: replace(
                w,
                late=_called(w.late, kept),
                choices=tuple(replace(c, body=_called(c.body, kept)) for c in w.choices),
            )
            for n, w in system.windows.items()
        },
    )
    return changed(system, lambda expr: _made(expr, given))


def _given(
    rule: RuleDef, calls: list[tuple[ex.Expr, ...]], made: list[Mapping[str, ex.Expr]]
) -> Mapping[str, ex.Expr | None]:
    """The parts that the rule can do without, with what they always are (None where it does not matter)."""
    found: dict[str, ex.Expr | None] = {}
    read = {part.name for part in all_expressions(rule.body) if isinstance(part, ex.LocalRef)}
    for at, part in enumerate(rule.parameters):
        values = [arguments[at] for arguments in calls] + [one[part.name] for one in made if part.name in one]
        left_to_do = any(part.name not in one for one in made)
        if part.name not in read:
            found[part.name] = None
        elif values and not left_to_do and isinstance(values[0], ex.Const) and all(v == values[0] for v in values):
            found[part.name] = values[0]
        elif calls and not made:
            for after, other in enumerate(rule.parameters[at + 1 :], at + 1):
                if other.type == part.type and all(one[at] == one[after] for one in calls):
                    found[part.name] = ex.LocalRef(other.type, None, other.name)
                    break
    return found


def _with_parts(rule: RuleDef, given: Mapping[str, ex.Expr | None]) -> RuleDef:
    values = {name: value for name, value in given.items() if value is not None}
    parts = tuple(part for part in rule.parameters if part.name not in given)
    return replace(rule, parameters=parts, body=mapped(rule.body, lambda expr: inlined(expr, values)))


def _called(block: st.Block, kept: Mapping[str, tuple[bool, ...]]) -> st.Block:
    """The block with the calls in it made without the parts that are gone."""
    done: list[st.Statement] = []
    for one in block.statements:
        match one:
            case st.CallRule():
                arguments = tuple(a for a, keep in zip(one.arguments, kept[one.rule], strict=True) if keep)
                done.append(replace(one, arguments=arguments))
            case st.If():
                done.append(replace(one, then=_called(one.then, kept), otherwise=_called(one.otherwise, kept)))
            case st.ForEach() | st.RepeatTimes() | st.RepeatUntil():
                done.append(replace(one, body=_called(one.body, kept)))
            case st.Decide():
                choices = tuple(replace(choice, body=_called(choice.body, kept)) for choice in one.choices)
                otherwise = None if one.otherwise is None else _called(one.otherwise, kept)
                done.append(replace(one, choices=choices, otherwise=otherwise))
            case _:
                done.append(one)
    return replace(block, statements=tuple(done))


def _made(expr: ex.Expr, given: Mapping[str, Mapping[str, ex.Expr | None]]) -> ex.Expr:
    if isinstance(expr, ex.RuleMade) and expr.rule is not None:
        return replace(expr, given=tuple((n, e) for n, e in expr.given if n not in given[expr.rule]))
    return with_children(expr, lambda part: _made(part, given))
