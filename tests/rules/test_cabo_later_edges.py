"""Edge positions of powers, calls, scores and what is seen, by their row: each is a kind of defect."""

from __future__ import annotations

import pytest

from caborules.engine.chance import Identity
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.play import begin
from tests.rules.cabo_checks import OPEN, REST, lap
from tests.support.positions import cabo, can, conserved, knows, legal, position, take, takes, value


# ---------------------------------------------------------------- C: powers
def test_38_a_displaced_card_has_its_power_in_cabo() -> None:
    play = lap({"row 0": "9♥ 2♣", "row 1": "6♣", "stock": "J♠ ..."})
    play = takes(play, (0, "draw"), (0, "exchange", 0))
    assert legal(play, 0) == [(0, "spy", 1, 0), (0, "decline")]


@pytest.mark.parametrize("card", ["J♣", "Q♣", "9♣", "10♣"])
def test_39_40_a_power_without_a_target_is_passed_over(card: str) -> None:
    """Two players, the other one called and is protected: the turn ends by itself."""
    play = lap(
        {"row 0": "2♠ 3♠", "row 1": "4♠ 5♠", "stock": f"{card} 4♥ ..."},
        {"caller": 0, "active": 1},
        matching__last_window=False,
    )
    play = takes(play, (1, "draw"), (1, "discard"))
    assert play.state.over and value(play, "had-last-turn 1") is True


def test_41_nobody_swaps_with_an_empty_row() -> None:
    play = lap({"row 0": "2♠", "row 1": "", "stock": "J♣ 4♥ ..."}, matching__offered=False)
    play = takes(play, (0, "draw"), (0, "discard"))
    assert legal(play, 1) == [(1, "draw"), (1, "call")]


@pytest.mark.parametrize("card", ["7♦", "9♦", "J♦"])
def test_43_every_power_can_be_declined_and_the_game_goes_on(card: str) -> None:
    play = lap({"row 0": "2♠", "row 1": "3♠", "stock": f"{card} 4♥ ...", "discard": "4♦"}, matching__offered=False)
    play = takes(play, (0, "draw"), (0, "discard"), (0, "decline"))
    assert can(play, 1, "draw") and can(play, 1, "take")


def test_44_no_power_but_the_pending_one() -> None:
    play = takes(lap({"row 0": "2♠", "row 1": "3♠", "stock": "7♦ ..."}), (0, "draw"), (0, "discard"))
    with pytest.raises(IllegalAction):
        play.act(Action(0, "blind-swap.blind-swap", (("row", 0, 0), 1, ("row", 1, 0))))
    with pytest.raises(IllegalAction):
        play.act(Action(1, "peek.peek", (("row", 1, 0),)))


def test_49_nobody_calls_while_a_power_is_pending() -> None:
    play = takes(lap({"row 0": "2♠", "row 1": "3♠", "stock": "7♦ ..."}), (0, "draw"), (0, "discard"))
    for seat in (0, 1):
        with pytest.raises(IllegalAction):
            play.act(Action(seat, "turn.call"))


# ---------------------------------------------------------------- D: call, end, score
@pytest.mark.parametrize("empty_row", ["plays-on", "calls", "ends-round", "is-out"])
def test_50_what_an_emptied_row_does(empty_row: str) -> None:
    cards = {"row 0": "7♠", "row 1": "2♣ 3♣", "discard": "7♣", "stock": "4♣ 4♥ ..."}
    play = lap(cards, {"active": 1}, windows=OPEN, rows__empty_row=empty_row)
    play = take(play, 0, "match", 0)
    assert value(play, "caller") == (0 if empty_row == "calls" else None)
    if empty_row == "ends-round":
        assert not can(play, 1, "draw")
        return
    play = takes(play, (1, "draw"), (1, "discard"))
    assert can(play, 0, "draw") is (empty_row == "plays-on")


def test_51_an_empty_row_scores_nothing() -> None:
    play = position(cabo(2), "score-round", {"row 1": "5♠"}, {"caller": 1})
    assert (value(play, "score 0"), value(play, "score 1")) == (0, 15)


def test_53_a_second_call_is_not_possible() -> None:
    play = take(lap({"row 0": "5♠", "row 1": "6♠", "stock": REST}), 0, "call")
    assert not can(play, 1, "call")
    with pytest.raises(IllegalAction):
        play.act(Action(1, "turn.call"))
    assert value(play, "caller") == 0


