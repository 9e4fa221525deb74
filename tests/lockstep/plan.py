"""What the long run plays: settings in which every pair of option values occurs, cut into chunks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from caborules.engine.game import NOTHING, domain, fixed
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir.content_hash import content_hash
from caborules.ir.pairwise import Row, covering
from caborules.ir.system import OptionDef, System
from caborules.ir.types import BoolType, EnumType, Value
from tests.support.rulesets import shipped

RULESET: Final = "cabo"
ROWS: Final = Path(__file__).parent / "rows.json"
STEPS: Final = 1_000_000
"""Steps of the whole run."""
CHUNK: Final = 2_500
"""Steps in a chunk: one combination of settings, games until there are so many."""
MANY: Final = 6
"""Of a range of numbers with more members only the ends, the default and the second are tried."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """``number`` is the chunk's seed too; ``row`` is a row of the plan."""

    number: int
    row: int

    @property
    def seed(self) -> str:
        return f"{RULESET}/{self.number}"


@dataclass(frozen=True, slots=True)
class Plan:
    """``factors``: the number of players and every option with more than one value; ``rows``: combinations of these.

    ``excluded``: pairs of values that the ruleset allows in no combination that was tried.
    """

    system: System
    factors: Mapping[str, tuple[Value, ...]]
    rows: tuple[Row, ...]
    pairs: int
    excluded: int

    @property
    def hash(self) -> str:
        return content_hash(self.system)

    def chunks(self) -> list[Chunk]:
        """Round after round, each row once."""
        return [Chunk(number, number % len(self.rows)) for number in range(STEPS // CHUNK)]

    def settings(self, row: int) -> tuple[int, dict[str, Value]]:
        """The number of players and the options of a row."""
        values = {key: tried[at] for (key, tried), at in zip(self.factors.items(), self.rows[row], strict=True)}
        players = values.pop(PLAYERS)
        assert isinstance(players, int)
        return players, values

    def setup(self, row: int) -> Setup:
        return fixed(self.system, *self.settings(row))


PLAYERS: Final = "players"


@cache
def plan() -> Plan:
    """The plan for the shipped ruleset: the combinations that were played, so that a chunk can be played again.

    They were made by ``plan_for`` once and are kept; the tests see that every pair of values is still among them.
    """
    made = plan_for(shipped(RULESET))
    rows = tuple(tuple(row) for row in json.loads(ROWS.read_text(encoding="utf-8")))
    return replace(made, rows=rows)


def plan_for(system: System) -> Plan:
    """Every pair of values of the factors, where the ruleset allows it.

    Options that the ruleset fixes have their other values too: the rules must go on whatever was answered.
    """
    low, high = system.players
    factors: dict[str, tuple[Value, ...]] = {PLAYERS: tuple(range(low, high + 1))}
    for key, option in system.options.items():
        values = tried(system, option)
        if len(values) > 1:
            factors[key] = values

    def allowed(row: Row) -> bool:
        values: dict[str, Value] = {key: tried[at] for (key, tried), at in zip(factors.items(), row, strict=True)}
        players = values.pop(PLAYERS)
        assert isinstance(players, int)
        setup = fixed(system, players, values)
        return all(evaluate(setup, NOTHING, require.condition, {}) for require in system.requires)

    found = covering([len(tried) for tried in factors.values()], allowed)
    return Plan(system, factors, found.rows, found.pairs, len(found.excluded))


def tried(system: System, option: OptionDef) -> tuple[Value, ...]:
    """The values of an option that are tried: all, or some of a wide range."""
    plain = fixed(system, system.players[0], {})
    values = domain(plain, option)
    if len(values) > MANY:
        some = (values[0], values[1], plain.options[option.key], values[-1])
        return tuple(dict.fromkeys(some))
    match option.type:
        case BoolType() if not values:
            return (True, False)
        case EnumType(_, members) if not values:
            return members
        case _:
            return values
