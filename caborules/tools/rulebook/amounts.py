"""How many there are: whether there is one at all, and sizes that are compared, as clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir.operators import Comparison
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook import conditions, groups, nouns, relative
from caborules.tools.rulebook.english import a, counted, listed, words
from caborules.tools.rulebook.talk import Talk

_SCALES: Final = ("is at least", "is less than", "is at most", "is more than")
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


# ---------------------------------------------------------------- none, or some
def empty(t: Talk, collection: ex.Expr, no: bool) -> str:
    """That there is nothing, or nobody, in a collection; ``no``: that there is."""
    if isinstance(collection, ex.CardsIn) and isinstance(collection.place, ex.PlaceRef):
        place = t.system.places[collection.place.place]
        if place.shape == "one card":
            thing = place.text or words(place.name)
            who = "there is" if collection.place.owner is None else f"{nouns.noun(t, collection.place.owner)} has"
            return f"{who} {a(thing) if no else f'no {thing}'}"
    if isinstance(collection, ex.CardsIn):
        return f"{nouns.noun(t, collection.place)} is {'not empty' if no else 'empty'}"
    members = groups.group(t, collection)
    if members.text.endswith(" noted") and not any(members.after):
        one = ("somebody" if no else "nobody") if members.players else ("a card" if no else "no card")
        return f"{one} was noted"
    if not members.one and members.players:
        return f"{'somebody' if no else 'nobody'} is among {members.all_of()}"
    if not members.one:
        return f"there is {'at least ' if no else ''}{members.some() if no else members.none()}"
    return f"there is {members.some() if no else members.none()}"


def exists(t: Talk, expr: ex.Exists, no: bool) -> str:
    """That there is one for which something holds; ``no``: that there is none."""
    members = groups.group(t, expr.among)
    if no and isinstance(expr.where, ex.Logic) and expr.where.op == "or" and members.is_everybody:
        apart = (replace(expr, where=one) for one in relative.parts_of(expr.where, "or"))
        return listed([exists(t, one, no) for one in apart])
    match expr.where:
        case ex.Compare(left=ex.LocalRef(name=name), op="is not", right=other) if no and name == expr.variable:
            none = "nobody" if members.players else "nothing"
            return f"{none} but {nouns.noun(t, other)} is among {members.all_of()}"
    if no and members.is_everybody and _is_measured(t, expr):
        return conditions.clause(t.with_name(expr.variable, "nobody"), expr.where)
    if no and (isinstance(expr.where, ex.Not) or _is_measured(t, expr)):
        return conditions.clause(t.with_name(expr.variable, members.each()), expr.where, no=True)
    if members.is_everybody and (said := relative.predicate(t, expr.variable, expr.where)):
        return f"{'nobody' if no else 'somebody'} {said}"
    if not members.one and _is_plain(expr):
        who = members.none() if no else f"at least {members.some()}"
        return conditions.clause(t.with_name(expr.variable, who), expr.where)
    found = members.narrowed(t, expr.variable, expr.where)
    if members.one and relative.is_another(t, expr.variable, expr.where):
        return f"there is {'no other' if no else 'another'} {members.one}{found.after[0]}"
    return f"there is {found.none() if no else found.some()}"


def _is_plain(expr: ex.Exists) -> bool:
    """Is the condition a single one that speaks of the one it is about, once?"""
    where = expr.where.operand if isinstance(expr.where, ex.Not) else expr.where
    spoken = sum(isinstance(one, ex.LocalRef) and one.name == expr.variable for one in subexpressions(where))
    joined = any(isinstance(one, ex.Logic | ex.Either | ex.Exists | ex.Those) for one in subexpressions(where))
    return spoken == 1 and not joined


def _is_measured(t: Talk, expr: ex.Exists) -> bool:
    """Is the condition that something of each one is more or less than something else?"""
    match expr.where:
        case ex.Compare(left=left, right=right, op=op):
            return (
                op in _SCALES
                and bool(relative.bare_of(t, expr.variable, left))
                and not relative.speaks_of(right, expr.variable)
            )
    return False
