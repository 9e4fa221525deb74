"""Edge positions of the games with rows of hidden cards, in every such game, by their row in docs/edge-cases.md."""

from __future__ import annotations

from functools import partial
from typing import TypedDict

import pytest

from caborules.engine.chance import Identity
from caborules.engine.decisions import Action
from caborules.engine.game import in_domain
from caborules.engine.play import Play, begin
from tests.rules.test_every_game_edges import ROW_GAMES
from tests.support.positions import can, conserved, legal, lies, place, position, take, takes, value
from tests.support.rulesets import forced, shipped


class Answers(TypedDict):
    matching__whose: str
    matching__gift: str


GIFTS = ["cabo", "kaboo"]
"""Games that match another's card, and Cabo made to."""
OPEN = ("match",)
ANYBODYS: Answers = {"matching__whose": "anybodys", "matching__gift": "must"}
CALM = ("draw", "discard", "decline", "pass")


def lap(
    game: str,
    cards: dict[str, str],
    values: dict[str, object] | None = None,
    windows: tuple[str, ...] = OPEN,
    players: int = 2,
    **options: object,
) -> Play:
    return position(forced(shipped(game), players, **options), "lap", cards, {"active": 0, **(values or {})}, windows)


def calmly(play: Play, rounds: int) -> Play:
    """Nobody does anything but draw and discard, until so many rounds are over."""
    while value(play, "rounds-played") != rounds:
        calm = [one for one in legal(play) if one[1] in CALM]
        play = take(play, *calm[0][:2])
    return play


# ---------------------------------------------------------------- A: stock and discard
@pytest.mark.parametrize("game", ROW_GAMES)
def test_02_a_taken_card_takes_the_place_of_a_card(game: str) -> None:
    """Not of a gap; and the discard pile is not empty after it, so that the next player has a move."""
    play = lap(game, {"row 0": "_ 6♠", "row 1": "6♣", "discard": "3♥"}, matching__offered=False)
    if any(one[:3] == (0, "take", 1) for one in legal(play)):
        assert [one for one in legal(play) if one[1] == "take"] == [(0, "take", 1)]
        play = take(play, 0, "take", 1)
    else:
        play = take(play, 0, "take")
        assert [one for one in legal(play) if one[1] == "exchange"] == [(0, "exchange", 1)]
        play = take(play, 0, "exchange", 1)
    assert (lies(play, "row 0"), lies(play, "discard")) == ("_ 3♥", "6♠")
    assert can(play, 1, "take") and conserved(play)


@pytest.mark.parametrize("game", ROW_GAMES)
def test_03_an_empty_discard_pile_offers_nothing(game: str) -> None:
    play = lap(game, {"row 0": "5♠", "row 1": "6♣", "stock": "7♣ 3♠ ..."})
    assert not can(play, 0, "take") and not any(can(play, seat, "match") for seat in (0, 1))
    assert can(play, 0, "draw")


# ---------------------------------------------------------------- B: matching
@pytest.mark.parametrize("game", GIFTS)
def test_24_a_debt_in_the_last_window_comes_before_the_reveal(game: str) -> None:
    cards = {"row 0": "K♠", "row 1": "9♦ 2♣", "row 2": "5♠ 3♠", "stock": "5♣ K♣ ...", "discard": "Q♣"}
    values = {"dealer": 1, "caller": 0, "had-last-turn 1": True}
    play = position(forced(shipped(game), 3, **ANYBODYS), "play-out", cards, values)
    play = takes(play, (2, "draw"), (2, "discard"), (1, "match-other", 2, 0))
    assert legal(play) == [(1, "give", 0), (1, "give", 1)]
    play = take(play, 1, "give", 0)
    assert (lies(play, "row 1"), lies(play, "row 2").split()[-1]) == ("_ 2♣", "3♠")
    assert conserved(play)


