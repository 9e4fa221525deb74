"""How many cards there are in all."""

from __future__ import annotations

from caborules.ir import lowered as lo
from caborules.lower.machine import load


def deck_sizes(system: lo.LoweredSystem) -> tuple[int, int]:
    """The least and the greatest number of cards, over the numbers of players that the system stands for."""
    low, high = system.players
    sizes = [len(load(system, players).setup.faces) for players in range(low, high + 1)]
    return min(sizes), max(sizes)
