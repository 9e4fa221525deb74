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
    sizes: Sequence[int],
    allowed: Callable[[Row], bool] = lambda _row: True,
    first: Iterable[Row] = (),
    counts: Callable[[Row, int], bool] = lambda _row, _factor: True,
) -> Covering:
    """A covering array for factors of these sizes; the permitted ones of ``first`` are its first combinations.

    ``counts``: does the value of a factor make a difference in a combination? If not, none of its pairs occur there.
    With fewer than two factors: every permitted combination.
    """

    def easy(pair: Pair) -> bool:
        row = tuple(dict(pair).get(factor, 0) for factor in range(len(sizes)))
        return all(counts(row, factor) for factor, _ in pair)

    missing = dict.fromkeys(sorted(_all_pairs(sizes), key=easy))
    total = len(missing)
    rows: list[Row] = []
    for row in dict.fromkeys(first):
        if allowed(row):
            _take(row, rows, missing, counts)
    excluded: list[Pair] = []
    while missing:
        pair = next(iter(missing))
        candidates = _candidates(pair, sizes, missing, rows)
        fitting = (row for row in candidates if all(counts(row, factor) for factor, _ in pair))
        found = next((row for row in fitting if allowed(row)), None)
        if found is None:
            excluded.append(pair)
            del missing[pair]
        else:
            _take(found, rows, missing, counts)
    if len(sizes) < 2:
        rows = [row for row in product(*map(range, sizes)) if allowed(row)]
    return Covering(tuple(rows), total - len(excluded), tuple(excluded))


def pairs_of(row: Row, counts: Callable[[Row, int], bool] = lambda _row, _factor: True) -> Iterator[Pair]:
    """The pairs that occur in a combination; ``counts`` as for ``covering``."""
    yield from combinations(((factor, value) for factor, value in enumerate(row) if counts(row, factor)), 2)


def _all_pairs(sizes: Sequence[int]) -> Iterator[Pair]:
    for one, other in combinations(range(len(sizes)), 2):
        for value in range(sizes[one]):
            for second in range(sizes[other]):
                yield (one, value), (other, second)


def _take(row: Row, rows: list[Row], missing: dict[Pair, None], counts: Callable[[Row, int], bool]) -> None:
    rows.append(row)
    for pair in pairs_of(row, counts):
        missing.pop(pair, None)


def _candidates(pair: Pair, sizes: Sequence[int], missing: dict[Pair, None], rows: Sequence[Row]) -> Iterator[Row]:
    """Combinations with the pair: filled up greedily, then any that differ from that in one more value, then as in
    combinations that are permitted, then any that differ from these in one more value."""
    given = dict(pair)
    greedy = _filled(given, sizes, missing)
    yield greedy
    yield from _changed(greedy, given, sizes)
    for row in rows:
        yield tuple(given.get(factor, value) for factor, value in enumerate(row))
    for row in rows[:3]:
        yield from _changed(row, given, sizes)


def _changed(row: Row, given: dict[int, int], sizes: Sequence[int]) -> Iterator[Row]:
    """Combinations with the values given, and else those of the row but for one."""
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
