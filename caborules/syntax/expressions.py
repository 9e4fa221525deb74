"""Expressions of the rules language, with the patterns, arguments and cells made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.syntax.base import Name, Node

Preposition: TypeAlias = Literal["to", "for", "from", "by", "with", "on", "at", "as"]


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class CardLiteral(Node):
    """``5♠``, ``10D``, ``★``, ``[13]``, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A name used as a value."""

    name: Name


@dataclass(frozen=True, slots=True)
class NoLiteral(Node):
    """``no``; ``yes`` is an ordinary Ref."""


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    """``{1, 4}``, ``{hearts, diamonds}``."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """``(low..high)``."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Of(Node):
    """``f of x`` and ``f of (x, y)``."""

    function: Name
    arguments: tuple[Expr, ...]


BinaryOp: TypeAlias = Literal[
    "plus", "minus", "times", "div", "mod", "and", "or",
    "is", "is not", "is at least", "is at most", "is more than", "is less than",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binary(Node):
    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class IsEmpty(Node):
    operand: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    operand: Expr
    among: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class IsOver(Node):
    rule: Expr


@dataclass(frozen=True, slots=True)
class IsOpen(Node):
    window: Expr


@dataclass(frozen=True, slots=True)
class IsFace(Node):
    """``c is face up``, ``c is face down``."""

    operand: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Share(Node):
    """``cs share rank``."""

    operand: Expr
    attribute: str


@dataclass(frozen=True, slots=True)
class Knows(Node):
    player: Expr
    card: Expr


@dataclass(frozen=True, slots=True)
class Either(Node):
    """``X if C otherwise Y``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Those(Node):
    variable: str
    among: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class ThoseBest(Node):
    variable: str
    among: Expr
    which: Literal["lowest", "highest"]
    measure: Expr


@dataclass(frozen=True, slots=True)
class FirstWhere(Node):
    variable: str
    among: Expr
    where: Expr | None
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Fold(Node):
    which: Literal["sum", "lowest", "highest"]
    measure: Expr
    variable: str
    among: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """``some x in S where C``; ``no x in S where C`` is ``negated``."""

    negated: bool
    variable: str
    among: Expr
    where: Expr


Expr: TypeAlias = (
    "Number | CardLiteral | Ref | NoLiteral | SetLiteral | Interval | Of | Binary | Not | IsEmpty | IsIn | IsOver"
    " | IsOpen | IsFace | Share | Knows | Either | Those | ThoseBest | FirstWhere | Fold | Exists"
)


@dataclass(frozen=True, slots=True)
class PatternWords(Node):
    """Words side by side narrow: ``black king``, ``king of diamonds`` (then ``of`` is ``diamonds``)."""

    words: tuple[str | int, ...]
    of: str | None


@dataclass(frozen=True, slots=True)
class PatternSpan(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """Commas widen."""

    parts: tuple[PatternWords | PatternSpan, ...]


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """One argument of a rule; ``prep`` is None for the part without a label."""

    prep: Preposition | None
    value: Expr


Arguments: TypeAlias = tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Blank(Node):
    """``--``: the default of the column."""


@dataclass(frozen=True, slots=True)
class Partial(Node):
    """A rule with some of its arguments given, in a cell."""

    rule: str
    arguments: Arguments


Cell: TypeAlias = "Blank | Partial | Expr"
