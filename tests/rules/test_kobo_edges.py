"""Edge positions from real play that concern Kobo, by their row in docs/edge-cases.md, under each answer of the row.

Rows that random play shows for every game (lost cards, refused actions, views) are in test_every_game_edges.py.
"""

from __future__ import annotations

import pytest

from caborules.engine.chance import Identity
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.game import in_domain
from caborules.engine.play import Play, begin
from caborules.engine.setup import Setup
from tests.support.positions import can, conserved, knows, legal, lies, place, position, take, takes, value
from tests.support.rulesets import forced, shipped

OPEN = ("match",)
REST = "4♣ 3♥ 5♦ ..."
COSTS = ("lose-a-turn", "penalty-cards 1", "lose-a-turn-and-a-card")


def kobo(players: int = 2, **options: object) -> Setup:
    return forced(shipped("kobo"), players, **options)


def costing(text: str, players: int = 2, **options: object) -> Setup:
    """Kobo where a wrong match costs what ``text`` says."""
    setup = kobo(players)
    found = in_domain(setup, setup.system.options["cost.wrong-match"], text)
    assert found is not None
    return kobo(players, cost__wrong_match=found[0], **options)


def lap(
    cards: dict[str, str],
    values: dict[str, object] | None = None,
    windows: tuple[str, ...] = (),
    setup: Setup | None = None,
) -> Play:
    """A lap that begins in this position; seat 0 is to move unless ``values`` say otherwise."""
    return position(setup or kobo(), "lap", cards, {"active": 0, **(values or {})}, windows)


# ---------------------------------------------------------------- A: stock, penalty cards, conservation
@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(("unpaid", "possible"), [("free", True), ("forbidden", False)])
def test_01_09_wrong_matches_with_nothing_to_draw(cost: str, unpaid: str, possible: bool) -> None:
    """Void or forbidden, as the table plays; somebody can always act, and no card is lost."""
    setup = costing(cost, matching__unpaid=unpaid)
    play = lap({"row 0": "9♥ 2♠", "row 1": "3♣", "discard": "4♠"}, windows=OPEN, setup=setup)
    assert can(play, 1, "match") is possible
    if possible:
        play = take(play, 1, "match", 0)
        assert lies(play, "row 1") == "3♣"
    assert can(play, 0, "take") and can(play, 0, "call") and conserved(play)


def test_03_an_empty_discard_pile_cannot_be_taken_or_matched() -> None:
    play = lap({"row 0": "9♥", "row 1": "3♣", "stock": REST}, windows=OPEN)
    assert not can(play, 0, "take") and not can(play, 1, "match") and can(play, 0, "draw")


def test_03_taking_the_last_discard_leaves_the_next_player_a_move() -> None:
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠"})
    play = takes(play, (0, "take"), (0, "exchange", 0))
    assert lies(play, "discard") == "9♥" and can(play, 1, "take") and conserved(play)


@pytest.mark.parametrize("exhausted", ["reshuffle", "end-round", "stays-empty"])
def test_04_an_empty_stock(exhausted: str) -> None:
    setup = kobo(drawing__exhausted=exhausted, matching__last_window=False)
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "8♥ 9♠ 10♥"}, setup=setup)
    if exhausted == "end-round":
        assert play.state.over
    else:
        assert can(play, 0, "draw") is (exhausted == "reshuffle") and can(play, 0, "take")
    assert conserved(play)


@pytest.mark.parametrize("exhausted", ["reshuffle", "stays-empty"])
def test_09_a_penalty_card_with_an_empty_stock(exhausted: str) -> None:
    """The discards come back first, or the penalty is void."""
    setup = costing("penalty-cards 1", drawing__exhausted=exhausted)
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠ 6♠ 8♦"}, windows=OPEN, setup=setup)
    play = take(play, 1, "match", 0)
    assert lies(play, "row 1") == ("3♣ 6♠" if exhausted == "reshuffle" else "3♣")
    assert conserved(play)


def test_11_the_round_that_ends_with_the_stock_has_no_caller() -> None:
    setup = kobo(drawing__exhausted="end-round", matching__last_window=False)
    play = lap({"row 0": "5♠", "row 1": "8♦", "stock": "8♣", "discard": "2♥"}, setup=setup)
    play = takes(play, (0, "draw"), (0, "discard"), (0, "peek"))
    assert play.state.over and value(play, "caller") is None


