"""The expressions that stand in the parts of a lowered system: in its operations, offers, domains and points."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import cache
from typing import Final, cast, get_args

from caborules.ir.expressions import Expr, Typed
from caborules.ir.lowered import Domain, Offer, Operation, Point
from caborules.ir.walk import subexpressions

_PARTS: Final = (Domain, Offer, Point, *get_args(Operation))


def expressions_in(part: object) -> Iterator[Expr]:
    """The expressions of a part, or of a tuple of parts, in the order of its fields; not what stands inside them."""
    if isinstance(part, Typed):
        yield cast(Expr, part)
    elif isinstance(part, tuple):
        for one in part:
            yield from expressions_in(one)
    elif isinstance(part, _PARTS):
        for name in _names(cast(Hashable, type(part))):
            yield from expressions_in(getattr(part, name))


def all_expressions_in(part: object) -> Iterator[Expr]:
    """The same with everything that stands inside them, outermost first."""
    for expr in expressions_in(part):
        yield from subexpressions(expr)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields that are no plain text or number; a source of lines has no expressions."""
    plain = ("str", "str | None", "int", "int | None", "bool", "Source")
    return tuple(field.name for field in fields(kind) if field.type not in plain)
