"""Generated code does what the reference engine does, step by step: table, knowledge, legal actions, events, chance."""

from __future__ import annotations

import random
from functools import cache

import pytest

from caborules.compile.program import Program, program
from caborules.engine.game import fixed, set_up
from caborules.engine.setup import Setup
from caborules.lower import lower
from caborules.lower.machine import load
from caborules.types.flow.check import check_flow
from tests.support import compiled, lock_generated, lockstep
from tests.support.lockstep_games import GAMES, LATER_GAMES
from tests.support.rulesets import HEAD, shipped, system_of

VARIANTS = ("kamikaze", "published-deck", "open-peek", "jokers-zero", "no-matching", "short-match")


@cache
def game(name: str, players: int) -> tuple[Setup, Program]:
    """A shipped ruleset or a small game, and its program."""
    system = system_of(HEAD + GAMES[name]) if name in GAMES else shipped(name)
    return of_setup(set_up(system, players))


def of_setup(setup: Setup) -> tuple[Setup, Program]:
    numbers = (setup.players, setup.players)
    return setup, program(load(lower(setup.system, setup.options, numbers), setup.players))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_cabo_agrees(players: int) -> None:
    setup, made = game("cabo", players)
    for seed in range(3):
        compiled.run(setup, made, seed, 60, views=seed == 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_agree(name: str) -> None:
    setup, made = game(name, 3)
    compiled.run(setup, made, 1, 80)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_what_cabo_does_not_use_agrees(name: str, players: int) -> None:
    setup, made = game(name, players)
    chosen: set[str] = set()
    for seed in range(40):
        ran = compiled.run(setup, made, seed, 60)
        chosen |= ran.choices
        assert not ran.faulty
    offered = {o.path for point in made.machine.lowered.points for o in point.offers if o.kind != "late"}
    assert chosen == offered, "every choice of the game is made in some run"


@pytest.mark.parametrize(("name", "steps"), [("corners", 120), ("endless", 2), ("solo", 60)])
def test_games_for_bugs_that_the_others_miss_agree(name: str, steps: int) -> None:
    """Choices whose legality tells a secret, a guard without a value, a loop without end, a card alone in its place."""
    setup, made = of_setup(set_up(check_flow(system_of(HEAD + LATER_GAMES[name])).system, 3))
    tally = lock_generated.run(setup, made, name, steps)
    assert tally.faults == (name == "endless")
    offered = {o.path for point in made.machine.lowered.points for o in point.offers if o.kind != "late"}
    assert {*tally.chosen} == offered, "every choice of the game is made"


def _any_options(name: str, part: int, games: int, most: int) -> None:
    """Random values of options, whether or not the ruleset allows them, numbers of players, and actions."""
    system = shipped(name)
    rng = random.Random(part)
    for seed in range(games):
        players = rng.randint(*system.players)
        options = lockstep.any_options(rng, system, players)
        if rng.random() < 0.5:
            options["game.target"] = rng.choice((1, 30))
        compiled.run(*of_setup(fixed(system, players, options)), seed, most)


@pytest.mark.parametrize("part", range(2))
def test_cabo_agrees_under_any_options(part: int) -> None:
    _any_options("cabo", part, 5, 40)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("name", ["cabo", "kamikaze", "published-deck"])
def test_agrees_under_any_options_for_long(name: str, part: int) -> None:
    _any_options(name, 100 + part, 25, 150)
