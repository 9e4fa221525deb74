"""``caborules trace FILE -o OUT``: record a game between bots."""

from __future__ import annotations

from argparse import Namespace

from caborules.cli import arguments as shared
from caborules.cli import exits, outputs
from caborules.cli.opening import game_of
from caborules.cli.reports import plural
from caborules.cli.terminal import Terminal


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.output("--output", "-o", default="-", metavar="OUT", help="where to write it (standard output)")
    parser.add_argument(
        "--moves", type=shared.count(0), default=10_000, metavar="N", help="at most N decisions (10000)"
    )
    shared.bots(parser)
    shared.game(parser)
    shared.seed(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 1 where the rules broke down; the record goes as far as the game did."""
    from caborules.tools.compile import open_ruleset
    from caborules.tools.record import record

    game = game_of(open_ruleset(options.file), options)
    recording = record(game.setup, options.bots, options.seed, options.moves)
    text = recording.play.trace() + "\n"
    if options.output == "-":
        terminal.out.write(text)
    else:
        outputs.write(options.output, text)
        end = "the game is over" if recording.play.state.over else "the game goes on"
        terminal.note(f"{options.output}: {plural(len(recording.play.turns) - 1, 'decision')}, {end}")
    if recording.fault:
        terminal.note(f"The rules broke down: {recording.fault}")
        return exits.VIOLATED
    return exits.OK
