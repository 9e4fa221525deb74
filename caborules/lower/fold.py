"""Simplifying one expression whose parts are simple already: constants, yes and no, cases, sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caborules.ir import expressions as ex
from caborules.ir.operators import OPPOSITE, Comparison, calculated, ordered
from caborules.ir.types import BOOL, NumberType, Value
from caborules.ir.walk import with_children
from caborules.lower.rewrite import substitute

YES = ex.Const(BOOL, None, True)
NO = ex.Const(BOOL, None, False)


def is_yes(expr: ex.Expr | None) -> bool:
    return isinstance(expr, ex.Const) and expr.value is True


def is_no(expr: ex.Expr | None) -> bool:
    return isinstance(expr, ex.Const) and expr.value is False


def simplify(expr: ex.Expr) -> ex.Expr:
    """``expr`` in a simpler form, with the same value wherever it has one. Only the outermost node is looked at."""
    match expr:
        case ex.Not():
            return negate(expr.operand)
        case ex.Logic():
            return both(expr.left, expr.right) if expr.op == "and" else either_of(expr.left, expr.right)
        case ex.Either():
            return _either(expr)
        case ex.Compare():
            return _compare(expr)
        case ex.Arithmetic(left=ex.Const(value=int(left)), right=ex.Const(value=int(right))):
            result = calculated(expr.op, left, right)
            return expr if result is None else ex.Const(expr.type, expr.span, result)
        case ex.IsIn():
            return _is_in(expr)
        case ex.IsEmpty(collection=ex.Const(value=tuple(elements))):
            return _truth(not elements)
        case ex.IsEmpty(collection=ex.Seats()):
            return NO
        case ex.SizeOf(collection=ex.Const(value=tuple(elements))):
            return ex.Const(expr.type, expr.span, len(elements))
        case ex.SizeOf(collection=ex.Seats()):
            return ex.PlayerCount(expr.type, expr.span)
        case ex.Exists() if is_no(expr.where):
            return NO
        case ex.Exists() if is_yes(expr.where):
            return negate(simplify(ex.IsEmpty(BOOL, expr.span, expr.among)))
        case ex.Those() if is_yes(expr.where):
            return expr.among
        case ex.Those() if is_no(expr.where):
            return ex.Const(expr.type, expr.span, ())
        case ex.FirstWhere() | ex.Fold() if is_yes(expr.where):
            return replace(expr, where=None)
        case ex.CardsIn(place=ex.Either() as cases) | ex.TheCard(place=ex.Either() as cases):
            return _into_cases(expr, cases, "place")
        case ex.NewSpot(place=ex.Either() as cases):
            return _into_cases(expr, cases, "place")
    return expr


def negate(expr: ex.Expr) -> ex.Expr:
    """Not ``expr``."""
    match expr:
        case ex.Const(value=bool(value)):
            return _truth(not value)
        case ex.Not():
            return expr.operand
        case ex.Compare():
            return replace(expr, op=OPPOSITE[expr.op])
    return ex.Not(BOOL, expr.span, expr)


def both(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    """``left and right``; the right is evaluated only where the left holds."""
    if is_no(left) or is_yes(right) or left == right:
        return left
    if is_yes(left) or is_no(right):
        return right
    return ex.Logic(BOOL, left.span, "and", left, right)


def either_of(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    """``left or right``; the right is evaluated only where the left does not hold."""
    if is_yes(left) or is_no(right) or left == right:
        return left
    if is_no(left) or is_yes(right):
        return right
    return ex.Logic(BOOL, left.span, "or", left, right)


def equals(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    """``left is right``."""
    return _compare(ex.Compare(BOOL, left.span, "is", left, right))


def _truth(value: bool) -> ex.Const:
    return YES if value else NO


def _either(expr: ex.Either) -> ex.Expr:
    condition, then, otherwise = expr.condition, expr.then, expr.otherwise
    if is_yes(condition) or then == otherwise:
        return then
    if is_no(condition):
        return otherwise
    if isinstance(condition, ex.Not):
        return _either(replace(expr, condition=condition.operand, then=otherwise, otherwise=then))
    if is_no(then):
        return both(negate(condition), otherwise)
    if is_yes(then):
        return either_of(condition, otherwise)
    if is_no(otherwise):
        return both(condition, then)
    if is_yes(otherwise):
        return either_of(negate(condition), then)
    return expr


def _into_cases(expr: ex.Expr, cases: ex.Either, part: str) -> ex.Expr:
    return _either(
        ex.Either(
            expr.type,
            expr.span,
            cases.condition,
            simplify(_with(expr, part, cases.then)),
            simplify(_with(expr, part, cases.otherwise)),
        )
    )


def _with(expr: ex.Expr, part: str, value: ex.Expr) -> ex.Expr:
    changes: dict[str, Any] = {part: value}
    return replace(expr, **changes)


def _constant_cases(expr: ex.Expr) -> bool:
    """Is it a choice between constants only?"""
    if isinstance(expr, ex.Either):
        return all(isinstance(part, ex.Const) or _constant_cases(part) for part in (expr.then, expr.otherwise))
    return False


def _compare(expr: ex.Compare) -> ex.Expr:
    left, right = expr.left, expr.right
    match left, right:
        case ex.Const(value=a), ex.Const(value=b):
            return _truth(_holds(expr.op, a, b))
        case ex.Either(), ex.Const() if _constant_cases(left):
            return _into_cases(expr, left, "left")
        case ex.Const(), ex.Either() if _constant_cases(right):
            return _into_cases(expr, right, "right")
        case ex.LocalRef(), ex.LocalRef() if left == right:
            return _truth(expr.op in ("is", "is at least", "is at most"))
        case _, ex.Const(value=bool(value)) if expr.op in ("is", "is not"):
            return left if value == (expr.op == "is") else negate(left)
        case ex.Const(value=bool(value)), _ if expr.op in ("is", "is not"):
            return right if value == (expr.op == "is") else negate(right)
        case ex.SizeOf(), ex.Const(value=int(number)):
            empty = simplify(ex.IsEmpty(BOOL, expr.span, left.collection))
            if (expr.op, number) in (("is", 0), ("is at most", 0), ("is less than", 1)):
                return empty
            if (expr.op, number) in (("is not", 0), ("is at least", 1), ("is more than", 0)):
                return negate(empty)
        case ex.VariableRef(type=NumberType(low=low, high=high)), ex.Const(value=int(number)):
            outcomes = {_holds(expr.op, one, number) for one in (low, min(max(number, low), high), high)}
            if len(outcomes) == 1:
                return _truth(outcomes.pop())
    return expr


def _holds(op: Comparison, left: Value, right: Value) -> bool:
    if op in ("is", "is not"):
        return (left == right) == (op == "is")
    assert isinstance(left, int)
    assert isinstance(right, int)
    return bool(ordered(op, left, right))


def _is_in(expr: ex.IsIn) -> ex.Expr:
    element, collection = expr.element, expr.collection
    match collection:
        case ex.Const(value=tuple(members)):
            if isinstance(element, ex.Const):
                return _truth(element.value in members)
            if not members:
                return NO
            if len(members) == 1:
                return equals(element, ex.Const(element.type, expr.span, members[0]))
        case ex.Seats():
            return YES
        case ex.Others():
            return negate(equals(element, collection.player))
        case ex.Those() if isinstance(element, ex.LocalRef | ex.VariableRef | ex.Const):
            inside = simplify(ex.IsIn(BOOL, expr.span, element, collection.among))
            return both(inside, resimplify(substitute(collection.where, {collection.variable: element})))
    return expr


def resimplify(expr: ex.Expr) -> ex.Expr:
    """``expr`` simplified throughout, from the inside out."""
    return simplify(with_children(expr, resimplify))
