"""Terms: what steps and claims are written in, and connectives that simplify what is plain.

A term is a ``bool`` or ``int`` of Python, or an ``App``: a symbol, or an operator with its parts. Where all parts are
plain the result is plain: the same code therefore runs a step on symbols, for proofs, and on a concrete state, to test
the proofs' own encoding. Terms are our own, and no solver's, since making them takes most of the time of a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

Term: TypeAlias = Any
"""A Python bool or int, or an ``App`` (whose sort the types do not tell)."""

Sort: TypeAlias = Literal["Int", "Bool"]
REMEMBERED: Final = 1 << 17
"""How many terms are kept, to be found again when an equal one is made. Any number is right, none too."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class App:
    """An operator of SMT-LIB, or a declared symbol, with its parts. Equal is what is written alike.

    ``number`` is the hash, worked out once: terms are deep.
    """

    op: str
    parts: tuple[Term, ...]
    sort: Sort
    declared: bool
    number: int

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, App) and self.number == other.number and _written_alike(self, other)

    def __bool__(self) -> bool:
        raise TypeError("a term is neither true nor false: a condition on it was meant as a term")

    def __repr__(self) -> str:
        return f"({self.op} {' '.join(map(repr, self.parts))})" if self.parts else self.op

    def __add__(self, other: Term) -> App:
        return app("+", (self, other), "Int")

    def __radd__(self, other: Term) -> App:
        return app("+", (other, self), "Int")

    def __sub__(self, other: Term) -> App:
        return app("-", (self, other), "Int")

    def __rsub__(self, other: Term) -> App:
        return app("-", (other, self), "Int")

    def __mul__(self, other: Term) -> App:
        return app("*", (self, other), "Int")

    def __rmul__(self, other: Term) -> App:
        return app("*", (other, self), "Int")

    def __neg__(self) -> App:
        return app("-", (self,), "Int")

    def __ge__(self, other: Term) -> App:
        return app(">=", (self, other), "Bool")

    def __le__(self, other: Term) -> App:
        return app("<=", (self, other), "Bool")

    def __gt__(self, other: Term) -> App:
        return app(">", (self, other), "Bool")

    def __lt__(self, other: Term) -> App:
        return app("<", (self, other), "Bool")


@lru_cache(maxsize=REMEMBERED)
def app(op: str, parts: tuple[Term, ...], sort: Sort, declared: bool = False) -> App:
    """A term; nothing is simplified. Parts that are plain are numbers, unless there is nothing to confuse them with."""
    return App(op, parts, sort, declared, hash((op, parts, declared)))


def integer(name: str) -> App:
    """A symbol for an integer."""
    return app(name, (), "Int", True)


def boolean(name: str) -> App:
    """A symbol for a truth value."""
    return app(name, (), "Bool", True)


def function(name: str, sort: Sort) -> Callable[..., App]:
    """A symbol for a function of integers."""
    return lambda *parts: app(name, parts, sort, True)


def _written_alike(left: App, right: App) -> bool:
    """Compare parts, each pair once: they may occur in many places."""
    waiting, done = [(left, right)], set[tuple[int, int]]()
    while waiting:
        one, other = waiting.pop()
        if one is other or (id(one), id(other)) in done:
            continue
        done.add((id(one), id(other)))
        if (one.op, one.sort, one.declared, len(one.parts)) != (other.op, other.sort, other.declared, len(other.parts)):
            return False
        for mine, yours in zip(one.parts, other.parts, strict=True):
            if isinstance(mine, App) and isinstance(yours, App):
                waiting.append((mine, yours))
            elif type(mine) is not type(yours) or mine != yours:
                return False
    return True


# ---------------------------------------------------------------- questions about terms
def plain(term: Term) -> bool:
    """Is this a Python value rather than a symbol?"""
    return isinstance(term, bool | int)


def is_truth(term: Term) -> bool:
    """Is this a condition rather than a number?"""
    return isinstance(term, bool) or (isinstance(term, App) and term.sort == "Bool")


def is_term(value: object) -> bool:
    """Is this a term?"""
    return isinstance(value, bool | int | App)


def identical(left: Term, right: Term) -> bool:
    """Are these the same term, as written? (Not: are they equal.)"""
    return left is right or bool(left == right)


# ---------------------------------------------------------------- connectives
def negate(term: Term) -> Term:
    if isinstance(term, App):
        return term.parts[0] if term.op == "not" and not term.declared else app("not", (term,), "Bool")
    return not term


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
    return kept[0] if len(kept) == 1 else app("and", tuple(kept), "Bool")


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
    return kept[0] if len(kept) == 1 else app("or", tuple(kept), "Bool")


def implies(condition: Term, claim: Term) -> Term:
    if condition is False or claim is True:
        return True
    if condition is True:
        return claim
    if claim is False:
        return negate(condition)
    return app("=>", (condition, claim), "Bool")


def same(left: Term, right: Term) -> Term:
    """Equality of two terms of one sort."""
    if identical(left, right):
        return True
    if plain(left) and plain(right):
        return False
    for one, other in ((left, right), (right, left)):
        if isinstance(one, bool):
            return other if one else negate(other)
    return app("=", (left, right), "Bool")


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
    sort: Sort = then.sort if isinstance(then, App) else otherwise.sort if isinstance(otherwise, App) else "Int"
    return app("ite", (condition, then, otherwise), sort)


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


# ---------------------------------------------------------------- arithmetic
def difference(left: Term, right: Term) -> Term:
    """``left`` less ``right``: a number where all else cancels, as it is written."""
    counted: dict[Term, int] = {}
    rest = _count(left, 1, counted) + _count(right, -1, counted)
    if not any(counted.values()):
        return rest
    return left - right


def _count(term: Term, times: int, counted: dict[Term, int]) -> int:
    """Add a sum to what is counted, and give what of it is plain."""
    rest, waiting = 0, [(term, times)]
    while waiting:
        one, factor = waiting.pop()
        match one:
            case App(op="+", declared=False, parts=parts):
                waiting += [(part, factor) for part in parts]
            case App(op="-", declared=False, parts=(first, *less)):
                waiting += [(first, factor if less else -factor), *((part, -factor) for part in less)]
            case (
                App(op="*", declared=False, parts=(int() as by, of))
                | App(op="*", declared=False, parts=(of, int() as by))
            ):
                waiting.append((of, factor * by))
            case App():
                counted[one] = counted.get(one, 0) + factor
            case _:
                rest += factor * one
    return rest
