"""Comparisons: ``is``, ``is at least`` and the like, ``is in``. Unlike types are refused."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import (
    BOOL,
    CARD,
    CardType,
    CollectionType,
    EnumType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    Type,
)
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.kinds import describe, fits, numeric
from caborules.types.words import undirected
from caborules.types.world import Env, World


def compare(w: World, node: n.Binary, env: Env) -> Expr:
    """A comparison of two values. Raises Failed (E301)."""
    match node.op:
        case "is" | "is not":
            left, right = _sides(w, node.left, node.right, env)
            left, right = _alike(w, node, left, right)
            return x.Compare(BOOL, node.span, node.op, left, right)
        case "is at least" | "is at most" | "is more than" | "is less than":
            left, right = w.report.both(
                lambda: wants.number(w, node.left, env), lambda: wants.number(w, node.right, env)
            )
            return x.Compare(BOOL, node.span, node.op, left, right)
    raise AssertionError(node.op)


def _sides(w: World, left: n.Expr, right: n.Expr, env: Env) -> tuple[Expr, Expr]:
    """Both sides; a bare word takes the type of the other side."""
    if undirected(w, env, left) and not undirected(w, env, right):
        second = w.expr(right, env)
        return w.expr(left, env, second.type), second
    if isinstance(right, n.Ref | n.NoLiteral | n.Number):
        first = w.expr(left, env)
        return first, w.expr(right, env, first.type)
    if isinstance(left, n.Ref):
        second = w.expr(right, env)
        return w.expr(left, env, second.type), second
    return w.report.both(lambda: w.expr(left, env), lambda: w.expr(right, env))


def _alike(w: World, node: n.Binary, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """The two sides as values that can be the same."""
    if isinstance(left.type, CardType | PlaceType) or isinstance(right.type, CardType | PlaceType):
        return _cards_alike(w, node, left, right)
    for side in (left, right):
        if isinstance(side.type, CollectionType | RuleType):
            mend = (
                "Ask  X is in S,  S is empty  or  size of S."
                if isinstance(side.type, CollectionType)
                else "Compare what it is read from."
            )
            raise w.report.error(
                "E301", side.span, f"This is {describe(side.type)}, which `is` does not compare.", mend
            )
    if not _comparable(left.type, right.type):
        message = f"Unlike things are compared: {describe(left.type)} and {describe(right.type)}."
        raise w.report.error("E301", node.span, message, "Such a test would always come out the same.")
    return left, right


def _cards_alike(w: World, node: n.Binary, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    if left.type == PlaceType() == right.type and not any(coerce.holds_one(w, side) for side in (left, right)):
        return left, right
    first, second = w.report.both(
        lambda: coerce.coerce(w, left, CARD, Env()), lambda: coerce.coerce(w, right, CARD, Env())
    )
    return first, second


def _comparable(left: Type, right: Type) -> bool:
    match left, right:
        case PlayerType(), PlayerType():
            return True
        case EnumType(), NumberType():
            return numeric(left) is not None
        case NumberType(), EnumType():
            return numeric(right) is not None
    return fits(left, right)


def is_in(w: World, node: n.IsIn, env: Env) -> Expr:
    """Is the element one of the collection? Raises Failed (E301)."""
    if isinstance(node.among, n.SetLiteral) and not undirected(w, env, node.operand):
        element = w.expr(node.operand, env)
        among = coerce.collection(w, w.expr(node.among, env, CollectionType(element.type)))
    else:
        among = coerce.collection(w, w.expr(node.among, env))
        element = w.expr(node.operand, env, coerce.element_type(among))
    of = coerce.element_type(among)
    if isinstance(of, CardType):
        element = coerce.coerce(w, element, CARD, env)
    elif not _comparable(element.type, of):
        message = f"This is {describe(element.type)}; the collection holds {describe(of)}."
        raise w.report.error("E301", node.span, message, "Such a test would always come out the same.")
    made = x.IsIn(BOOL, node.span, element, among)
    return x.Not(BOOL, node.span, made) if node.negated else made
