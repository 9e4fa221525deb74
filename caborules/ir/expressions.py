"""Typed expressions: every name resolved, every coercion written, no effects.

A place where a card is wanted has become ``TheCard``, a place where cards are wanted ``CardsIn``. Each node carries its
type, and its span for messages; spans do not take part in comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.operators import Calculation, Comparison
from caborules.ir.types import Type, Value


@dataclass(frozen=True, slots=True)
class Typed:
    type: Type
    span: Span | None = field(compare=False, repr=False)


# ---------------------------------------------------------------- values and names
@dataclass(frozen=True, slots=True)
class Const(Typed):
    """A constant: number, yes/no, member, nobody (None), a set of them (a tuple)."""

    value: Value


@dataclass(frozen=True, slots=True)
class OptionRef(Typed):
    """An option, by its address (``jokers``, ``matching.chain``, ``cost.late-match``); constant within a game."""

    key: str


@dataclass(frozen=True, slots=True)
class LocalRef(Typed):
    """A parameter, a ``let``, a loop's or a binder's name. Names do not hide one another."""

    name: str


@dataclass(frozen=True, slots=True)
class VariableRef(Typed):
    variable: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class PlaceRef(Typed):
    place: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Apply(Typed):
    """A defined function applied to all its arguments."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup(Typed):
    """A cell of a table: the row for ``key`` (a card, or a member of the key's type), with the table's parameters."""

    table: str
    column: str
    key: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RuleMade(Typed):
    """A rule with some arguments given, to be carried out by ``do``; ``rule`` None is ``nothing``.

    ``given`` are (parameter name, argument).
    """

    rule: str | None
    given: tuple[tuple[str, Expr], ...]


# ---------------------------------------------------------------- players
@dataclass(frozen=True, slots=True)
class Seats(Typed):
    """All players in seat order from the first seat (``players``, ``everyone``)."""


@dataclass(frozen=True, slots=True)
class PlayerCount(Typed):
    pass


@dataclass(frozen=True, slots=True)
class FirstSeat(Typed):
    pass


@dataclass(frozen=True, slots=True)
class Neighbour(Typed):
    """The next player to the left (clockwise, the next seat) or to the right."""

    side: Literal["left", "right"]
    player: Expr


@dataclass(frozen=True, slots=True)
class Others(Typed):
    """All other players, beginning at the left (clockwise) or at the right."""

    side: Literal["left", "right"]
    player: Expr


# ---------------------------------------------------------------- cards and places
@dataclass(frozen=True, slots=True)
class TheCard(Typed):
    """The card in a ``one card`` place. Defined where the place is not empty."""

    place: Expr


@dataclass(frozen=True, slots=True)
class CardsIn(Typed):
    """The cards of a place, by position; of a pile the uppermost first. Gaps are left out."""

    place: Expr


@dataclass(frozen=True, slots=True)
class EndOf(Typed):
    """``top`` or ``bottom`` of cards (the first or the last). Defined where there is one."""

    end: Literal["top", "bottom"]
    cards: Expr


@dataclass(frozen=True, slots=True)
class RestOf(Typed):
    """All but the first."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class FirstCards(Typed):
    count: Expr
    cards: Expr


@dataclass(frozen=True, slots=True)
class SizeOf(Typed):
    """How many elements a collection has (for a place: ``CardsIn``; gaps do not count)."""

    collection: Expr


@dataclass(frozen=True, slots=True)
class SpotOf(Typed):
    """The spot where a card lies."""

    card: Expr


@dataclass(frozen=True, slots=True)
class NewSpot(Typed):
    """The spot after the last card of a row."""

    place: Expr


@dataclass(frozen=True, slots=True)
class PositionOf(Typed):
    """The position of a card in its place, from 1."""

    card: Expr


@dataclass(frozen=True, slots=True)
class AttributeOf(Typed):
    """An attribute of a card's face. Reads a face."""

    attribute: str
    card: Expr


@dataclass(frozen=True, slots=True)
class PrintedNumber(Typed):
    """``number`` in a cell of a table by card: the printed number of the key. Reads the key's face."""


