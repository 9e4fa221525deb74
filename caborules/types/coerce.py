"""Coercions written out: a place that stands for its card or its cards, and ``nobody`` ruled out."""

from __future__ import annotations

from dataclasses import replace

from caborules.ir.expressions import CardsIn, Const, Either, Expr, PlaceRef, TheCard
from caborules.ir.types import (
    BOOL,
    CARD,
    CARDS,
    BoolType,
    CardType,
    CollectionType,
    EnumType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    Type,
)
from caborules.types.kinds import common, describe, fits
from caborules.types.narrowing import assume, is_player
from caborules.types.ranges import disjoint
from caborules.types.world import Env, World


def coerce(w: World, expr: Expr, want: Type, env: Env) -> Expr:
    """The expression as a value of the type wanted. Raises Failed (E301, E302, E303)."""
    have = expr.type
    match want, have:
        case NumberType(), NumberType():
            return _in_range(w, expr, want, have)
        case PlayerType(optional=False), PlayerType(optional=True):
            return _a_player(w, expr, env)
        case (CardType(), PlaceType()):
            return the_card(w, expr)
        case (CollectionType(of=CardType()), PlaceType()):
            return cards_in(expr)
        case (EnumType(), NumberType()) if isinstance(expr, Const) and expr.value in want.members:
            return replace(expr, type=want)
    if fits(have, want):
        return expr
    raise unlike(w, expr, want)


def unlike(w: World, expr: Expr, want: Type) -> Exception:
    """E301: this is one thing, and another is wanted."""
    mend = f"Write {describe(want)}, or change what is wanted here."
    if isinstance(want, BoolType):
        mend = "A condition says that something is so, such as  X is Y."
    elif isinstance(want, CardType) and isinstance(expr.type, CollectionType):
        mend = "One of several cards is chosen by a player, or is  top of  them."
    elif isinstance(want, RuleType):
        mend = "Write the name of a rule, or  nothing."
    return w.report.error("E301", expr.span, f"This is {describe(expr.type)}; {describe(want)} is wanted here.", mend)


def _in_range(w: World, expr: Expr, want: NumberType, have: NumberType) -> Expr:
    if disjoint(have, want):
        message = f"This is {describe(have)}, outside {want.low}..{want.high}."
        raise w.report.error("E302", expr.span, message, "Change the number or the range.")
    return expr


def _a_player(w: World, expr: Expr, env: Env) -> Expr:
    if is_player(env, expr):
        return expr
    if isinstance(expr, Either):
        then = _branch(w, expr.then, assume(w, env, expr.condition))
        otherwise = _branch(w, expr.otherwise, assume(w, env, expr.condition, False))
        return replace(expr, then=then, otherwise=otherwise)
    if isinstance(expr, Const):
        raise w.report.error("E303", expr.span, "A player is wanted here, and nobody is none.", "Name a player.")
    mend = "Test it on the way:  X is not nobody  or  X is p.  Calls, decisions and loops in between may change state: "
    mend += "then keep the player with  let who be X."
    raise w.report.error("E303", expr.span, "This may be nobody, and a player is wanted here.", mend)


def _branch(w: World, expr: Expr, env: Env) -> Expr:
    return coerce(w, expr, PlayerType(), env)


def the_card(w: World, place: Expr) -> Expr:
    """The card in a ``one card`` place. Raises Failed (E301) for any other place."""
    match place:
        case PlaceRef(place=name) if w.places[name].shape == "one card":
            return TheCard(CARD, place.span, place)
        case Either(type=PlaceType()):
            then, otherwise = the_card(w, place.then), the_card(w, place.otherwise)
            return replace(place, type=CARD, then=then, otherwise=otherwise)
    mend = "Write  top of  it, or  all of  it."
    raise w.report.error("E301", place.span, "This place may hold several cards; one card is wanted here.", mend)


def cards_in(place: Expr) -> Expr:
    return CardsIn(CARDS, place.span, place)


def holds_one(w: World, expr: Expr) -> bool:
    """Is this a place of the shape ``one card``?"""
    match expr:
        case PlaceRef(place=name):
            return w.places[name].shape == "one card"
        case Either(type=PlaceType()):
            return holds_one(w, expr.then) and holds_one(w, expr.otherwise)
    return False


def card_or_cards(w: World, expr: Expr) -> Expr:
    """What can be moved, shown, turned or known: a card or cards; of a place its card or cards. Raises Failed."""
    match expr.type:
        case CardType() | CollectionType(of=CardType()):
            return expr
        case PlaceType():
            return the_card(w, expr) if holds_one(w, expr) else cards_in(expr)
    raise w.report.error(
        "E301",
        expr.span,
        f"This is {describe(expr.type)}; a card or cards are wanted here.",
        "Name a card, as in  top of X,  cards or a place.",
    )


def collection(w: World, expr: Expr) -> Expr:
    """Something with elements: of a place its cards. Raises Failed."""
    match expr.type:
        case CollectionType():
            return expr
        case PlaceType():
            return cards_in(expr)
    match expr.type:
        case PlayerType(optional=True):
            mend = "Ask  X is nobody  or  X is not nobody."
        case NumberType():
            mend = "Compare the number, as in  X is 0,  or name what is counted."
        case _:
            mend = "Name a place, cards, players or a set of numbers."
    raise w.report.error("E301", expr.span, f"This is {describe(expr.type)}; a collection is wanted here.", mend)


def element_type(expr: Expr) -> Type:
    """The type of the elements of a collection."""
    assert isinstance(expr.type, CollectionType)
    return expr.type.of


def condition(w: World, expr: Expr) -> Expr:
    """A yes or no. Raises Failed."""
    if expr.type == BOOL:
        return expr
    raise unlike(w, expr, BOOL)


def meet(w: World, left: Expr, right: Expr) -> tuple[Expr, Expr, Type]:
    """Two values, one of which is taken, in one type. Raises Failed (E301)."""
    for want in (CARD, CARDS):
        if PlaceType() in (left.type, right.type) and want in (left.type, right.type):
            left, right = (
                (the_card(w, e) if want == CARD else cards_in(e)) if isinstance(e.type, PlaceType) else e
                for e in (left, right)
            )
    for one, other in ((left, right), (right, left)):
        if isinstance(one.type, EnumType) and isinstance(other, Const) and other.value in one.type.members:
            return left, right, one.type
    both = common(left.type, right.type)
    if both is None:
        message = f"This is {describe(right.type)}, and the other value is {describe(left.type)}."
        raise w.report.error("E301", right.span, message, "Both must be of one type.")
    return left, right, both
