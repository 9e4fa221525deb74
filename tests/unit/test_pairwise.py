"""Covering arrays: every pair that is permitted occurs, few combinations, the same ones in every run."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from caborules.ir.pairwise import Pair, Row, covering, pairs_of

SIZES = st.lists(st.integers(1, 4), min_size=2, max_size=6)


def missing(rows: tuple[Row, ...], sizes: list[int]) -> set[Pair]:
    """The pairs that do not occur, found without the generator's help."""
    wanted = {
        ((a, i), (b, j))
        for (a, one), (b, other) in combinations(enumerate(sizes), 2)
        for i, j in product(range(one), range(other))
    }
    return wanted - {pair for row in rows for pair in pairs_of(row)}


@given(SIZES)
@settings(max_examples=50, deadline=None)
def test_every_pair_occurs(sizes: list[int]) -> None:
    found = covering(sizes)
    assert missing(found.rows, sizes) == set()
    assert found.excluded == ()
    assert covering(sizes) == found


@given(SIZES, st.data())
@settings(max_examples=50, deadline=None)
def test_forbidden_combinations_do_not_occur(sizes: list[int], data: st.DataObject) -> None:
    """What is left out is told, and every pair that occurs in the end is counted."""
    a, b = data.draw(st.integers(0, sizes[0] - 1)), data.draw(st.integers(0, sizes[1] - 1))

    def allowed(row: Row) -> bool:
        return (row[0], row[1]) != (a, b)

    found = covering(sizes, allowed)
    assert all(allowed(row) for row in found.rows)
    assert missing(found.rows, sizes) == set(found.excluded)
    assert ((0, a), (1, b)) in found.excluded


def test_a_pair_that_makes_no_difference_does_not_count() -> None:
    """The values of the last factor matter only where the first is 1: its pairs are looked at there."""

    def counts(row: Row, factor: int) -> bool:
        return factor != 2 or row[0] == 1

    found = covering([2, 3, 3], counts=counts)
    occurring = {pair for row in found.rows for pair in pairs_of(row, counts)}
    assert {((1, i), (2, j)) for i, j in product(range(3), range(3))} <= occurring
    assert set(found.excluded) == {((0, 0), (2, j)) for j in range(3)}
    assert found.pairs == len(occurring) == 6 + 3 + 9


def test_it_takes_few_combinations() -> None:
    """Twenty factors of three values: 3**20 combinations, nine pairs of values each; under 40 do."""
    assert 9 <= len(covering([3] * 20).rows) < 40


def test_what_is_wanted_comes_first() -> None:
    assert covering([2, 2, 2], first=[(1, 1, 1), (0, 0, 1)]).rows[:2] == ((1, 1, 1), (0, 0, 1))


def test_few_factors() -> None:
    """One factor: each value. None: the empty combination."""
    assert covering([3]).rows == ((0,), (1,), (2,))
    assert covering([]).rows == ((),)


def test_a_generator_that_forgets_a_pair_is_noticed() -> None:
    """The check above finds it where one combination is taken away."""
    rows = covering([3, 3]).rows
    assert missing(rows[1:], [3, 3]) == set(pairs_of(rows[0]))
