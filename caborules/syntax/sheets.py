"""Sheets: options, presets, deck, places, state, the answers of forms and the rows of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.syntax.base import Cites, Name, Node
from caborules.syntax.expressions import Arguments, Cell, Expr, Pattern
from caborules.syntax.vocabulary import Range, TypeExpr, TypeNo, TypeNumber


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    type: TypeExpr
    default: Expr
    open: bool
    text: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expr
    reason: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class Options(Node):
    lines: tuple[Option | Require, ...]


@dataclass(frozen=True, slots=True)
class Setting(Node):
    option: Name
    cell: Cell
    cites: Cites


@dataclass(frozen=True, slots=True)
class Preset(Node):
    name: str
    text: str
    settings: tuple[Setting, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class DeckLine(Node):
    pack: str
    times: Expr | None
    when: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Deck(Node):
    place: str
    lines: tuple[DeckLine, ...]


@dataclass(frozen=True, slots=True)
class PlaceDecl(Node):
    """``row of each player: row, face down``; shape and sight are the words as written, joined by blanks."""

    name: str
    each: str | None
    shape: str
    sight: str
    text: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Places(Node):
    lines: tuple[PlaceDecl, ...]


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A state variable; ``renewed_by`` is the rule whose start resets it, None for ``at first``."""

    name: str
    each: str | None
    type: TypeExpr
    renewed_by: str | None
    initial: Expr
    text: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class State(Node):
    lines: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Chosen(Node):
    """``, open`` or ``, option``, with the part after ``in``."""

    openness: Literal["open", "option"]
    domain: tuple[DomainPart, ...] | None


@dataclass(frozen=True, slots=True)
class DomainName(Node):
    """A member of a domain: a word or a rule with its arguments (``penalty-cards 1``)."""

    name: str
    arguments: Arguments


DomainPart: TypeAlias = "Range | TypeNumber | TypeNo | DomainName"


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """An answer of a form; ``was`` only inside ``change form``."""

    question: str
    cell: Cell
    chosen: Chosen | None
    was: Cell | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Form(Node):
    name: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class RowCell(Node):
    """A cell with its openness; ``was`` only inside ``change table``."""

    cell: Cell
    chosen: Chosen | None
    was: Cell | None


@dataclass(frozen=True, slots=True)
class Row(Node):
    """A row; ``change`` says what a ``change table`` does with it (None in a ``table``)."""

    change: Literal["change", "add", "remove"] | None
    pattern: Pattern
    cells: tuple[RowCell, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Table(Node):
    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    cites: Cites
