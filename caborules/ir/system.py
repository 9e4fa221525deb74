"""The typed system: all that a ruleset declares, with every name resolved. Engine, lowering and printing start here.

Options are still names (``OptionRef``): one system serves every setting. ``engine.game`` fixes options and players.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Expr
from caborules.ir.statements import Block, Choice
from caborules.ir.types import EnumType, Type

Face: TypeAlias = tuple[str | int, ...]
"""What is printed on a card: the values of its attributes, in the order of ``System.attributes``."""

Shape: TypeAlias = Literal["pile", "row", "hand", "one card"]
Sight: TypeAlias = Literal["face up", "face down", "seen by its owner"]
PropertyKind: TypeAlias = Literal[
    "always", "never", "unchanged", "exactly", "at most", "conserved", "eventually", "possible", "ends", "endless"
]


@dataclass(frozen=True, slots=True)
class Declared:
    """Where something was declared and which clauses it cites."""

    span: Span | None = field(compare=False, repr=False)
    cites: tuple[str, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionDef(Declared):
    """An answer, an option or a cell that the rules allow to vary; or a fixed one (``openness`` "fixed").

    ``domain`` are the values that may be chosen: constants, and ``RuleMade`` for a cell that holds a rule; for a range
    of numbers its ``low`` and ``high`` only; empty where the option is fixed. ``when``: asked only where it holds.
    ``default`` may use other options and ``PlayerCount``. An answer that depends on the state of the game is no option:
    it is a function of that name.
    """

    key: str
    type: Type
    openness: Literal["fixed", "option", "open"]
    domain: tuple[Expr, ...] | tuple[int, int]
    default: Expr
    when: Expr | None
    text: str


@dataclass(frozen=True, slots=True)
class RequireDef(Declared):
    condition: Expr
    reason: str


@dataclass(frozen=True, slots=True)
class PresetDef(Declared):
    name: str
    text: str
    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class DeckLine(Declared):
    """``faces`` in order, ``times`` times over, where ``when`` holds; both are constant within a game."""

    pack: str
    faces: tuple[Face, ...]
    times: Expr | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class PlaceDef(Declared):
    name: str
    per_player: bool
    shape: Shape
    sight: Sight
    text: str = ""


@dataclass(frozen=True, slots=True)
class VariableDef(Declared):
    """``renewed_by``: the rule whose start sets it to ``initial`` again.

    For a variable per player ``initial`` speaks of its owner by the local name ``owner_name``.
    """

    name: str
    per_player: bool
    owner_name: str
    type: Type
    renewed_by: str | None
    initial: Expr
    text: str = ""


@dataclass(frozen=True, slots=True)
class ParamDef:
    name: str
    preposition: str | None
    type: Type


@dataclass(frozen=True, slots=True)
class FunctionDef(Declared):
    """A function without effects; cases have become ``Either``. ``parameters`` in order; ``text`` for the rulebook."""

    name: str
    text: str
    parameters: tuple[ParamDef, ...]
    type: Type
    body: Expr


@dataclass(frozen=True, slots=True)
class TableRow(Declared):
    """``pattern`` as written; ``cells`` by column, defaults filled in."""

    pattern: str
    cells: dict[str, Expr]


@dataclass(frozen=True, slots=True)
class TableDef(Declared):
    """``index`` maps every key (a face of any card of any deck, or a member) to the number of its row.

    Cells may use the locals ``parameters`` and, where the key is a card, ``PrintedNumber``. ``questions``: what each
    column answers, in words.
    """

    name: str
    text: str
    key: Type
    parameters: tuple[ParamDef, ...]
    columns: dict[str, Type]
    rows: tuple[TableRow, ...]
    index: dict[Face | str | int, int]
    questions: dict[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class RuleDef(Declared):
    """``resets`` renews state at the start; ``body`` is what runs, hooks and windows included."""

    name: str
    text: str
    parameters: tuple[ParamDef, ...]
    resets: Block
    body: Block


@dataclass(frozen=True, slots=True)
class HeldDuring:
    rule: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class WindowDef(Declared):
    """``opens`` and ``closes`` tell the names it is tied to, for printing: the blocks hold the ``SetWindow`` lines.

    ``late`` is carried out for a late attempt, by ``variable``; it may not decide anything.
    """

    name: str
    text: str
    opens: tuple[str, ...]
    closes: tuple[str, ...]
    held: tuple[HeldDuring, ...]
    late: Block
    variable: str
    among: Expr
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class EventDef(Declared):
    name: str
    text: str
    when: Expr | None
    body: Block


# ---------------------------------------------------------------- what authors state
@dataclass(frozen=True, slots=True)
class LaidCards:
    """Cards by position: a face, None for a gap, "any"; ``up`` says which lie face up against their place."""

    place: Expr
    cards: tuple[Face | Literal["any"] | None, ...]
    up: tuple[bool, ...]
    rest: bool


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move of an example: arguments are a number, a seat's or member's name, or faces; empty where left out."""

    seat: str
    choice: str
    arguments: tuple[int | str | tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True)
