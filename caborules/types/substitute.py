"""Putting arguments in the place of parameters, without catching the names that binders give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from caborules.ir.expressions import Exists, Expr, FirstWhere, Fold, LocalRef, Share, Those, ThoseBest
from caborules.ir.system import FunctionDef
from caborules.ir.types import CollectionType
from caborules.ir.walk import subexpressions, with_children


def applied(function: FunctionDef, arguments: tuple[Expr, ...]) -> Expr:
    """The body of a function with its arguments in place."""
    names = {param.name: argument for param, argument in zip(function.parameters, arguments, strict=True)}
    return substitute(function.body, names)


def substitute(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """The expression with other expressions for its local names; binders are renamed where they would catch one."""
    if isinstance(expr, LocalRef):
        return names.get(expr.name, expr)
    if isinstance(expr, Those | ThoseBest | FirstWhere | Exists | Fold | Share):
        taken = {p.name for value in names.values() for p in subexpressions(value) if isinstance(p, LocalRef)}
        inner = {name: value for name, value in names.items() if name != expr.variable}
        if expr.variable in taken:
            fresh = _fresh(expr.variable, taken | _names_in(expr))
            inner[expr.variable] = _variable(expr, fresh)
            expr = replace(expr, variable=fresh)
        return _within(expr, names, inner)
    return with_children(expr, lambda child: substitute(child, names))


def _within(
    expr: Those | ThoseBest | FirstWhere | Exists | Fold | Share, names: Mapping[str, Expr], inner: Mapping[str, Expr]
) -> Expr:
    """Only the collection and the ``otherwise`` of a binder stand outside the reach of its name."""
    outside = {id(expr.cards) if isinstance(expr, Share) else id(expr.among)}
    if isinstance(expr, FirstWhere):
        outside.add(id(expr.otherwise))
    return with_children(expr, lambda child: substitute(child, names if id(child) in outside else inner))


def _variable(expr: Those | ThoseBest | FirstWhere | Exists | Fold | Share, name: str) -> LocalRef:
    collection = expr.cards if isinstance(expr, Share) else expr.among
    assert isinstance(collection.type, CollectionType)
    return LocalRef(collection.type.of, expr.span, name)


def _names_in(expr: Expr) -> set[str]:
    """Local names read in an expression, and those that its binders give."""
    parts = list(subexpressions(expr))
    given = {p.variable for p in parts if isinstance(p, Those | ThoseBest | FirstWhere | Exists | Fold | Share)}
    return given | {p.name for p in parts if isinstance(p, LocalRef)}


def _fresh(name: str, taken: set[str]) -> str:
    count = 2
    while f"{name}~{count}" in taken:
        count += 1
    return f"{name}~{count}"
