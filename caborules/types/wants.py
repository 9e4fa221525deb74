"""Typing a part of which it is known what is wanted: a value of a type, a number, a condition, cards, a collection."""

from __future__ import annotations

from caborules.ir.expressions import Expr
from caborules.ir.types import BOOL, EnumType, NumberType, Type
from caborules.syntax import nodes as n
from caborules.types import coerce
from caborules.types.kinds import describe
from caborules.types.world import Env, World


def wanted(w: World, node: n.Expr, env: Env, want: Type) -> Expr:
    """A value of the type. Raises Failed."""
    return coerce.coerce(w, w.expr(node, env, want), want, env)


def condition(w: World, node: n.Expr, env: Env) -> Expr:
    """A yes or no. Raises Failed."""
    return coerce.condition(w, w.expr(node, env, BOOL))


def number(w: World, node: n.Expr, env: Env) -> Expr:
    """Any number. Raises Failed."""
    made = w.expr(node, env, NumberType(0, 0))
    if isinstance(made.type, NumberType):
        return made
    mend = "Words and numbers are mixed here: it can be compared with `is` only." if _mixed(made) else ""
    raise w.report.error("E301", made.span, f"This is {describe(made.type)}; a number is wanted here.", mend)


def _mixed(made: Expr) -> bool:
    return isinstance(made.type, EnumType)


def range_of(made: Expr) -> NumberType:
    """The range of an expression that is a number."""
    assert isinstance(made.type, NumberType)
    return made.type


def card_or_cards(w: World, node: n.Expr, env: Env) -> Expr:
    """A card or cards; of a place its card or cards. Raises Failed."""
    return coerce.card_or_cards(w, w.expr(node, env))


def collection(w: World, node: n.Expr, env: Env) -> Expr:
    """Something with elements; of a place its cards. Raises Failed."""
    return coerce.collection(w, w.expr(node, env))
