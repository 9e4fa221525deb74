"""Views: each player sees what the places, looks and flips declare, and not a card more."""

from __future__ import annotations

from caborules.engine.play import Play
from caborules.engine.views import CardView, EventView, View
from tests.support.engine_games import DEAL, EACH, take, window_game
from tests.support.rulesets import play

LOOKS = (
    DEAL
    + """
rule game
    repeat 2 times
        move top of stock to hand of first-seat otherwise nothing
    deal
    turn-of must
        look (c in row of turn-of) "look"
            show c to turn-of
            again
        peek (c in row of turn-of) "peek in secret"
            show c to turn-of secretly
            again
        open-it (c in row of turn-of) "turn it up"
            flip c up
            again
        give (c in hand of turn-of) "give it away"
            move c to hand of left of turn-of
            again
        throw (c in hand of turn-of) "throw it away"
            move c to discard
            again
        draw "draw"
            move top of stock to held of turn-of otherwise nothing
            again
        mix "shuffle your row"
            shuffle row of turn-of
            again
        lot "draw lots"
            let n be one of (1..3) at random
            announce "the lot" n
            again
"""
)
"""Seat 0 holds 1 red and 1 blue; the rows are 2 red, 2 blue and 3 red, 3 blue."""


def place(view: View, name: str, owner: int | None = None) -> tuple[CardView | None, ...]:
    return next(one.cards for one in view.places if one.place == (name, owner))


def event(game: Play, seat: int, kind: str) -> EventView:
    return next(one for one in game.observation(seat).events if one.kind == kind)


UNKNOWN = CardView(None, False, "unknown")


def test_what_lies_face_down_is_unknown_to_all() -> None:
    game = play(LOOKS)
    for seat in (0, 1):
        assert place(game.observation(seat), "row", 0) == (UNKNOWN, UNKNOWN)
        assert set(place(game.observation(seat), "stock")) == {UNKNOWN}


def test_a_hand_is_seen_by_its_owner() -> None:
    game = play(LOOKS)
    assert place(game.observation(0), "hand", 0) == (
        CardView(("red", 1), False, "seen"),
        CardView(("blue", 1), False, "seen"),
    )
    assert place(game.observation(1), "hand", 0) == (UNKNOWN, UNKNOWN)


def test_a_look_is_remembered_by_who_looked_and_noticed_by_all() -> None:
    game = take(play(LOOKS), 0, "game.look", 1)
    assert place(game.observation(0), "row", 0)[1] == CardView(("blue", 2), False, "remembered")
    assert place(game.observation(1), "row", 0)[1] == UNKNOWN
    mine, theirs = event(game, 0, "shown"), event(game, 1, "shown")
    assert mine.cards[0].face == ("blue", 2) and theirs.cards[0].face is None
    assert mine.cards[0].start == theirs.cards[0].start == ("row", 0, 1)
    assert theirs.value == (0,)


def test_a_secret_look_hides_at_which_card() -> None:
    one, two = (take(play(LOOKS), 0, "game.peek", index) for index in (0, 1))
    assert event(one, 0, "shown") != event(two, 0, "shown")
    assert event(one, 1, "shown") == event(two, 1, "shown")
    assert event(one, 1, "shown").cards == ()


def test_a_card_that_is_turned_up_is_seen_by_all() -> None:
    game = take(play(LOOKS), 0, "game.open-it", 0)
    assert place(game.observation(1), "row", 0)[0] == CardView(("red", 2), True, "seen")
    assert event(game, 1, "flipped").cards[0].face == ("red", 2)


def test_which_card_left_a_hand_is_seen_by_its_owner_alone() -> None:
    one, two = (take(play(LOOKS, 3), 0, "game.give", index) for index in (0, 1))
    assert [event(game, 0, "moved").cards[0].face for game in (one, two)] == [("red", 1), ("blue", 1)]
    assert event(one, 2, "moved") == event(two, 2, "moved")
    assert event(one, 2, "chose") == event(two, 2, "chose")
    assert event(one, 2, "chose").value == (("hand", 0, None),)
    assert event(one, 1, "moved").cards[0].face == ("red", 1), "the new owner sees it"
    assert place(one.observation(2), "hand", 0) == (UNKNOWN,)


