"""Edge positions of stock and matching from real play, by their row in the collection: each is a kind of defect."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caborules.engine.chance import Supplied
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.game import in_domain
from caborules.engine.machine import act
from caborules.engine.views import view
from tests.rules.cabo_checks import OPEN, REST, lap
from tests.support.positions import cabo, can, conserved, legal, lies, place, position, take, takes, value


# ---------------------------------------------------------------- A: stock, penalty cards, conservation
@pytest.mark.parametrize(("unpaid", "possible"), [("free", True), ("forbidden", False)])
def test_01_wrong_matches_with_nothing_to_draw(unpaid: str, possible: bool) -> None:
    """Free or forbidden, as the table plays; somebody can always act, and no card is lost."""
    play = lap({"row 0": "9♥ 2♠", "row 1": "3♣", "discard": "4♠"}, windows=OPEN, matching__unpaid=unpaid)
    assert can(play, 0, "match") is possible
    if possible:
        play = takes(play, (0, "match", 0), (1, "match", 0))
        assert (lies(play, "row 0"), lies(play, "row 1")) == ("9♥ 2♠", "3♣")
    assert legal(play) and conserved(play)


def test_02_taking_the_last_discard_leaves_the_next_player_a_move() -> None:
    play = take(lap({"row 0": "5♠ 6♠", "row 1": "6♣", "discard": "3♥"}), 0, "take", 0)
    assert lies(play, "row 0") == "3♥ 6♠"
    assert lies(play, "discard") == "5♠"
    assert can(play, 1, "take") and conserved(play)


def test_02_a_gap_is_nothing_to_exchange_for() -> None:
    play = lap({"row 0": "_ 6♠", "row 1": "6♣", "discard": "3♥"})
    assert [one for one in legal(play, 0) if one[1] == "take"] == [(0, "take", 1)]


def test_03_an_empty_discard_pile_cannot_be_taken_or_matched() -> None:
    play = lap({"row 0": "5♠", "row 1": "6♣", "stock": REST}, windows=OPEN)
    assert not can(play, 0, "take") and not can(play, 1, "match")
    assert can(play, 0, "draw")


@pytest.mark.parametrize("exhausted", ["reshuffle", "end-round"])
def test_04_drawing_with_an_empty_stock_goes_on_one_way_or_the_other(exhausted: str) -> None:
    play = lap(
        {"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥"}, matching__offered=False, drawing__exhausted=exhausted
    )
    if exhausted == "end-round":
        assert play.state.over
    else:
        play = take(play, 0, "draw")
        assert lies(play, "discard") == "8♥" and len(place(play, "stock")) == 1
    assert conserved(play)


def test_05_an_illegal_action_leaves_everything_as_it_was() -> None:
    play = lap({"row 0": "5♠", "row 1": "6♣", "discard": "3♥", "stock": REST})
    before = play.trace()
    for spot in (("row", 0, 9), ("row", 1, 0), ("discard", None, 0)):
        with pytest.raises(IllegalAction):
            play.act(Action(0, "turn.take", (spot,)))
    assert play.trace() == before and conserved(play)


def test_06_two_reshuffles_lose_and_double_nothing() -> None:
    play = lap({"row 0": "5♠", "row 1": "6♣", "discard": "K♠ 9♥", "stock": "2♠"}, matching__offered=False)
    for seat in (0, 1, 0, 1, 0, 1):
        play = takes(play, (seat, "draw"), (seat, "discard"))
        while play.state.control and can(play, seat, "decline"):
            play = take(play, seat, "decline")
        assert conserved(play)


def test_07_a_card_that_was_seen_cannot_be_followed_into_a_shuffled_stock() -> None:
    """Two histories that differ in a shuffle only give equal views."""
    cards = {"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥ J♥", "stock": ""}
    views = []
    for order in ((0, 1, 2), (2, 0, 1)):
        play = lap(cards, matching__offered=False)
        supplied = replace(play.state, chance=Supplied((order,)))
        step = act(play.setup, supplied, Action(0, "turn.draw"))
        views.append(view(play.setup, step.state, 1, step.events))
    assert views[0] == views[1]


@pytest.mark.parametrize("exhausted", ["reshuffle", "stays-empty"])
def test_09_a_penalty_with_an_empty_stock(exhausted: str) -> None:
    """With reshuffling the discards come back first; without, the penalty is void."""
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠ 6♠ 8♦"}, windows=OPEN, drawing__exhausted=exhausted)
    play = take(play, 0, "match")
    assert lies(play, "row 0") == ("9♥ 6♠" if exhausted == "reshuffle" else "9♥")
    assert lies(play, "discard") == ("4♠" if exhausted == "reshuffle" else "4♠ 6♠ 8♦")


def test_11_the_round_that_ends_with_the_stock_has_no_caller() -> None:
    play = lap(
        {"row 0": "5♠", "row 1": "8♦", "stock": "8♣", "discard": "2♥"},
        drawing__exhausted="end-round",
        matching__last_window=False,
    )
    play = takes(play, (0, "draw"), (0, "discard"), (0, "peek"))
    assert play.state.over
    assert value(play, "caller") is None


@pytest.mark.parametrize(("keep", "left"), [(True, "8♥"), (False, "")])
def test_12_the_top_discard_stays_or_goes_as_the_table_plays(keep: bool, left: str) -> None:
    cards = {"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥"}
    play = take(lap(cards, matching__offered=False, drawing__keep_top=keep), 0, "draw")
    assert lies(play, "discard") == left and conserved(play)


def test_14_refused_actions_use_up_no_cards() -> None:
    play = lap({"row 0": "5♠", "row 1": "6♣", "stock": REST})
    for _ in range(10):
        with pytest.raises(IllegalAction):
            play.act(Action(1, "turn.draw"))
    assert lies(play, "stock").startswith("7♣ 3♠ 8♠")


# ---------------------------------------------------------------- B: matching
SEVENS = {"row 0": "7♠ 7♥ 2♠", "row 1": "7♦ 2♣", "discard": "7♣", "stock": "3♠ 4♠ ..."}


@pytest.mark.parametrize(
    ("chain", "others", "own"), [("none", False, False), ("finder", False, True), ("anyone", True, True)]
)
def test_15_who_may_match_after_a_match(chain: str, others: bool, own: bool) -> None:
    play = take(lap(SEVENS, windows=OPEN, matching__chain=chain), 0, "match", 0)
    assert can(play, 1, "match") is others
    assert can(play, 0, "match") is own


def test_16_a_matched_card_may_itself_be_matched_where_chains_are_played() -> None:
    play = takes(lap(SEVENS, windows=OPEN), (0, "match", 0), (1, "match", 0), (0, "match", 1))
    assert lies(play, "discard") == "7♥ 7♦ 7♠ 7♣"


def test_17_with_no_chains_one_match_uses_the_chance_up() -> None:
    play = take(lap(SEVENS, windows=OPEN, matching__chain="none"), 0, "match", 0)
    with pytest.raises(IllegalAction):
        play.act(Action(0, "match.match", (("row", 0, 1),), 2))
    assert lies(play, "row 0") == "_ 7♥ 2♠"


@pytest.mark.parametrize(("cost", "extra"), [("nothing", ""), ("penalty-cards 1", " 3♠")])
def test_18_the_slower_of_two_is_too_late_and_pays_what_the_table_plays(cost: str, extra: str) -> None:
    setup = cabo(2)
    found = in_domain(setup, setup.system.options["cost.late-match"], cost)
    assert found is not None
    play = lap(SEVENS, windows=OPEN, cost__late_match=found[0])
    one, two = (Action(seat, "match.match", (("row", seat, 0),), 1) for seat in (0, 1))
    first = play.act(one).act(two)
    assert lies(first, "discard") == "7♠ 7♣"
    assert lies(first, "row 1") == "7♦ 2♣" + extra
    second = play.act(two).act(one)
    assert lies(second, "discard") == "7♦ 7♣"
    assert lies(second, "row 0") == "7♠ 7♥ 2♠" + extra


def test_20_a_gift_that_is_owed_comes_before_everything_else() -> None:
    play = take(lap({**SEVENS, "row 0": "2♠ 3♦"}, windows=OPEN, matching__whose="anybodys"), 0, "match-other", 1, 0)
    assert legal(play) == [(0, "give", 0), (0, "give", 1)]
    for action in (Action(0, "turn.draw"), Action(1, "match.match", (("row", 1, 1),), 1), Action(0, "decline")):
        with pytest.raises(IllegalAction):
            play.act(action)


def test_22_the_gift_is_named_in_a_move_of_its_own() -> None:
    play = lap({**SEVENS, "row 0": "2♠ 3♦"}, windows=OPEN, matching__whose="anybodys")
    assert all(len(one) == 4 for one in legal(play) if one[1] == "match-other")
    play = takes(play, (0, "match-other", 1, 0), (0, "give", 1))
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("2♠", "3♦ 2♣")


def test_23_a_gift_owed_cannot_be_put_off() -> None:
    """There is no clock: nothing but the gift is possible until it is given."""
    play = take(lap({**SEVENS, "row 0": "2♠"}, windows=OPEN, matching__whose="anybodys"), 0, "match-other", 1, 0)
    assert {one[1] for one in legal(play)} == {"give"}


def test_24_the_last_discard_of_a_round_can_be_matched_before_the_reveal() -> None:
    cards = {"row 0": "5♠ 2♠", "row 1": "9♦", "stock": "5♣ K♠ ...", "discard": "K♣"}
    play = position(cabo(2), "play-out", cards, {"active": 1, "caller": 0})
    play = takes(play, (1, "draw"), (1, "discard"))
    assert can(play, 0, "match") and can(play, 1, "pass") and not can(play, 0, "draw")
    play = take(play, 1, "pass")
    play = take(play, 0, "match", 0)
    assert can(play, 1, "pass"), "a right match asks everybody again"
    play = take(play, 1, "match", 0)
    assert not can(play, 0, "draw") and conserved(play)
    assert can(play, 1, "pass") or can(play, 0, "pass"), "a wrong one ends nothing"


def test_24_a_wrong_match_does_not_renew_the_last_window() -> None:
    cards = {"row 0": "6♠ 2♠", "row 1": "9♦", "stock": "5♣ K♠ ...", "discard": "K♣"}
    play = position(cabo(2), "play-out", cards, {"active": 1, "caller": 0})
    play = takes(play, (1, "draw"), (1, "discard"), (1, "pass"), (0, "match", 0))
    assert not can(play, 1, "pass")


@pytest.mark.parametrize("empty_row", ["calls", "plays-on"])
def test_26_giving_the_last_card_away_empties_the_giver(empty_row: str) -> None:
    cards = {"row 0": "7♠ 4♠", "row 1": "2♣", "discard": "7♣", "stock": REST.replace("7♣ ", "")}
    play = lap(cards, windows=OPEN, rows__empty_row=empty_row, calling__protected=False, matching__whose="anybodys")
    play = takes(play, (1, "match-other", 0, 0), (1, "give", 0))
    assert lies(play, "row 1") == ""
    assert value(play, "caller") == (1 if empty_row == "calls" else None)


def test_28_a_row_with_a_gap_keeps_its_positions() -> None:
    play = lap({"row 0": "5♠ 9♥ 2♣ 7♦", "row 1": "3♣", "discard": "5♥", "stock": "7♣ ..."}, windows=OPEN)
    play = take(play, 0, "match", 0)
    assert [one[2] for one in legal(play, 0) if one[1] == "match"] == [1, 2, 3]
    assert take(play, 0, "match", 3) and lies(play, "row 0") == "_ 9♥ 2♣ 7♦"


@pytest.mark.parametrize(
    ("powers", "before", "during"),
    [("power-first", False, False), ("meanwhile", False, True), ("power-last", True, False)],
)
def test_30_matching_while_a_power_waits(powers: str, before: bool, during: bool) -> None:
    """Three answers for one position: after the power, meanwhile, or before it."""
    cards = {"row 0": "5♠", "row 1": "7♣ 6♦", "stock": "7♥ 4♦ ..."}
    play = takes(lap(cards, matching__powers=powers), (0, "draw"), (0, "discard"))
    assert can(play, 0, "peek") is not before
    assert can(play, 1, "match") is (before or during)
    if before:
        play = takes(play, (0, "pass"), (1, "pass"))
        assert can(play, 0, "peek")
    if during:
        play = take(play, 1, "match", 0)
        assert can(play, 0, "peek"), "the power goes on after the match"


def test_31_who_has_discarded_may_match_as_well() -> None:
    play = takes(lap({"row 0": "5♠", "row 1": "2♣", "stock": "5♥ 4♦ ..."}), (0, "draw"), (0, "discard"))
    assert can(play, 0, "match")
    assert lies(take(play, 0, "match", 0), "row 0") == ""


@pytest.mark.parametrize(
    ("top", "own", "fits"), [("J♦", "Q♣", False), ("K♠", "K♥", True), ("Q♦", "Q♣", True), ("10♦", "9♣", False)]
)
def test_33_ranks_are_matched_and_never_points(top: str, own: str, fits: bool) -> None:
    play = lap({"row 0": own, "row 1": "2♣", "discard": top, "stock": "3♠ ..."}, windows=OPEN)
    assert lies(take(play, 0, "match", 0), "discard") == (f"{own} {top}" if fits else top)


def test_35_rows_grow_without_a_bound_of_their_own() -> None:
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": "..."}, windows=OPEN)
    while place(play, "stock"):
        play = play.act(Action(0, "match.match", (("row", 0, 0),), 1))
    assert len(place(play, "row 0")) == 50 and conserved(play)
    play = play.act(Action(0, "match.match", (("row", 0, 0),), 1))
    assert len(place(play, "row 0")) == 50 and legal(play)


def test_36_the_card_that_was_chosen_is_discarded_not_the_first_that_fits() -> None:
    cards = {"row 0": "Q♠ Q♥ 3♠ 4♠", "row 1": "Q♦ A♠", "discard": "Q♣", "stock": "7♣ 8♠ ..."}
    play = lap(cards, windows=OPEN, matching__whose="anybodys")
    play = takes(play, (1, "match-other", 0, 1), (1, "give", 1))
    assert lies(play, "discard") == "Q♥ Q♣"
    assert (lies(play, "row 0"), lies(play, "row 1")) == ("Q♠ A♠ 3♠ 4♠", "Q♦")
