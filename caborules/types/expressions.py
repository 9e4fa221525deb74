"""Expressions: what each form means and which types it takes. Words, applications and comparisons have their own files."""

from __future__ import annotations

from caborules.diagnostics.span import Span
from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import BOOL, CARD, CARDS, PLAYER, BoolType, CollectionType, EnumType, NumberType, RuleType, Type
from caborules.syntax import nodes as n
from caborules.types.applying import apply
from caborules.types.binders import binder
from caborules.types.coerce import card_or_cards, cards_in, coerce, condition, meet
from caborules.types.comparing import compare, is_in
from caborules.types.kinds import describe
from caborules.types.literals import card_named, set_literal
from caborules.types.locals import unused
from caborules.types.narrowing import assume
from caborules.types.ranges import arithmetic
from caborules.types.report import Failed
from caborules.types.words import is_value, word
from caborules.types.world import Env, World


def expr(w: World, node: n.Expr, env: Env, expected: Type | None = None) -> Expr:
    """The typed expression. ``expected`` guides the meaning of words; use ``wanted`` to insist on it. Raises Failed."""
    match node:
        case n.Number(value=value):
            if isinstance(expected, EnumType) and value in expected.members:
                return x.Const(expected, node.span, value)
            return x.Const(NumberType(value, value), node.span, value)
        case n.Ref() | n.NoLiteral():
            return word(w, node, env, expected)
        case n.CardLiteral():
            return card_named(w, node, env)
        case n.SetLiteral():
            return set_literal(w, node, expected)
        case n.Interval(low=low, high=high):
            return _interval(w, node.span, low, high, env)
        case n.Of():
            return apply(w, node, env, expected)
        case n.Binary():
            return _binary(w, node, env)
        case n.Not(operand=operand):
            return x.Not(BOOL, node.span, _condition(w, operand, env))
        case n.IsEmpty(operand=operand, negated=negated):
            return _is_empty(w, node, operand, negated, env)
        case n.IsIn():
            return is_in(w, node, env)
        case n.Either():
            return _either(w, node, env, expected)
        case n.Knows() | n.Share() | n.IsFace() | n.IsOver() | n.IsOpen():
            return _about_cards(w, node, env)
        case n.Those() | n.ThoseBest() | n.FirstWhere() | n.Fold() | n.Exists():
            return binder(w, node, env, expected)


def wanted(w: World, node: n.Expr, env: Env, want: Type) -> Expr:
    """The typed expression as a value of the type wanted. Raises Failed."""
    return coerce(w, expr(w, node, env, want), want, env)


def _condition(w: World, node: n.Expr, env: Env) -> Expr:
    return condition(w, expr(w, node, env, BOOL))


def _number(w: World, node: n.Expr, env: Env) -> Expr:
    made = expr(w, node, env, NumberType(0, 0))
    if isinstance(made.type, NumberType):
        return made
    mend = "Compare it with  is  and count with a table." if isinstance(made.type, EnumType) else ""
    raise w.report.error("E301", made.span, f"This is {describe(made.type)}; a number is wanted here.", mend)


def _interval(w: World, span: Span, low: n.Expr, high: n.Expr, env: Env) -> Expr:
    first, last = (_number(w, part, env) for part in (low, high))
    assert isinstance(first.type, NumberType)
    assert isinstance(last.type, NumberType)
    of = NumberType(first.type.low, max(first.type.low, last.type.high))
    return x.Numbers(CollectionType(of), span, first, last)


def _binary(w: World, node: n.Binary, env: Env) -> Expr:
    match node.op:
        case "plus" | "minus" | "times" | "div" | "mod":
            left, right = both(w, lambda: _number(w, node.left, env), lambda: _number(w, node.right, env))
            assert isinstance(left.type, NumberType)
            assert isinstance(right.type, NumberType)
            return x.Arithmetic(arithmetic(node.op, left.type, right.type), node.span, node.op, left, right)
        case "and" | "or":
            left_or_none = w.report.trying(lambda: _condition(w, node.left, env))
            inner = env if left_or_none is None else assume(w, env, left_or_none, node.op == "and")
            right = _condition(w, node.right, inner)
            if left_or_none is None:
                raise Failed
            return x.Logic(BOOL, node.span, node.op, left_or_none, right)
        case _:
            return compare(w, node, env)


def both(w: World, left: object, right: object) -> tuple[Expr, Expr]:
    """Two parts that do not depend on one another: the errors of both are reported."""
    made = [w.report.trying(part) for part in (left, right)]  # type: ignore[arg-type]  # callables, see the callers
    first, second = made
    if first is None or second is None:
        raise Failed
    return first, second  # type: ignore[return-value]  # what the callables return


def _is_empty(w: World, node: n.IsEmpty, operand: n.Expr, negated: bool, env: Env) -> Expr:
    made = expr(w, operand, env)
    match made.type:
        case CollectionType():
            cards = made
        case _ if made.type == x.PlaceRef.__class__:
            cards = made
        case _:
            cards = _cards(w, made)
    result = x.IsEmpty(BOOL, node.span, cards)
    return x.Not(BOOL, node.span, result) if negated else result


def _cards(w: World, made: Expr) -> Expr:
    return cards_in(made) if coerce(w, made, CARDS, Env()) is not made else made


def _either(w: World, node: n.Either, env: Env, expected: Type | None) -> Expr:
    test = w.report.trying(lambda: _condition(w, node.condition, env))
    yes, no = (env, env) if test is None else (assume(w, env, test), assume(w, env, test, False))
    if expected is None and _undirected(w, node.value, env):
        otherwise = expr(w, node.otherwise, no)
        then = expr(w, node.value, yes, otherwise.type)
    else:
        then, otherwise = both(
            w, lambda: expr(w, node.value, yes, expected), lambda: expr(w, node.otherwise, no, expected)
        )
        if expected is None and then.type != otherwise.type and _undirected(w, node.otherwise, env):
            otherwise = expr(w, node.otherwise, no, then.type)
    if test is None:
        raise Failed
    then, otherwise, type = meet(w, then, otherwise)
    return x.Either(type, node.span, test, then, otherwise)
