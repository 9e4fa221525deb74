"""What follows from a step, and where it cannot be taken: rules in cells, ends, outside events, faults of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caborules.engine import machine
from caborules.engine.chance import Identity
from caborules.engine.decisions import Action
from caborules.engine.faults import Endless, OutOfRange, Stuck, UndefinedStep
from caborules.engine.game import set_up
from caborules.engine.machine import act, start
from tests.support.engine_games import DEAL, MUST, changed_decisions, legal, take, value
from tests.support.rulesets import HEAD, play, system_of, tiny


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
