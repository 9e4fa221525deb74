"""Possible worlds by brute force: what a player with perfect recall can know, on a deck of seven cards.

It shares no code with the proofs: worlds are the deals for which the reference engine, given the same actions, shows
the player the same views all along. If the rules tell no more than the cards they show, the worlds left are exactly
the ways to spread the cards that the player does not know, each once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial

from caborules.engine import machine, views
from caborules.engine.chance import OutcomeMissing, Supplied
from caborules.engine.decisions import Action, offers
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.game import fixed, set_up
from caborules.engine.machine import Step
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.expressions import Const
from caborules.ir.system import System
from caborules.ir.types import NumberType

FACES = (
    ("spades", 7),
    ("spades", 9),
    ("spades", "jack"),
    ("spades", 2),
    ("hearts", 2),
    ("diamonds", 5),
    ("clubs", "queen"),
)
"""Seven cards: one that lets its player look, one that spies, two that swap, and a pair to match."""


def small_table(system: System) -> Setup:
    """The game for two players with two cards each, one turned up and two in the stock."""
    rows = system.variables["row-size"]
    two = replace(rows, initial=Const(NumberType(2, 2), None, 2))
    smaller = replace(system, variables={**system.variables, "row-size": two})
    options = dict(set_up(smaller, 2).options)
    return replace(fixed(smaller, 2, options), faces=FACES)


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the worlds are not those that the shown cards leave: after ``action``, in the game ``seed``."""

    seed: int
    action: Action
    worlds: int
    expected: int


@dataclass(frozen=True, slots=True)
class Oracle:
    """All deals of a table, begun, each with what ``observer`` sees: the seat whose knowledge is worked out."""

    setup: Setup
    begun: tuple[tuple[views.View, Step], ...]
    observer: int = 0

    def play(self, seed: int, steps: int = 12) -> Iterator[Deviation | None]:
        """A random game up to the next shuffle; after each action a deviation, or None where all is as it should be."""
        rng = random.Random(seed)
        seen, real = rng.choice(self.begun)
        worlds = [step for view, step in self.begun if view == seen]
        for _ in range(steps):
            action = self._any(real.state, rng)
            if action is None:
                return
            after = self._act(real.state, action)
            if after is None:
                return
            seen = self._view(after)
            worlds = [
                step
                for world in worlds
                if (step := self._act(world.state, action)) is not None and self._view(step) == seen
            ]
            real = after
            self._knowledge_is_sound(real, worlds)
            expected = factorial(self._unknown(real.state))
            yield None if len(worlds) == expected else Deviation(seed, action, len(worlds), expected)

    def _view(self, step: Step) -> views.View:
        return views.view(self.setup, step.state, self.observer, step.events)

    def _act(self, state: State, action: Action) -> Step | None:
        """The step; None where it is not legal, ends in a fault, or asks for chance."""
        try:
            return machine.act(self.setup, replace(state, chance=Supplied()), action)
        except (IllegalAction, OutcomeMissing, RulesFault):
            return None

    def _any(self, state: State, rng: random.Random) -> Action | None:
        kinds: dict[str, list[Action]] = {}
        for offer in offers(self.setup, state):
            kinds.setdefault(offer.action.choice, []).append(offer.action)
        return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None

    def _unknown(self, state: State) -> int:
        """How many cards the observer does not know, by the engine's own account."""
        return sum(not mask >> self.observer & 1 for mask in state.store.known)

    def _knowledge_is_sound(self, real: Step, worlds: list[Step]) -> None:
        """A card that is known lies where it lies in every world."""
        store = real.state.store
        for at, cards in enumerate(store.places):
            for index, card in enumerate(cards):
                if card is not None and store.known[card] >> self.observer & 1:
                    assert all(world.state.store.places[at][index] == card for world in worlds)


def oracle(system: System) -> Oracle:
    """Every deal of the seven cards, dealt by the first seat."""
    setup = small_table(system)
    steps = [machine.start(setup, Supplied((0, order))) for order in permutations(range(len(FACES)))]
    return Oracle(setup, tuple((views.view(setup, step.state, 0, step.events), step) for step in steps))


def deviations(one: Oracle, seeds: range) -> tuple[int, list[Deviation]]:
    """How many positions were looked at, and where the worlds deviate."""
    looked, found = 0, []
    for seed in seeds:
        for result in one.play(seed):
            looked += 1
            if result is not None:
                found.append(result)
                break
    return looked, found
