"""Covering arrays of strength two: few combinations in which every pair of values of two factors occurs.

A factor has values 0 to its size less one, a combination is one value for each factor. Greedy and the same in every
run: each new combination begins with the first pair that is still missing and is filled up with the values that bring
most missing pairs. Where combinations are forbidden, a pair for which no permitted one is found is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

Row: TypeAlias = tuple[int, ...]
Pair: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Two factors, each with its value; the lower factor first."""


@dataclass(frozen=True, slots=True)
class Covering:
    """``rows``: combinations, all permitted; ``pairs``: how many pairs occur in them; ``excluded``: pairs for which no
    permitted combination was found."""

    rows: tuple[Row, ...]
    pairs: int
    excluded: tuple[Pair, ...]


def covering(
    sizes: Sequence[int], allowed: Callable[[Row], bool] = lambda _row: True, first: Iterable[Row] = ()
) -> Covering:
    """A covering array for factors of these sizes; the permitted ones of ``first`` are its first combinations.

    With fewer than two factors: every permitted combination.
    """
    missing = dict.fromkeys(_all_pairs(sizes))
    total = len(missing)
    rows: list[Row] = []
    for row in dict.fromkeys(first):
        if allowed(row):
            _take(row, rows, missing)
    excluded: list[Pair] = []
    while missing:
        pair = next(iter(missing))
        found = next((row for row in _candidates(pair, sizes, missing, rows) if allowed(row)), None)
        if found is None:
            excluded.append(pair)
            del missing[pair]
        else:
            _take(found, rows, missing)
    if len(sizes) < 2:
        rows = [row for row in product(*map(range, sizes)) if allowed(row)]
    return Covering(tuple(rows), total - len(excluded), tuple(excluded))


def pairs_of(row: Row) -> Iterator[Pair]:
    """The pairs that occur in a combination."""
    yield from combinations(enumerate(row), 2)


def _all_pairs(sizes: Sequence[int]) -> Iterator[Pair]:
    for one, other in combinations(range(len(sizes)), 2):
        for value in range(sizes[one]):
            for second in range(sizes[other]):
                yield (one, value), (other, second)


def _take(row: Row, rows: list[Row], missing: dict[Pair, None]) -> None:
    rows.append(row)
    for pair in pairs_of(row):
        missing.pop(pair, None)


def _candidates(pair: Pair, sizes: Sequence[int], missing: dict[Pair, None], rows: Sequence[Row]) -> Iterator[Row]:
    """Combinations with the pair: filled up greedily, then as in combinations that are permitted, then any that differ
    from these in one more value."""
    given = dict(pair)
    yield _filled(given, sizes, missing)
    for row in rows:
        yield tuple(given.get(factor, value) for factor, value in enumerate(row))
    for row in rows[:3]:
        for factor, size in enumerate(sizes):
            if factor not in given:
                for value in range(size):
                    changed = {**dict(enumerate(row)), factor: value, **given}
                    yield tuple(changed[one] for one in range(len(sizes)))


def _filled(given: dict[int, int], sizes: Sequence[int], missing: dict[Pair, None]) -> Row:
    row = dict(given)
    for factor in sorted(set(range(len(sizes))) - set(given), key=lambda one: (-sizes[one], one)):
        gains = [_gain(factor, value, row, missing) for value in range(sizes[factor])]
        row[factor] = gains.index(max(gains))
    return tuple(row[factor] for factor in range(len(sizes)))


def _gain(factor: int, value: int, row: dict[int, int], missing: dict[Pair, None]) -> int:
    mine = (factor, value)
    return sum(((one, mine) if one[0] < factor else (mine, one)) in missing for one in row.items())
