"""Random games on a lowered system, and games on a smaller deck: where witnesses are looked for.

Everything is seeded: the same system gives the same games. Among the legal actions a kind is drawn first and then one
of that kind, so that a choice with many arguments does not crowd out the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from caborules.engine.chance import Chance, Outcome, Supplied, seeded
from caborules.engine.decisions import Action
from caborules.ir import lowered as lo
from caborules.ir.system import DeckLine, Face
from caborules.lower.machine import Fault, Machine, MachineState, Step, act, audit, legal, load, start

SIZES: Final = (8, 12, 18)
"""Numbers of cards in the smaller decks that are tried."""
LENGTH: Final = 60
"""Actions in a game at most."""


@dataclass(frozen=True, slots=True)
class Table:
    """A machine for the fewest players, on the real deck or on ``cards`` of its cards."""

    machine: Machine
    cards: int | None

    @property
    def deck(self) -> str:
        count = len(self.machine.setup.faces)
        return f"{count} cards" if self.cards is None else f"a reduced deck of {count} cards"

    @property
    def smaller(self) -> str:
        """Players and deck in words where it is not the real one, else nothing."""
        return "" if self.cards is None else f"{self.machine.setup.players} players, {self.deck}"


@dataclass(frozen=True, slots=True)
class Turn:
    """An action (None: the start) and what came of it; ``fault`` instead of a step where the rules cannot go on.

    ``outcomes``: those of chance that were given beforehand, if they were.
    """

    action: Action | None
    step: Step | None
    fault: Fault | None = None
    outcomes: tuple[Outcome, ...] = ()


def tables(lowered: lo.LoweredSystem) -> Iterator[Table]:
    """The real deck first, then smaller ones."""
    players = lowered.players[0]
    full = load(lowered, players)
    yield Table(full, None)
    for size in SIZES:
        if size < len(full.setup.faces):
            yield Table(load(_smaller(lowered, full.setup.faces, size), players), size)


def _smaller(lowered: lo.LoweredSystem, faces: tuple[Face, ...], size: int) -> lo.LoweredSystem:
    """The system with faces taken evenly from its deck."""
    step = len(faces) / size
    some = tuple(faces[int(step * at)] for at in range(size))
    return replace(lowered, deck=(DeckLine(None, (), "some", some, None, None),))


def begin(machine: Machine, chance: Chance) -> Turn:
    try:
        return Turn(None, start(machine, chance))
    except Fault as fault:
        return Turn(None, None, fault)


def take(machine: Machine, state: MachineState, action: Action) -> Turn:
    """Take an action, and see what comes of it."""
    try:
        return Turn(action, act(machine, state, action))
    except Fault as fault:
        return Turn(action, None, fault)


def random_game(machine: Machine, seed: str) -> Iterator[Turn]:
    """A game of random actions, turn by turn; it ends at a fault, at the end of the game, or after ``LENGTH``."""
    rng = random.Random(seed)
    turn = begin(machine, seeded(seed))
    yield turn
    for _ in range(LENGTH):
        if turn.step is None:
            return
        action = _any_action(machine, turn.step.state, rng)
        if action is None:
            return
        turn = take(machine, turn.step.state, action)
        yield turn


def _any_action(machine: Machine, state: MachineState, rng: random.Random) -> Action | None:
    kinds: dict[str, list[Action]] = {}
    for one in legal(machine, state):
        kinds.setdefault(one.action.choice, []).append(one.action)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None


def legal_actions(machine: Machine, state: MachineState) -> tuple[Action, ...]:
    return tuple(one.action for one in legal(machine, state))


def trouble(machine: Machine, turn: Turn) -> tuple[str, ...]:
    """What is wrong with the cards after a turn: lost, doubled, or an operation that was not defined."""
    if turn.fault is not None:
        return (turn.fault.reason,) if turn.fault.kind == "undefined" else ()
    assert turn.step is not None
    return audit(machine, turn.step.state)


def replayed(machine: Machine, turns: tuple[Turn, ...]) -> bool:
    """Does the game come out the same when it is played again from its recorded chance outcomes?"""
    state: MachineState | None = None
    for turn in turns:
        source = Supplied(() if turn.step is None else turn.step.outcomes)
        if turn.action is None:
            again = begin(machine, source if turn.step is not None else seeded(0))
        else:
            assert state is not None
            again = take(machine, replace(state, chance=source), turn.action)
        if turn.step is None or again.step is None:
            return again.fault is not None and turn.fault is not None
        if again.step.state.store != turn.step.state.store or again.step.state.node != turn.step.state.node:
            return False
        state = again.step.state
    return True