def test_a_card_that_is_thrown_away_is_seen_where_it_comes_to_lie() -> None:
    game = take(play(LOOKS), 0, "game.throw", 1)
    assert event(game, 1, "moved").cards[0].face == ("blue", 1)
    assert place(game.observation(1), "discard") == (CardView(("blue", 1), True, "seen"),)


def test_the_order_of_a_hand_shows_nothing_to_others() -> None:
    """What seat 1 knows of the hand comes first, wherever it lies."""
    rules = DEAL + (
        "\nrule game\n    repeat 2 times\n        move top of stock to hand of first-seat otherwise nothing\n"
        "    turn-of must\n"
        '        tell (c in hand of turn-of) "show it"\n            show c to left of turn-of\n            again\n'
    )
    views = [take(play(rules), 0, "game.tell", index).observation(1) for index in (0, 1)]
    assert place(views[0], "hand", 0) == (CardView(("red", 1), False, "remembered"), UNKNOWN)
    assert place(views[1], "hand", 0) == (CardView(("blue", 1), False, "remembered"), UNKNOWN)


def test_a_drawn_card_is_its_drawers() -> None:
    game = take(play(LOOKS), 0, "game.draw")
    assert place(game.observation(0), "held", 0)[0] == CardView(("red", 4), False, "seen")
    assert place(game.observation(1), "held", 0) == (UNKNOWN,)
    assert event(game, 0, "moved").cards[0].face == ("red", 4)
    assert event(game, 1, "moved").cards[0].face is None


def test_after_a_shuffle_nothing_is_remembered() -> None:
    game = take(take(take(play(LOOKS), 0, "game.look", 0), 0, "game.look", 1), 0, "game.mix")
    assert place(game.observation(0), "row", 0) == (UNKNOWN, UNKNOWN)


def test_what_was_drawn_by_lot_shows_when_it_is_announced() -> None:
    game = take(play(LOOKS), 0, "game.lot")
    assert event(game, 1, "picked").value is None
    assert (event(game, 1, "announced").name, event(game, 1, "announced").value) == ("the lot", 1)


def test_a_view_says_who_is_asked_and_lists_only_ones_own_actions() -> None:
    game = play(LOOKS)
    mine, theirs = game.observation(0), game.observation(1)
    assert (mine.rule, mine.asked, theirs.asked) == ("game", (0,), (0,))
    assert len(mine.legal) == 13 and theirs.legal == ()


def test_windows_are_seen_by_all() -> None:
    game = take(window_game(), 0, "turn.lay-one")
    window = game.observation(1).windows[0]
    assert (window.name, window.open, window.held, window.number) == ("snap", True, False, 1)


def test_a_sealed_choice_is_nobody_elses_business_until_all_are_in() -> None:
    views = [take(play(EACH.format(mode="secretly"), 3), 2, "game.score-it", n).observation(0) for n in (1, 2)]
    assert views[0] == views[1]
    assert views[0].sealed == (2,) and views[0].asked == (0, 1)


def test_the_entering_of_rules_is_not_told() -> None:
    game = play(LOOKS)
    assert {"entered", "moved"} <= {one.kind for one in game.events}
    assert "entered" not in {one.kind for one in game.observation(0).events}


def test_every_event_says_which_line_it_comes_from() -> None:
    game = take(play(LOOKS), 0, "game.look", 0)
    lines = [one.span.start.line for one in game.observation(0).events if one.span is not None]
    assert len(lines) == len(game.observation(0).events) and lines == sorted(lines)


def test_an_information_state_is_everything_from_the_start() -> None:
    """Two players with the same view may have different memories: the looks stay in the information state."""
    game = play(LOOKS)
    one = take(take(game, 0, "game.look", 0), 0, "game.mix")
    two = take(take(game, 0, "game.look", 1), 0, "game.mix")
    assert one.observation(0) == two.observation(0)
    assert one.information_state(0) != two.information_state(0)
    memory = one.information_state(0)
    assert [glimpse.action is not None for glimpse in memory] == [False, True, True]
    assert [glimpse.action for glimpse in one.information_state(1)] == [None] * 3
