"""What is played of a ruleset: settings with every pair of values of its options and of the number of players.

First come the defaults with each number of players, then the combinations that players may choose (``own``), last those
with other values of options that the ruleset fixes: its rules must go on whatever was answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

from caborules.engine.game import NOTHING, fixed
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir.content_hash import content_hash
from caborules.ir.pairwise import Row, covering
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.names.sources import shipped_rulesets
from tests.lockstep.plan import PLAYERS, tried

Pair: TypeAlias = tuple[tuple[str, int], tuple[str, int]]
"""Two factors, each with the number of its value."""
MATCHES: Final = 2_000
"""Matches of each ruleset, with settings that players may choose."""
BESIDE: Final = 8
"""Matches with each other setting, on top."""
CAP: Final = 1_000
"""Decisions of a match at most."""
LOCK: Final = 20_000
"""Positions of a ruleset that are compared in lock-step, at least where there are so many."""


def rulesets() -> tuple[str, ...]:
    """Every shipped ruleset, games before variants."""
    return tuple(sorted((name for name in shipped_rulesets() if "/" not in name), key=_games_first))


def _games_first(name: str) -> tuple[bool, str]:
    return (f"variants/{name}" in shipped_rulesets(), name)


@dataclass(frozen=True, eq=False)
class Table:
    """``factors``: the number of players and every option with more than one value; ``free``: those that players may
    choose themselves."""

    name: str
    system: System

    @cached_property
    def hash(self) -> str:
        return content_hash(self.system)

    @cached_property
    def factors(self) -> Mapping[str, tuple[Value, ...]]:
        low, high = self.system.players
        found: dict[str, tuple[Value, ...]] = {PLAYERS: tuple(range(low, high + 1))}
        for key, option in self.system.options.items():
            values = tried(self.system, option)
            if len(values) > 1:
                found[key] = values
        return found

    @cached_property
    def free(self) -> frozenset[str]:
        options = self.system.options
        return frozenset(key for key in self.factors if key == PLAYERS or options[key].openness != "fixed")

    # ------------------------------------------------------------ settings
    def setup(self, row: Row) -> Setup:
        values = {key: values[at] for (key, values), at in zip(self.factors.items(), row, strict=True)}
        players = values.pop(PLAYERS)
        assert isinstance(players, int)
        return fixed(self.system, players, values)

    def allowed(self, row: Row) -> bool:
        """Does the ruleset allow the combination?"""
        setup = self.setup(row)
        return all(evaluate(setup, NOTHING, require.condition, {}) for require in self.system.requires)

    def plain(self, number: int) -> Row:
        """The defaults, with that number of players (counted from 0)."""
        players = self.factors[PLAYERS][number]
        assert isinstance(players, int)
        options = fixed(self.system, players, {}).options
        rest = (_at(values, options[key]) for key, values in self.factors.items() if key != PLAYERS)
        return (number, *rest)

    def own(self, row: Row) -> bool:
        """Could players choose it: has what the ruleset fixes the value that it fixes?"""
        plain = self.plain(row[0])
        return all(key in self.free or row[at] == plain[at] for at, key in enumerate(self.factors))

    def rows(self) -> tuple[Row, ...]:
        """All settings that are played, see the module."""
        sizes = [len(values) for values in self.factors.values()]
        free = [at for at, key in enumerate(self.factors) if key in self.free]

        def filled(some: Sequence[int]) -> Row:
            row = list(self.plain(some[0]))
            for at, value in zip(free, some, strict=True):
                row[at] = value
            return tuple(row)

        plain = [row for number in range(sizes[0]) if self.allowed(row := self.plain(number))]
        first = [tuple(row[at] for at in free) for row in plain]
        chosen = covering([sizes[at] for at in free], lambda some: self.allowed(filled(some)), first)
        return covering(sizes, self.allowed, [*plain, *map(filled, chosen.rows)]).rows

    # ------------------------------------------------------------ pairs
    def pairs(self, free_only: bool) -> frozenset[Pair]:
        """All pairs of values, or those of what players may choose."""
        factors = {key: values for key, values in self.factors.items() if key in self.free or not free_only}
        return frozenset(
            ((one, at), (other, there))
            for (one, values), (other, others) in combinations(factors.items(), 2)
            for at in range(len(values))
            for there in range(len(others))
        )

    def pairs_in(self, row: Row) -> frozenset[Pair]:
        return frozenset(combinations(zip(self.factors, row, strict=True), 2))


def _at(values: Sequence[Value], value: Value) -> int:
    return [repr(one) for one in values].index(repr(value))
