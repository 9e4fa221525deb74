"""Looking for a game in which a card is lost or doubled, or an operation is not defined.

Random games first; then a search by length, in the order of the actions, for a shorter one. What is found has been
played by the machine from a legal deal, and is played once more from its recorded chance outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from caborules.engine.chance import seeded
from caborules.explore.games import Table, Turn, begin, legal_actions, random_game, replayed, tables, take, trouble
from caborules.ir import lowered as lo

GAMES: Final = 30
"""Random games on each deck."""
BUDGET: Final = 1500
"""Positions looked at by the search for a shorter game."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A game that ends in trouble: its table, its turns, and what is wrong after the last."""

    table: Table
    turns: tuple[Turn, ...]
    wrong: tuple[str, ...]


def find_loss(lowered: lo.LoweredSystem) -> Loss | None:
    """The shortest game found that loses or doubles a card; None if there is none among those looked at."""
    for table in tables(lowered):
        best: tuple[str, tuple[Turn, ...]] | None = None
        for number in range(GAMES):
            seed = f"cards {number}"
            turns = _until_trouble(table, random_game(table.machine, seed))
            if turns is not None and (best is None or len(turns) < len(best[1])):
                best = seed, turns
        if best is not None:
            turns = _shorter(table, *best)
            if replayed(table.machine, turns):
                return Loss(table, turns, trouble(table.machine, turns[-1]))
    return None


def _until_trouble(table: Table, game: Iterator[Turn]) -> tuple[Turn, ...] | None:
    turns: list[Turn] = []
    for turn in game:
        turns.append(turn)
        if trouble(table.machine, turn):
            return tuple(turns)
    return None


def _shorter(table: Table, seed: str, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The first shortest game from the same deal that ends in trouble, if one is found within the budget."""
    first = begin(table.machine, seeded(seed))
    budget = BUDGET
    level: list[tuple[Turn, ...]] = [(first,)]
    while level and len(level[0]) + 1 < len(turns):
        following: list[tuple[Turn, ...]] = []
        for path in level:
            step = path[-1].step
            if step is None:
                continue
            for action in legal_actions(table.machine, step.state):
                turn = take(table.machine, step.state, action)
                if trouble(table.machine, turn):
                    return (*path, turn)
                following.append((*path, turn))
                budget -= 1
                if budget <= 0:
                    return turns
        level = following
    return turns
