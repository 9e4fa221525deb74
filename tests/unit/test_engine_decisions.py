"""Decisions: who is asked what, in which order it is listed, and what an answer sets going."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from caborules.engine import machine
from caborules.engine.chance import Identity
from caborules.engine.decisions import Action, offers
from caborules.engine.faults import Endless, IllegalAction, OutOfRange, Stuck, UndefinedStep
from caborules.engine.game import set_up
from caborules.engine.machine import act, start
from caborules.engine.play import Play, begin
from caborules.ir.statements import Decide
from caborules.ir.system import System
from tests.support.rulesets import HEAD, play, system_of, tiny

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


def changed_decisions(system: System, change: Callable[[Decide], Decide]) -> System:
    """The system with each decision replaced: for what the compiler would not let anybody write."""
    blocks = {
        number: replace(block, statements=tuple(change(s) if isinstance(s, Decide) else s for s in block.statements))
        for number, block in system.blocks.items()
    }
    return replace(system, blocks=blocks)


def kinds(game: Play) -> list[str]:
    return [event.kind for event in game.events if event.kind not in ("entered", "left")]


# ---------------------------------------------------------------- one actor
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
    short = [(a[1], tuple(spot[2] for spot in a[2])) for a in legal(game)]
    assert short[:7] == [("game.lay", s) for s in [(0,), (1,), (2,), (3,), (4,), (0, 1), (2, 3)]]
    assert short[7:] == [("game.two", (i, j)) for i in range(5) for j in range(i + 1, 5)]


# ---------------------------------------------------------------- several actors
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


# ---------------------------------------------------------------- windows
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


# ---------------------------------------------------------------- await
AWAIT = WINDOW.format(react="{react}", inside="await snap")


def awaiting(react: str = "nothing", players: int = 3) -> Play:
    return take(play(AWAIT.format(react=react), players), 0, "turn.lay-one")


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


# ---------------------------------------------------------------- rules in cells, end, events, faults
def test_a_rule_in_a_cell_gets_what_is_missing_by_its_prepositions() -> None:
    rules = (
        DEAL
        + """
kind way: near or far
define table ways by way "What each way does"
    act: rule from (player) by (q: player) = nothing "What happens?"

table ways | act
    near   | hand-over 3
    far    | --

rule hand-over (n: 0..9) by (q: player) from (player)
    set score of player to n
    set score of q to n plus 1

rule game
    do act of near by left of turn-of from turn-of
    do act of far by turn-of from left of turn-of
"""
    )
    game = play(rules)
    assert [value(game, "score", seat) for seat in (0, 1)] == [3, 4]


def test_end_leaves_the_rule_with_all_that_it_has_begun() -> None:
    rules = (
        DEAL
        + """
rule inner
    turn-of must
        out "out"
            end outer
    set count to 9

rule outer
    for each p in players
        inner
    set count to 8

rule game
    outer
    add 1 to count
"""
    )
    game = play(rules)
    game = take(game, 0, "inner.out")
    assert game.state.over
    assert value(game, "count") == 1
    assert [e.name for e in game.events if e.kind == "left"] == ["inner", "outer", "game"]


def test_an_outside_event_is_listed_last_and_the_decision_stays() -> None:
    rules = (
        MUST
        + """
event bell when count is 0 "The bell"
    set count to 3
"""
    )
    game = play(rules)
    assert legal(game)[-1] == (None, "bell")
    rung = take(game, None, "bell")
    assert value(rung, "count") == 3
    assert legal(rung) == legal(game)[:-1]


def test_a_loop_without_a_decision_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "PATIENCE", 2_000)
    rules = (
        DEAL
        + """
rule game
    repeat until count is 1
        turn-of may
            never-mind when count is 1 "never"
                nothing
"""
    )
    with pytest.raises(Endless, match="without a decision"):
        play(rules)
    with pytest.raises(Endless):
        play("rule game\n    repeat until stock is empty\n        nothing\n")


def test_a_value_out_of_range_is_a_fault_with_rule_and_line() -> None:
    rules = (
        DEAL
        + """
rule game
    turn-of must
        more "more"
            add 5 to count
            again
"""
    )
    game = take(play(rules), 0, "game.more")
    with pytest.raises(OutOfRange) as caught:
        take(game, 0, "game.more")
    assert caught.value.rule == "game"
    assert caught.value.span is not None
    assert value(game, "count") == 5


def test_a_must_without_an_answer_for_nothing_possible_is_stuck() -> None:
    """The compiler asks for an `otherwise`; here it is taken away behind its back."""
    text = (
        HEAD
        + DEAL
        + """
rule game
    turn-of must
        turn-up (c in row of turn-of) "turn a card up"
            flip c up
    otherwise
        nothing
"""
    )
    broken = changed_decisions(system_of(text), lambda one: replace(one, otherwise=None))
    with pytest.raises(Stuck) as caught:
        start(set_up(broken, 2), Identity())
    assert caught.value.state.control


def test_a_guard_without_a_value_is_a_fault_of_the_rules() -> None:
    """The compiler refuses such rules (E320); the engine says where, and shows no traceback of its own."""
    rules = (
        DEAL
        + """
rule game
    turn-of must
        stop when rank of top of discard is 1 "stop"
            nothing
    otherwise
        nothing
"""
    )
    with pytest.raises(UndefinedStep, match="no top card"):
        play(rules)


def test_a_reaction_without_a_value_is_a_fault_of_the_rules() -> None:
    rules = (
        DEAL
        + """
window snap "Snapping"
    q in players may
        snap when rank of top of discard is 1 "snap"
            nothing

rule game
    open snap
    turn-of must
        stop "stop"
            nothing
"""
    )
    game = play(rules)
    with pytest.raises(UndefinedStep) as caught:
        legal(game)
    assert caught.value.rule == "game" and caught.value.state == game.state


def test_the_same_action_from_the_same_state_gives_the_same_step() -> None:
    game = play(MUST, 3)
    action = Action(0, "game.swap-two", (("row", 0, 0), 2, ("row", 2, 1)))
    assert act(game.setup, game.state, action) == act(game.setup, game.state, action)
    assert tiny(MUST, 3).faces == game.setup.faces
