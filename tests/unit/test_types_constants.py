"""Constants: expressions over options and the number of players, and when conditions over options can hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from caborules.ir.operators import Calculation
from caborules.ir.types import NumberType, Value
from caborules.types.constants import Constants, NotConstant
from caborules.types.ranges import arithmetic, summed
from tests.language.types_game import run, tiny


def value(tmp_path: Path, body: str, players: int = 3, **chosen: Value) -> Value:
    """The value of an expression in the small game."""
    system = run(tmp_path, tiny(f"define tested = {body}")).system
    assert system is not None
    options = {key.replace("_", "-"): one for key, one in chosen.items()}
    constants = Constants(system.options, system.functions, system.tables, players, tuple(system.attributes), options)
    return constants.value(system.functions["tested"].body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("hand-size plus player-count times 2", 9),
        ("7 div 2 plus 7 mod 4", 6),
        ("(0 minus 7) div 2", -4),
        ("(0 minus 7) mod 4", 1),
        ("two-packs", False),
        ("yes if hand-size is at least 3 otherwise no", True),
        ("hand-size is in (1..3) and hand-size is not in {1, 2}", True),
        ("(some n in (1..9) where n times n is 49)", True),
        ("(no n in {1, 2} where n is hand-size)", True),
        ("size of (those n in (1..9) where n is more than hand-size)", 6),
        ("(first n in (5..9) where n is more than 6 otherwise 0)", 7),
        ("(first n in (5..9) where n is more than 9 otherwise 0)", 0),
        ("(sum of n for each n in (1..4))", 10),
        ("(highest of n times n for each n in (1..4) where n is less than 3)", 4),
        ("size of (those n in (1..4) with the lowest n mod 2)", 2),
        ("(4..hand-size) is empty", True),
        ("done is done or hand-size is 3", None),
    ],
)
def test_values(body: str, expected: Value, tmp_path: Path) -> None:
    """The value, or None in this table where it depends on the state of a game."""
    if expected is None:
        with pytest.raises(NotConstant):
            value(tmp_path, body)
    else:
        assert value(tmp_path, body) == expected


def test_defaults_follow_players_and_choices(tmp_path: Path) -> None:
    """A default may depend on the number of players; what is chosen goes before it."""
    assert value(tmp_path, "two-packs", players=4) is True
    assert value(tmp_path, "two-packs", players=4, two_packs=False) is False
    assert value(tmp_path, "hand-size", hand_size=5) == 5


@pytest.mark.parametrize("op", ["plus", "minus", "times", "div", "mod"])
def test_ranges_hold_every_result(op: Calculation) -> None:
    """The range of a result holds the result for all operands, and both its ends are reached where that is promised."""
    meanings: dict[Calculation, Callable[[int, int], int]] = {
        "plus": lambda a, b: a + b,
        "minus": lambda a, b: a - b,
        "times": lambda a, b: a * b,
        "div": lambda a, b: a // b,
        "mod": lambda a, b: a % b,
    }
    meaning = meanings[op]
    spans = [NumberType(-3, 2), NumberType(0, 4), NumberType(1, 3), NumberType(-4, -2), NumberType(5, 5)]
    for left in spans:
        for right in spans:
            found = [
                meaning(a, b)
                for a in range(left.low, left.high + 1)
                for b in range(right.low, right.high + 1)
                if b != 0 or op not in ("div", "mod")
            ]
            made = arithmetic(op, left, right)
            assert made.low <= min(found)
            assert max(found) <= made.high
            if op in ("plus", "minus", "times", "div"):
                assert (made.low, made.high) == (min(found), max(found))


def test_range_of_a_sum() -> None:
    """A sum may be over none, and over as many as there are."""
    assert summed(NumberType(-1, 13), 52) == NumberType(-52, 676)
    assert summed(NumberType(2, 3), 4) == NumberType(0, 12)
