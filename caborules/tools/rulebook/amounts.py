"""How many there are: sizes that are compared, as clauses and as what is said of the place that holds the cards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir.operators import Comparison
from caborules.tools.rulebook import groups, nouns
from caborules.tools.rulebook.english import counted
from caborules.tools.rulebook.talk import Talk

_NUMBERS: Final[Mapping[Comparison, str]] = MappingProxyType(
    {
        "is": "exactly",
        "is not": "not exactly",
        "is at least": "at least",
        "is at most": "at most",
        "is more than": "more than",
        "is less than": "fewer than",
    }
)
_AMOUNTS: Final[Mapping[Comparison, str]] = MappingProxyType(
    {
        "is": "exactly as many cards as",
        "is not": "not exactly as many cards as",
        "is at least": "at least as many cards as",
        "is at most": "at most as many cards as",
        "is more than": "more cards than",
        "is less than": "fewer cards than",
    }
)


def has(t: Talk, op: Comparison, amount: ex.Expr) -> str:
    """What is said of a place that holds so many cards: ``has fewer than 4 cards``, ``has more cards than ...``."""
    if isinstance(amount, ex.Const) and isinstance(amount.value, int):
        return f"has {_NUMBERS[op]} {counted(amount.value, 'card')}"
    if isinstance(amount, ex.SizeOf) and isinstance(amount.collection, ex.CardsIn):
        return f"has {_AMOUNTS[op]} {nouns.noun(t, amount.collection.place)}"
    return f"has {_AMOUNTS[op]} {nouns.noun(t, amount)}"


def size(t: Talk, collection: ex.Expr, op: Comparison, amount: ex.Expr) -> str:
    """``the pile has at least 4 cards``, ``there are at least 4 players who ...``; else nothing."""
    if isinstance(collection, ex.CardsIn):
        return f"{nouns.noun(t, collection.place)} {has(t, op, amount)}"
    members = groups.group(t, collection)
    if not (isinstance(amount, ex.Const) and isinstance(amount.value, int) and members.one):
        return ""
    what = members.single() if amount.value == 1 else members.several()
    return f"there {'is' if amount.value == 1 else 'are'} {_NUMBERS[op]} {amount.value} {what}"


def players(op: Comparison, number: int) -> str:
    """``there are at least 4 players``."""
    return f"there are {_NUMBERS[op]} {counted(number, 'player')}"
