"""Relations between types: which fits where, what two have in common, what people call them."""

from __future__ import annotations

from caborules.ir.types import (
    BoolType,
    CardType,
    CollectionType,
    EnumType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    SpotType,
    Type,
)
from caborules.types.ranges import union

MANY = 7
"""So many members of an enumeration are listed in a message."""


def fits(have: Type, want: Type) -> bool:
    """May a value of type ``have`` stand where ``want`` is wanted, ranges aside and without any coercion?"""
    match have, want:
        case NumberType(), NumberType():
            return True
        case PlayerType(), PlayerType():
            return want.optional or not have.optional
        case CollectionType(), CollectionType():
            return fits(have.of, want.of)
        case _:
            return have == want


def common(left: Type, right: Type) -> Type | None:
    """The type of a value that is of one type or the other; None for unlike types."""
    match left, right:
        case NumberType(), NumberType():
            return union(left, right)
        case PlayerType(), PlayerType():
            return PlayerType(left.optional or right.optional)
        case CollectionType(), CollectionType():
            of = common(left.of, right.of)
            return None if of is None else CollectionType(of)
        case _:
            return left if left == right else None


def numeric(enum: EnumType) -> NumberType | None:
    """The range of the numbers among the members, None where there are none."""
    numbers = [m for m in enum.members if isinstance(m, int)]
    return NumberType(min(numbers), max(numbers)) if numbers else None


def describe(type: Type) -> str:
    """What people call a value of the type."""
    match type:
        case BoolType():
            return "yes or no"
        case NumberType():
            return f"a number ({type.low}..{type.high})" if type.low != type.high else f"the number {type.low}"
        case EnumType():
            return f"{type.name} ({members(type)})"
        case PlayerType():
            return "a player or nobody" if type.optional else "a player"
        case CardType():
            return "a card"
        case SpotType():
            return "a spot"
        case PlaceType():
            return "a place"
        case CollectionType():
            return _several(type.of)
        case RuleType():
            parts = " ".join(" ".join(filter(None, (prep, f"({describe(t)})"))) for prep, t in type.parts)
            return f"a rule {parts}".rstrip()


def members(type: EnumType) -> str:
    """``reshuffle or end-round``; of many members the first few."""
    told = [str(m) for m in type.members]
    return " or ".join(told if len(told) <= MANY else [*told[: MANY - 1], "..."])


def _several(of: Type) -> str:
    match of:
        case CardType():
            return "cards"
        case PlayerType():
            return "players"
        case NumberType():
            return "numbers"
        case EnumType():
            return f"several of {of.name}"
        case _:
            return f"several of: {describe(of)}"
