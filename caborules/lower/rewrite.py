"""Replacing local names in expressions."""

from __future__ import annotations

from collections.abc import Mapping

from caborules.ir import expressions as ex
from caborules.ir.walk import subexpressions, with_children


def substitute(expr: ex.Expr, names: Mapping[str, ex.Expr]) -> ex.Expr:
    """``expr`` with local names replaced. No binder in it may have a name that stands free in a replacement."""
    if isinstance(expr, ex.LocalRef):
        return names.get(expr.name, expr)
    return with_children(expr, lambda part: substitute(part, names))


def reads_local(expr: ex.Expr, name: str) -> bool:
    """Does the local name occur in ``expr``?"""
    return any(isinstance(part, ex.LocalRef) and part.name == name for part in subexpressions(expr))