@pytest.mark.parametrize(("keep", "left"), [(True, "8♥"), (False, "")])
def test_12_the_top_discard_stays_or_goes_as_the_table_plays(keep: bool, left: str) -> None:
    play = lap({"row 0": "5♠", "row 1": "6♣", "discard": "8♥ 9♥ 10♥"}, setup=kobo(drawing__keep_top=keep))
    play = take(play, 0, "draw")
    assert lies(play, "discard") == left and conserved(play)


# ---------------------------------------------------------------- B: matching
SEVENS = {"row 0": "7♠ 7♥ 2♠", "row 1": "7♦ 2♣", "discard": "7♣", "stock": "3♠ 4♠ ..."}


@pytest.mark.parametrize(
    ("chain", "others", "own"), [("none", False, False), ("finder", False, True), ("anyone", True, True)]
)
def test_15_who_may_match_after_a_match(chain: str, others: bool, own: bool) -> None:
    """Kobo says: only the first. The other answers are for a variant to give."""
    play = take(lap(SEVENS, windows=OPEN, setup=kobo(matching__chain=chain)), 0, "match", 0)
    assert lies(play, "discard") == "7♠ 7♣"
    assert (can(play, 1, "match"), can(play, 0, "match")) == (others, own)


def test_16_17_a_matched_card_opens_no_window_and_uses_the_chance_up() -> None:
    play = take(lap(SEVENS, windows=OPEN), 0, "match", 0)
    with pytest.raises(IllegalAction):
        play.act(Action(0, "match.match", (("row", 0, 1),), 2))
    assert lies(play, "row 0") == "_ 7♥ 2♠"


def test_18_the_slower_of_two_is_too_late_and_loses_nothing() -> None:
    one, two = (Action(seat, "match.match", (("row", seat, 0),), 1) for seat in (0, 1))
    for first, second, late in ((one, two, 1), (two, one, 0)):
        play = lap(SEVENS, windows=OPEN).act(first).act(second)
        assert len(place(play, "discard")) == 2
        assert value(play, f"misses-turn {late}") is False


def test_24_the_last_discard_of_a_round_can_be_matched_before_the_reveal() -> None:
    cards = {"row 0": "6♠ 2♠", "row 1": "9♦", "stock": "6♣ K♠ ...", "discard": "K♣"}
    play = position(kobo(), "play-out", cards, {"active": 1, "caller": 0})
    play = takes(play, (1, "draw"), (1, "discard"))
    assert can(play, 0, "match") and can(play, 1, "pass") and not can(play, 0, "draw")
    play = takes(play, (1, "pass"), (0, "match", 0))
    assert not can(play, 1, "pass"), "only the first may match: the match ended the waiting, and the cards are shown"
    assert conserved(play)


@pytest.mark.parametrize(("powers", "during"), [("power-first", False), ("meanwhile", True)])
def test_30_matching_while_a_power_waits(powers: str, during: bool) -> None:
    cards = {"row 0": "5♠", "row 1": "7♣ 6♦", "stock": "7♥ 4♦ ..."}
    play = takes(lap(cards, setup=kobo(matching__powers=powers)), (0, "draw"), (0, "discard"))
    assert can(play, 0, "peek") and can(play, 1, "match") is during
    if during:
        assert can(take(play, 1, "match", 0), 0, "peek"), "the power goes on after the match"


def test_30_or_the_matches_come_first() -> None:
    cards = {"row 0": "5♠", "row 1": "7♣ 6♦", "stock": "7♥ 4♦ ..."}
    play = takes(lap(cards, setup=kobo(matching__powers="power-last")), (0, "draw"), (0, "discard"))
    assert not can(play, 0, "peek") and can(play, 1, "match")
    assert can(takes(play, (0, "pass"), (1, "pass")), 0, "peek")


@pytest.mark.parametrize("one_act", [True, False])
def test_31_who_discards_may_match_as_well(one_act: bool) -> None:
    play = lap({"row 0": "5♠ 3♦", "row 1": "2♣", "stock": "5♥ 4♦ ..."}, setup=kobo(match_is_one_act=one_act))
    play = take(play, 0, "draw")
    assert can(play, 0, "match-with-it") is one_act
    play = take(play, 0, "discard")
    assert lies(take(play, 0, "match", 0), "row 0") == "_ 3♦"