def test_56_a_new_round_begins_with_a_clean_slate() -> None:
    play = begin(cabo(2), Identity())
    first = sorted(str(one[1]) for one in legal(play))
    play = take(play, legal(play)[0][0], "call")
    while value(play, "rounds-played") == 0:
        calm = [one for one in legal(play) if one[1] in ("draw", "discard", "decline", "pass")]
        play = take(play, *calm[0][:2])
    assert value(play, "caller") is None
    assert not value(play, "had-last-turn 0") and not value(play, "had-last-turn 1")
    assert sorted(str(one[1]) for one in legal(play) if one[1] != "match") == [one for one in first if one != "match"]
    assert conserved(play)


@pytest.mark.parametrize(("mine", "theirs", "score"), [("8♠", "8♥", 18), ("8♠", "9♥", 0), ("8♠", "7♥", 18)])
def test_57_a_tie_counts_against_the_caller_in_cabo(mine: str, theirs: str, score: int) -> None:
    play = position(cabo(2), "score-round", {"row 0": mine, "row 1": theirs}, {"caller": 0})
    assert value(play, "score 0") == score


def test_58_fewer_cards_decide_nothing() -> None:
    play = position(cabo(2), "score-round", {"row 0": "8♠", "row 1": "3♥ 5♥"}, {"caller": 0})
    assert (value(play, "score 0"), value(play, "score 1")) == (18, 8)


def test_60_the_score_of_a_round_is_what_was_scored_with_the_ten() -> None:
    play = position(cabo(3), "score-round", {"row 0": "8♠", "row 1": "7♥", "row 2": "K♥"}, {"caller": 0, "score 0": 30})
    assert [value(play, f"score {seat}") for seat in range(3)] == [48, 7, -1]


def test_64_the_winners_are_a_set() -> None:
    """Two with the lowest score after the tie-break allowed: both are announced."""
    setup = cabo(3, game__tie_breaks=0, game__target=10)
    play = position(setup, "play-game", {"stock": "..."}, {"score 0": 3, "score 1": 3, "score 2": 40})
    assert play.state.over
    assert [event.value for event in play.events if event.kind == "announced"] == [(0, 1)]


def test_65_the_next_dealer_leads() -> None:
    play = begin(cabo(3), Identity())
    assert value(play, "dealer") == 0 and legal(play)[0][0] == 1
    play = take(play, 1, "call")
    while value(play, "rounds-played") == 0:
        calm = [one for one in legal(play) if one[1] in ("draw", "discard", "decline", "pass")]
        play = take(play, *calm[0][:2])
    assert value(play, "dealer") == 1 and legal(play)[0][0] == 2


@pytest.mark.parametrize(("players", "lap_length"), [(2, 1), (3, 2), (4, 3)])
def test_68_everybody_else_has_one_last_turn_after_a_call(players: int, lap_length: int) -> None:
    rows = {f"row {seat}": card for seat, card in enumerate(("2♠", "3♠", "4♠", "5♠")[:players])}
    play = lap({**rows, "stock": "A♣ A♥ A♦ ..."}, players=players, matching__offered=False)
    play = take(play, 0, "call")
    turns = 0
    while not play.state.over:
        seat = legal(play)[0][0]
        play = takes(play, (seat, "draw"), (seat, "discard"))
        turns += 1
    assert turns == lap_length


# ---------------------------------------------------------------- E: hidden information
def test_69_70_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    views = []
    for top in ("7♣", "Q♥"):
        play = take(lap({"row 0": "2♠", "row 1": "3♠", "stock": f"{top} ..."}), 0, "draw")
        assert knows(play, 0, "drawn 0", 0) and not knows(play, 1, "drawn 0", 0)
        views.append(play.observation(1))
    assert views[0] == views[1]


@pytest.mark.parametrize(("shown", "others"), [("to-everyone", True), ("to-matcher", False)])
def test_71_who_sees_a_card_that_was_tried(shown: str, others: bool) -> None:
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": "7♣ ..."}, windows=OPEN, matching__shown=shown)
    play = take(play, 0, "match", 0)
    assert knows(play, 0, "row 0", 0) and knows(play, 1, "row 0", 0) is others


def test_74_nobody_sees_a_penalty_card() -> None:
    views = []
    for top in ("7♣", "Q♥"):
        play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": f"{top} ..."}, windows=OPEN)
        play = take(play, 0, "match", 0)
        views.append([play.observation(seat) for seat in (0, 1)])
    assert views[0] == views[1]


def test_76_legal_matches_are_a_matter_of_positions_not_of_faces() -> None:
    one, two = (
        legal(lap({"row 0": row, "row 1": "3♣", "discard": "4♠", "stock": "7♣ ..."}, windows=OPEN))
        for row in ("4♥ 9♥", "9♥ 4♥")
    )
    assert one == two
