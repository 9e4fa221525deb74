"""Two rulesets compared: their texts, their compiled rules, and a game in which they part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from caborules.api.game import preset_settings
from caborules.engine.game import set_up, value_text
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.names.book import Book
from caborules.names.load import load_book
from caborules.tools.compile import open_ruleset
from caborules.tools.difference.confirm import confirmed
from caborules.tools.difference.laid import Examples
from caborules.tools.difference.record import Looked, Parting, Report, Sameness, Setting
from caborules.tools.difference.same import equal_for, sameness
from caborules.tools.difference.search import LONG, Limits, search
from caborules.tools.difference.sides import Sides, sides
from caborules.tools.difference.texts import edits

Settings: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One of the two: its book, its system, and the options chosen in it."""

    book: Book
    system: System
    hash: str
    settings: Settings


def opened(source: str | Path) -> Ruleset:
    """A ruleset by its path or shipped name, with no option chosen. Raises Refused with all that is wrong with it."""
    ruleset = open_ruleset(source)
    return Ruleset(load_book(source), ruleset.system, ruleset.hash, {})


def with_settings(ruleset: Ruleset, preset: str | None, given: Settings, own: Settings) -> Ruleset:
    """The ruleset with the options of a preset, those ``given`` that it has, and its ``own``; later ones go before.

    Raises Refused: E706 where there is no such preset.
    """
    chosen = dict(preset_settings(ruleset.system, preset)) if preset is not None else {}
    chosen.update({key: value for key, value in given.items() if key in ruleset.system.options})
    chosen.update(own)
    return replace(ruleset, settings=chosen)


def compared(first: Ruleset, second: Ruleset, players: int | None, limits: Limits | None) -> Report:
    """All that differs. ``players``: how many play the game (None: the fewest that both allow); ``limits``: None for no
    game. Raises Refused where the options or the number of players are not allowed."""
    chosen = (first.settings, second.settings)
    same = sameness(first.system, second.system, chosen)
    count = _count(first, second, players, same)
    cards, alike, looked, parting, laid = (0, 0, 0), False, None, None, None
    if count is not None:
        table = sides(first.system, second.system, count, chosen)
        cards = _cards(first, second, count, table)
        if table is not None and count in same.unequal:
            alike = not table.whole and equal_for(*table.setups)
            if limits is not None and not alike:
                looked, parting = _game(table, limits)
                if parting is None or parting.moves > LONG:
                    counts = same.unequal if players is None else (count,)
                    laid, examples = Examples((first.system, second.system), chosen, counts).parting()
                    looked = replace(looked, examples=examples)
    return Report(
        (first.book.name, second.book.name),
        (first.book.title, second.book.title),
        (first.hash, second.hash),
        edits(first.book, second.book, (first.system.tables, second.system.tables)),
        () if count is None else _settings(first, second, count),
        same,
        players is not None,
        count,
        cards,
        alike,
        looked,
        parting,
        laid,
    )


def _count(first: Ruleset, second: Ruleset, players: int | None, same: Sameness) -> int | None:
    """How many play: the number asked for, else the fewest with which the compiled rules differ, or else both can."""
    unequal, both = same.unequal, (*same.equal, *same.unequal)
    if players is None:
        return min(unequal or both, default=None)
    set_up(first.system, players, first.settings)
    set_up(second.system, players, second.settings)
    return players


def _cards(first: Ruleset, second: Ruleset, players: int, table: Sides | None) -> tuple[int, int, int]:
    mine, theirs = (len(set_up(one.system, players, one.settings).faces) for one in (first, second))
    return (0 if table is None else len(table.first.setup.faces)), mine, theirs


def _game(table: Sides, limits: Limits) -> tuple[Looked, Parting | None]:
    way, looked = search(table, limits)
    return looked, None if way is None else confirmed(table, way)


def _settings(first: Ruleset, second: Ruleset, players: int) -> tuple[Setting, ...]:
    """The options that were chosen on one side at least, and have other values in force."""
    mine, theirs = (set_up(one.system, players, one.settings).options for one in (first, second))
    return tuple(
        Setting(key, value_text(mine[key]), value_text(theirs[key]), first.system.options[key].cites)
        for key in mine
        if key in theirs and (key in first.settings or key in second.settings)
        if value_text(mine[key]) != value_text(theirs[key])
    )
