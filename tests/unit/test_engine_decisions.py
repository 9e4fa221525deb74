"""Decisions: who is asked what, in which order it is listed, and what an answer sets going."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caborules.engine.chance import Identity
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.game import set_up
from caborules.engine.play import begin
from tests.support.engine_games import DEAL, EACH, MUST, changed_decisions, kinds, legal, take, value
from tests.support.rulesets import HEAD, play, system_of

# ---------------------------------------------------------------- one actor


def test_choices_are_listed_as_written_and_arguments_by_seat_and_position() -> None:
    game = play(MUST, 3)
    assert legal(game) == [
        (0, "game.swap-two", mine, other, theirs) for mine in (0, 1) for other in (1, 2) for theirs in (0, 1)
    ] + [(0, "game.stop")]


def test_the_actions_of_another_seat_are_refused_and_nothing_changes() -> None:
    game = play(MUST)
    before = game.state
    with pytest.raises(IllegalAction, match="not for this player"):
        game.act(Action(1, "game.stop"))
    with pytest.raises(IllegalAction, match='fly" is not possible now'):
        game.act(Action(0, "game.fly"))
    with pytest.raises(IllegalAction, match="in this way"):
        game.act(Action(0, "game.swap-two", (("row", 0, 7), 1, ("row", 1, 0))))
    assert game.state is before
    assert legal(game)[-1] == (0, "game.stop")


def test_an_action_ends_the_decision_and_the_game_is_over() -> None:
    game = take(play(MUST), 0, "game.swap-two", 0, 1, 1)
    assert game.state.over
    assert legal(game) == []
    with pytest.raises(IllegalAction, match="over"):
        game.act(Action(0, "game.stop"))


def test_may_adds_decline_after_the_choices() -> None:
    rules = (
        DEAL
        + """
rule game
    deal
    turn-of may
        turn-up (c in row of turn-of) "turn a card up"
            flip c up
"""
    )
    game = play(rules)
    assert legal(game) == [(0, "game.turn-up", 0), (0, "game.turn-up", 1), (0, "decline")]
    declined = take(game, 0, "decline")
    assert declined.state.over
    assert kinds(declined) == ["declined"]


def test_a_may_with_nothing_possible_is_passed_over() -> None:
    rules = (
        DEAL
        + """
rule game
    turn-of may
        turn-up (c in row of turn-of) "turn a card up"
            flip c up
    set count to 1
"""
    )
    game = play(rules)
    assert game.state.over
    assert value(game, "count") == 1
    assert kinds(game) == ["skipped", "set"]


def test_a_may_that_only_its_player_can_judge_is_asked_all_the_same() -> None:
    """Passing over would tell the others; the compiler marks such choices, here it is done by hand."""
    rules = (
        DEAL
        + """
rule game
    turn-of may
        turn-up (c in row of turn-of) "turn a card up"
            flip c up
"""
    )
    system = changed_decisions(
        system_of(HEAD + rules), lambda one: replace(one, choices=tuple(replace(c, public=False) for c in one.choices))
    )
    assert legal(begin(set_up(system, 2), Identity())) == [(0, "decline")]


def test_a_must_with_nothing_possible_takes_the_otherwise() -> None:
    rules = (
        DEAL
        + """
rule game
    turn-of must
        turn-up (c in row of turn-of) "turn a card up"
            flip c up
    otherwise
        set count to 7
    set score of turn-of to 1
"""
    )
    game = play(rules)
    assert game.state.over
    assert (value(game, "count"), value(game, "score", 0)) == (7, 1)


def test_again_offers_the_decision_once_more() -> None:
    rules = (
        DEAL
        + """
rule game
    turn-of must
        more when count is less than 2 "once more"
            add 1 to count
            again
        stop "stop"
            nothing
"""
    )
    game = play(rules)
    game = take(take(game, 0, "game.more"), 0, "game.more")
    assert legal(game) == [(0, "game.stop")]
    assert take(game, 0, "game.stop").state.over


def indices(cards: object) -> tuple[int, ...]:
    """Of a set of cards, given as spots."""
    assert isinstance(cards, tuple)
    return tuple(spot[2] for spot in cards)


def test_sets_are_listed_by_size_and_then_by_position() -> None:
    rules = (
        DEAL
        + """
