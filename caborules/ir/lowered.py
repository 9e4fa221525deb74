"""The lowered transition system: one flat graph of small operations that engines run and proofs are about.

Rules are expanded in place (the call tree is finite), options are constants, functions are gone; the number of players
is still open within ``players``. Control is a node, live names are registers: a state is contents of the places,
knowledge, facing, variables, windows, registers and the node. There is no stack.

Expressions are those of ``ir.expressions`` without ``OptionRef``, ``Apply``, ``RuleMade``; ``LocalRef`` names a
register or a binder's variable, and a ``Lookup`` is a constant of the key (``LoweredSystem.cells``).
A register of type card names a physical card and follows it. Between ``Lift`` and ``Lay`` a card is in the hand of the
operation: it lies nowhere, and is in the register that ``Lift`` names. At every ``Ask`` no card is in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Expr
from caborules.ir.system import DeckLine, Face, PlaceDef, VariableDef
from caborules.ir.types import EnumType, Type, Value


@dataclass(frozen=True, slots=True)
class Source:
    """Where an operation comes from: the rules entered, outermost first, the line and the clauses it cites."""

    rules: tuple[str, ...]
    span: Span | None
    cites: tuple[str, ...]


# ---------------------------------------------------------------- operations on cards
@dataclass(frozen=True, slots=True)
class Lift:
    """Take a card from where it lies into the hand of the operation. Defined where the card exists.

    ``card`` is ``EndOf`` a pile's cards, ``TheCard`` of a place or a register. ``to``: where it goes next, since what
    is known of the hand that it leaves hangs on who sees it there; None where nothing can be lifted out of a hand.
    """

    register: str
    card: Expr
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    """Put the card in the hand into a place (on top of a pile, into a row's first gap or at its end) or onto a spot.

    Defined where a card is in ``register``'s hand, and a one-card place or the spot is free.
    """

    register: str
    to: Expr


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All cards of a place, or all but the first (``rest``), go to another place.

    Their order is kept, the first uppermost on a pile.
    """

    source: Expr
    rest: bool
    to: Expr


@dataclass(frozen=True, slots=True)
class MoveCards:
    """The cards of a collection go to a place, their order kept, the first uppermost on a pile."""

    cards: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class SwapCards:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class ShufflePlace:
    place: Expr


@dataclass(frozen=True, slots=True)
class PickOne:
    """Chance: one element into the register. Defined where there is one. ``name``: what the rules call it."""

    register: str
    among: Expr
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ShowCards:
    """``cards`` is a card or a collection of cards, ``to`` a player or players."""

    cards: Expr
    to: Expr
    secretly: bool


@dataclass(frozen=True, slots=True)
class TurnCards:
    cards: Expr
    up: bool


# ---------------------------------------------------------------- operations on values
@dataclass(frozen=True, slots=True)
class Say:
    text: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class SetVariable:
    variable: str
    owner: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class SetRegister:
    register: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Rotate:
    """The players in the collection ``register`` are put in seat order, beginning at ``start``; who is in it stays."""

    register: str
    start: Expr


@dataclass(frozen=True, slots=True)
class NextOf:
    """The first element of the collection in ``collection`` moves to ``register``; with none left, go to ``done``."""

    register: str
    collection: str
    done: int


@dataclass(frozen=True, slots=True)
class MoveWindow:
    """Open (next number, passes forgotten) or close a window; ``forget``: only forget who has passed."""

    window: str
    what: Literal["open", "close", "forget"]


# ---------------------------------------------------------------- control
@dataclass(frozen=True, slots=True)
class Test:
    """Go on to the node's ``next`` where the condition holds, else to ``otherwise``."""

    condition: Expr
    otherwise: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision point. What is chosen decides where control goes."""

    point: int


@dataclass(frozen=True, slots=True)
class Unseal:
    """The sealed choice of the first seat that has one: its registers (actor and domains) are set and its body runs.

    With none left, go to ``done``. The body comes back here.
    """

    point: int
    done: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A rule starts or has ended; changes nothing. ``player``: at the start, the first player among its arguments."""

    rule: str
    what: Literal["start", "end"]
    player: Expr | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """The play is over."""


Operation: TypeAlias = (
    Lift
    | Lay
    | MoveAll
    | MoveCards
    | SwapCards
    | ShufflePlace
    | PickOne
    | ShowCards
    | TurnCards
    | Say
    | SetVariable
    | SetRegister
    | Rotate
    | NextOf
    | MoveWindow
    | Test
    | Ask
    | Unseal
    | Mark
    | Stop
)


@dataclass(frozen=True, slots=True)
class Node:
    """One operation; ``next`` is where control goes after it.

    -1 at ``Stop`` and ``Ask``; at the ``Ask`` of a sealed point, where it goes when a choice was sealed.
    """

    operation: Operation
    next: int
    source: Source = field(compare=False)


# ---------------------------------------------------------------- decision points
@dataclass(frozen=True, slots=True)
class Domain:
    """A parameter of an offer. ``high`` None and ``many``: any number from ``low`` on, sharing ``measure``."""

    register: str
    among: Expr
    many: bool
    low: int
    high: int | None
    variable: str
    measure: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be chosen at a point.

    The seat that acts stands in register ``actor``; it must be in ``among`` (None: the one seat that stands in
    ``actor`` already). Legal for the arguments of the domains for which ``guard`` holds (for a reaction this includes
    that its window is open and not held). ``kind``: a choice of
    the decision, decline, a reaction, pass (in an await: marks the actor as having passed), a late attempt (``path`` is
    the window's name; never listed; where a window has no such offer, being late changes nothing), an outside event (no
    actor). Then control goes to ``target``.
    """

    kind: Literal["choice", "decline", "reaction", "pass", "late", "event"]
    path: str
    actor: str | None
    among: Expr | None
    domains: tuple[Domain, ...]
    guard: Expr | None
    window: str | None
    announces: bool
    public: bool
    target: int
    source: Source = field(compare=False)


@dataclass(frozen=True, slots=True)
class Point:
    """A decision point; ``number`` is the ``Decide.number`` it comes from, or None with ``window`` for an await.

    ``offers`` stand in the order of the language reference. That nobody can act, or that somebody must and cannot,
    is settled by ``Test`` nodes before the ``Ask``; a body ends by jumping to where its decision goes on. ``sealed``:
    choices (not declines) are kept until ``Unseal``. Reactions and events go back to the tests before the ``Ask``.
    ``alone``: no reactions, no events, and a late attempt is not taken. ``rule`` is the one that asks (for an await,
    the window); ``held``: for each window, the condition that it is held here. Both are for what players are shown.
    """

    number: int | None
    window: str | None
    sealed: bool
    must: bool
    offers: tuple[Offer, ...]
    source: Source = field(compare=False)
    alone: bool = False
    rule: str = ""
    held: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class LoweredSystem:
    """See the module. ``players``: the numbers of players for which this system stands, both ends included.

    ``cells``: (table, column) to key to value, for every face of the deck or member of the key. ``deck`` lines hold
    for numbers of players within ``players``; their ``times`` and ``when`` are constants of the number of players.
    """

    name: str
    players: tuple[int, int]
    options: tuple[tuple[str, Value], ...]
    attributes: dict[str, EnumType]
    deck_place: str
    deck: tuple[DeckLine, ...]
    places: dict[str, PlaceDef]
    variables: dict[str, VariableDef]
    registers: dict[str, Type]
    windows: tuple[str, ...]
    cells: dict[tuple[str, str], dict[Face | str | int, Value]]
    nodes: tuple[Node, ...]
    points: tuple[Point, ...]
    entry: int
