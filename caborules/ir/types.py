"""Types of the rules language. Values are plain Python: bool, int, str (a member), None (nobody), tuples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class BoolType:
    """``yes or no``; a value is a bool."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """``low..high``, both ends included; a value is an int."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class EnumType:
    """An attribute, a kind or an unnamed ``a or b or 2..10``; a value is a member, a str or an int.

    ``name`` is the attribute's or kind's name, or the address of the question that has the type.
    """

    name: str
    members: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class PlayerType:
    """``player``, or ``player or nobody``; a value is a seat, 0 to n-1 in seat order, or None."""

    optional: bool = False


@dataclass(frozen=True, slots=True)
class CardType:
    """A card that lies somewhere; a value is the number of the physical card, 0 to deck-1. It follows the card."""


@dataclass(frozen=True, slots=True)
class SpotType:
    """A position in a place; a value is ``(place, owner, index)``, index from 0."""


@dataclass(frozen=True, slots=True)
class PlaceType:
    """A place; a value is ``(place, owner)``, owner None where the place is shared."""


@dataclass(frozen=True, slots=True)
class CollectionType:
    """A finite, ordered collection: ``cards``, ``set of number``, players; a value is a tuple of elements."""

    of: Type


@dataclass(frozen=True, slots=True)
class RuleType:
    """A rule held by a cell, with its arguments given save the listed parts; a value is a ``RuleValue``, or None.

    ``parts`` are (preposition, type) of what ``do`` still has to give.
    """

    parts: tuple[tuple[str | None, Type], ...]


Type: TypeAlias = (
    BoolType | NumberType | EnumType | PlayerType | CardType | SpotType | PlaceType | CollectionType | RuleType
)

PlaceId: TypeAlias = tuple[str, int | None]
Spot: TypeAlias = tuple[str, int | None, int]


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A rule with the arguments that a cell gives it: ``penalty-cards 1``; ``given`` are (parameter name, value)."""

    rule: str
    given: tuple[tuple[str, Value], ...] = ()


Value: TypeAlias = "bool | int | str | RuleValue | tuple[Value, ...] | None"

BOOL = BoolType()
CARD = CardType()
CARDS = CollectionType(CARD)
PLAYER = PlayerType()
OPTIONAL_PLAYER = PlayerType(optional=True)
PLAYERS = CollectionType(PLAYER)
SPOT = SpotType()
PLACE = PlaceType()
