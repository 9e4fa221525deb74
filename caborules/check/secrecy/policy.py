"""What the declared sight of a place demands, as properties that can be proved and watched.

A face-down pile: nobody knows a card of it. One exception is the rules' own: a pile of one card that was shuffled
stays known to those who knew it, since a shuffle of one card moves nothing. A place that its owner sees: the owner
knows every card there. A place that lies face up: everybody does. Of a row or hand that lies face down nothing follows
but that somebody was shown what they know; by which lines, is listed.
"""

from __future__ import annotations

from caborules.ir import expressions as ex
from caborules.ir.system import PlaceDef, PropertyDef
from caborules.ir.types import BOOL, CARD, CARDS, PLAYER, PLAYERS, NumberType

_SEATS = ex.Seats(PLAYERS, None)
_KNOWER, _CARD, _OWNER = "knower", "card", "owner"


def is_secret(place: PlaceDef) -> bool:
    """Is it a pile whose cards nobody should know?"""
    return place.shape == "pile" and place.sight == "face down"


def kept(place: PlaceDef, *, but_one: bool) -> PropertyDef:
    """That nobody knows a card of a face-down pile; ``but_one``: unless it is the only one."""
    cards = _cards(place)
    nobody = _none(_some_knower(_knows()), cards)
    if but_one:
        few = ex.Compare(BOOL, None, "is at most", ex.SizeOf(NumberType(0, 999), None, cards), _number(1))
        nobody = ex.Logic(BOOL, None, "or", few, nobody)
    return _always(place, nobody, f"nobody knows a card of {place.name}")


def seen(place: PlaceDef) -> PropertyDef:
    """That those who see the faces in a place know its cards."""
    ignorant: ex.Expr = ex.Not(BOOL, None, _knows())
    if place.sight == "seen by its owner":
        owner = ex.LocalRef(PLAYER, None, _OWNER)
        ignorant = ex.Not(BOOL, None, ex.Knows(BOOL, None, owner, ex.LocalRef(CARD, None, _CARD)))
    else:
        ignorant = _some_knower(ignorant)
    return _always(place, _none(ignorant, _cards(place)), f"whoever sees {place.name} knows its cards")


def _cards(place: PlaceDef) -> ex.CardsIn:
    owner = ex.LocalRef(PLAYER, None, _OWNER) if place.per_player else None
    return ex.CardsIn(CARDS, None, ex.PlaceRef(CARDS, None, place.name, owner))


def _knows() -> ex.Expr:
    return ex.Knows(BOOL, None, ex.LocalRef(PLAYER, None, _KNOWER), ex.LocalRef(CARD, None, _CARD))


def _some_knower(where: ex.Expr) -> ex.Expr:
    return ex.Exists(BOOL, None, _KNOWER, _SEATS, where)


def _none(where: ex.Expr, cards: ex.Expr) -> ex.Expr:
    return ex.Not(BOOL, None, ex.Exists(BOOL, None, _CARD, cards, where))


def _number(value: int) -> ex.Expr:
    return ex.Const(NumberType(value, value), None, value)


def _always(place: PlaceDef, claim: ex.Expr, title: str) -> PropertyDef:
    if place.per_player:
        broken = ex.Exists(BOOL, None, _OWNER, _SEATS, ex.Not(BOOL, None, claim))
        claim = ex.Not(BOOL, None, broken)
    return PropertyDef(place.span, (), title, "always", claim)
