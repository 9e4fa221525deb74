"""The reference engine and the lowered machine agree after every step; mistakes planted in the lowering are noticed."""

from __future__ import annotations

import random
from functools import cache

import pytest

from caborules.compile.layout import Unsupported
from caborules.engine.game import fixed, set_up
from caborules.engine.setup import Setup
from caborules.ir.lowered import LoweredSystem
from caborules.lower import groups, lower
from tests.support import lock_generated, lockstep
from tests.support.lockstep_games import GAMES
from tests.support.lowering_bugs import BUGS
from tests.support.rulesets import HEAD, shipped, system_of

VARIANTS = ("cabo", "kamikaze", "published-deck", "open-peek", "jokers-zero", "no-matching", "short-match")


@cache
def game(name: str, players: int) -> tuple[Setup, LoweredSystem]:
    """A shipped ruleset or a small game, and its lowered system for a range of players that holds ``players``."""
    system = system_of(HEAD + GAMES[name]) if name in GAMES else shipped(name)
    setup = set_up(system, players)
    numbers, options = next(one for one in groups(system) if one[0][0] <= players <= one[0][1])
    return setup, lower(system, options, numbers)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_cabo_agrees_for_every_number_of_players(players: int) -> None:
    setup, lowered = game("cabo", players)
    for seed in range(5):
        lockstep.run(setup, seed, 60, lowered=lowered)


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_agree(name: str) -> None:
    setup, lowered = game(name, 3)
    for seed in range(3):
        lockstep.run(setup, seed, 60, lowered=lowered)


@pytest.mark.parametrize("part", range(5))
def test_cabo_agrees_under_any_options(part: int) -> None:
    _any_options("cabo", part, 6, 50)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_what_cabo_does_not_use_agrees(name: str, players: int) -> None:
    setup, lowered = game(name, players)
    made: set[str] = set()
    for seed in range(40):
        ran = lockstep.run(setup, seed, 60, lowered=lowered)
        made |= ran.choices
        assert not ran.faulty
    offered = {offer.path for point in lowered.points for offer in point.offers if offer.kind != "late"}
    assert made == offered, "every choice of the game is made in some run"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", ["cabo", "kamikaze", "published-deck"])
def test_agrees_under_any_options_for_long(name: str, part: int) -> None:
    _any_options(name, 100 + part, 40, 200)


def _any_options(name: str, part: int, games: int, most: int) -> None:
    """Random options, numbers of players and actions."""
    system = shipped(name)
    rng = random.Random(part)
    for seed in range(games):
        players = rng.randint(*system.players)
        options = lockstep.any_options(rng, system, players)
        if rng.random() < 0.5:
            options["game.target"] = rng.choice((1, 30))
        lockstep.run(fixed(system, players, options), seed, most)


@pytest.mark.parametrize("bug", BUGS)
def test_a_mistake_in_the_lowering_is_noticed(bug: str) -> None:
    name, plant = BUGS[bug]
    setup, lowered = game(name, 3)
    broken = plant(lowered)
    assert broken != lowered
    with pytest.raises(lockstep.Difference):
        for seed in range(60):
            lockstep.run(setup, seed, 150, lowered=broken)


# ---------------------------------------------------------------- the generated engine
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_generated_engine_agrees(players: int) -> None:
    setup, lowered = game("cabo", players)
    lock_generated.run(setup, lock_generated.generated(setup, lowered), "cabo", 150)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_the_generated_engine_does_what_cabo_does_not_use(name: str, players: int) -> None:
    setup, lowered = game(name, players)
    tally = lock_generated.run(setup, lock_generated.generated(setup, lowered), name, 300)
    assert tally.steps == 300 and tally.views == 300 * players and not tally.faults


@pytest.mark.parametrize("bug", BUGS)
def test_a_mistake_in_the_lowering_is_noticed_in_the_generated_engine(bug: str) -> None:
    name, plant = BUGS[bug]
    setup, lowered = game(name, 3)
    with pytest.raises((lockstep.Difference, Unsupported)):
        lock_generated.run(setup, lock_generated.generated(setup, plant(lowered)), "bug", 6000)
