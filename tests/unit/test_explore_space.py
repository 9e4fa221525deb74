"""What follows from an action is carried out to the next decision, however far, and a loop without one is told."""

from __future__ import annotations

import pytest

from caborules.explore import space as explored
from caborules.explore.keys import Keys
from caborules.explore.space import AT_ONCE, Space, Stopped
from caborules.lower import groups, lower
from caborules.lower.machine import load
from tests.support.rulesets import HEAD, system_of

LONG = """
state
    count: 0..6, at first 0
rule game
    first-seat must
        begin-now
            nothing
    repeat 3000 times
        set count to (count plus 1) mod 7
    first-seat must
        stop-now
            nothing
"""
ENDLESS = LONG.replace("repeat 3000 times", "repeat until count is at least 6").replace("mod 7", "mod 5")


def space(rules: str) -> Space:
    system = system_of(HEAD + rules)
    numbers, options = groups(system)[0]
    machine = load(lower(system, options, numbers), numbers[0])
    return Space(machine, Keys(machine))


def test_a_long_way_to_the_next_decision_is_gone_to_its_end() -> None:
    assert AT_ONCE < 3000, "the way has to be longer than what is carried out in one go"
    plays = space(LONG)
    (move,) = plays.moves(plays.start().to)
    assert plays.is_decision(move.to)
    at = plays.machine.setup.variable_index["count", None]
    assert not isinstance(move.to, Stopped)
    assert move.to.store.variables[at] == 3000 % 7


@pytest.mark.parametrize("at_once", [0, 1, 7, AT_ONCE])
def test_a_loop_without_a_decision_is_told_wherever_noticed(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explored, "AT_ONCE", at_once)
    plays = space(ENDLESS)
    (move,) = plays.moves(plays.start().to)
    assert isinstance(move.to, Stopped) and move.to.kind == "endless"
