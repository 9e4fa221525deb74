"""The questions of the forms with their answers, and the choices that the rules or the sources leave to the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from caborules.engine.game import domain, fixed
from caborules.ir import expressions as ex
from caborules.ir.system import OptionDef, System
from caborules.ir.types import EnumType, RuleType, RuleValue, Value
from caborules.tools.rulebook.asked import asked
from caborules.tools.rulebook.chosen import Chosen
from caborules.tools.rulebook.document import Grid, Text, cited
from caborules.tools.rulebook.english import capital, listed, spelt, words
from caborules.tools.rulebook.folding import Folder, constant, never
from caborules.tools.rulebook.kit import numbers, players
from caborules.tools.rulebook.nouns import value
from caborules.tools.rulebook.telling import Teller


def answers(
    teller: Teller, original: System, chosen: Chosen, openness: Literal["fixed", "option", "open"]
) -> Grid | None:
    """The questions of one kind that are asked, as a table; None where there are none."""
    rows: list[tuple[Text, ...]] = []
    values = constants(original, chosen)
    folder = Folder(original, values)
    matter = asked(original, chosen, values)
    for option in original.options.values():
        if option.openness != openness or option.key not in matter or never(folder.without(option.when)):
            continue
        if _is_asked_elsewhere(original, option):
            continue
        rows.append(_row(teller, original, chosen, option))
    if not rows:
        return None
    heads = (
        ("Question", "Answer", "Clauses")
        if openness == "fixed"
        else ("Question", "Here", "It could also be", "Clauses")
    )
    if openness == "fixed":
        rows = [(row[0], row[1], row[3]) for row in rows]
    return Grid(heads, tuple(rows))


def _is_asked_elsewhere(system: System, option: OptionDef) -> bool:
    """Is the answer that of another option, which asks the same?"""
    default = option.default
    return isinstance(default, ex.OptionRef) and system.options[default.key].text == option.text != ""


def constants(system: System, chosen: Chosen) -> dict[str, ex.Expr]:
    """The options with their values; of one whose value depends on the number of players, its default."""
    found = {}
    for key, option in system.options.items():
        same = constant(chosen.values[0][1][key], ex.OptionRef(option.type, None, key))
        found[key] = option.default if chosen.varies(key) else same
    return found


def _row(teller: Teller, system: System, chosen: Chosen, option: OptionDef) -> tuple[Text, ...]:
    clauses = option.cites
    others = listed(tuple(_others(teller, system, chosen, option)), "or")
    question = _question(system, option)
    return ((question,), (_answer(teller, system, chosen, option),), (others,), cited(("",), clauses))


def _question(system: System, option: OptionDef) -> str:
    """The text; for a cell of a table with the row that it stands in."""
    column, _, key = option.key.partition(".")
    is_cell = any(column in one.columns for one in system.tables.values()) and key != ""
    if is_cell:
        return f"{capital(words(key))}: {option.text.removesuffix(f' ({key})') or words(column)}"
    return option.text or capital(words(option.key.replace(".", ": ")))


def _answer(teller: Teller, system: System, chosen: Chosen, option: OptionDef) -> str:
    told = [(low, high, _told(teller, system, option, values[option.key])) for (low, high), values in chosen.values]
    if len({text for *_, text in told}) == 1:
        return told[0][2]
    return "; ".join(f"with {players(low, high)} {text}" for low, high, text in told)


def _told(teller: Teller, system: System, option: OptionDef, given: Value) -> str:
    if isinstance(option.type, RuleType):
        if not isinstance(given, RuleValue):
            return "nothing"
        tail = listed([str(one) for _, one in given.given])
        told = f"“{system.rules[given.rule].text or words(given.rule)}”"
        return f"{told} ({tail})" if tail else told
    if isinstance(option.type, EnumType) and isinstance(given, str):
        return spelt(given, option.text)
    return value(teller.talk, given, option.type)


def _others(teller: Teller, system: System, chosen: Chosen, option: OptionDef) -> Iterator[str]:
    if isinstance(option.domain, tuple) and len(option.domain) == 2 and isinstance(option.domain[0], int):
        yield numbers(*option.domain)
        return
    here = [values[option.key] for _, values in chosen.values]
    for one in domain(fixed(system, chosen.players[0], {}), option):
        if len(set(map(repr, here))) > 1:
            always = {True: "always", False: "never"}.get(one) if isinstance(one, bool) else None
            yield always or f"always {_told(teller, system, option, one)}"
        elif one not in here:
            yield _told(teller, system, option, one)
