"""Windows in the engine: reactions, what is late, and the asking of all who may still react."""

from __future__ import annotations

import pytest

from caborules.engine.decisions import Action, offers
from caborules.engine.faults import IllegalAction
from tests.support.engine_games import awaiting, kinds, legal, take, value, window_game


def test_reactions_come_after_the_choices_and_name_the_opening() -> None:
    game = window_game()
    assert [a[1] for a in legal(game)] == ["turn.lay-one", "turn.pause"]
    game = take(game, 0, "turn.lay-one")
    assert legal(game) == [(0, "turn.lay-one"), (0, "turn.pause")] + [
        (q, "snap.snap", i) for q in (0, 1) for i in (0, 1)
    ]
    assert {offer.action.opening for offer in offers(game.setup, game.state)} == {None, 1}


def test_after_a_reaction_the_interrupted_decision_is_offered_afresh() -> None:
    game = take(take(window_game(), 0, "turn.lay-one"), 1, "snap.snap", 0)
    assert legal(game) == [
        (0, "turn.lay-one"),
        (0, "turn.pause"),
        (0, "snap.snap", 0),
        (0, "snap.snap", 1),
        (1, "snap.snap", 1),
    ]


def test_a_window_closes_and_its_reactions_are_gone() -> None:
    game = take(take(window_game(), 0, "turn.lay-one"), 0, "turn.pause")
    assert [a[1] for a in legal(game)] == ["turn.lay-one", "turn.pause"]


def test_a_window_is_held_during_its_own_reaction_and_a_named_rule() -> None:
    game = window_game(react='q may\n                rest-here "rest"\n                    nothing', inside="quiet")
    game = take(game, 0, "turn.lay-one")
    assert [a[1] for a in legal(game)] == ["quiet.rest-now", "decline"]
    game = take(game, 0, "decline")
    game = take(game, 1, "snap.snap", 0)
    assert legal(game) == [(1, "snap.rest-here"), (1, "decline")]


def snap(opening: int, seat: int = 1) -> Action:
    return Action(seat, "snap.snap", (("row", seat, 0),), opening)


def test_an_attempt_for_an_older_opening_is_late_and_costs_what_the_rules_say() -> None:
    game = take(take(window_game(), 0, "turn.lay-one"), 0, "turn.lay-one")
    assert all(offer[1] != "snap.snap" or True for offer in legal(game))
    late = game.act(snap(1))
    assert kinds(late) == ["late", "set"]
    assert value(late, "score", 1) == 1
    assert legal(late) == legal(game)
    assert late.state.store.places == game.state.store.places


def test_an_attempt_for_a_closed_window_is_late() -> None:
    game = take(take(window_game(), 0, "turn.lay-one"), 0, "turn.pause")
    assert value(game.act(snap(1)), "score", 1) == 1


@pytest.mark.parametrize("opening", [0, 3, -1])
def test_an_opening_that_never_was_is_illegal(opening: int) -> None:
    game = take(take(window_game(), 0, "turn.lay-one"), 0, "turn.lay-one")
    with pytest.raises(IllegalAction):
        game.act(snap(opening))


def test_nothing_is_late_before_the_first_opening_or_at_a_decision_taken_alone() -> None:
    with pytest.raises(IllegalAction):
        window_game().act(snap(1))
    alone = window_game(inside='turn-of alone must\n            think "think"\n                nothing')
    game = take(alone, 0, "turn.lay-one")
    assert legal(game) == [(0, "game.think")]
    for opening in (0, 1):
        with pytest.raises(IllegalAction):
            game.act(snap(opening))
    game = take(take(game, 0, "game.think"), 0, "turn.lay-one")
    with pytest.raises(IllegalAction):
        game.act(snap(1))


def test_an_await_asks_all_who_may_react_and_offers_nothing_else() -> None:
    assert legal(awaiting()) == [(q, "snap.snap", i) for q in range(3) for i in (0, 1)] + [
        (q, "pass") for q in range(3)
    ]


def test_an_await_ends_when_all_have_passed() -> None:
    game = awaiting()
    for seat in (1, 0, 2):
        game = take(game, seat, "pass")
    assert [a[1] for a in legal(game)][:2] == ["turn.lay-one", "turn.pause"]


def test_a_reaction_that_does_not_open_the_window_anew_forgets_no_pass() -> None:
    game = take(take(take(awaiting(), 1, "pass"), 0, "pass"), 2, "snap.snap", 0)
    assert [a[:2] for a in legal(game) if a[1] == "pass"] == [(2, "pass")]
    game = take(game, 2, "pass")
    assert legal(game)[0] == (0, "turn.lay-one")


def test_a_new_opening_forgets_who_has_passed() -> None:
    game = take(take(take(awaiting("open snap"), 1, "pass"), 0, "pass"), 2, "snap.snap", 0)
    assert [a[0] for a in legal(game) if a[1] == "pass"] == [0, 1, 2]


def test_a_pass_for_an_older_opening_is_refused() -> None:
    game = take(awaiting("open snap"), 2, "snap.snap", 0)
    with pytest.raises(IllegalAction):
        game.act(Action(1, "pass", (), 1))
    game.act(Action(1, "pass", (), 2))


def test_an_await_ends_at_once_where_the_window_is_closed() -> None:
    game = awaiting("close snap")
    game = take(game, 1, "snap.snap", 0)
    assert legal(game) == [(0, "turn.lay-one"), (0, "turn.pause")]
    game = take(game, 0, "turn.pause")
    assert legal(game) == [(0, "turn.lay-one"), (0, "turn.pause")]
