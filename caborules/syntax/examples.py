"""Examples and properties: what an author states about the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.syntax.base import Cites, Name, Node
from caborules.syntax.expressions import Arguments, Cell, Expr


@dataclass(frozen=True, slots=True)
class LaidCard(Node):
    """One word of a card list: a card, ``_`` (gap), ``?`` (any card), ``...`` (the rest), ``empty``.

    ``face_up`` is True for a card in parentheses, ``(9♥)``: it lies face up where its place is face down.
    """

    kind: Literal["card", "gap", "any", "rest", "empty"]
    text: str
    face_up: bool


@dataclass(frozen=True, slots=True)
class GivenPlayers(Node):
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivenOption(Node):
    option: Name
    cell: Cell


@dataclass(frozen=True, slots=True)
class GivenCards(Node):
    place: Expr
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class GivenFact(Node):
    fact: Expr


@dataclass(frozen=True, slots=True)
class At(Node):
    rule: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class MoveArgument(Node):
    """An argument of a move in an example: a number, a name, a card, or several cards."""

    value: int | str | tuple[str, ...]
    kind: Literal["number", "name", "card", "cards"]


@dataclass(frozen=True, slots=True)
class MoveWords(Node):
    choice: str
    arguments: tuple[MoveArgument, ...]


@dataclass(frozen=True, slots=True)
class WhenMove(Node):
    player: str
    move: MoveWords
    late: bool


@dataclass(frozen=True, slots=True)
class WhenEvent(Node):
    event: str


@dataclass(frozen=True, slots=True)
class ThenCards(Node):
    place: Expr
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class ThenCan(Node):
    player: str
    move: MoveWords
    can: bool


@dataclass(frozen=True, slots=True)
class ThenFact(Node):
    fact: Expr


ExampleLine: TypeAlias = (
    "GivenPlayers | GivenOption | GivenCards | GivenFact | At | WhenMove | WhenEvent | ThenCards | ThenCan | ThenFact"
)


@dataclass(frozen=True, slots=True)
class Example(Node):
    title: str
    cites: Cites
    lines: tuple[ExampleLine, ...]


@dataclass(frozen=True, slots=True)
class ClaimCore(Node):
    """``always C``, ``never C``, ``unchanged X``."""

    kind: Literal["always", "never", "unchanged"]
    expr: Expr


@dataclass(frozen=True, slots=True)
class ClaimCount(Node):
    """``exactly N R``, ``at most N R``: how often a rule is carried out, ``for each q in S`` by that player."""

    kind: Literal["exactly", "at most"]
    count: int
    rule: str
    variable: str | None
    among: Expr | None


Core: TypeAlias = "ClaimCore | ClaimCount"


@dataclass(frozen=True, slots=True)
class ClaimAfter(Node):
    after: Expr
    until: Expr | None
    core: Core


@dataclass(frozen=True, slots=True)
class ClaimDuring(Node):
    rule: str
    core: Core


@dataclass(frozen=True, slots=True)
class ClaimEventually(Node):
    after: Expr
    eventually: Expr
    assuming: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimPossible(Node):
    expr: Expr


@dataclass(frozen=True, slots=True)
class ClaimEnds(Node):
    """``R always ends``, or ``Q, R always end``: each of them is claimed."""

    rules: tuple[str, ...]
    assuming: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimEndless(Node):
    """``R need not end``, or ``Q, R need not end``: each of them is claimed."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimConserved(Node):
    expr: Expr


Claim: TypeAlias = (
    "Core | ClaimAfter | ClaimDuring | ClaimEventually | ClaimPossible | ClaimEnds | ClaimEndless | ClaimConserved"
)


@dataclass(frozen=True, slots=True)
class Property(Node):
    title: str
    cites: Cites
    claim: Claim


@dataclass(frozen=True, slots=True)
class Assume(Node):
    """``choices``: one of them is eventually taken; none: whatever is asked is eventually answered."""

    name: str
    variable: str
    choices: tuple[str, ...]
    cites: Cites
