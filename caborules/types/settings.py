"""Checks over all settings of the options: unanswered questions, defaults in their domains, ``require``, presets."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir.expressions import Compare, Const, Expr, OptionRef
from caborules.ir.system import OptionDef, PresetDef, RequireDef
from caborules.ir.types import BOOL, CollectionType, RuleType, Value
from caborules.ir.walk import subexpressions
from caborules.names.book import Question
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.cells import cell_value
from caborules.types.constants import (
    Constants,
    NotConstant,
    domain_values,
    options_read,
    reads_state,
    satisfiable,
    setting,
    settings,
)
from caborules.types.kinds import describe
from caborules.types.mentions import where_read
from caborules.types.report import Failed
from caborules.types.unasked import any_value, never_asked
from caborules.types.world import Env, World, cites

_CONSTANT = "Use options and player-count."


def requirement(w: World, node: n.Require) -> RequireDef:
    """A ``require`` line. Raises Failed."""
    condition = wants.condition(w, node.condition, Env())
    return RequireDef(node.span, cites(node.cites), condition, node.reason)


def preset(w: World, node: n.Preset) -> PresetDef:
    """A preset: its values are of the options' types and in their domains. Raises Failed."""
    made: list[tuple[str, Expr]] = []
    failed = False
    for line in node.settings:
        key = line.option.text
        if key not in w.option_defs:
            failed = True  # names/ has reported an unknown option; the rest has failed here
            continue
        value = w.report.trying(_setting, w, line, w.option_defs[key])
        if value is None:
            failed = True
        else:
            made.append((key, value))
    if failed:
        raise Failed
    return PresetDef(node.span, cites(node.cites), node.name, node.text, tuple(made))


def _setting(w: World, line: n.Setting, option: OptionDef) -> Expr:
    if isinstance(line.cell, n.Blank):
        raise w.report.error("E213", line.span, "`--` is no value here.", "Write the value.")
    value = cell_value(w, line.cell, option.type, Env(), f'The option "{option.key}"')
    if not in_domain(w, option, value):
        message = f'"{option.key}" cannot have this value: the rules do not allow it.'
        raise w.report.error("E213", line.span, message, "Choose one of the values that the option has.")
    return value


def in_domain(w: World, option: OptionDef, value: Expr) -> bool:
    """May an option be chosen so? True where that is not known."""
    try:
        return setting(w, w.players.low).value(value) in domain_values(option)
    except NotConstant:
        return True


def check_options(w: World, requires: tuple[RequireDef, ...], presets: tuple[PresetDef, ...]) -> None:
    """Report E210, E213, E231, E304, W230 and W334."""
    for key, when in w.unanswered.items():
        _asked(w, w.book.questions[key], key, when)
    if _circles(w):
        return
    if list(_changing(w, requires)):
        return
    for option in w.option_defs.values():
        _default_allowed(w, option)
    for require in requires:
        _require(w, require)
    for one in presets:
        _preset_allowed(w, one, requires)
    for key, option in w.option_defs.items():
        if key not in w.read_options and option.openness != "fixed":
            message = f'The option "{key}" has no effect: nothing reads it.'
            w.report.warn("W230", option.span, message, "Take it away, or read it in a rule.")
    for option in w.option_defs.values():
        _choosable(w, option, requires)


def _changing(w: World, requires: tuple[RequireDef, ...]) -> Iterator[OptionDef | RequireDef]:
    """E213: defaults and conditions that depend on the state of play, each reported."""
    for option in w.option_defs.values():
        if reads_state(w, option.default):
            w.report.error("E213", option.span, f"{option.key} must be constant within a game.", _CONSTANT)
            yield option
    for require in requires:
        if reads_state(w, require.condition):
            w.report.error("E213", require.span, "A `require` must be constant within a game.", _CONSTANT)
            yield require


def _choosable(w: World, option: OptionDef, requires: tuple[RequireDef, ...]) -> None:
    """W334: values that every combination with other options and every number of players is refused for."""
    conditions = tuple(one.condition for one in requires)
    if option.openness == "fixed" or option.key not in options_read(w, conditions):
        return
    try:
        values = domain_values(option)
    except NotConstant:
        return
    never = [one for one in values if satisfiable(w, (*conditions, _chosen(option, one))) is False]
    if never and len(never) < len(values):
        listed = ", ".join(map(_word, never))
        message = f'"{option.key}" can never be {listed}: a `require` excludes every combination with it.'
        w.report.warn("W334", option.span, message, "Take the value away, or weaken the `require`.")


