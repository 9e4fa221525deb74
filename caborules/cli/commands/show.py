"""``caborules show FILE``: the ruleset after variants, libraries and sheets are worked in, as a person can read it."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Table, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caborules.api.game import Ruleset
    from caborules.ir.lowered import LoweredSystem


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--lowered", action="store_true", help="the lowered operations, with the options fixed")
    parser.add_argument("--learning", action="store_true", help="who learns what: what each choice shows, and to whom")
    shared.game(parser)
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.ir.show import show_system
    from caborules.tools.compile import open_ruleset

    if options.learning and options.lowered:
        raise UsageError("--learning and --lowered are two things to show", "Choose one of them.")
    ruleset = open_ruleset(options.file)
    if options.learning:
        return _learning(ruleset, options, terminal)
    others: list[tuple[int, int]] = []
    if options.lowered:
        parts = list(_lowered(ruleset, options))
        others = [players for players, _ in parts[1:]]
    else:
        shared.refuse_game_arguments(options, "only with --lowered and --learning are options and players fixed")
        parts = [(ruleset.system.players, show_system(ruleset.system))]
    if options.format == "json":
        shown = [{"players": list(players), "text": text} for players, text in parts]
        content = {"ruleset": ruleset.name, "hash": ruleset.hash, "lowered": options.lowered, "parts": shown}
        terminal.json("caborules/show/1", content)
    else:
        terminal.say(parts[0][1].rstrip())
        if others:
            low, high = parts[0][0]
            terminal.say()
            terminal.say(f"This is for {_range(low, high)} players. With other numbers the options have other values:")
            for low, high in others:
                terminal.say(f"  {_range(low, high)} players: --players {low}")
    return exits.OK


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _learning(ruleset: Ruleset, options: Namespace, terminal: Terminal) -> int:
    """The table of who learns what, over all numbers of players."""
    from caborules.check.learn import learning

    rows = learning(system for _, system in _systems(ruleset, options))
    if options.format == "json":
        content = {"ruleset": ruleset.name, "hash": ruleset.hash, "learning": [row.to_json() for row in rows]}
        terminal.json("caborules/learning/1", content)
        return exits.OK
    columns = ("when", "how", "what", "actor", "owner", "everybody else", "where")
    lines = [
        (
            row.when,
            f"{row.how} ({row.declared})" if row.how == "chosen" else row.how,
            row.what,
            row.actor,
            row.owner,
            row.others,
            "" if row.span is None else f"{row.span.file}:{row.span.start.line}",
        )
        for row in rows
    ]
    terminal.table(Table(columns, tuple(lines)))
    return exits.OK


def _lowered(ruleset: Ruleset, options: Namespace) -> Iterator[tuple[tuple[int, int], str]]:
    """The lowered system of each range of numbers of players that have the same options, in words."""
    from caborules.lower.show import show

    for players, system in _systems(ruleset, options):
        yield players, show(system)


def _systems(ruleset: Ruleset, options: Namespace) -> Iterator[tuple[tuple[int, int], LoweredSystem]]:
    """The lowered system of each range of numbers of players that have the same options."""
    from caborules.api.game import preset_settings
    from caborules.lower.build import groups, lower

    settings = dict(preset_settings(ruleset.system, options.preset)) if options.preset else {}
    settings.update(shared.chosen(options.settings))
    if options.players is not None:
        game = ruleset.configured(options.players, settings)
        alone = (options.players, options.players)
        yield alone, lower(ruleset.system, game.options, alone)
        return
    for players, values in groups(ruleset.system, settings):
        yield players, lower(ruleset.system, values, players)
