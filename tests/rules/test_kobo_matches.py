"""Of Kobo and its variant, that the examples pass, and that both engines play them alike."""

from __future__ import annotations

import random

import pytest

from caborules.compile.program import Program, program
from caborules.engine.examples import run_examples
from caborules.engine.game import fixed
from caborules.engine.setup import Setup
from caborules.lower import lower
from caborules.lower.machine import load
from tests.support import compiled, lockstep
from tests.support.positions import position
from tests.support.rulesets import shipped

NAMES = ("kobo", "extra-card")


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_pass(name: str) -> None:
    results = run_examples(shipped(name))
    assert [one for one in results if one.outcome == "failed"] == []
    assert [one.title for one in results if one.outcome == "does not apply"] == (
        [one.title for one in results if one.title in LOST_TURNS] if name == "extra-card" else []
    )


LOST_TURNS = (
    "a five on a six: the next turn is lost, and all have seen the five",
    "two wrong matches cost one turn",
    "the lost turn may be the last turn after a call",
    "or the last turn is played all the same, where the table plays so",
    "before the call, a turn is lost at either table",
    "a wrong match with the drawn card: that was discarded all the same",
)
"""What the variant without lost turns cannot be told of."""


def _game(name: str, players: int, seed: int) -> tuple[Setup, Program]:
    """The ruleset with options drawn by lot, and its program."""
    system = shipped(name)
    setup = fixed(system, players, lockstep.any_options(random.Random(f"{name}/{seed}"), system, players))
    return setup, program(load(lower(system, setup.options, (players, players)), players))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("name", NAMES)
def test_random_matches_agree_on_both_engines(name: str, players: int) -> None:
    """Under options drawn by lot. Nobody is stuck, no step of the rules fails, and all cards are there."""
    for seed in range(2):
        setup, made = _game(name, players, seed)
        ran = compiled.run(setup, made, seed, 120, views=seed == 0)
        assert not ran.faulty and (ran.over or ran.actions == 120)


def test_a_line_that_cites_nothing_is_told_with_the_clause_of_what_it_stands_in() -> None:
    """A line's own clause comes first; a rule that cites nothing takes nothing over from who calls it."""
    play = position(fixed(shipped("kobo"), 2, {}), "score-round", {"row 0": "3♠", "row 1": "9♦"}, {"caller": 0})
    told = {event.name: event.cites for event in play.events if event.kind in ("set", "announced")}
    assert told["row-size"] == ("kobo.X3",)
    assert told["the round is won by"] == ("kobo.X1",)
    assert told["bonus"] == ("kobo.X2", "kobo.X6")
    assert told["score"] == ()
