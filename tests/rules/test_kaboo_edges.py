"""Edge positions of Kaboo, by their row in the collection of reported cases, under each answer that the row names."""

from __future__ import annotations

import pytest

from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.game import in_domain
from caborules.engine.play import Play
from tests.support.positions import can, conserved, knows, legal, lies, position, take, takes, value
from tests.support.rulesets import forced, shipped

OPEN = ("match",)


def lap(
    cards: dict[str, str],
    values: dict[str, object] | None = None,
    windows: tuple[str, ...] = (),
    players: int = 2,
    game: str = "kaboo",
    **options: object,
) -> Play:
    """A lap that begins in this position; seat 0 is to move unless ``values`` say otherwise."""
    setup = forced(shipped(game), players, **options)
    return position(setup, "lap", cards, {"active": 0, **(values or {})}, windows)


# ---------------------------------------------------------------- A: stock, penalty cards
@pytest.mark.parametrize(("unpaid", "possible"), [("free", True), ("forbidden", False)])
def test_01_wrong_snaps_with_nothing_to_draw(unpaid: str, possible: bool) -> None:
    play = lap({"row 0": "9♥ 2♠", "row 1": "3♣", "discard": "4♠"}, windows=OPEN, matching__unpaid=unpaid)
    assert can(play, 1, "match-other") is possible
    if possible:
        play = takes(play, (1, "match", 0), (1, "match-other", 0, 0))
        assert (lies(play, "row 0"), lies(play, "row 1")) == ("9♥ 2♠", "3♣")
    assert legal(play) and conserved(play)


@pytest.mark.parametrize("exhausted", ["reshuffle", "end-round"])
def test_04_09_the_stock_runs_out_of_penalty_cards(exhausted: str) -> None:
    """Two are owed and one is there: the discards come back for the other, or the round ends with the stock."""
    cards = {"row 0": "9♥", "row 1": "3♣", "discard": "4♠ 6♠ 8♦", "stock": "2♦"}
    play = take(lap(cards, windows=OPEN, drawing__exhausted=exhausted), 0, "match")
    assert lies(play, "row 0") == ("9♥ 2♦ 6♠" if exhausted == "reshuffle" else "9♥ 2♦")
    assert conserved(play)
    if exhausted == "end-round":
        play = takes(play, (0, "take", 0))
        assert not can(play, 1, "take"), "the stock is gone: the round is over after this turn"


# ---------------------------------------------------------------- B: snapping
SEVENS = {"row 0": "7♠ 7♥ 2♠", "row 1": "7♦ 2♣", "discard": "7♣", "stock": "3♠ 4♠ ..."}


@pytest.mark.parametrize(
    ("chain", "others", "own"), [("none", False, False), ("finder", False, True), ("anyone", True, True)]
)
def test_15_16_17_what_the_first_snap_excludes(chain: str, others: bool, own: bool) -> None:
    play = take(lap(SEVENS, windows=OPEN, matching__chain=chain), 0, "match", 0)
    assert (can(play, 1, "match"), can(play, 0, "match")) == (others, own)


@pytest.mark.parametrize(("cost", "extra"), [("nothing", ""), ("penalty-cards 2", " 3♠ 4♠")])
def test_18_the_slower_of_two_on_the_same_card(cost: str, extra: str) -> None:
    setup = forced(shipped("kaboo"), 2)
    found = in_domain(setup, setup.system.options["cost.late-match"], cost)
    assert found is not None
    play = lap({**SEVENS, "row 0": "7♠ 9♥"}, windows=OPEN, cost__late_match=found[0])
    target = (("row", 0, 0),)
    own, other = Action(0, "match.match", target, 1), Action(1, "match.match-other", (0, *target), 1)
    play = play.act(own).act(other)
    assert lies(play, "discard") == "7♠ 7♣"
    assert lies(play, "row 1") == "7♦ 2♣" + extra


@pytest.mark.parametrize(("gift", "names"), [("may", {"give", "decline"}), ("must", {"give"})])
def test_20_23_a_gift_comes_before_everything_else(gift: str, names: set[str]) -> None:
    play = take(lap({**SEVENS, "row 0": "2♠ 3♦"}, windows=OPEN, matching__gift=gift), 0, "match-other", 1, 0)
    assert {one[1] for one in legal(play)} == names
    for action in (Action(0, "turn.draw"), Action(1, "match.match", (("row", 1, 1),), 1)):
        with pytest.raises(IllegalAction):
            play.act(action)