@pytest.mark.parametrize("empty_row", ["calls", "plays-on"])
@pytest.mark.parametrize("game", GIFTS)
def test_26_giving_the_last_card_away(game: str, empty_row: str) -> None:
    cards = {"row 0": "7♠ 4♠", "row 1": "2♣", "discard": "7♣", "stock": "3♠ ..."}
    play = lap(game, cards, rows__empty_row=empty_row, calling__protected=False, **ANYBODYS)
    play = takes(play, (1, "match-other", 0, 0), (1, "give", 0))
    assert lies(play, "row 1") == ""
    assert value(play, "caller") == (1 if empty_row == "calls" else None)


@pytest.mark.parametrize("game", GIFTS)
def test_36_the_card_that_was_chosen_goes(game: str) -> None:
    cards = {"row 0": "Q♠ Q♥ 3♠ 4♠", "row 1": "Q♦ A♠", "discard": "Q♣", "stock": "7♣ 8♠ ..."}
    play = takes(lap(game, cards, **ANYBODYS), (1, "match-other", 0, 1), (1, "give", 1))
    assert lies(play, "discard") == "Q♥ Q♣"
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("Q♠ A♠ 3♠ 4♠", "Q♦")


@pytest.mark.parametrize("game", ROW_GAMES)
def test_28_a_row_with_a_gap_keeps_its_positions(game: str) -> None:
    cards = {"row 0": "_ 9♥ 7♦ 2♣", "row 1": "3♣", "discard": "7♥", "stock": "7♣ ..."}
    play = lap(game, cards, {"active": 1})
    assert [one[2] for one in legal(play, 0) if one[1] == "match"] == [1, 2, 3]
    play = take(play, 0, "match", 2)
    assert (lies(play, "row 0"), lies(play, "discard")) == ("_ 9♥ _ 2♣", "7♦ 7♥")


@pytest.mark.parametrize("game", ROW_GAMES)
def test_31_who_has_discarded_may_match_as_well(game: str) -> None:
    play = lap(game, {"row 0": "5♠ 3♦", "row 1": "2♣", "stock": "5♥ 4♦ ..."}, windows=())
    play = takes(play, (0, "draw"), (0, "discard"))
    assert lies(take(play, 0, "match", 0), "row 0") == "_ 3♦"


@pytest.mark.parametrize("game", ROW_GAMES)
def test_35_rows_grow_until_the_stock_is_gone(game: str) -> None:
    """Where a wrong match costs cards, always or as the table plays."""
    setup = forced(shipped(game), 2)
    cost = setup.system.options.get("cost.wrong-match")
    paid = None if cost is None or cost.openness == "fixed" else in_domain(setup, cost, "penalty-cards 1")
    at = partial(lap, game, {"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": "..."}, {"active": 1})
    play = at() if paid is None else at(cost__wrong_match=paid[0])
    cards = len(place(play, "stock"))
    wrong = Action(0, "match.match", (("row", 0, 0),), 1)
    while place(play, "stock"):
        play = play.act(wrong)
    assert len(place(play, "row 0")) == 1 + cards and conserved(play)
    play = play.act(wrong)
    assert len(place(play, "row 0")) == 1 + cards and legal(play)


# ---------------------------------------------------------------- D: call, end, score
@pytest.mark.parametrize("game", ROW_GAMES)
def test_51_an_empty_row_scores_nothing(game: str) -> None:
    play = position(forced(shipped(game), 2), "score-round", {"row 1": "5♠"}, {"caller": 1})
    assert value(play, "score 0") == 0 and value(play, "score 1") != 0


