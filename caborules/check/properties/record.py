"""What is kept of a proof about watched conditions: which were followed, and which combinations can hold where."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from caborules.check.properties.atoms import pool
from caborules.check.properties.logic import Cube
from caborules.check.properties.prove import conditions
from caborules.check.properties.regions import Regions
from caborules.ir import expressions as ex
from caborules.ir.show_expressions import show

NEVER = "never reached"
_SIGNS = {True: "+", False: "-", None: "."}
_VALUES = {sign: value for value, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class SystemRecord:
    """Of one lowered system.

    ``level``: how many conditions were followed, by the number of the attempt; ``conditions`` in words; ``sets``: sets
    of combinations, each a text with ``+`` (holds), ``-`` (does not) or ``.`` (either) for each condition; ``at``:
    operations that follow on each other (``12-15``) with the number of their set, or that control never comes there.
    """

    level: int
    conditions: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatedRecord:
    """By lowered system; None where its options leave the claim nothing to begin with."""

    systems: tuple[SystemRecord | None, ...]


def record(regions: Regions) -> SystemRecord:
    """The record of an invariant."""
    setting = regions.setting
    tried = conditions(setting.watch, pool(setting.graph.system))
    level = next(number for number, atoms in enumerate(tried) if atoms == setting.atoms)
    sets: dict[tuple[str, ...], int] = {}
    at = []
    for cubes, group in groupby(range(len(regions.cubes)), lambda node: regions.cubes[node]):
        nodes = list(group)
        span = str(nodes[0]) if len(nodes) == 1 else f"{nodes[0]}-{nodes[-1]}"
        if cubes is None:
            at.append(f"{span}: {NEVER}")
        else:
            some = tuple(sorted("".join(_SIGNS[value] for value in cube) for cube in cubes))
            at.append(f"{span}: {sets.setdefault(some, len(sets))}")
    return SystemRecord(level, tuple(map(show, setting.atoms)), tuple(sets), tuple(at))


class UnreadableError(Exception):
    """A record does not fit the rules; the text says why."""


def followed_conditions(record: SystemRecord, tried: list[tuple[ex.Expr, ...]]) -> tuple[ex.Expr, ...]:
    """The conditions that the record speaks of. Raises UnreadableError."""
    if not 0 <= record.level < len(tried) or tuple(map(show, tried[record.level])) != record.conditions:
        raise UnreadableError("it is about other conditions than these rules have")
    return tried[record.level]


def combinations(record: SystemRecord, count: int) -> list[set[Cube] | None]:
    """By operation, the combinations that can hold there. Raises UnreadableError."""
    sets = [{_cube(text, len(record.conditions)) for text in some} for some in record.sets]
    found: list[set[Cube] | None] = []
    for entry in record.at:
        span, _, said = entry.partition(": ")
        low, _, high = span.partition("-")
        if not (low.isascii() and low.isdigit() and (high or low).isascii() and (high or low).isdigit()):
            raise UnreadableError(f"{entry} names no operations")
        if int(low) != len(found) or not int(low) <= int(high or low) < count:
            raise UnreadableError(f"operation {len(found)} was expected, not {span}")
        if said != NEVER and not (said.isascii() and said.isdigit() and int(said) < len(sets)):
            raise UnreadableError(f"{entry} names no set")
        found += [None if said == NEVER else set(sets[int(said)])] * (int(high or low) - int(low) + 1)
    if len(found) != count:
        raise UnreadableError(f"{count} operations were expected, not {len(found)}")
    return found


def _cube(text: str, count: int) -> Cube:
    if len(text) != count or not set(text) <= set(_VALUES):
        raise UnreadableError(f"{text} is no combination of {count} conditions")
    return tuple(_VALUES[sign] for sign in text)