rule game
    repeat 5 times
        move top of stock to row of first-seat otherwise nothing
    flip all of row of first-seat up
    turn-of must
        lay (some cs in row of turn-of sharing rank) "lay equal cards"
            move cs to discard
        two (2 cs in row of turn-of) "lay two"
            move cs to discard
"""
    )
    game = play(rules)
    short = [(a[1], indices(a[2])) for a in legal(game)]
    assert short[:7] == [("game.lay", s) for s in [(0,), (1,), (2,), (3,), (4,), (0, 1), (2, 3)]]
    assert short[7:] == [("game.two", (i, j)) for i in range(5) for j in range(i + 1, 5)]


# ---------------------------------------------------------------- several actors


def test_each_acts_once_in_any_order_of_arrival() -> None:
    game = play(EACH.format(mode=""), 3)
    assert [a[0] for a in legal(game)] == [0, 0, 1, 1, 2, 2]
    game = take(game, 2, "game.score-it", 1)
    assert [a[0] for a in legal(game)] == [0, 0, 1, 1]
    with pytest.raises(IllegalAction):
        game.act(Action(2, "game.score-it", (1,)))
    game = take(take(game, 0, "game.score-it", 2), 1, "game.score-it", 1)
    assert game.state.over
    assert [value(game, "score", p) for p in range(3)] == [2, 1, 1]


def test_who_is_asked_is_listed_by_seat_wherever_the_asking_begins() -> None:
    rules = (
        DEAL
        + """
rule game
    each p in others of left of turn-of may
        claim "claim"
            set score of p to 1
"""
    )
    assert legal(play(rules, 4)) == [(p, "game.claim") for p in (0, 2, 3)] + [(p, "decline") for p in (0, 2, 3)]


def test_sealed_choices_wait_for_all_and_are_carried_out_in_seat_order() -> None:
    game = play(EACH.format(mode="secretly"), 3)
    game = take(game, 2, "game.score-it", 1)
    assert kinds(game) == ["sealed"]
    assert value(game, "count") == 0
    game = take(game, 0, "game.score-it", 2)
    for other in (0, 1):
        assert all(event.value is None for event in game.observation(other).events)
    game = take(game, 1, "game.score-it", 1)
    assert [(e.kind, e.seat) for e in game.events if e.kind in ("chose", "set")] == [
        ("chose", 0), ("chose", 1), ("chose", 2),
        ("set", 0), ("set", None), ("set", 1), ("set", None), ("set", 2), ("set", None), ("set", None),
    ]  # fmt: skip
    assert game.state.over


def test_a_sealed_choice_that_says_again_is_made_anew() -> None:
    rules = (
        DEAL
        + """
rule game
    each p in players must secretly
        more when count is less than 2 "once more"
            add 1 to count
            again
        stop "stop"
            add 1 to score of p
"""
    )
    game = take(take(play(rules), 1, "game.more"), 0, "game.stop")
    assert value(game, "score", 0) == 1 and value(game, "count") == 1
    assert legal(game) == [(1, "game.more"), (1, "game.stop")]
    game = take(game, 1, "game.stop")
    assert game.state.over and value(game, "score", 1) == 1


def test_two_sealed_orders_of_arrival_lead_to_one_state() -> None:
    game = play(EACH.format(mode="secretly"))
    one = take(take(game, 0, "game.score-it", 1), 1, "game.score-it", 2)
    two = take(take(game, 1, "game.score-it", 2), 0, "game.score-it", 1)
    assert one.state == two.state


def test_the_first_to_act_settles_any() -> None:
    rules = (
        DEAL
        + """
rule game
    deal
    any p in players may
        claim "claim"
            set turn-of to p
    set count to 1
"""
    )
    game = play(rules, 3)
    assert legal(game) == [(p, "game.claim") for p in range(3)] + [(p, "decline") for p in range(3)]
    claimed = take(game, 1, "game.claim")
    assert claimed.state.over and value(claimed, "turn-of") == 1
    for seat in (2, 0, 1):
        game = take(game, seat, "decline")
    assert game.state.over and value(game, "count") == 1
