"""Typed statements and decisions: what rules do. Sugar is gone.

``otherwise`` of a step has become an ``If`` over the step's definedness (``types`` writes the condition), ``add`` an
``Assign``, ``nothing`` an empty block; hooks, resets, and windows that open after or close before something stand in
the blocks where they act. A ``Block`` has a number, unique in the system, so that a position in the rules is a pair
of numbers and a state is a plain value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Expr


@dataclass(frozen=True, slots=True)
class Line:
    """Where a statement was written and which clauses it cites (``cabo.M2``)."""

    span: Span | None = field(compare=False, repr=False)
    cites: tuple[str, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Block:
    """Statements carried out one after another; a ``Let`` holds to the end of its block."""

    number: int = field(compare=False)
    statements: tuple[Statement, ...]


# ---------------------------------------------------------------- cards
@dataclass(frozen=True, slots=True)
class Move(Line):
    """``what`` is a card, cards, or all cards of a place (``CardsIn``); ``to`` is a place or a spot.

    Several cards keep their order, the first uppermost on a pile. A card moved to where it lies moves all the same.
    """

    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Swap(Line):
    """Two cards change places. Each takes the facing of the place it comes to."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Line):
    """Chance; ends all knowledge of the place's cards and all flips, unless it is a single card."""

    place: Expr


@dataclass(frozen=True, slots=True)
class Show(Line):
    """``to`` is a player or players; ``what`` a card or cards. That it happens is seen by all, unless ``secretly``."""

    what: Expr
    to: Expr
    secretly: bool


@dataclass(frozen=True, slots=True)
class Flip(Line):
    """``what`` (a card or cards) lies face up or down until it moves."""

    what: Expr
    up: bool


# ---------------------------------------------------------------- values
@dataclass(frozen=True, slots=True)
class Assign(Line):
    variable: str
    owner: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Pay(Line):
    """``amount`` leaves one variable and comes to the other; the sum is conserved."""

    amount: Expr
    source: str
    source_owner: Expr | None
    target: str
    target_owner: Expr | None


@dataclass(frozen=True, slots=True)
class Let(Line):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Pick(Line):
    """Chance: one element, each with equal probability. Defined where there is one."""

    name: str
    among: Expr


@dataclass(frozen=True, slots=True)
class Announce(Line):
    """Said to all: ``value`` is public from here on."""

    text: str
    value: Expr | None


# ---------------------------------------------------------------- windows
@dataclass(frozen=True, slots=True)
class SetWindow(Line):
    """Opening gives the window its next number and forgets who has passed; closing closes it."""

    window: str
    open: bool


@dataclass(frozen=True, slots=True)
class Await(Line):
    """All who may react are asked to react or pass."""

    window: str


# ---------------------------------------------------------------- control
@dataclass(frozen=True, slots=True)
class CallRule(Line):
    """``arguments`` in the order of the rule's parameters."""

    rule: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Do(Line):
    """Carry out the rule that the value holds (nothing, if it holds none); ``arguments`` by the parts of its type."""

    rule: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class EndRule(Line):
    """Leave the innermost run of the rule, with all that it has begun."""

    rule: str


@dataclass(frozen=True, slots=True)
class Again(Line):
    """At the end of a choice: its decision is offered once more."""


@dataclass(frozen=True, slots=True)
class If(Line):
    """``instead``: written as ``A otherwise B``; the condition says that A can be carried out."""

    condition: Expr
    then: Block
    otherwise: Block
    instead: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ForEach(Line):
    """``among`` is evaluated once, at the start; ``where`` before each round. ``start``: seats begin at this player."""

    variable: str
    among: Expr
    start: Expr | None
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatTimes(Line):
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatUntil(Line):
    """The condition is tested before each round."""

    condition: Expr
    body: Block


# ---------------------------------------------------------------- decisions
@dataclass(frozen=True, slots=True)
class OneOf:
    """One element of ``among`` for which ``where`` (None: always) holds."""

    name: str
    among: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SomeOf:
    """A set of ``low`` to ``high`` cards (``high`` None: any number) that share ``measure``, if one is given.

    ``variable`` is the name of a card in ``measure``; ``where`` speaks of the whole set by ``name``.
    """

    name: str
    among: Expr
    low: int
    high: int | None
    variable: str
    measure: Expr | None
    where: Expr | None


ChosenParam: TypeAlias = OneOf | SomeOf


@dataclass(frozen=True, slots=True)
class Choice(Line):
    """One alternative. ``path`` is ``turn.draw`` or ``match.match``, ``name`` its last part, ``text`` what people read.

    Legal for the arguments in the parameters' domains for which ``guard`` (None: always) holds; later parameters and
    the guard may use earlier ones. ``public``: whether it is legal follows, for everybody, from what all know.
    """

    path: str
    name: str
    params: tuple[ChosenParam, ...]
    guard: Expr | None
    announces: bool
    text: str
    public: bool
    body: Block


@dataclass(frozen=True, slots=True)
class OneActor:
    """The player who decides."""

    player: Expr


@dataclass(frozen=True, slots=True)
class SeveralActors:
    """``each``: every one of them, in any order of arrival. ``any``: the first to act settles it."""

    quantifier: Literal["each", "any"]
    variable: str
    among: Expr


@dataclass(frozen=True, slots=True)
class Decide(Line):
    """A decision. ``number`` is unique in the system; ``rule`` is the rule that it stands in.

    ``alone``: no reaction is on offer meanwhile. ``secretly``: choices are sealed until all are in and then carried
    out in seat order. ``otherwise``: what happens for a player who must choose and cannot (None where the compiler
    has seen that one can always choose).
    """

    number: int = field(compare=False)
    rule: str
    actors: OneActor | SeveralActors
    must: bool
    alone: bool
    secretly: bool
    choices: tuple[Choice, ...]
    otherwise: Block | None


Statement: TypeAlias = (
    Move
    | Swap
    | Shuffle
    | Show
    | Flip
    | Assign
    | Pay
    | Let
    | Pick
    | Announce
    | SetWindow
    | Await
    | CallRule
    | Do
    | EndRule
    | Again
    | If
    | ForEach
    | RepeatTimes
    | RepeatUntil
    | Decide
)