@pytest.mark.parametrize("game", ROW_GAMES)
def test_54_the_caller_of_a_play_off_is_scored_though_a_lower_seat_sits_out(game: str) -> None:
    setup = forced(shipped(game), 3, matching__offered=False)
    dealt = "K♣ K♠ Q♥ J♥ A♠ 2♠ 3♠ 4♠ ..."
    play = position(setup, "round", {"stock": dealt}, {"dealer": 0, "in-play 0": False, "score 0": 40})
    play = take(play, 1, "call")
    assert value(play, "caller") == 1 and place(play, "row 0") == ()
    while not play.state.over:
        assert not legal(play, 0)
        calm = [one for one in legal(play) if one[1] in CALM]
        play = take(play, *calm[0][:2])
    assert value(play, "caller") == 1
    assert value(play, "score 0") == 40 and value(play, "score 1") != 0


@pytest.mark.parametrize("game", ROW_GAMES)
def test_56_a_new_round_begins_with_a_clean_slate(game: str) -> None:
    setup = forced(shipped(game), 2, game__ends="at-target", game__target=100)
    play = begin(setup, Identity())
    first = {one[1] for one in legal(play)} - {"match", "match-other"}
    play = calmly(take(play, legal(play)[0][0], "call"), 1)
    assert value(play, "caller") is None
    assert not value(play, "had-last-turn 0") and not value(play, "had-last-turn 1")
    assert {one[1] for one in legal(play)} - {"match", "match-other"} == first
    assert conserved(play)


@pytest.mark.parametrize("game", ROW_GAMES)
def test_58_fewer_cards_decide_nothing(game: str) -> None:
    """The same totals are scored the same, however many cards they are made of."""
    scored = []
    for other in ("8♥", "3♥ 5♥"):
        play = position(forced(shipped(game), 2), "score-round", {"row 0": "8♠", "row 1": other}, {"caller": 0})
        scored.append([value(play, f"score {seat}") for seat in (0, 1)])
    assert scored[0] == scored[1]


# ---------------------------------------------------------------- E, F
@pytest.mark.parametrize("game", ROW_GAMES)
def test_80_an_added_card_fills_the_first_gap(game: str) -> None:
    setup = forced(shipped(game), 2, rows__gaps="stay", rows__new_card="first-gap")
    play = position(setup, "add-card", {"row 0": "2♠ _ 9♥ _ 2♣", "stock": "7♣ ..."}, arguments=(("player", 0),))
    assert lies(play, "row 0") == "2♠ 7♣ 9♥ _ 2♣"


@pytest.mark.parametrize("game", ROW_GAMES)
def test_80_an_added_card_comes_to_the_end_of_a_closed_row(game: str) -> None:
    cards = {"row 0": "5♠ 9♥ 2♣", "row 1": "3♣", "discard": "5♥", "stock": "7♣ ..."}
    play = take(lap(game, cards, {"active": 1}, rows__gaps="close-up"), 0, "match", 0)
    assert lies(play, "row 0") == "9♥ 2♣"
    setup = forced(shipped(game), 2, rows__gaps="close-up")
    play = position(setup, "add-card", {"row 0": "9♥ 2♣", "stock": "7♣ ..."}, arguments=(("player", 0),))
    assert lies(play, "row 0") == "9♥ 2♣ 7♣"


def taken(play: Play, seat: int) -> Play:
    """The top discard is taken for the first card of the row, in one move or in two."""
    if any(one[:3] == (seat, "take", 0) for one in legal(play)):
        return take(play, seat, "take", 0)
    return takes(play, (seat, "take"), (seat, "exchange", 0))


@pytest.mark.parametrize("game", ROW_GAMES)
def test_85_take_and_exchange_for_ever(game: str) -> None:
    """Six turns lead back to the same position (but for the number of discards): only the players end a round."""
    setup = forced(shipped(game), 2, matching__offered=False)
    play = position(setup, "lap", {"row 0": "5♠", "row 1": "6♣", "discard": "3♥", "stock": "..."}, {"active": 0})
    seen = []
    for _ in range(7):
        for seat in (0, 1):
            play = taken(play, seat)
        seen.append((play.state.store.places, play.state.store.variables, play.state.control))
    assert seen[6] == seen[3] == seen[0] != seen[1]
    assert not can(play, 0, "pass") and can(play, 0, "call")
