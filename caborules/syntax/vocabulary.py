"""Types, parameters and the vocabulary of a game: kinds, attributes, packs, forms, tables and functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from caborules.syntax.base import Cites, Node
from caborules.syntax.expressions import Cell, Expr, Pattern, Preposition


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``low..high``; a bound is a number or the name of an option."""

    low: int | str
    high: int | str


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    name: str


@dataclass(frozen=True, slots=True)
class TypeNumber(Node):
    value: int


@dataclass(frozen=True, slots=True)
class TypeNo(Node):
    """``no`` in ``yes or no``."""


@dataclass(frozen=True, slots=True)
class TypeSet(Node):
    """``set of number``."""

    of: str


@dataclass(frozen=True, slots=True)
class TypeRule(Node):
    """``rule by (player)``."""

    parts: tuple[Part, ...]


TypePart: TypeAlias = "TypeName | TypeNumber | TypeNo | Range | TypeSet | TypeRule"


@dataclass(frozen=True, slots=True)
class TypeExpr(Node):
    """``a or b or 2..10``."""

    parts: tuple[TypePart, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    """``(player)`` or ``(c: card)``; without a type the name is the type."""

    name: str
    type: TypeExpr | None


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One part of a rule's signature; ``prep`` is None for the part without a label."""

    prep: Preposition | None
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Kind(Node):
    name: str
    type: TypeExpr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    name: str
    type: TypeExpr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Axis(Node):
    """``each rank ace, 2..10``."""

    attribute: str
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class PackLine(Node):
    copies: int | None
    axes: tuple[Axis, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Pack(Node):
    name: str
    lines: tuple[PackLine, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Field(Node):
    """A question of a form or a column of a table."""

    name: str
    type: TypeExpr
    default: Cell | None
    when: Expr | None
    text: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class DefineForm(Node):
    name: str
    text: str
    fields: tuple[Field, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class DefineTable(Node):
    name: str
    key: str
    params: tuple[Param, ...]
    text: str
    fields: tuple[Field, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Case(Node):
    value: Expr
    when: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Define(Node):
    """A function: either ``cases`` is empty and ``otherwise`` is the formula, or both are the cases."""

    name: str
    params: tuple[Param, ...]
    text: str | None
    type: TypeExpr | None
    cases: tuple[Case, ...]
    otherwise: Expr
    by_cases: bool
    otherwise_cites: Cites
    cites: Cites
