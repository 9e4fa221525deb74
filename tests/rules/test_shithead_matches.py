"""Random matches of Shithead and its variants: both engines agree after every step, and no match runs into a fault."""

from __future__ import annotations

import random

import pytest

from caborules import load
from caborules.engine.game import fixed, set_up
from caborules.engine.pairs import random_game
from caborules.engine.play import Play
from tests.support import lock_generated
from tests.support.lockstep import any_options
from tests.support.positions import conserved

GAMES = ("shithead", "jokers-reverse", "pick-three", "play-for-winner", "magic-cards")
STEPS = 120
CHOICES = {"set-out-cards.lay-up", "start-pile.lead", "beat-or-take.play", "beat-or-take.pick-up"}


@pytest.mark.parametrize("game", GAMES)
def test_both_engines_play_the_same_matches(game: str) -> None:
    system = load(game).system
    for players in system.players:
        setup = set_up(system, players)
        tally = lock_generated.run(setup, lock_generated.generated(setup), f"{game}/{players}", STEPS)
        assert tally.steps >= STEPS and tally.faults == 0
        assert tally.chosen.keys() >= CHOICES


@pytest.mark.parametrize("game", GAMES)
def test_they_agree_whatever_the_options(game: str) -> None:
    system = load(game).system
    for seed in range(3):
        rng = random.Random(f"{game}/{seed}")
        players = rng.randint(*system.players)
        setup = fixed(system, players, any_options(rng, system, players))
        tally = lock_generated.run(setup, lock_generated.generated(setup), f"{game}/{seed}", STEPS // 2)
        assert tally.faults == 0


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_conserved_and_whoever_must_play_can(game: str) -> None:
    setup = set_up(load(game).system, 3)
    for seed in range(4):
        play = Play(setup, random_game(setup, random.Random(seed), f"{game}/{seed}"))
        assert conserved(play) and len(play.turns) > 10