@dataclass(frozen=True, slots=True)
class CardNamed(Typed):
    """Examples only: the card with this face (attribute values in the order of ``System.attributes``)."""

    face: tuple[str | int, ...]


# ---------------------------------------------------------------- arithmetic and logic
@dataclass(frozen=True, slots=True)
class Arithmetic(Typed):
    """Whole numbers; ``div`` rounds down, ``mod`` has the sign of the divisor."""

    op: Calculation
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Typed):
    """``is`` of two cards asks whether they are the same physical card, never whether the faces are equal.

    With a ``CardNamed`` on one side it compares faces (examples only).
    """

    op: Comparison
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Typed):
    """``and``, ``or``: the right side is evaluated only where the left does not decide."""

    op: Literal["and", "or"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Typed):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Either(Typed):
    condition: Expr
    then: Expr
    otherwise: Expr


# ---------------------------------------------------------------- collections
@dataclass(frozen=True, slots=True)
class Numbers(Typed):
    """``(low..high)``; empty where low is more than high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class IsEmpty(Typed):
    """Is a collection empty? (A place: ``CardsIn``.)"""

    collection: Expr


@dataclass(frozen=True, slots=True)
class IsIn(Typed):
    element: Expr
    collection: Expr


@dataclass(frozen=True, slots=True)
class Those(Typed):
    """The elements for which ``where`` holds, in their order."""

    variable: str
    among: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class ThoseBest(Typed):
    """The elements with the lowest or highest measure, in their order; none of none."""

    variable: str
    among: Expr
    which: Literal["lowest", "highest"]
    measure: Expr


@dataclass(frozen=True, slots=True)
class FirstWhere(Typed):
    """The first element for which ``where`` (None: always) holds, else ``otherwise``."""

    variable: str
    among: Expr
    where: Expr | None
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Exists(Typed):
    """``some x in S where C`` (``no ...`` is a ``Not`` of it)."""

    variable: str
    among: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class Fold(Typed):
    """Sum, lowest or highest of a measure. Lowest and highest are defined where there is an element."""

    which: Literal["sum", "lowest", "highest"]
    measure: Expr
    variable: str
    among: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Share(Typed):
    """Does the measure (an attribute or column of ``variable``) agree on all the cards?"""

    cards: Expr
    variable: str
    measure: Expr


# ---------------------------------------------------------------- knowledge and control
@dataclass(frozen=True, slots=True)
class Knows(Typed):
    """Has the player been shown all these cards (a card or cards)?"""

    player: Expr
    cards: Expr


@dataclass(frozen=True, slots=True)
class FaceUp(Typed):
    """Does the card lie face up?"""

    card: Expr


@dataclass(frozen=True, slots=True)
class WindowOpen(Typed):
    window: str


@dataclass(frozen=True, slots=True)
class HasPassed(Typed):
    """Lowered systems only: has the player passed since the window was last opened?"""

    window: str
    player: Expr


@dataclass(frozen=True, slots=True)
class SomeSet(Typed):
    """Lowered systems only: is there a set of ``low`` to ``high`` of the cards for which ``where`` holds?

    ``high`` None: any number. The cards share ``measure`` (of a card, by the name ``variable``), if one is given;
    ``where`` speaks of the whole set by the name ``name``.
    """

    name: str
    among: Expr
    low: int
    high: int | None
    variable: str
    measure: Expr | None
    where: Expr


@dataclass(frozen=True, slots=True)
class IsOver(Typed):
    """Properties only: the run of the rule that was going on when the claim began has ended."""

    rule: str


Expr: TypeAlias = (
    Const | OptionRef | LocalRef | VariableRef | PlaceRef | Apply | Lookup | RuleMade | Seats | PlayerCount
    | FirstSeat | Neighbour | Others | TheCard | CardsIn | EndOf | RestOf | FirstCards | SizeOf | SpotOf | NewSpot
    | PositionOf | AttributeOf | PrintedNumber | CardNamed | Arithmetic | Compare | Logic | Not | Either | Numbers
    | IsEmpty | IsIn | Those | ThoseBest | FirstWhere | Exists | Fold | Share | Knows | FaceUp | WindowOpen
    | HasPassed | SomeSet | IsOver
)  # fmt: skip