@pytest.mark.parametrize(
    ("top", "own", "fits"), [("J♦", "Q♣", False), ("K♠", "K♦", True), ("Q♦", "Q♣", True), ("10♦", "9♣", False)]
)
def test_33_ranks_are_matched_and_never_points(top: str, own: str, fits: bool) -> None:
    play = lap({"row 0": "2♠", "row 1": f"{own} 2♣", "discard": top, "stock": "3♠ ..."}, windows=OPEN)
    assert lies(take(play, 1, "match", 0), "discard") == (f"{own} {top}" if fits else top)


def test_35_a_turn_that_is_lost_twice_is_lost_once() -> None:
    """In Kobo no row grows; with penalty cards rows grow until the stock is used up, and the game goes on."""
    play = lap({"row 0": "9♥", "row 1": "3♣ 5♣", "discard": "4♠", "stock": REST}, windows=OPEN)
    play = takes(play, (1, "match", 0), (1, "match", 1), (1, "match", 0))
    assert len(place(play, "row 1")) == 2 and value(play, "misses-turn 1") is True
    setup = costing("penalty-cards 1")
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": "..."}, windows=OPEN, setup=setup)
    while place(play, "stock"):
        play = play.act(Action(1, "match.match", (("row", 1, 0),), 1))
    assert len(place(play, "row 1")) == 50 and can(play, 0, "take") and conserved(play)


# ---------------------------------------------------------------- C: powers
@pytest.mark.parametrize("way", ["draw", "take"])
def test_38_a_card_that_was_exchanged_away_has_no_power_in_kobo(way: str) -> None:
    play = lap({"row 0": "9♥ 2♣", "row 1": "6♣", "stock": "J♠ ...", "discard": "3♦"})
    play = takes(play, (0, way), (0, "exchange", 0))
    assert lies(play, "discard").startswith("9♥") and can(play, 1, "draw")


@pytest.mark.parametrize("compulsory", [False, True])
@pytest.mark.parametrize("card", ["J♣", "Q♣", "9♣", "10♣"])
def test_39_40_a_power_without_a_target_is_passed_over(card: str, compulsory: bool) -> None:
    """Two players, the other one called and is protected: the turn ends by itself."""
    setup = kobo(calling__protected=True, matching__last_window=False, powers__compulsory=compulsory)
    cards = {"row 0": "2♠ 3♠", "row 1": "4♠ 5♠", "stock": f"{card} 4♥ ..."}
    play = takes(lap(cards, {"caller": 0, "active": 1}, setup=setup), (1, "draw"), (1, "discard"))
    assert play.state.over and value(play, "had-last-turn 1") is True


@pytest.mark.parametrize("compulsory", [False, True])
def test_41_nobody_swaps_with_an_empty_row(compulsory: bool) -> None:
    setup = kobo(rows__empty_row="calls", powers__compulsory=compulsory)
    play = lap({"row 0": "2♠", "stock": "J♣ 4♥ ..."}, setup=setup)
    play = takes(play, (0, "draw"), (0, "discard"))
    assert can(play, 1, "draw") and not can(play, 1, "take")


@pytest.mark.parametrize("card", ["7♦", "9♦", "J♦"])
def test_43_a_power_can_be_left_or_must_be_used_and_the_game_goes_on(card: str) -> None:
    cards = {"row 0": "2♠", "row 1": "3♠", "stock": f"{card} 4♥ ...", "discard": "4♦"}
    play = takes(lap(cards), (0, "draw"), (0, "discard"), (0, "leave-it"))
    assert can(play, 1, "draw") and can(play, 1, "take")
    play = takes(lap(cards, setup=kobo(powers__compulsory=True)), (0, "draw"), (0, "discard"))
    assert not can(play, 0, "leave-it") and not can(play, 0, "decline")
    play = take(play, *next(one for one in legal(play, 0)))
    assert can(play, 1, "draw")


def test_44_no_power_but_the_pending_one() -> None:
    play = takes(lap({"row 0": "2♠", "row 1": "3♠", "stock": "7♦ ..."}), (0, "draw"), (0, "discard"))
    with pytest.raises(IllegalAction):
        play.act(Action(0, "blind-swap.blind-swap", (("row", 0, 0), 1, ("row", 1, 0))))


