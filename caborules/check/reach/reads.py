"""What an expression reads of a position: for plays that hold whatever the position was before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from caborules.ir import expressions as ex
from caborules.ir.walk import subexpressions

Read: TypeAlias = tuple[str, str]
"""``variable``, ``register``, ``open`` or ``passed`` with a name; ``cards`` or ``seen`` without one."""

_CARDS: Final = (ex.CardsIn, ex.TheCard, ex.SpotOf, ex.PositionOf, ex.NewSpot)
"""Expressions that depend on where cards lie."""
_SEEN: Final = (ex.Knows, ex.FaceUp)
"""Expressions that depend on who has seen what, and on how cards lie."""


def reads(expr: ex.Expr, registers: frozenset[str]) -> Iterator[Read]:
    """What the value of the expression depends on beside its own constants."""
    for part in subexpressions(expr):
        match part:
            case ex.VariableRef(variable=name):
                yield "variable", name
            case ex.LocalRef(name=name) if name in registers:
                yield "register", name
            case ex.WindowOpen(window=name):
                yield "open", name
            case ex.HasPassed(window=name):
                yield "passed", name
        if isinstance(part, _CARDS):
            yield "cards", ""
        if isinstance(part, _SEEN):
            yield "seen", ""
