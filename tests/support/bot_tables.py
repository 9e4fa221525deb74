"""Cabo at a table of bots, and the states that it comes through."""

from __future__ import annotations

from functools import cache

from caborules.api.game import Game
from caborules.api.load import load
from caborules.engine.chance import seeded
from caborules.engine.machine import Step
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.tools.bots import BotName
from caborules.tools.simulate import table_of_bots


@cache
def cabo(players: int = 3) -> Game:
    return load("cabo").game(players)


@cache
def _states(setup: Setup, seed: str, most: int, bots: BotName) -> tuple[Step, ...]:
    steps = []
    for move in table_of_bots(setup, bots, seed).games(seeded(seed)):
        steps.append(move.step)
        if len(steps) >= most:
            break
    return tuple(steps)


def states(setup: Setup, seed: str, most: int, bots: BotName = "random") -> list[State]:
    return [step.state for step in _states(setup, seed, most, bots) if not step.state.over]