@pytest.mark.parametrize("timing", ["instead-of-turn", "either"])
def test_49_nobody_calls_while_a_power_is_pending(timing: str) -> None:
    play = lap({"row 0": "2♠", "row 1": "3♠", "stock": "7♦ ..."}, setup=kobo(calling__timing=timing))
    play = takes(play, (0, "draw"), (0, "discard"))
    assert not can(play, 0, "call") and not can(play, 1, "call")
    assert can(take(play, 0, "leave-it"), 0, "call") is (timing == "either")


# ---------------------------------------------------------------- D: call, end, score
@pytest.mark.parametrize("empty_row", ["calls", "ends-round"])
def test_50_what_an_emptied_row_does(empty_row: str) -> None:
    cards = {"row 0": "7♠", "row 1": "2♣ 3♣", "discard": "7♣", "stock": "4♣ 4♥ ..."}
    play = lap(cards, {"active": 1}, OPEN, kobo(rows__empty_row=empty_row, matching__last_window=False))
    play = take(play, 0, "match", 0)
    assert play.state.over is (empty_row == "ends-round")
    assert value(play, "caller") == (0 if empty_row == "calls" else None)


@pytest.mark.parametrize(("wins", "winners"), [(True, "0"), (False, "01")])
def test_50_whether_an_emptied_row_wins_outright(wins: bool, winners: str) -> None:
    """Against a lonely king of diamonds, which is worth nothing as well."""
    play = position(kobo(emptied_wins=wins), "score-round", {"row 1": "K♦"})
    (said,) = [event.value for event in play.events if event.kind == "announced"]
    assert said == tuple(int(seat) for seat in winners)


def test_51_an_empty_row_scores_nothing() -> None:
    play = position(kobo(), "score-round", {"row 1": "5♠"}, {"caller": 1})
    assert (value(play, "score 0"), value(play, "score 1")) == (0, 5)


@pytest.mark.parametrize("second", [False, True])
def test_53_a_second_call_does_not_replace_the_first(second: bool) -> None:
    setup = kobo(3, second_calls=second)
    play = lap({"row 0": "5♠", "row 1": "6♠", "row 2": "7♠", "stock": REST}, setup=setup)
    play = take(play, 0, "call")
    assert not can(play, 1, "call") and can(play, 1, "call-too") is second
    if second:
        play = take(play, 1, "call-too")
        assert value(play, "also-called 1") is True and can(play, 2, "draw")
    assert value(play, "caller") == 0


def test_56_a_new_round_begins_with_a_clean_slate() -> None:
    play = begin(kobo(), Identity())
    play = take(play, legal(play)[0][0], "call")
    while value(play, "rounds-played") == 0:
        calm = [one for one in legal(play) if one[1] in ("draw", "discard", "leave-it", "decline", "pass")]
        play = take(play, *calm[0][:2])
    assert value(play, "caller") is None and value(play, "bonus 0") == value(play, "bonus 1") == 0
    assert not any(value(play, f"{name} {seat}") for name in ("had-last-turn", "misses-turn") for seat in (0, 1))
    assert conserved(play)


@pytest.mark.parametrize(
    ("mine", "theirs", "dealt"), [("8♠", "8♥", (5, 4)), ("8♠", "9♥", (4, 5)), ("8♠", "7♥", (5, 4))]
)
def test_57_a_tie_counts_against_the_caller(mine: str, theirs: str, dealt: tuple[int, int]) -> None:
    play = position(kobo(), "score-round", {"row 0": mine, "row 1": theirs}, {"caller": 0})
    assert (value(play, "row-size 0"), value(play, "row-size 1")) == dealt


@pytest.mark.parametrize(("ties", "winners"), [(True, (1, 2)), (False, ())])
def test_58_64_a_tie_of_others_is_won_by_all_or_by_nobody(ties: bool, winners: tuple[int, ...]) -> None:
    """Fewer cards decide nothing; who has won is a set."""
    rows = {"row 0": "9♥", "row 1": "8♠", "row 2": "3♥ 5♥"}
    play = position(kobo(3, ties_win=ties), "score-round", rows, {"caller": 0})
    assert [event.value for event in play.events if event.kind == "announced"] == [winners]


def test_65_the_next_round_is_led_by_the_next_player() -> None:
    play = begin(kobo(3), Identity())
    assert value(play, "dealer") == 0 and legal(play)[0][0] == 1
    play = take(play, 1, "call")
    while value(play, "rounds-played") == 0:
        calm = [one for one in legal(play) if one[1] in ("draw", "discard", "leave-it", "decline", "pass")]
        play = take(play, *calm[0][:2])
    assert value(play, "dealer") == 1 and legal(play)[0][0] == 2


