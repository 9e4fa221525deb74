"""``caborules play FILE``: play in the terminal against simple bots, seeing only your own seat."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.commands.moves import seat_number
from caborules.cli.opening import game_of
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Terminal

if TYPE_CHECKING:
    from caborules.api.game import Game


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--seat", default="A", metavar="SEAT", help="where you sit: a letter, or a number from 1 (A)")
    shared.bots(parser)
    shared.game(parser)
    parser.add_argument(
        "--seed", type=shared.seed_text, metavar="S", help="the same seed, the same cards (true chance without one)"
    )


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 0 where the game came to its end or the person left it, 2 where the input ended before."""
    from caborules.cli.person import Left
    from caborules.tools.compile import open_ruleset

    game = game_of(open_ruleset(options.file), options)
    seat = seat_number(options.seat, game.num_players)
    try:
        _play(game, seat, options, terminal)
    except Left as left:
        if left.ended:
            raise UsageError(
                "the input ended before the game did", "Play in a terminal, or give a move a line; q leaves the game."
            ) from left
        terminal.say("You have left the game.")
    return exits.OK


def _play(game: Game, seat: int, options: Namespace, terminal: Terminal) -> None:
    import secrets

    from caborules.api.game import State
    from caborules.cli.person import HELP, Person
    from caborules.engine.chance import Entropy, seeded
    from caborules.ir.seats import seat_name
    from caborules.tools.bots import make_bots
    from caborules.tools.dice import Dice
    from caborules.tools.screen import Screen
    from caborules.tools.table import Player, Table
    from caborules.tools.words import Words

    setup = game.setup
    seed = secrets.token_hex(16) if options.seed is None else options.seed
    bots = make_bots(options.bots, setup.system, [other for other in setup.seats if other != seat], seed)
    person: Player = Person(Screen(Words(setup.system)), terminal)
    players = [bots.get(other, person) for other in setup.seats]
    table = Table(setup, players, Dice(seed, "polling"), Dice(seed, "imagining"))
    terminal.heading(setup.system.title)
    others = " and ".join(seat_name(other) for other in setup.seats if other != seat)
    terminal.say(
        f"You are {seat_name(seat)}. {others} {'are' if len(bots) > 1 else 'is'} played by {options.bots} bots."
    )
    terminal.say(HELP)
    last = None
    for move in table.games(Entropy() if options.seed is None else seeded(seed)):
        last = move
    won = None if last is None else State(game, last.step.state).winners()
    if won is not None:
        terminal.say(f"Won: {' and '.join(seat_name(winner) for winner in won) or 'nobody'}.")
