"""Abstract values: what an expression may stand for at a point of the rules, and what in it is not public."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.types.flow.bounds import SOMEBODY, Possible, Range, either
from caborules.types.flow.facts import PUBLIC, UNKNOWN, Audience, CardFact, CardName, Key, Label, both
from caborules.types.ranges import union


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, yes or no, or a member."""

    possible: Possible
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Person:
    """A player, by symbol; ``possible``: nobody (None), somebody, or both."""

    symbol: str
    possible: Possible
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class People:
    """Players: all of them, or some; none of them is ``without``."""

    everyone: bool
    without: str | None
    size: Range
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Cards:
    """A card (``single``) or cards.

    ``symbol``: their name in the state; ``part``: this is only some of what has that name. ``fact`` is what holds
    where they have no name. ``whole``: these are all cards of that place. ``about``: what a face of theirs is said
    to be a face of.
    """

    fact: CardFact
    size: Range
    symbol: CardName | None = None
    part: bool = False
    whole: Key | None = None
    about: CardName | Key | None = None
    single: bool = False
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Place:
    """One of these places."""

    keys: frozenset[Key]
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Spot:
    """A position in one of these places (None: anywhere)."""

    lies: frozenset[Key] | None
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Items:
    """A collection of numbers or members: what one may be, and how many there are."""

    element: Possible
    size: Range
    label: Label = PUBLIC


@dataclass(frozen=True, slots=True)
class Made:
    """A rule that a cell holds: one of these, each with what it is given (parameter, value). None: nothing."""

    candidates: frozenset[tuple[str, tuple[tuple[str, Val], ...]] | None]
    label: Label = PUBLIC


Val: TypeAlias = Scalar | Person | People | Cards | Place | Spot | Items | Made

SOMEONE: Possible = frozenset({SOMEBODY})


def labelled(value: Val, label: Label) -> Val:
    """The value, computed with the help of what ``label`` says."""
    return value if label <= value.label else replace(value, label=value.label | label)


def public(value: Val) -> Val:
    """The value, which everybody knows."""
    return replace(value, label=PUBLIC)


def mingle(left: Val, right: Val) -> Val:
    """One value or the other."""
    if left == right:
        return left
    label = left.label | right.label
    match left, right:
        case Scalar(), Scalar():
            return Scalar(either(left.possible, right.possible), label)
        case Person(), Person():
            symbol = left.symbol if left.symbol == right.symbol else UNKNOWN
            if left.possible == frozenset({None}) or right.possible == frozenset({None}):
                symbol = right.symbol if left.possible == frozenset({None}) else left.symbol
            return Person(symbol, either(left.possible, right.possible), label)
        case People(), People():
            without = left.without if left.without == right.without else None
            return People(left.everyone and right.everyone, without, union(left.size, right.size), label)
        case Cards(), Cards():
            fact = either_fact(left.fact, right.fact)
            about = left.about if left.about == right.about else None
            return Cards(fact, union(left.size, right.size), None, True, None, about, left.single, label)
        case Place(), Place():
            return Place(left.keys | right.keys, label)
        case Spot(), Spot():
            return Spot(None if left.lies is None or right.lies is None else left.lies | right.lies, label)
        case Items(), Items():
            return Items(either(left.element, right.element), union(left.size, right.size), label)
        case Made(), Made():
            return Made(left.candidates | right.candidates, label)
        case _:
            raise AssertionError("the two sides of an expression have one type")


def either_fact(left: CardFact, right: CardFact) -> CardFact:
    """What holds of a card whichever of the two it is."""
    lies = None if left.lies is None or right.lies is None else left.lies | right.lies
    return CardFact(lies, both(left.seen, right.seen), max(left.lost, right.lost))


def knows(audience: Audience, symbol: str) -> bool:
    """Is a player in the audience?"""
    return "*" in audience or symbol in audience