@pytest.mark.parametrize("empty_row", ["calls", "plays-on"])
def test_26_giving_the_last_card_away_empties_the_giver(empty_row: str) -> None:
    cards = {"row 0": "7♠ 4♠", "row 1": "2♣", "discard": "7♣", "stock": "3♠ ..."}
    play = takes(lap(cards, windows=OPEN, rows__empty_row=empty_row), (1, "match-other", 0, 0), (1, "give", 0))
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("2♣ 4♠", "")
    assert value(play, "caller") == (1 if empty_row == "calls" else None)


@pytest.mark.parametrize(
    ("powers", "before", "during"),
    [("power-first", False, False), ("meanwhile", False, True), ("power-last", True, False)],
)
def test_30_a_snap_while_a_power_waits(powers: str, before: bool, during: bool) -> None:
    cards = {"row 0": "5♠", "row 1": "K♣ 6♦", "stock": "K♠ 4♦ ..."}
    play = takes(lap(cards, matching__powers=powers), (0, "draw"), (0, "discard"))
    assert can(play, 0, "look") is not before
    assert can(play, 1, "match") is (before or during)
    if before:
        play = takes(play, (0, "pass"), (1, "pass"))
    play = take(play, 0, "look", 1, 1)
    assert {one[1] for one in legal(play)} == {"swap-it", "decline"}, "nobody snaps between look and decision"


def test_30_a_snap_is_possible_while_a_drawn_card_is_thought_over() -> None:
    play = take(lap({"row 0": "5♠", "row 1": "8♣ 6♦", "discard": "8♠", "stock": "7♥ ..."}, windows=OPEN), 0, "draw")
    play = take(play, 1, "match", 0)
    assert lies(play, "row 1") == "_ 6♦" and can(play, 0, "exchange")


def test_31_who_has_discarded_may_snap_as_well() -> None:
    play = takes(lap({"row 0": "5♠", "row 1": "2♣", "stock": "5♥ 4♦ ..."}), (0, "draw"), (0, "discard"))
    assert lies(take(play, 0, "match", 0), "row 0") == ""


@pytest.mark.parametrize(("top", "own", "fits"), [("J♦", "Q♣", False), ("K♠", "K♥", True), ("A♦", "2♥", False)])
def test_33_ranks_are_snapped_and_never_points(top: str, own: str, fits: bool) -> None:
    play = lap({"row 0": own, "row 1": "2♣", "discard": top, "stock": "3♠ 4♠ ..."}, windows=OPEN)
    assert lies(take(play, 0, "match", 0), "discard") == (f"{own} {top}" if fits else top)


def test_36_the_card_that_was_chosen_is_snapped_not_the_first_that_fits() -> None:
    cards = {"row 0": "Q♠ Q♥ 3♠ 4♠", "row 1": "Q♦ A♠", "discard": "Q♣", "stock": "7♣ 8♠ ..."}
    play = takes(lap(cards, windows=OPEN), (1, "match-other", 0, 1), (1, "give", 1))
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("Q♠ A♠ 3♠ 4♠", "Q♦")


# ---------------------------------------------------------------- C: powers
@pytest.mark.parametrize("fires", [True, False])
def test_38_a_displaced_card_has_its_power_only_where_the_table_says_so(fires: bool) -> None:
    play = lap({"row 0": "K♠ 2♣", "row 1": "6♣", "stock": "J♠ ..."}, fires__displaced_by_draw=fires)
    play = takes(play, (0, "draw"), (0, "exchange", 0))
    assert can(play, 0, "look") is fires


@pytest.mark.parametrize("card", ["J♣", "9♣", "K♣"])
def test_39_40_a_power_without_a_target_is_passed_over(card: str) -> None:
    """Two players, the other one has called, and is not looked at either."""
    play = lap(
        {"row 0": "2♠ 3♠", "row 1": "4♠ 5♠", "stock": f"{card} 4♥ ..."},
        {"caller": 0, "active": 1},
        matching__last_window=False,
        calling__spied=False,
    )
    play = takes(play, (1, "draw"), (1, "discard"))
    assert play.state.over and value(play, "had-last-turn 1") is True


