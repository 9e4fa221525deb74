"""Rules, windows, events, their statements and the decisions of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.syntax.base import Cites, Name, Node
from caborules.syntax.expressions import Arguments, Expr
from caborules.syntax.vocabulary import Part, Range


@dataclass(frozen=True, slots=True)
class Rule(Node):
    name: str
    parts: tuple[Part, ...]
    text: str | None
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class Paths(Node):
    """The rules or choices of one ``opens after``, ``closes before`` or ``held during`` line."""

    paths: tuple[Name, ...]
    when: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Late(Node):
    step: Simple
    cites: Cites


@dataclass(frozen=True, slots=True)
class Window(Node):
    name: str
    text: str | None
    cites: Cites
    opens: tuple[Paths, ...]
    closes: tuple[Paths, ...]
    held: tuple[Paths, ...]
    late: Late | None
    variable: str
    among: Expr
    where: Expr | None
    who_cites: Cites
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Event(Node):
    name: str
    when: Expr | None
    text: str
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Swap(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    place: Expr


@dataclass(frozen=True, slots=True)
class Show(Node):
    what: Expr
    to: Expr
    secretly: bool


@dataclass(frozen=True, slots=True)
class Flip(Node):
    what: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Add(Node):
    amount: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Pay(Node):
    amount: Expr
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class DrawLot(Node):
    """``let n be one of S at random``."""

    name: str
    among: Expr


@dataclass(frozen=True, slots=True)
class Announce(Node):
    text: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class OpenWindow(Node):
    window: str


@dataclass(frozen=True, slots=True)
class CloseWindow(Node):
    window: str


@dataclass(frozen=True, slots=True)
class Await(Node):
    window: str


@dataclass(frozen=True, slots=True)
class Do(Node):
    """``do power of c by player``: carry out the rule that a cell holds."""

    rule: Expr
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class EndRule(Node):
    rule: str


@dataclass(frozen=True, slots=True)
class Again(Node):
    pass


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    pass


@dataclass(frozen=True, slots=True)
class CallRule(Node):
    rule: str
    arguments: Arguments


Simple: TypeAlias = (
    "Move | Swap | Shuffle | Show | Flip | SetTo | Add | Pay | Let | DrawLot | Announce | OpenWindow | CloseWindow"
    " | Await | Do | EndRule | Again | Nothing | CallRule"
)


@dataclass(frozen=True, slots=True)
class Step(Node):
    """A simple statement, and what happens instead where it cannot be carried out."""

    action: Simple
    otherwise: Simple | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Arm(Node):
    condition: Expr
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    """``arms`` holds the ``if`` and each ``otherwise if``; ``otherwise`` is None where there is none."""

    arms: tuple[Arm, ...]
    otherwise: Block | None
    otherwise_cites: Cites


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    variable: str
    among: Expr
    start: Expr | None
    where: Expr | None
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatTimes(Node):
    times: Expr
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatUntil(Node):
    condition: Expr
    cites: Cites
    body: Block


Statement: TypeAlias = "Step | If | ForEach | RepeatTimes | RepeatUntil | Decision"
Block: TypeAlias = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class OnePlayer(Node):
    name: str


@dataclass(frozen=True, slots=True)
class SeveralPlayers(Node):
    quantifier: Literal["each", "any"]
    variable: str
    among: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """``(c in S where C)``."""

    name: str
    among: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SomeSharing(Node):
    """``(some cs in S sharing rank where C)``."""

    name: str
    among: Expr
    attribute: str
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SomeMany(Node):
    """``(2..4 cs in S where C)``; ``count`` is a number or a range."""

    count: int | Range
    name: str
    among: Expr
    where: Expr | None


ChosenParam: TypeAlias = "OneOf | SomeSharing | SomeMany"


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One choice. ``name`` is plain; an added or replaced choice's path stands in its AddChoice, ReplaceChoice."""

    name: str
    params: tuple[ChosenParam, ...]
    when: Expr | None
    announces: bool
    text: str | None
    cites: Cites
    body: Block


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """``must_when``: of ``must when C otherwise may`` the condition; where it does not hold, it is a ``may``."""

    who: OnePlayer | SeveralPlayers
    alone: bool
    must: bool
    must_when: Expr | None
    secretly: bool
    cites: Cites
    alternatives: tuple[Alternative, ...]
    otherwise: Block | None
    otherwise_cites: Cites
