"""Conditions on measures: taken from tests, guards and assignments, and what they read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from caborules.ir import expressions as ex
from caborules.ir.types import BOOL, PLAYER, PLAYERS
from caborules.ir.walk import subexpressions, with_children
from caborules.symbolic.measure_table import Key
from caborules.symbolic.measures import Measures
from caborules.symbolic.places import SHARED
from caborules.symbolic.terms import App, Term, negate

Name: TypeAlias = tuple[str, str]
"""Kind and name of a measure, whoever's it is."""

ANYBODY = "q"
"""The name of the player in the conditions that are made here."""


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression that holds, or that does not."""

    expr: ex.Expr
    holds: bool = True
    _hash: int = field(init=False, compare=False, repr=False)
    """Worked out once: expressions are deep."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.expr, self.holds)))

    def __hash__(self) -> int:
        return self._hash

    def term(self, measures: Measures) -> Term | None:
        """The condition in a state; None where measures do not tell it."""
        before = measures.unknown[0]
        term = measures.truth(self.expr)
        if measures.unknown[0] != before:
            return None
        return term if self.holds else negate(term)


def _names(*terms: Term) -> Iterator[str]:
    """The names of the constants in terms."""
    done: set[App] = set()
    stack = [term for term in terms if isinstance(term, App)]
    while stack:
        term = stack.pop()
        if term in done:
            continue
        done.add(term)
        if term.parts:
            stack += [part for part in term.parts if isinstance(part, App)]
        elif term.declared:
            yield term.op


def keys_of(*terms: Term) -> frozenset[Key]:
    """The measures that terms speak of."""
    found: set[Key] = set()
    for written in _names(*terms):
        kind, *rest = written.split(":")
        if rest and kind != "any":
            found.add((kind, rest[0], int(rest[1]) if len(rest) > 1 else SHARED))
    return frozenset(found)


def guessed(*terms: Term) -> bool:
    """Do the terms speak of something that measures do not tell?"""
    return any(written.startswith("any:") for written in _names(*terms))


def names_of(*terms: Term) -> frozenset[Name]:
    """Kinds and names of the measures that terms speak of."""
    return frozenset(key[:2] for key in keys_of(*terms))


def parts(expr: ex.Expr, holds: bool) -> Iterator[Condition]:
    """A condition as the parts that must all hold."""
    match expr:
        case ex.Not(operand=operand):
            yield from parts(operand, not holds)
        case ex.Logic(op=op, left=left, right=right) if (op == "and") == holds:
            yield from parts(left, holds)
            yield from parts(right, holds)
        case ex.Const():
            return
        case _:
            yield Condition(expr, holds)


def equals(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    return ex.Compare(BOOL, None, "is", left, right)


def somebody(among: ex.Expr, variable: str, where: ex.Expr) -> ex.Expr:
    return ex.Exists(BOOL, None, variable, among, where)


def everybody(variable: str, holds: ex.Expr) -> ex.Expr:
    return ex.Not(BOOL, None, somebody(ex.Seats(PLAYERS, None), variable, ex.Not(BOOL, None, holds)))


def either(*options: ex.Expr) -> ex.Expr:
    result = options[0]
    for one in options[1:]:
        result = ex.Logic(BOOL, None, "or", result, one)
    return result


def both(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    return ex.Logic(BOOL, None, "and", left, right)


def player(name: str) -> ex.LocalRef:
    return ex.LocalRef(PLAYER, None, name)


def put_in(expr: ex.Expr, old: ex.Expr, new: ex.Expr) -> ex.Expr:
    """The expression with one name put in for another."""
    return new if _alike(expr, old) else with_children(expr, lambda one: put_in(one, old, new))


def _alike(one: object, other: ex.Expr) -> bool:
    """Is it the same name?"""
    match one, other:
        case (ex.LocalRef(name=left), ex.LocalRef(name=right)):
            return left == right
        case (ex.VariableRef(variable=left, owner=None), ex.VariableRef(variable=right, owner=None)):
            return left == right
    return False


def mentions(expr: ex.Expr, part: ex.Expr) -> bool:
    """Does the expression speak of this register or variable?"""
    return any(_alike(one, part) for one in subexpressions(expr))
