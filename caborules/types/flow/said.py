"""Comparisons that are known to hold: how they are noted, and what they say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from caborules.ir import expressions as x
from caborules.types.flow.names import Env, resolved

Side: TypeAlias = tuple[x.Expr, frozenset[tuple[str, object]]]
"""One side of a comparison, with what its names stand for."""


def said(op: str, left: x.Expr, right: x.Expr, env: Env) -> object:
    """A comparison that is known to hold, with what its names stand for."""
    return (op, resolved(left, env), resolved(right, env))


def at_most(fact: object) -> tuple[Side, Side, bool] | None:
    """The two sides of a comparison that says that the first is at most the second, and whether it is less."""
    if not isinstance(fact, tuple) or len(fact) != 3:
        return None
    op, left, right = fact
    if op in ("is at least", "is more than"):
        left, right = right, left
    elif op not in ("is at most", "is less than", "is"):
        return None
    return (left, right, op in ("is more than", "is less than")) if isinstance(right, tuple) else None


def ahead(facts: Iterable[object], left: x.Expr, right: x.Expr, env: Env) -> int | None:
    """By how much, at least, the first number is known to be more than the second; None if nothing is known."""
    sides = resolved(right, env), resolved(left, env)
    found = [known[2] for fact in facts if (known := at_most(fact)) is not None and known[:2] == sides]
    return max(map(int, found)) if found else None
