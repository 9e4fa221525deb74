"""Dice for bots, polling and simulations: reproducible draws, the same on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from caborules.engine.chance import seeded

T = TypeVar("T")


class Dice:
    """Draws from the generator of ``engine.chance``, keeping its place in the sequence.

    Seeds of parts are made by joining texts (``Dice(seed, "game", 3)``), so that the parts do not disturb one another.
    """

    __slots__ = ("_source",)

    def __init__(self, *seed: int | str) -> None:
        self._source = seeded("/".join(str(part) for part in seed))

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1."""
        number, self._source = self._source.below(bound)
        return number

    def one_in(self, n: int) -> bool:
        """True once in ``n`` times."""
        return self.below(n) == 0

    def pick(self, things: Sequence[T]) -> T:
        """One of them, each equally likely. There must be one."""
        return things[self.below(len(things))]

    def weighted(self, things: Sequence[T], weights: Sequence[int]) -> T:
        """One of them, as likely as its weight; not all weights may be 0."""
        left = self.below(sum(weights))
        for thing, weight in zip(things, weights, strict=True):
            left -= weight
            if left < 0:
                return thing
        raise AssertionError("a draw below the sum of the weights falls on one of them")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of them in a random order."""
        order, self._source = self._source.permutation(len(things))
        return [things[i] for i in order]
