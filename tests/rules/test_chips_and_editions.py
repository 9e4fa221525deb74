"""Random matches of the game with chips, of the commercial editions and of two more games of the family: both engines
agree after every step, under any options; chips only change hands."""

from __future__ import annotations

import random

import pytest

from caborules.compile.program import Program, program
from caborules.engine.game import fixed, set_up
from caborules.engine.pairs import random_game
from caborules.engine.setup import Setup
from caborules.ir.types import Value
from caborules.lower import lower
from caborules.lower.machine import load
from tests.support import compiled, lockstep
from tests.support.rulesets import shipped

CHIPS = ("kabu", "variants/six-open")
EDITIONS = ("variants/second-edition", "variants/first-edition", "variants/current-publisher")
OTHERS = ("variants/cambio", "variants/dutch")
NAMES = (*CHIPS, *EDITIONS, *OTHERS)


def agree(name: str, seeds: range, most: int) -> int:
    """Games of a ruleset with random options on both engines; how many came to their end."""
    system = shipped(name)
    ended = 0
    for seed in seeds:
        rng = random.Random(f"{name} {seed}")
        players = rng.randint(*system.players)
        setup = fixed(system, players, lockstep.any_options(rng, system, players))
        ended += compiled.run(*_program(setup), seed, most).over
    return ended


def _program(setup: Setup) -> tuple[Setup, Program]:
    numbers = (setup.players, setup.players)
    return setup, program(load(lower(setup.system, setup.options, numbers), setup.players))


@pytest.mark.parametrize("name", NAMES)
def test_the_engines_agree(name: str) -> None:
    agree(name, range(2), 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_engines_agree_in_many_matches(name: str) -> None:
    agree(name, range(2, 102), 300)


def number(value: Value) -> int:
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("name", CHIPS)
def test_chips_only_change_hands(name: str) -> None:
    """In every position of random games, and forty cards are on the table."""
    system = shipped(name)
    moved = False
    for seed in range(6):
        setup = set_up(system, 2 + seed % 5)
        chips = [setup.variable_index["chips", seat] for seat in setup.seats]
        for turn in random_game(setup, random.Random(seed), f"chips {seed}"):
            store = turn.step.state.store
            held = [number(store.variables[one]) for one in chips]
            assert sum(held) == 30 * setup.players
            assert sum(len(place) for place in store.places) == 40
            moved |= len(set(held)) > 1
    assert moved, "somebody has paid"