def _chosen(option: OptionDef, value: Value) -> Expr:
    return Compare(BOOL, None, "is", OptionRef(option.type, None, option.key), Const(option.type, None, value))


def _asked(w: World, question: Question, key: str, when: Expr | None) -> None:
    """E210, unless the question is never asked."""
    if never_asked(w, key) or (when is not None and not _all_defined(w, when)):
        return
    field = question.field
    lines = [f"{field.name}: {field.text}"]
    places = where_read(w, key)
    if places:
        lines.append(f"It matters in {', '.join(places[:3])}{' and elsewhere' if len(places) > 3 else ''}.")
    lines.append(f"The answers are: {describe(w.options[key].type)}.")
    why = " ".join(lines)
    example = _example(w, key)
    mend = f"Write  {field.name}: {example}  in the form {question.form}"
    mend += ", or with  , open  behind it if your source does not say."
    form = w.form_spans.get(question.form, w.book.begin.span)
    message = f'The form "{question.form}" has a question without an answer: {field.name}.'
    w.report.error("E210", form, message, mend, why)


def _all_defined(w: World, condition: Expr) -> bool:
    """Do the options in a condition have values? Where they do not, that is reported already."""
    return all(p.key in w.option_defs for p in subexpressions(condition) if isinstance(p, OptionRef))


def _example(w: World, key: str) -> str:
    type = w.options[key].type
    if isinstance(type, RuleType):
        return "nothing"
    if isinstance(type, CollectionType):
        return "{1, 2}"
    return _word(any_value(type))


def _circles(w: World) -> bool:
    """E304: defaults that depend on one another in a circle."""
    graph = {
        key: {p.key for p in subexpressions(option.default) if isinstance(p, OptionRef)}
        for key, option in w.option_defs.items()
    }
    done: set[str] = set()
    found = False

    def visit(key: str, path: tuple[str, ...]) -> None:
        nonlocal found
        if key in path:
            circle = " -> ".join([*path[path.index(key) :], key])
            mend = "Give one of them a value of its own."
            w.report.error("E304", w.option_defs[key].span, f"The options go in a circle: {circle}.", mend)
            found = True
        elif key not in done and key in graph:
            for other in sorted(graph[key]):
                visit(other, (*path, key))
            done.add(key)

    for key in graph:
        visit(key, ())
    return found


def _default_allowed(w: World, option: OptionDef) -> None:
    """E213: a default that the option cannot have, or that depends on the game."""
    for players in range(w.players.low, w.players.high + 1):
        try:
            value = setting(w, players).value(option.default)
            allowed = domain_values(option) if option.openness != "fixed" else None
        except NotConstant:
            continue
        outside = not _of_type(value, option) if allowed is None else value not in allowed
        if outside:
            message = f'"{option.key}" is {_word(value)} with {players} players, which is not among its values.'
            w.report.error("E213", option.span, message, "Change the value, or what may be chosen.")
            return


def _of_type(value: Value, option: OptionDef) -> bool:
    low, high = getattr(option.type, "low", None), getattr(option.type, "high", None)
    if isinstance(low, int) and isinstance(high, int) and isinstance(value, int):
        return low <= value <= high
    return True


def _word(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _require(w: World, require: RequireDef) -> None:
    """E231: the defaults are excluded for some number of players, or every setting is."""
    bad = [players for players in range(w.players.low, w.players.high + 1) if not _holds(w, require, players)]
    if not bad:
        return
    tried = settings(w, (require.condition,))
    possible = True
    if tried is not None:
        possible = any(_value(one, require.condition) is not False for one in tried)
    counts = ", ".join(map(str, bad))
    what = f"the defaults with {counts} players" if possible else "every setting of the options"
    mend = "Let the default depend on player-count, or weaken the condition."
    w.report.error("E231", require.span, f"This `require` excludes {what}.", mend)


def _holds(w: World, require: RequireDef, players: int) -> bool:
    return _value(setting(w, players), require.condition) is not False


def _value(constants: Constants, condition: Expr) -> bool | None:
    try:
        return bool(constants.value(condition))
    except NotConstant:
        return None


def _preset_allowed(w: World, one: PresetDef, requires: tuple[RequireDef, ...]) -> None:
    """E231: a preset that no number of players may use."""
    base = setting(w, w.players.low)
    try:
        chosen = {key: base.value(value) for key, value in one.settings}
    except NotConstant:
        return
    for players in range(w.players.low, w.players.high + 1):
        here = setting(w, players, chosen)
        if all(_value(here, require.condition) is not False for require in requires):
            return
    message = f'A `require` excludes the preset "{one.name}" for every number of players.'
    w.report.error("E231", one.span, message, "Change the preset.")