@pytest.mark.parametrize("card", ["J♣", "K♣"])
def test_41_nobody_swaps_with_an_empty_row(card: str) -> None:
    play = lap({"row 0": "2♠", "row 1": "", "stock": f"{card} 4♥ ..."})
    play = takes(play, (0, "draw"), (0, "discard"))
    assert can(play, 1, "draw")


def test_45_look_and_decision_belong_to_who_has_discarded_the_king() -> None:
    cards = {"row 0": "2♠", "row 1": "3♠ 9♦", "row 2": "4♠", "stock": "K♣ 4♥ ..."}
    play = takes(lap(cards, players=3), (0, "draw"), (0, "discard"))
    with pytest.raises(IllegalAction):
        play.act(Action(0, "look-and-decide.swap-it", (("row", 0, 0),)))
    play = take(play, 0, "look", 1, 1)
    assert knows(play, 0, "row 1", 1) and not knows(play, 2, "row 1", 1)
    assert {one[0] for one in legal(play)} == {0}
    play = take(play, 0, "swap-it", 0)
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("9♦", "3♠ 2♠")


@pytest.mark.parametrize(("invalid", "row"), [("disregarded", "3♠"), ("penalised", "3♠ 4♥ 5♥")])
def test_49_nobody_calls_while_a_power_is_pending(invalid: str, row: str) -> None:
    cards = {"row 0": "2♠", "row 1": "3♠", "stock": "7♦ 4♥ 5♥ ..."}
    play = takes(lap(cards, windows=("wrong-call",), invalid_call=invalid), (0, "draw"), (0, "discard"))
    for seat in (0, 1):
        with pytest.raises(IllegalAction):
            play.act(Action(seat, "turn.call"))
    if invalid == "penalised":
        play = take(play, 1, "call-wrongly")
    assert not can(play, 1, "call-wrongly") or invalid == "penalised"
    assert lies(play, "row 1") == row and value(play, "caller") is None and can(play, 0, "peek")


# ---------------------------------------------------------------- D: call, end, score
@pytest.mark.parametrize("empty_row", ["plays-on", "calls", "ends-round", "is-out"])
def test_50_51_what_an_emptied_row_does(empty_row: str) -> None:
    cards = {"row 0": "7♠", "row 1": "2♣ 3♣", "discard": "7♣", "stock": "4♣ 4♥ ..."}
    play = take(lap(cards, {"active": 1}, windows=OPEN, rows__empty_row=empty_row), 0, "match", 0)
    assert value(play, "caller") == (0 if empty_row == "calls" else None)
    if empty_row == "ends-round":
        assert not can(play, 1, "draw")
        return
    play = takes(play, (1, "draw"), (1, "discard"))
    assert can(play, 0, "draw") is (empty_row == "plays-on")


def test_53_a_second_call_is_not_possible() -> None:
    play = take(lap({"row 0": "5♠", "row 1": "6♠", "stock": "3♠ ..."}), 0, "call")
    assert not can(play, 1, "call") and value(play, "caller") == 0


@pytest.mark.parametrize(("mine", "theirs", "score"), [("8♠", "8♥", 13), ("8♠", "9♥", 3), ("8♠", "7♥", 13)])
def test_57_a_tie_counts_against_the_caller(mine: str, theirs: str, score: int) -> None:
    play = position(forced(shipped("kaboo"), 2), "score-round", {"row 0": mine, "row 1": theirs}, {"caller": 0})
    assert value(play, "score 0") == score


@pytest.mark.parametrize(("own", "counts"), [("A♠ 2♥", True), ("2♠ 2♥", False)])
def test_77_a_limit_on_calls_is_checked_in_the_open(own: str, counts: bool) -> None:
    """The call is never refused; all cards of the caller are shown, whether it counts or not."""
    play = lap({"row 0": own, "row 1": "9♠", "stock": "3♣ ..."}, game="three-point-call")
    play = take(play, 0, "call")
    assert all(knows(play, seat, "row 0", index) for seat in (0, 1) for index in (0, 1))
    assert value(play, "caller") == (0 if counts else None)


def test_80_penalty_cards_fill_gaps_first() -> None:
    play = lap({"row 0": "9♥ _ 2♠", "row 1": "3♣", "discard": "4♠", "stock": "6♠ 8♦ ..."}, windows=OPEN)
    assert lies(take(play, 0, "match", 0), "row 0") == "9♥ 6♠ 2♠ 8♦"
