"""The options of a ruleset as a space: which combinations of values are looked at, and which of them are one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from caborules.api.game import preset_settings
from caborules.check.run import Range
from caborules.diagnostics.record import Refused
from caborules.engine.game import NOTHING, domain, fixed
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.pairwise import Row, covering, pairs_of
from caborules.ir.system import OptionDef, System
from caborules.ir.types import Value
from caborules.ir.walk import subexpressions
from caborules.lower import groups

MANY: Final = 6
"""Of a range of numbers with more members than this only its ends and the default are tried."""
FULL: Final = 48
"""So many combinations, or fewer, are all looked at; of more, as many as it takes for every pair of values."""


@dataclass(frozen=True)
class Space:
    """The combinations of a ruleset's options; those in ``chosen`` have one value."""

    system: System
    chosen: Mapping[str, Value]
    _setups: dict[Row, Setup] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def values(self) -> dict[str, tuple[Value, ...]]:
        """The values that are tried, by option; of options that are not fixed."""
        free = (
            option
            for option in self.system.options.values()
            if option.openness != "fixed" and option.key not in self.chosen
        )
        return {option.key: self._tried(option) for option in free}

    @cached_property
    def every_value(self) -> tuple[str, ...]:
        """The options of which all values are tried."""
        return tuple(key for key, tried in self.values.items() if len(tried) == self._size(self.system.options[key]))

    @property
    def possible(self) -> int:
        """How many combinations there are, those that the ruleset excludes included."""
        return prod(self._size(self.system.options[key]) for key in self.values)

    @cached_property
    def _usual(self) -> Mapping[str, Value]:
        return fixed(self.system, self.system.players[0], {}).options

    def _size(self, option: OptionDef) -> int:
        match option.domain:
            case (int(low), int(high)):
                return high - low + 1
        return len(option.domain)

    def _tried(self, option: OptionDef) -> tuple[Value, ...]:
        match option.domain:
            case (int(low), int(high)) if high - low >= MANY:
                usual = self._usual[option.key]
                middle = usual if isinstance(usual, int) else low
                return tuple(sorted({low, middle, high}))
        return domain(fixed(self.system, self.system.players[0], {}), option)

    def combinations(self) -> Combinations:
        """The combinations that are looked at: the defaults, the presets, and all or every pair of the values."""
        sizes = tuple(len(tried) for tried in self.values.values())
        refused: set[Row] = set()

        def allowed(row: Row) -> bool:
            if row not in refused and not self.ranges(self._settings(row)):
                refused.add(row)
            return row not in refused

        wanted: list[Mapping[str, Value]] = [{}, *(self._preset(name) for name in self.system.presets)]
        if prod(sizes) <= FULL:
            rows = tuple(row for row in product(*map(range, sizes)) if allowed(row))
            excluded = 0
        else:
            found = covering(sizes, allowed, (self._row(one) for one in wanted), self.asked)
            rows, excluded = found.rows, len(found.excluded)
        settings: list[Mapping[str, Value]] = []
        games: list[tuple[Range, ...]] = []
        for one in (*wanted, *(self._settings(row) for row in rows)):
            ranges = self.ranges(one)
            if ranges and ranges not in games:
                settings.append(one)
                games.append(ranges)
        return Combinations(self, tuple(settings), rows, len(refused), excluded)

    def ranges(self, settings: Mapping[str, Value]) -> tuple[Range, ...]:
        """The numbers of players that a combination is for; none where the ruleset excludes it."""
        try:
            return groups(self.system, {**self.chosen, **settings})
        except Refused:
            return ()

    def asked(self, row: Row, factor: int) -> bool:
        """Is the option asked at all in this combination (for the smallest number of players)?

        The value of one that is not makes no difference, so no pair with it has been looked at.
        """
        when = self.system.options[tuple(self.values)[factor]].when
        if when is None:
            return True
        if row not in self._setups:
            chosen = {**self._usual, **self.chosen, **self._settings(row)}
            self._setups[row] = fixed(self.system, self.system.players[0], chosen)
        return bool(evaluate(self._setups[row], NOTHING, when, {}))

    def _preset(self, name: str) -> Mapping[str, Value]:
        return {key: value for key, value in preset_settings(self.system, name).items() if key in self.values}

    def _row(self, settings: Mapping[str, Value]) -> Row:
        """The combination as numbers of values; options that are not set have their defaults."""
        wanted = {**self._usual, **settings}
        return tuple(tried.index(wanted[key]) if wanted[key] in tried else 0 for key, tried in self.values.items())

    def _settings(self, row: Row) -> dict[str, Value]:
        return {key: tried[number] for (key, tried), number in zip(self.values.items(), row, strict=True)}


@dataclass(frozen=True, slots=True)
class Combinations:
    """Combinations to look at, and how they came about: ``rows`` of ``space``; the others are named ones."""

    space: Space
    settings: tuple[Mapping[str, Value], ...]
    rows: tuple[Row, ...]
    refused: int
    pairs_excluded: int

    @property
    def words(self) -> str:
        """How the values that are tried are combined, in words."""
        if len(self.rows) + self.refused < self.tried:
            return "every pair of values"
        return "all combinations" if self.tried == self.space.possible else "all combinations of the values tried"

    @property
    def tried(self) -> int:
        """How many combinations of the values tried there are."""
        return prod(len(values) for values in self.space.values.values())

    @property
    def pairs(self) -> int:
        """How many pairs of values of two options occur."""
        return len({pair for row in self.rows for pair in pairs_of(row, self.space.asked)})


@dataclass(slots=True)
class Games:
    """Lowered systems that differ: two that are the same but for the values of options count once.

    ``stated``: options that statements of the author read; systems with other values of these are different.
    """

    stated: frozenset[str]
    settings: list[Mapping[str, Value]] = field(default_factory=list)
    found: list[Range] = field(default_factory=list)
    lowered: list[lo.LoweredSystem] = field(default_factory=list)
    _by_size: dict[object, list[lo.LoweredSystem]] = field(default_factory=dict)

    def add(self, settings: Mapping[str, Value], range_: Range, lowered: lo.LoweredSystem) -> None:
        """Count a system, unless there was one like it; ``settings``: what was chosen to get it."""
        stated = tuple((key, value) for key, value in lowered.options if key in self.stated)
        plain = replace(lowered, options=stated)
        size = (lowered.players, len(lowered.nodes), len(lowered.points), len(lowered.registers))
        like = self._by_size.setdefault(size, [])
        if plain not in like:
            like.append(plain)
            self.settings.append(settings)
            self.found.append(range_)
            self.lowered.append(lowered)


def stated_options(system: System) -> frozenset[str]:
    """The options that the author's properties read, themselves or through what they use."""
    claims = (part for one in system.properties for part in (one.claim, one.after, one.until) if part is not None)
    found: set[str] = set()
    seen: set[tuple[str, str]] = set()
    todo: list[ex.Expr] = list(claims)
    while todo:
        for part in subexpressions(todo.pop()):
            match part:
                case ex.OptionRef():
                    found.add(part.key)
                case ex.Apply() if ("function", part.function) not in seen:
                    seen.add(("function", part.function))
                    todo.append(system.functions[part.function].body)
                case ex.Lookup() if ("table", part.table) not in seen:
                    seen.add(("table", part.table))
                    todo += [cell for row in system.tables[part.table].rows for cell in row.cells.values()]
    return frozenset(found)
