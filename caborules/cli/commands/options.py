"""``caborules options FILE``: the options of a ruleset, their values, and which points its source leaves open."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.reports import plural
from caborules.cli.terminal import Table, Terminal

if TYPE_CHECKING:
    from caborules.ir.system import System
    from caborules.tools.option_list import Listed

WIDE: Final = 120
"""On a terminal of so many columns the options stand in a table."""


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--all", action="store_true", help="also the answers that this ruleset fixes")
    shared.settings(parser)
    shared.players(parser)
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.tools.compile import open_ruleset
    from caborules.tools.option_list import list_options

    system = open_ruleset(options.file).system
    players = options.players or system.players[0]
    listed = list_options(system, players, shared.chosen(options.settings))
    shown = [option for option in listed if options.all or option.openness != "fixed"]
    if options.format == "json":
        terminal.json("caborules/options/1", _content(system, players, shown))
    else:
        _print(system, players, shown, terminal)
    return exits.OK


def _print(system: System, players: int, shown: list[Listed], terminal: Terminal) -> None:
    if not shown:
        terminal.heading(f"{system.name}: {system.title}")
        terminal.say("This ruleset has no options.")
    else:
        if terminal.width < WIDE:
            _print_in_lines(system, shown, terminal)
        else:
            _print_in_columns(system, shown, terminal)
        open_points = sum(option.openness == "open" for option in shown)
        terminal.say()
        terminal.say(
            f"{plural(len(shown), 'option')}, {open_points} of them open: the source does not say which it is."
        )
    if system.presets:
        terminal.say()
        terminal.table(Table(("preset", "sets", "text"), tuple(_preset_rows(system, players))))


def _print_in_lines(system: System, shown: list[Listed], terminal: Terminal) -> None:
    """Two lines an option, folded where they are too long."""
    terminal.heading(f"{system.name}: {system.title}")
    for option in shown:
        default = f"{option.default_text} unless chosen"
        chosen = [] if option.value in [value for *_, value in option.defaults] else [f"now {option.value}"]
        parts = [option.domain_text, default, *chosen, option.openness, *([" ".join(option.clauses)])]
        told = "; ".join(filter(None, parts))
        for text, first, rest in ((f"{option.key}  {told}", "", "    "), (option.text, "    ", "    ")):
            folded = textwrap.wrap(
                text, terminal.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
            )
            for line in folded:
                terminal.say(line)


def _print_in_columns(system: System, shown: list[Listed], terminal: Terminal) -> None:
    columns: dict[str, tuple[str, ...]] = {
        "option": tuple(option.key for option in shown),
        "may be": tuple(option.domain_text for option in shown),
        "default": tuple(option.default_text for option in shown),
        "value": tuple(option.value for option in shown),
        "kind": tuple(option.openness for option in shown),
        "clauses": tuple(" ".join(option.clauses) for option in shown),
        "what it asks": tuple(option.text for option in shown),
    }
    if columns["value"] == columns["default"]:
        del columns["value"]
    rows = tuple(zip(*columns.values(), strict=True))
    terminal.table(Table(tuple(columns), rows, f"{system.name}: {system.title}"))


def _preset_rows(system: System, players: int) -> list[tuple[str, str, str]]:
    return [
        (name, ", ".join(f"{key}={value}" for key, value in settings), text)
        for name, settings, text in _presets(system, players)
    ]


def _presets(system: System, players: int) -> list[tuple[str, list[tuple[str, str]], str]]:
    from caborules.engine.game import NOTHING, fixed, value_text
    from caborules.engine.values import evaluate

    setup = fixed(system, players, {})
    return [
        (
            preset.name,
            [(key, value_text(evaluate(setup, NOTHING, value, {}))) for key, value in preset.settings],
            preset.text,
        )
        for preset in system.presets.values()
    ]


def _content(system: System, players: int, shown: list[Listed]) -> dict[str, object]:
    return {
        "ruleset": system.name,
        "title": system.title,
        "players": {"low": system.players[0], "high": system.players[1], "chosen": players},
        "options": [
            {
                "key": option.key,
                "text": option.text,
                "kind": option.openness,
                "domain": list(option.domain),
                "defaults": [{"players": [low, high], "value": value} for low, high, value in option.defaults],
                "value": option.value,
                "clauses": list(option.clauses),
                "place": {"file": option.file, "line": option.line},
            }
            for option in shown
        ],
        "presets": [
            {"name": name, "text": text, "settings": dict(settings)}
            for name, settings, text in _presets(system, players)
        ],
    }
