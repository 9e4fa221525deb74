"""``caborules moves``: the legal actions of every seat in a position, in their documented order.

The position is that of a recorded game after some decisions, or of a game between bots.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.opening import game_of, is_trace, open_trace
from caborules.cli.problems import UsageError
from caborules.cli.reports import plural
from caborules.cli.terminal import Table, Terminal

if TYPE_CHECKING:
    from caborules.engine.decisions import Action
    from caborules.engine.play import Play
    from caborules.tools.words import Words


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE|TRACE", help="a ruleset, or a recorded game (.json)")
    parser.add_argument("--after", type=shared.count(0), metavar="N", help="after N decisions (0; of a trace: all)")
    parser.add_argument("--seat", metavar="SEAT", help="of one seat only: its letter, or its number from 1")
    parser.add_argument("--ruleset", metavar="FILE", help="of a trace: its ruleset (the shipped one that it names)")
    shared.bots(parser)
    shared.game(parser)
    shared.seed(parser)
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.engine.decisions import offers
    from caborules.tools.words import Words

    play = _recorded(options) if is_trace(options.file) else _played(options)
    setup, state = play.setup, play.state
    seat = None if options.seat is None else seat_number(options.seat, setup.players)
    actions = [offer.action for offer in offers(setup, state)]
    shown = [action for action in actions if seat is None or action.seat == seat]
    words = Words(setup.system)
    if options.format == "json":
        terminal.json("caborules/moves/1", _content(play, shown, words))
    else:
        _print(play, shown, words, terminal)
    return exits.OK


def seat_number(text: str, players: int) -> int:
    """The seat (from 0) of a letter, or of a number from 1. Raises UsageError."""
    from caborules.ir.seats import seat_name

    names = {seat_name(seat): seat for seat in range(players)} | {str(seat + 1): seat for seat in range(players)}
    if text.upper() not in names:
        last = seat_name(players - 1)
        raise UsageError(f"there is no seat {shared.shorten(text)}", f"The seats are A to {last}, or 1 to {players}.")
    return names[text.upper()]


def _played(options: Namespace) -> Play:
    from caborules.tools.compile import open_ruleset
    from caborules.tools.record import record

    if options.ruleset is not None:
        raise UsageError("--ruleset goes with a trace only", "Name the ruleset alone.")
    after = options.after or 0
    game = game_of(open_ruleset(options.file), options)
    recording = record(game.setup, options.bots, options.seed, after)
    _enough(after, len(recording.play.turns) - 1)
    return recording.play


def _recorded(options: Namespace) -> Play:
    from dataclasses import replace

    ruleset, text = open_trace(options.file, options.ruleset)
    shared.refuse_game_arguments(options, "a trace has its own options and players")
    replayed = ruleset.replay(text)
    if replayed.play is None or replayed.difference is not None:
        step = 0 if replayed.difference is None else replayed.difference.step
        raise UsageError(
            f"the trace differs from {ruleset.name} at step {step}", f"See: caborules replay {options.file}"
        )
    turns = replayed.play.turns
    after = len(turns) - 1 if options.after is None else options.after
    _enough(after, len(turns) - 1)
    return replace(replayed.play, turns=turns[: after + 1])


def _enough(wanted: int, there: int) -> None:
    if wanted > there:
        raise UsageError(f"the game has {plural(there, 'decision')} only", f"Choose --after 0 to {there}.")


def _print(play: Play, shown: list[Action], words: Words, terminal: Terminal) -> None:
    from caborules.tools.record import standing

    line = standing(play.setup, play.state)
    after = plural(len(play.turns) - 1, "decision")
    if line is None:
        terminal.say(f"{play.setup.system.title}: the game is over after {after}.")
        return
    where = "" if line.span is None else f" ({line.span.file}:{line.span.start.line})"
    terminal.heading(f"{play.setup.system.title}: after {after}, at {line.rule}{where}")
    rows = tuple(
        (
            str(number),
            "outside" if action.seat is None else words.seat(action.seat),
            action.choice,
            words.action(action),
        )
        for number, action in enumerate(shown, 1)
    )
    terminal.table(Table(("", "seat", "choice", "what it is"), rows))


def _content(play: Play, shown: list[Action], words: Words) -> dict[str, object]:
    from caborules.engine.formats import written_action
    from caborules.tools.record import standing

    line = standing(play.setup, play.state)
    return {
        "ruleset": play.setup.system.name,
        "hash": play.setup.hash,
        "players": play.setup.players,
        "after": len(play.turns) - 1,
        "over": play.state.over,
        "rule": None if line is None else line.rule,
        "actions": [{**written_action(action), "text": words.action(action)} for action in shown],
    }
