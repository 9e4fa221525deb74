"""Small games for tests of the engine, and what is asked of a game in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from caborules.engine.decisions import offers
from caborules.engine.play import Play
from caborules.ir.statements import Decide
from caborules.ir.system import System
from tests.support.rulesets import play

DEAL = """\
state
    turn-of: player, at first first-seat
    count: 0..9, at first 0
    score of each player: 0..9, at first 0

rule deal
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
"""


def legal(game: Play) -> list[tuple[object, ...]]:
    """The legal actions, shortly: seat, choice, indices of cards or other arguments."""
    return [
        (a.seat, a.choice, *(x[2] if isinstance(x, tuple) and len(x) == 3 else x for x in a.arguments))
        for a in (offer.action for offer in offers(game.setup, game.state))
    ]


def take(game: Play, seat: int | None, choice: str, *arguments: object) -> Play:
    """Take the only legal action of that seat and choice (with these short arguments)."""
    wanted = [
        offer.action
        for offer, short in zip(offers(game.setup, game.state), legal(game), strict=True)
        if short[:2] == (seat, choice) and (not arguments or short[2:] == arguments)
    ]
    assert len(wanted) == 1, (wanted, legal(game))
    return game.act(wanted[0])


def value(game: Play, name: str, owner: int | None = None) -> object:
    return game.state.store.variables[game.setup.variable_index[name, owner]]


def kinds(game: Play) -> list[str]:
    return [event.kind for event in game.events if event.kind not in ("entered", "left")]


MUST = (
    DEAL
    + """
rule game
    deal
    turn-of must
        swap-two (mine in row of turn-of, other in others of turn-of, theirs in row of other) "swap"
            swap mine with theirs
        stop "stop"
            nothing
"""
)


EACH = (
    DEAL
    + """
rule game
    deal
    each p in players must {mode}
        score-it (n in (1..2)) "score"
            set score of p to n
            add 1 to count
    set turn-of to left of turn-of
"""
)


WINDOW = (
    DEAL
    + """
window snap "Snapping"
    opens after lay
    closes before turn.pause
    held during quiet
    late: add 1 to score of q
    q in players where score of q is less than 3 may
        snap (c in row of q) "snap"
            move c to discard
            {react}

rule lay
    move top of stock to discard otherwise nothing

rule quiet
    turn-of may
        rest-now "rest"
            nothing

rule turn
    turn-of must
        lay-one "lay a card"
            lay
        pause "pause"
            add 1 to count

rule game
    deal
    repeat until count is 2
        turn
        {inside}
"""
)


def window_game(react: str = "nothing", inside: str = "nothing", players: int = 2) -> Play:
    return play(WINDOW.format(react=react, inside=inside), players)


AWAIT = WINDOW.format(react="{react}", inside="await snap")


def awaiting(react: str = "nothing", players: int = 3) -> Play:
    return take(play(AWAIT.format(react=react), players), 0, "turn.lay-one")


def changed_decisions(system: System, change: Callable[[Decide], Decide]) -> System:
    """The system with each decision replaced: for what the compiler would not let anybody write."""
    blocks = {
        number: replace(block, statements=tuple(change(s) if isinstance(s, Decide) else s for s in block.statements))
        for number, block in system.blocks.items()
    }
    return replace(system, blocks=blocks)