class GivenCards(Declared):
    cards: LaidCards


@dataclass(frozen=True, slots=True)
class GivenVariable(Declared):
    variable: str
    owner: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class GivenWindow(Declared):
    window: str
    open: bool


@dataclass(frozen=True, slots=True)
class AtRule(Declared):
    rule: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class WhenMove(Declared):
    move: MoveText
    late: bool


@dataclass(frozen=True, slots=True)
class WhenEvent(Declared):
    event: str


@dataclass(frozen=True, slots=True)
class ThenCards(Declared):
    cards: LaidCards


@dataclass(frozen=True, slots=True)
class ThenCan(Declared):
    move: MoveText
    can: bool


@dataclass(frozen=True, slots=True)
class ThenFact(Declared):
    """``texts``: the fact and its parts as they are written, by where they stand."""

    fact: Expr
    texts: dict[Span, str] = field(default_factory=dict, compare=False, repr=False)


ExampleLine: TypeAlias = (
    GivenCards | GivenVariable | GivenWindow | AtRule | WhenMove | WhenEvent | ThenCards | ThenCan | ThenFact
)


@dataclass(frozen=True, slots=True)
class ExampleDef(Declared):
    """``seats`` are the names of the players in seat order; in expressions a seat's name is a constant player.

    ``options`` are (key, value) of ``given option`` lines: where the option cannot have that value the example does
    not apply. ``inapplicable`` says why an inherited example does not apply to this ruleset at all (its cards are not
    in the deck); it then has no lines.
    """

    title: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, Expr], ...]
    lines: tuple[ExampleLine, ...]
    inapplicable: str = ""


@dataclass(frozen=True, slots=True)
class PropertyDef(Declared):
    """What is claimed of every play; parts that a kind has no use for are None, or empty.

    ``rule``: of ``ends`` and ``endless`` (it need not end) what ends; of ``exactly`` and ``at most`` what is counted:
    its starts, ``count`` of them; with ``each`` for every player in ``claim`` (the local name ``each``) the starts
    where that player is the first player among the rule's parameters. ``conserved``: the number ``claim`` is the same
    at every decision. ``during``: claimed anew for each run of that rule, instead of ``after`` and ``until``.
    """

    title: str
    kind: PropertyKind
    claim: Expr | None = None
    after: Expr | None = None
    until: Expr | None = None
    rule: str | None = None
    assuming: tuple[str, ...] = ()
    during: str | None = None
    count: int | None = None
    each: str | None = None


@dataclass(frozen=True, slots=True)
class AssumeDef:
    """``choice``: each player for whom one of the choices ``paths`` is legal again and again takes one some day;
    ``decides``: whoever is asked answers, and between two choices of decisions outside reactions there are only
    finitely many reactions and passes (``paths`` is empty)."""

    kind: Literal["choice", "decides"]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseDef:
    id: str
    kind: Literal["rule", "variant", "open", "reading", "advice", "property", "example"]
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class System:
    """See the module. Dictionaries keep the order of declaration."""

    name: str
    title: str
    file: str
    players: tuple[int, int]
    attributes: dict[str, EnumType]
    kinds: dict[str, EnumType]
    options: dict[str, OptionDef]
    requires: tuple[RequireDef, ...]
    presets: dict[str, PresetDef]
    deck_place: str
    deck: tuple[DeckLine, ...]
    places: dict[str, PlaceDef]
    variables: dict[str, VariableDef]
    initial_order: tuple[str, ...]
    """The variables in an order in which their initial values can be computed."""
    functions: dict[str, FunctionDef]
    tables: dict[str, TableDef]
    rules: dict[str, RuleDef]
    windows: dict[str, WindowDef]
    events: dict[str, EventDef]
    begin: str
    won: Expr | None
    """The players who have won when the play is over; None where the ruleset does not say."""
    blocks: dict[int, Block]
    """Every block by its number."""
    examples: tuple[ExampleDef, ...]
    properties: tuple[PropertyDef, ...]
    assumes: dict[str, AssumeDef]
    clauses: dict[str, ClauseDef]
    cited: dict[str, tuple[str, ...]]
    """Clause to what cites it (``rule lap``, ``choice turn.draw``, ``example ...``), in order."""
    excuses: dict[str, str]
