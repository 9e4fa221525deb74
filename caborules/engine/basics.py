"""What values are worked out with: where cards lie, how they face, what fits a type."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import comb
from typing import Final

from caborules.diagnostics.span import Span
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.ir import expressions as x
from caborules.ir import types as t
from caborules.ir.operators import calculated
from caborules.ir.types import PlaceId, RuleValue, Value

MOST_WAYS: Final = 300_000
"""So many ways to make one choice are looked at: up to four of a whole pack can be chosen (294,151 ways)."""


class Undefined(Exception):  # noqa: N818 - an answer about the rules, not an error of the program
    """A step or an expression that is not defined here: the top of an empty pile, the lowest of nothing.

    The compiler refuses rules in which this can happen (E320); examples and facts can still ask for it.
    """

    def __init__(self, reason: str, span: Span | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class Countless(Undefined):
    """There are so many ways to make a choice that nobody could list them."""

    def __init__(self, span: Span | None) -> None:
        super().__init__(f"there are more than {MOST_WAYS:,} ways to choose", span)


def locate(setup: Setup, store: Store, card: int, span: Span | None = None) -> tuple[int, int]:
    """Where a card lies: the index of its place in the store, and its index there."""
    for at, cards in enumerate(store.places):
        if card in cards:
            return at, cards.index(card)
    raise Undefined("the card lies nowhere on the table", span)


def spot_of(setup: Setup, store: Store, card: int) -> t.Spot:
    at, index = locate(setup, store, card)
    name, owner = setup.place_ids[at]
    return (name, owner, index)


def lies_face_up(setup: Setup, store: Store, card: int) -> bool:
    turned = store.turned[card]
    if turned is not None:
        return turned
    at, _ = locate(setup, store, card)
    return setup.open_to_all(setup.place_ids[at])


def cards_in(setup: Setup, store: Store, place: PlaceId) -> tuple[int, ...]:
    return tuple([card for card in store.places[setup.place_index[place]] if card is not None])


def fits(kind: t.Type, value: Value, players: int) -> bool:
    """Is this a value of the type (in a game of so many players)? Cards, spots and places are not looked up."""
    match kind, value:
        case t.BoolType(), bool():
            return True
        case t.NumberType(low, high), int() if not isinstance(value, bool):
            return low <= value <= high
        case t.EnumType(_, members), int() | str() if not isinstance(value, bool):
            return value in members
        case t.PlayerType(optional), None:
            return optional
        case t.PlayerType(), int() if not isinstance(value, bool):
            return 0 <= value < players
        case t.CardType(), int() if not isinstance(value, bool):
            return True
        case ((t.SpotType() | t.PlaceType()), tuple()):
            return True
        case t.CollectionType(of), tuple():
            return all(fits(of, one, players) for one in value)
        case t.RuleType(), (RuleValue() | None):
            return True
        case _:
            return False


def elements(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value


def seat(value: Value, span: Span | None) -> int:
    if not isinstance(value, int):
        raise Undefined("nobody is not a player", span)
    return value


def calculate(expr: x.Arithmetic, left: int, right: int) -> int:
    result = calculated(expr.op, left, right)
    if result is None:
        raise Undefined("division by zero", expr.span)
    return result


def sets_within(groups: Iterable[Collection[Value]], low: int, high: int | None) -> int:
    """How many sets of ``low`` to ``high`` (None: any number) elements lie in one of the groups."""
    sizes = [len(group) for group in groups]
    return sum(comb(n, k) for n in sizes for k in range(low, (n if high is None else min(n, high)) + 1))
