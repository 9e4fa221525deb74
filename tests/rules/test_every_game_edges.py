"""Edge positions that concern every game, or every game with rows of hidden cards: by their row in docs/edge-cases.md.

They are looked for in random play, so that they hold for a game that is added later as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from caborules import load
from caborules.engine.chance import Supplied
from caborules.engine.decisions import Action, late_window, offers
from caborules.engine.faults import IllegalAction
from caborules.engine.game import set_up
from caborules.engine.machine import act
from caborules.engine.pairs import random_game, run_pairs
from caborules.engine.play import Play
from caborules.engine.save import fingerprint
from caborules.engine.setup import Setup
from caborules.engine.views import view
from caborules.ir.system import System
from caborules.names.sources import shipped_rulesets
from caborules.text.resources import shipped_root
from tests.support.positions import can, conserved, lies, position, take, takes
from tests.support.rulesets import forced, shipped

GAMES = sorted(name for name, path in shipped_rulesets().items() if path.parent == shipped_root())
ROW_GAMES = [name for name in GAMES if {"row", "discard", "drawn"} <= shipped(name).places.keys()]
SEEDS = range(3)
PAIRS = 300


@cache
def checked(game: str) -> System:
    """The ruleset as it is played: static checks say of each choice whether everybody can tell that it is legal."""
    return load(game).system


@cache
def plays(game: str) -> tuple[Play, ...]:
    """Random games of the fewest players and of three."""
    system = checked(game)
    numbers = sorted({system.players[0], min(3, system.players[1])})
    setups = [set_up(system, number) for number in numbers]
    return tuple(
        Play(setup, random_game(setup, Random(f"{game}/{seed}"), f"{game}/{seed}"))
        for setup in setups
        for seed in SEEDS
    )


def strangers(play: Play) -> Iterator[tuple[int, Action]]:
    """Positions of a play, by their number, with actions that are not legal there: taken elsewhere, or by another."""
    taken = [turn.action for turn in play.turns if turn.action is not None]
    for number, turn in enumerate(play.turns[::4]):
        state = turn.step.state
        legal = {offer.action for offer in offers(play.setup, state)}
        other = [
            replace(action, seat=(action.seat + 1) % play.setup.players) for action in legal if action.seat is not None
        ]
        for action in (*taken[:12], *other):
            if action not in legal and late_window(play.setup, state, action) is None:
                yield number * 4, action


# ---------------------------------------------------------------- A: stock, conservation
@pytest.mark.parametrize("game", GAMES)
def test_05_14_84_a_refused_action_leaves_everything_as_it_was(game: str) -> None:
    """Whoever sends it, whatever it was: a card of a row that is not there, a draw out of turn, another's choice."""
    tried = 0
    for play in plays(game):
        for number, action in strangers(play):
            state = play.turns[number].step.state
            before = fingerprint(play.setup, state)
            with pytest.raises(IllegalAction):
                act(play.setup, state, action)
            assert fingerprint(play.setup, state) == before
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("game", GAMES)
def test_06_every_card_is_in_one_place_at_every_decision(game: str) -> None:
    for play in plays(game):
        for turn in play.turns:
            lying = [card for there in turn.step.state.store.places for card in there if card is not None]
            assert sorted(lying) == list(range(len(play.setup.faces)))


def quiet_lap(game: str, cards: dict[str, str], **options: object) -> Play:
    """A lap of two without matching, seat 0 to move."""
    setup = forced(shipped(game), 2, matching__offered=False, drawing__exhausted="reshuffle", **options)
    return position(setup, "lap", cards, {"active": 0})


@pytest.mark.parametrize("game", ROW_GAMES)
def test_06_two_reshuffles_lose_and_double_nothing(game: str) -> None:
    play = quiet_lap(game, {"row 0": "5♠", "row 1": "6♣", "discard": "K♠ 4♥", "stock": "2♠"}, drawing__keep_top=True)
    shuffles = 0
    for seat in (0, 1, 0, 1, 0, 1):
        for move in ("draw", "discard"):
            play = take(play, seat, move)
            shuffles += sum(event.kind == "shuffled" for event in play.events)
        while play.state.control and can(play, seat, "decline"):
            play = take(play, seat, "decline")
        assert conserved(play)
    assert shuffles >= 2


@pytest.mark.parametrize("game", ROW_GAMES)
def test_07_a_shuffled_card_cannot_be_followed(game: str) -> None:
    """Two histories that differ in a shuffle only give equal views."""
    play = quiet_lap(game, {"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥ J♥"}, drawing__keep_top=True)
    views = []
    for order in ((0, 1, 2), (2, 0, 1)):
        step = act(play.setup, replace(play.state, chance=Supplied((order,))), Action(0, "turn.draw"))
        views.append(view(play.setup, step.state, 1, step.events))
    assert views[0] == views[1]


@pytest.mark.parametrize("game", ROW_GAMES)
def test_12_the_top_discard_stays_or_goes(game: str) -> None:
    cards = {"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥"}
    for keep, left in ((True, "8♥"), (False, "")):
        play = take(quiet_lap(game, cards, drawing__keep_top=keep), 0, "draw")
        assert lies(play, "discard") == left and conserved(play)


# ---------------------------------------------------------------- E: hidden information
@cache
def compared(setup: Setup) -> tuple[int, int]:
    """Pairs of games that differ in cards that a player has not seen, and how many of them look different."""
    report = run_pairs(setup, seed=11, count=PAIRS)
    return report.pairs, report.leak_count


@pytest.mark.parametrize("game", GAMES)
def test_69_70_72_73_74_76_83_what_was_not_shown_changes_nothing(game: str) -> None:
    """Whole views, legal actions, events and answers to refused actions: equal for equal knowledge.

    A view that named a hidden card, an event with its face, or a list of legal matches that leaves out cards which do
    not fit would make a difference (tests/properties/test_pairs.py plants such faults, and each is found).
    """
    system = checked(game)
    for number in sorted({system.players[0], min(3, system.players[1])}):
        pairs, leaks = compared(set_up(system, number))
        assert (pairs >= PAIRS, leaks) == (True, 0)


@pytest.mark.parametrize("game", ROW_GAMES)
def test_69_70_a_drawn_card_is_for_the_drawer_alone(game: str) -> None:
    views = []
    for top in ("7♣", "Q♥"):
        play = take(quiet_lap(game, {"row 0": "2♠", "row 1": "3♠", "stock": f"{top} ..."}), 0, "draw")
        views.append([play.observation(seat) for seat in (0, 1)])
    assert views[0][1] == views[1][1]
    assert views[0][0] != views[1][0]


@pytest.mark.parametrize("game", ROW_GAMES)
def test_81_a_swapped_card_is_its_new_owners(game: str) -> None:
    """After a blind swap each of the two exchanges the card that they now have, and cannot touch the old one."""
    cards = {"row 0": "5♠", "row 1": "6♣", "stock": "J♣ 2♦ 3♦ ..."}
    play = takes(quiet_lap(game, cards), (0, "draw"), (0, "discard"), (0, "blind-swap"))
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("6♣", "5♠")
    play = takes(play, (1, "draw"), (1, "exchange", 0))
    assert lies(play, "discard").split()[0] == "5♠"
    while can(play, 1, "decline"):
        play = take(play, 1, "decline")
    play = takes(play, (0, "draw"), (0, "exchange", 0))
    assert lies(play, "discard").split()[0] == "6♣"
