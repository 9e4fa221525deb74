"""Connectives that work on plain values and on Z3 terms alike, and simplify what is plain.

A term is a ``bool`` or ``int`` of Python, or an expression of Z3. Where all parts are plain the result is plain: the
same code therefore runs a step on symbols, for proofs, and on a concrete state, to test the proofs' own encoding.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import z3

Term: TypeAlias = Any
"""A Python bool or int, or a Z3 expression (z3 has no types of its own to speak of)."""


def plain(term: Term) -> bool:
    """Is this a Python value rather than a symbol?"""
    return isinstance(term, bool | int)


def identical(left: Term, right: Term) -> bool:
    """Are these the same term, as written? (Not: are they equal.)"""
    if plain(left) or plain(right):
        return plain(left) and plain(right) and left == right
    return left is right or bool(left.eq(right))


def negate(term: Term) -> Term:
    if plain(term):
        return not term
    if z3.is_not(term):
        return term.arg(0)
    return z3.Not(term)


def all_of(*terms: Term) -> Term:
    """The conjunction; yes for none."""
    kept = []
    for term in terms:
        if term is False:
            return False
        if term is not True:
            kept.append(term)
    if not kept:
        return True
    return kept[0] if len(kept) == 1 else z3.And(kept)


def any_of(*terms: Term) -> Term:
    """The disjunction; no for none."""
    kept = []
    for term in terms:
        if term is True:
            return True
        if term is not False:
            kept.append(term)
    if not kept:
        return False
    return kept[0] if len(kept) == 1 else z3.Or(kept)


def implies(condition: Term, claim: Term) -> Term:
    if condition is False or claim is True:
        return True
    if condition is True:
        return claim
    if claim is False:
        return negate(condition)
    return z3.Implies(condition, claim)


def same(left: Term, right: Term) -> Term:
    """Equality of two terms of one sort."""
    if identical(left, right):
        return True
    if plain(left) and plain(right):
        return False
    for one, other in ((left, right), (right, left)):
        if isinstance(one, bool):
            return other if one else negate(other)
    return left == right


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """``then`` where the condition holds, else ``otherwise``."""
    if plain(condition):
        return then if condition else otherwise
    if identical(then, otherwise):
        return then
    if isinstance(then, bool):
        return any_of(condition, otherwise) if then else all_of(negate(condition), otherwise)
    if isinstance(otherwise, bool):
        return any_of(negate(condition), then) if otherwise else all_of(condition, then)
    return z3.If(condition, then, otherwise)


def at_least(left: Term, right: Term) -> Term:
    return left >= right


def plus(left: Term, right: Term) -> Term:
    """A sum; leaves nothing behind of an added zero."""
    if isinstance(right, int) and right == 0:
        return left
    if isinstance(left, int) and left == 0:
        return right
    return left + right


def one_if(condition: Term) -> Term:
    """1 where the condition holds, else 0."""
    return choose(condition, 1, 0)


def within(low: Term, term: Term, high: Term) -> Term:
    """``low`` at most ``term``, and ``term`` less than ``high``."""
    return all_of(low <= term, term < high)


def truth(term: Term) -> Any:
    """The term as a Boolean expression of Z3."""
    return z3.BoolVal(term) if plain(term) else term


def number(term: Term) -> Any:
    """The term as an integer expression of Z3."""
    return z3.IntVal(term) if plain(term) else term
