"""Possible values: what a number, a yes-or-no or a member may be, as a range or a set."""

from __future__ import annotations

from typing import TypeAlias

from caborules.ir.types import BoolType, EnumType, NumberType, PlayerType, Type, Value
from caborules.types.ranges import union

Range: TypeAlias = NumberType
Possible: TypeAlias = "Range | frozenset[Value]"

MANY = 10**9
"""Stands for any number of cards, however many."""

BOTH: frozenset[Value] = frozenset({True, False})
YES: frozenset[Value] = frozenset({True})
NO: frozenset[Value] = frozenset({False})
SOMEBODY = "somebody"
NOBODY_OR_SOMEBODY: frozenset[Value] = frozenset({None, SOMEBODY})


def of_type(kind: Type) -> Possible | None:
    """Every value of a type; None for types whose values are not followed (cards, places, rules).

    A player is followed only as far as "nobody" and "somebody".
    """
    match kind:
        case BoolType():
            return BOTH
        case NumberType():
            return kind
        case EnumType():
            return frozenset(kind.members)
        case PlayerType(optional=True):
            return NOBODY_OR_SOMEBODY
        case PlayerType():
            return frozenset({SOMEBODY})
        case _:
            return None


def either(left: Possible, right: Possible) -> Possible:
    """A value of the one or of the other. Numbers in a set and in a range become a range."""
    if isinstance(left, NumberType) and isinstance(right, NumberType):
        return left if left == right else union(left, right)
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left | right
    return union(as_range(left), as_range(right))


def common(left: Possible, right: Possible) -> Possible | None:
    """The values that both allow; None where there are none."""
    if isinstance(left, NumberType) and isinstance(right, NumberType):
        if right.low <= left.low and left.high <= right.high:
            return left
        if left.low <= right.low and right.high <= left.high:
            return right
        return ranged(max(left.low, right.low), min(left.high, right.high))
    if isinstance(left, NumberType) or isinstance(right, NumberType):
        members, numbers = (right, left) if isinstance(left, NumberType) else (left, right)
        assert isinstance(members, frozenset) and isinstance(numbers, NumberType)
        return frozenset(m for m in members if isinstance(m, int) and numbers.low <= m <= numbers.high) or None
    return (left & right) or None


def without(left: Possible, value: Value) -> Possible | None:
    """The values other than ``value``; a range loses a number only at its ends. None where nothing is left."""
    if isinstance(left, frozenset):
        return (left - {value}) or None
    if value == left.low:
        return ranged(left.low + 1, left.high)
    if value == left.high:
        return ranged(left.low, left.high - 1)
    return left


def only(possible: Possible) -> tuple[Value, ...]:
    """The one value that is possible, in a tuple; empty where there are more."""
    if isinstance(possible, NumberType):
        return (possible.low,) if possible.low == possible.high else ()
    return tuple(possible) if len(possible) == 1 else ()


def ranged(low: int, high: int) -> Range | None:
    """A range, or None where it is empty."""
    return NumberType(low, high) if low <= high else None


def as_range(possible: Possible) -> Range:
    """The smallest range with all the numbers that are possible."""
    if isinstance(possible, NumberType):
        return possible
    numbers = [int(v) for v in possible if isinstance(v, int)]
    return NumberType(min(numbers, default=0), max(numbers, default=0))
