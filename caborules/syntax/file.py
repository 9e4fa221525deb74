"""A whole file: its header, the items in it, and the changes that it makes to what it extends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.syntax.base import Cites, Name, Node
from caborules.syntax.examples import Assume, Example, Property
from caborules.syntax.expressions import Cell, Expr
from caborules.syntax.rules import Alternative, Block, Event, Rule, Window
from caborules.syntax.sheets import Answer, Deck, Form, Options, Places, Preset, Row, State, Table
from caborules.syntax.vocabulary import Attribute, Define, DefineForm, DefineTable, Kind, Pack, Range


@dataclass(frozen=True, slots=True)
class Header(Node):
    kind: Literal["ruleset", "library"]
    name: str
    title: str
    extends: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Use(Node):
    files: tuple[str, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Clauses(Node):
    file: str


@dataclass(frozen=True, slots=True)
class Players(Node):
    range: Range
    was: Range | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Begin(Node):
    rule: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class Won(Node):
    """``won by leaders``: the players who have won when the play is over."""

    players: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Cited(Node):
    """One line of a ``cite`` block: these rules, choices, windows, functions formalise these clauses."""

    paths: tuple[Name, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class CiteBlock(Node):
    lines: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Excuse(Node):
    cites: Cites
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeForm(Node):
    name: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ChangeTable(Node):
    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ChangedOption(Node):
    option: Name
    cell: Cell
    was: Cell | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class ChangeOptions(Node):
    lines: tuple[ChangedOption, ...]


@dataclass(frozen=True, slots=True)
class Fix(Node):
    """``was``: what a file below has fixed it at."""

    option: Name
    value: Expr
    was: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """``replace rule|window|define|deck|table|won ...``; ``fingerprint`` is the text after ``was``, with its ``~``."""

    body: Rule | Window | Define | Deck | Table | Won
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class ReplaceChoice(Node):
    path: Name
    alternative: Alternative
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class AddChoice(Node):
    path: Name
    alternative: Alternative


@dataclass(frozen=True, slots=True)
class Remove(Node):
    what: Literal["rule", "choice", "window", "event"]
    path: Name
    fingerprint: str | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class RemoveStatement(Node):
    what: Literal["example", "property"]
    titles: tuple[str, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Hook(Node):
    when: Literal["before", "after"]
    what: Literal["rule", "choice"]
    path: Name
    cites: Cites
    body: Block


Item: TypeAlias = (
    "Use | Clauses | Players | Begin | Won | CiteBlock | Excuse | Kind | Attribute | Pack | DefineForm | DefineTable"
    " | Define | Options | Preset | Deck | Places | State | Form | Table | Rule | Window | Event | ChangeForm"
    " | ChangeTable | ChangeOptions | Fix | Replace | ReplaceChoice | AddChoice | Remove | RemoveStatement | Hook"
    " | Example | Property | Assume"
)


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """A comment: its text from ``#`` on, and whether it has a line of its own."""

    text: str
    own_line: bool


@dataclass(frozen=True, slots=True)
class File(Node):
    """A whole file. Comments stand beside the tree, so that they do not take part in comparison."""

    header: Header
    language: str | None
    items: tuple[Item, ...]
    comments: tuple[Comment, ...] = field(default=(), compare=False)
