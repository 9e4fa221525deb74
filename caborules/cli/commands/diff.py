"""``caborules diff A B``: what differs between two rulesets, and a short game in which they part."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Terminal

if TYPE_CHECKING:
    from caborules.tools.difference.compare import Ruleset

BREADTH: Final = 10_000
RANDOM: Final = 20_000
_CODES: Final = {"same": exits.OK, "differs": exits.VIOLATED, "undecided": exits.UNDECIDED}


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("first", metavar="A", help="a ruleset: a path, or a shipped name")
    parser.add_argument("second", metavar="B", nargs="?", help="another one (A itself, with other options)")
    shared.settings(parser)
    for side, name in (("first", "A"), ("second", "B")):
        parser.add_argument(
            f"--set-{side}",
            action="append",
            default=[],
            type=shared.setting,
            metavar="OPTION=VALUE",
            help=f"choose a value of an option in {name} only (repeatable; --set: in both that have it)",
        )
        parser.add_argument(f"--preset-{side}", metavar="NAME", help=f"the options of a preset of {name}")
    shared.players(parser)
    parser.add_argument("--no-game", action="store_true", help="compare the texts and the compiled rules only")
    parser.add_argument(
        "--positions",
        type=shared.count(1, 10**7),
        default=BREADTH,
        metavar="N",
        help=f"look at N positions of short games, every game in turn ({BREADTH})",
    )
    parser.add_argument(
        "--random",
        type=shared.count(0, 10**7),
        default=RANDOM,
        metavar="N",
        help=f"then at N positions of random games ({RANDOM})",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="all lines of examples and properties that differ, and all that a game shows",
    )
    shared.seed(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="how it is written down")


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 0 where it is the same game, 1 where they differ, 3 where no game found shows whether they do."""
    from caborules.cli.diff_json import content
    from caborules.cli.diff_text import lines
    from caborules.tools.difference.compare import compared
    from caborules.tools.difference.search import Limits

    first, second = _both(options)
    limits = None if options.no_game else Limits(options.positions, options.random, options.seed)
    report = compared(first, second, options.players, limits)
    if options.format == "json":
        terminal.json("caborules/diff/1", content(report))
    else:
        for line in lines(report, markdown=options.format == "markdown", full=options.full):
            terminal.say(line)
    return _CODES[report.verdict]


def _both(options: Namespace) -> tuple[Ruleset, Ruleset]:
    """The two rulesets with their options. An option of ``--set`` goes to those that have it. Raises Refused."""
    from caborules.tools.difference.compare import opened, with_settings

    first = opened(options.first)
    second = first if options.second is None else opened(options.second)
    given = shared.chosen(options.settings)
    unknown = [key for key in given if key not in first.system.options and key not in second.system.options]
    if unknown:
        raise UsageError(f"neither ruleset has an option {shared.shorten(unknown[0])}", "See: caborules options FILE")
    return (
        with_settings(first, options.preset_first, given, shared.chosen(options.set_first)),
        with_settings(second, options.preset_second, given, shared.chosen(options.set_second)),
    )
