"""The typed system printed like a rulebook's source: every name resolved, hooks, resets and windows in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from caborules.ir import statements as s
from caborules.ir.expressions import Expr
from caborules.ir.show_expressions import show, show_operand, show_type
from caborules.ir.statements import Block, Choice, Statement
from caborules.ir.system import OptionDef, ParamDef, PlaceDef, RuleDef, System, TableDef, VariableDef, WindowDef
from caborules.ir.types import RuleType

INDENT = "    "
Rules: TypeAlias = Mapping[str, RuleDef]
"""The rules of the system, for the words with which they are called."""


def show_system(system: System) -> str:
    """The whole system as text; ends with a line break."""
    sections = [_head(system), _options(system), _deck(system), _places(system), _functions(system)]
    sections += [_table(table) for table in system.tables.values()]
    sections += [_rule(rule, system.rules) for rule in system.rules.values()]
    sections += [_window(window, system.rules) for window in system.windows.values()]
    for event in system.events.values():
        when = "" if event.when is None else f" when {show(event.when)}"
        sections.append([f'event {event.name}{when} "{event.text}"', *_indented(show_block(event.body, system.rules))])
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _head(system: System) -> list[str]:
    low, high = system.players
    lines = [f'ruleset {system.name} "{system.title}"', f"players {low}..{high}", f"begin with {system.begin}"]
    lines += [f"attribute {name}: {show_type(enum)}" for name, enum in system.attributes.items()]
    lines += [f"kind {name}: {show_type(enum)}" for name, enum in system.kinds.items()]
    return lines


def _options(system: System) -> list[str]:
    lines = [INDENT + _option(option) for option in system.options.values()]
    lines += [f'{INDENT}require {show(one.condition)} "{one.reason}"' for one in system.requires]
    lines = ["options", *lines] if lines else []
    for preset in system.presets.values():
        lines.append(f'preset {preset.name} "{preset.text}"')
        lines += [f"{INDENT}{key} is {show(value)}" for key, value in preset.settings]
    return lines


def _option(option: OptionDef) -> str:
    when = "" if option.when is None else f" when {show(option.when)}"
    line = f"{option.key}: {show_type(option.type)} = {show(option.default)}{when}"
    if option.openness == "fixed":
        return line
    match option.domain:
        case (int() as low, int() as high):
            values = f"{low}..{high}"
        case domain:
            values = " or ".join(show(value) for value in domain if not isinstance(value, int))
    return f"{line}, {option.openness} in {values}"


def _deck(system: System) -> list[str]:
    lines = [f"deck in {system.deck_place}"]
    for line in system.deck:
        times = "" if line.times is None else f", {show(line.times)} times"
        when = "" if line.when is None else f" when {show(line.when)}"
        lines.append(f"{INDENT}{line.pack} ({len(line.faces)} cards){times}{when}")
    return lines


def _places(system: System) -> list[str]:
    lines = ["places", *(INDENT + _place(place) for place in system.places.values())]
    if system.variables:
        lines += ["state", *(INDENT + _variable(variable) for variable in system.variables.values())]
    return lines


def _place(place: PlaceDef) -> str:
    each = " of each player" if place.per_player else ""
    return f"{place.name}{each}: {place.shape}, {place.sight}"


def _variable(variable: VariableDef) -> str:
    each = " of each player" if variable.per_player else ""
    when = "at first" if variable.renewed_by is None else f"each {variable.renewed_by}"
    return f"{variable.name}{each}: {show_type(variable.type)}, {when} {show(variable.initial)}"


def _functions(system: System) -> list[str]:
    lines = []
    for function in system.functions.values():
        type = show_type(function.type)
        lines.append(f"define {function.name}{_of(function.parameters)}: {type} = {show(function.body)}")
    return lines


def _of(parameters: tuple[ParamDef, ...]) -> str:
    return f" of ({', '.join(_parameter(p) for p in parameters)})" if parameters else ""


def _parameter(parameter: ParamDef) -> str:
    type = show_type(parameter.type)
    return type if type == parameter.name else f"{parameter.name}: {type}"


def _table(table: TableDef) -> list[str]:
    key = getattr(table.key, "name", "card")
    given = f" for ({', '.join(_parameter(p) for p in table.parameters)})" if table.parameters else ""
    cells = [[table.name, *table.columns]]
    cells += [[row.pattern, *(show(row.cells[column]) for column in table.columns)] for row in table.rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    rows = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return [f"table {rows[0]}  (by {key}{given})", *_indented(rows[1:])]


def _rule(rule: RuleDef, rules: Rules) -> list[str]:
    parts = [" ".join(filter(None, (p.preposition, f"({_parameter(p)})"))) for p in rule.parameters]
    lines = [" ".join(["rule", rule.name, *parts])]
    if rule.resets.statements:
        lines += [f"{INDENT}at its start, anew:", *_indented(_indented(show_block(rule.resets, rules)))]
    return [*lines, *_indented(show_block(rule.body, rules))]


def _window(window: WindowDef, rules: Rules) -> list[str]:
    lines = [f'window {window.name} "{window.text}"']
    if window.opens:
        lines.append(f"{INDENT}opens after {', '.join(window.opens)}")
    if window.closes:
        lines.append(f"{INDENT}closes before {', '.join(window.closes)}")
    lines += [
        f"{INDENT}held during {held.rule}" + ("" if held.when is None else f" when {show(held.when)}")
        for held in window.held
    ]
    if window.late.statements:
        lines += [f"{INDENT}too late:", *_indented(_indented(show_block(window.late, rules)))]
    lines.append(f"{INDENT}{window.variable} in {show(window.among)} may")
    for choice in window.choices:
        lines += _indented(_indented(_choice(choice, rules)))
    return lines


def _indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]


def show_block(block: Block, rules: Rules) -> list[str]:
    """The lines of a block; ``nothing`` for an empty one."""
    lines = [line for statement in block.statements for line in show_statement(statement, rules)]
    return lines or ["nothing"]


def show_statement(statement: Statement, rules: Rules) -> list[str]:
    """The lines of a statement."""
    match statement:
        case s.If():
            return list(_if(statement, rules))
        case s.ForEach(variable=name, among=among, start=start, where=where, body=body):
            after = ("" if start is None else f" from {show(start)}") + (
                "" if where is None else f" where {show(where)}"
            )
            return [f"for each {name} in {show(among)}{after}", *_indented(show_block(body, rules))]
        case s.RepeatTimes(times=times, body=body):
            return [f"repeat {show(times)} times", *_indented(show_block(body, rules))]
        case s.RepeatUntil(condition=condition, body=body):
            return [f"repeat until {show(condition)}", *_indented(show_block(body, rules))]
        case s.Decide():
            return list(_decide(statement, rules))
    return [_simple(statement, rules)]


def _if(statement: s.If, rules: Rules) -> Iterator[str]:
    yield f"if {show(statement.condition)}"
    yield from _indented(show_block(statement.then, rules))
    rest = statement.otherwise.statements
    if len(rest) == 1 and isinstance(rest[0], s.If):
        first, *others = _if(rest[0], rules)
        yield f"otherwise {first}"
        yield from others
    elif rest:
        yield "otherwise"
        yield from _indented(show_block(statement.otherwise, rules))


def _simple(statement: Statement, rules: Rules) -> str:
    match statement:
        case s.Move(what=what, to=to):
            return f"move {show(what)} to {show(to)}"
        case s.Swap(left=left, right=right):
            return f"swap {show(left)} with {show(right)}"
        case s.Shuffle(place=place):
            return f"shuffle {show(place)}"
        case s.Show(what=what, to=to, secretly=secretly):
            return f"show {show(what)} to {show(to)}{' secretly' if secretly else ''}"
        case s.Flip(what=what, up=up):
            return f"flip {show(what)} {'up' if up else 'down'}"
        case s.Assign(variable=name, owner=owner, value=value):
            return f"set {_target(name, owner)} to {show(value)}"
        case s.Pay(amount=amount, source=source, source_owner=giver, target=target, target_owner=taker):
            return f"pay {show(amount)} from {_target(source, giver)} to {_target(target, taker)}"
        case s.Let(name=name, value=value):
            return f"let {name} be {show(value)}"
        case s.Pick(name=name, among=among):
            return f"let {name} be one of {show(among)} at random"
        case s.Announce(text=text, value=said):
            return f'announce "{text}"' + ("" if said is None else f" {show(said)}")
        case s.SetWindow(window=window, open=opens):
            return f"{'open' if opens else 'close'} {window}"
        case s.Await(window=window):
            return f"await {window}"
        case s.CallRule(rule=rule, arguments=arguments):
            prepositions = [p.preposition for p in rules[rule].parameters]
            return " ".join([rule, *_given(prepositions, arguments)])
        case s.Do(rule=held, arguments=arguments):
            parts = held.type.parts if isinstance(held.type, RuleType) else ()
            return " ".join([f"do {show(held)}", *_given([prep for prep, _ in parts], arguments)])
        case s.EndRule(rule=rule):
            return f"end {rule}"
        case s.Again():
            return "again"
    raise AssertionError(statement)


def _given(prepositions: list[str | None], arguments: tuple[Expr, ...]) -> list[str]:
    """Arguments with the words before them."""
    return [
        " ".join(filter(None, (prep, show_operand(argument))))
        for prep, argument in zip(prepositions, arguments, strict=True)
    ]


def _target(name: str, owner: Expr | None) -> str:
    return name if owner is None else f"{name} of {show(owner)}"


def _decide(statement: s.Decide, rules: Rules) -> Iterator[str]:
    match statement.actors:
        case s.OneActor(player=player):
            who = show(player)
        case s.SeveralActors(quantifier=quantifier, variable=name, among=among):
            who = f"{quantifier} {name} in {show(among)}"
    alone = " alone" if statement.alone else ""
    must = "must" if statement.must else "may"
    secretly = " secretly" if statement.secretly else ""
    yield f"{who}{alone} {must}{secretly}"
    for choice in statement.choices:
        yield from _indented(_choice(choice, rules))
    if statement.otherwise is not None:
        yield "otherwise"
        yield from _indented(show_block(statement.otherwise, rules))


def _choice(choice: Choice, rules: Rules) -> list[str]:
    params = [_chosen(param) for param in choice.params]
    given = f" ({', '.join(params)})" if params else ""
    guard = "" if choice.guard is None else f" when {show(choice.guard)}"
    announces = " announces" if choice.announces else ""
    return [f'{choice.name}{given}{guard}{announces} "{choice.text}"', *_indented(show_block(choice.body, rules))]


def _chosen(param: s.ChosenParam) -> str:
    where = "" if param.where is None else f" where {show(param.where)}"
    if isinstance(param, s.OneOf):
        return f"{param.name} in {show(param.among)}{where}"
    if param.measure is not None:
        shared = getattr(param.measure, "attribute", None) or getattr(param.measure, "column", "")
        return f"some {param.name} in {show(param.among)} sharing {shared}{where}"
    return f"{param.low}..{param.high} {param.name} in {show(param.among)}{where}"