@pytest.mark.parametrize(("players", "lap_length"), [(2, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize("timing", ["instead-of-turn", "either"])
def test_68_everybody_else_has_one_last_turn_after_a_call(players: int, lap_length: int, timing: str) -> None:
    rows = {f"row {seat}": card for seat, card in enumerate(("2♠", "3♠", "4♠", "5♠")[:players])}
    setup = kobo(players, calling__timing=timing, matching__last_window=False)
    play = lap({**rows, "stock": "6♣ A♣ A♥ A♦ ..."}, setup=setup)
    if timing == "either":
        play = takes(play, (0, "draw"), (0, "discard"))
    play = take(play, 0, "call")
    turns = 0
    while not play.state.over:
        seat = legal(play)[0][0]
        play = takes(play, (seat, "draw"), (seat, "discard"))
        turns += 1
    assert turns == lap_length


# ---------------------------------------------------------------- E: hidden information; F: turn order
def test_69_70_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    views = []
    for top in ("4♣", "Q♥"):
        play = take(lap({"row 0": "2♠", "row 1": "3♠", "stock": f"{top} ..."}), 0, "draw")
        assert knows(play, 0, "drawn 0", 0) and not knows(play, 1, "drawn 0", 0)
        views.append(play.observation(1))
    assert views[0] == views[1]


@pytest.mark.parametrize(("shown", "others"), [("to-everyone", True), ("to-matcher", False)])
def test_71_who_sees_a_card_that_was_tried(shown: str, others: bool) -> None:
    cards = {"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": "7♣ ..."}
    play = take(lap(cards, windows=OPEN, setup=kobo(matching__shown=shown)), 0, "match", 0)
    assert knows(play, 0, "row 0", 0) and knows(play, 1, "row 0", 0) is others


def test_74_nobody_sees_a_penalty_card() -> None:
    views = []
    for top in ("4♣", "Q♥"):
        cards = {"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": f"{top} ..."}
        play = take(lap(cards, windows=OPEN, setup=costing("penalty-cards 1")), 0, "match", 0)
        views.append([play.observation(seat) for seat in (0, 1)])
    assert views[0] == views[1]


@pytest.mark.parametrize("choice", ["match", "match-with-it"])
def test_76_legal_matches_are_a_matter_of_positions_not_of_faces(choice: str) -> None:
    found = []
    for row in ("4♥ 9♥", "9♥ 4♥"):
        play = lap({"row 0": row, "row 1": "3♣", "discard": "4♠", "stock": "4♣ ..."}, windows=OPEN)
        found.append([one for one in legal(take(play, 0, "draw") if choice != "match" else play) if one[1] == choice])
    assert found[0] == found[1] and len(found[0]) >= 2


def test_77_a_wrong_match_is_carried_out_and_paid_for_never_refused() -> None:
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": REST}, windows=OPEN)
    play = take(play, 1, "match", 0)
    assert value(play, "misses-turn 1") is True and lies(play, "row 1") == "3♣"


def test_85_rounds_can_go_on_for_ever_by_taking_and_putting_back() -> None:
    """Everybody takes the top discard and puts it back: after a lap everything is as it was."""
    play = lap({"row 0": "9♥", "row 1": "3♣", "discard": "4♠", "stock": REST}, setup=kobo(matching__powers="meanwhile"))
    before = (lies(play, "row 0"), lies(play, "row 1"), lies(play, "discard"), lies(play, "stock"), legal(play))
    play = takes(play, (0, "take"), (0, "discard"), (1, "take"), (1, "discard"))
    after = (lies(play, "row 0"), lies(play, "row 1"), lies(play, "discard"), lies(play, "stock"))
    assert after == before[:4] and can(play, 0, "take")


def test_88_a_lost_turn_is_skipped_once() -> None:
    """Three players; the second has lost a turn: the third is next, and then nobody is left out."""
    cards = {"row 0": "9♥", "row 1": "3♣", "row 2": "2♣", "stock": REST}
    play = takes(lap(cards, {"misses-turn 1": True}, setup=kobo(3)), (0, "draw"), (0, "discard"))
    assert can(play, 2, "draw")
    play = takes(play, (2, "draw"), (2, "discard"), (0, "draw"), (0, "discard"))
    assert can(play, 1, "draw")
