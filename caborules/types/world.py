"""What is known while a book is being typed: the declared names with their types, and what a name means locally."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir.expressions import Expr
from caborules.ir.statements import Block
from caborules.ir.system import Declared, Face, FunctionDef, OptionDef, ParamDef, PlaceDef, TableDef
from caborules.ir.types import EnumType, NumberType, Type
from caborules.names.book import Book
from caborules.syntax import nodes as n
from caborules.types.report import Report

if TYPE_CHECKING:
    from caborules.types.faces import CardNames

Sort: TypeAlias = Literal[
    "function", "column", "attribute", "place", "state", "option", "rule", "window", "form", "built in"
]


@dataclass(frozen=True, slots=True)
class Local:
    """A local name: what it is called in the typed system, and its type (None where its declaration failed)."""

    name: str
    type: Type | None
    constant: Expr | None = None
    """What the name stands for, where it is a constant (a seat's name in an example)."""


@dataclass(frozen=True, slots=True)
class Env:
    """What holds at a place in the text: local names, who is known not to be nobody, what the options must be.

    ``facts`` are expressions of type ``player or nobody`` that are a player here. ``static`` are conditions over
    options alone that hold here. ``facing_claims``: properties, and what an example
    says after ``then``: there rules may be over.
    """

    locals: Mapping[str, Local] = field(default_factory=dict)
    facts: frozenset[Expr] = frozenset()
    static: tuple[Expr, ...] = ()
    facing_claims: bool = False
    card_names: bool = False
    printed: NumberType | None = None
    """The range of ``number``, in a cell of a table by card."""

    def having(self, **changes: object) -> Env:
        return replace(self, **changes)  # type: ignore[arg-type]  # the callers name fields of Env

    def with_local(self, source_name: str, local: Local) -> Env:
        return replace(self, locals={**self.locals, source_name: local})


@dataclass(frozen=True, slots=True)
class VariableSig:
    type: Type
    per_player: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ColumnSig:
    """A column: the table it stands in, its own type, and what it is applied to."""

    table: str
    type: Type
    key: Type
    parameters: tuple[ParamDef, ...]
    field: n.Field


@dataclass(frozen=True, slots=True)
class FunctionSig:
    parameters: tuple[ParamDef, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class OptionSig:
    """An option or an answer. ``answered``: it has a value (an answer or a default)."""

    type: Type
    answered: bool
    span: Span
    inlined: bool = False
    """The answer speaks of the state of the game, so it is a function and no constant."""


@dataclass(frozen=True, slots=True)
class RuleSig:
    parameters: tuple[ParamDef, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Home:
    """Where a statement stands: the rule or window whose choices it may hold.

    ``again`` tells whether a choice of a decision is under way, so that its decision could be offered again; "hooked":
    it is, and something follows the choice's own text. ``only`` names what alone is allowed (an event, a late step).
    """

    name: str
    again: Literal["no", "yes", "hooked"] = "no"
    last: bool = True
    """Nothing follows the block in its choice."""
    only: Literal["", "event", "late"] = ""
    taken: frozenset[str] = frozenset()
    """Names that other parts of the same block have given (a hook's ``let`` may not clash with them)."""

    def not_last(self) -> Home:
        """The same, with more text of the choice to come."""
        return replace(self, last=False)

    def inside_loop(self) -> Home:
        return replace(self, last=False)

    def of_choice(self, hooked: bool) -> Home:
        """Inside a choice of a decision that stands here."""
        return replace(self, again="hooked" if hooked else "yes", last=True)


ExprTyper: TypeAlias = "Callable[[World, n.Expr, Env, Type | None], Expr]"
BlockTyper: TypeAlias = "Callable[[World, n.Block, Env, Home], tuple[Block, Env | None]]"
FunctionTyper: TypeAlias = "Callable[[World, str], FunctionSig]"

_NO_PLAYERS = NumberType(2, 2)
_NO_CARDS = NumberType(0, 0)


@dataclass(slots=True)
class World:
    """The state of one elaboration. Everything here is filled in by the modules of this folder, in their order."""

    book: Book
    report: Report
    expr_typer: ExprTyper
    block_typer: BlockTyper
    function_typer: FunctionTyper
    own_file: str = ""
    """The file of the ruleset itself, as spans name it."""
    players: NumberType = _NO_PLAYERS
    deck_size: NumberType = _NO_CARDS
    sorts: dict[str, Sort] = field(default_factory=dict)
    kinds: dict[str, EnumType] = field(default_factory=dict)
    attributes: dict[str, EnumType] = field(default_factory=dict)
    enums: dict[str, EnumType] = field(default_factory=dict)
    """Every enumeration, named or not, by its name."""
    places: dict[str, PlaceDef] = field(default_factory=dict)
    variables: dict[str, VariableSig] = field(default_factory=dict)
    columns: dict[str, ColumnSig] = field(default_factory=dict)
    options: dict[str, OptionSig] = field(default_factory=dict)
    option_defs: dict[str, OptionDef] = field(default_factory=dict)
    rules: dict[str, RuleSig] = field(default_factory=dict)
    functions: dict[str, FunctionDef] = field(default_factory=dict)
    signatures: dict[str, FunctionSig] = field(default_factory=dict)
    tables: dict[str, TableDef] = field(default_factory=dict)
    card_names: CardNames | None = None
    faces: tuple[Face, ...] = ()
    """Every face of every deck line, each once."""
    learnt: dict[str, tuple[frozenset[Expr], frozenset[Expr]]] = field(default_factory=dict)
    """By function: who is a player if it holds, and if it does not."""
    unasked: list[Diagnostic] = field(default_factory=list)
    """Questions that are read where they need not have been asked; see ``types.unasked``."""
    form_spans: dict[str, Span] = field(default_factory=dict)
    """Where each form is answered."""
    copies: dict[Face, int] = field(default_factory=dict)
    """How often each face is in the fullest deck."""
    failed: set[str] = field(default_factory=set)
    """Functions that have no meaning; the report says why."""
    unanswered: dict[str, Expr | None] = field(default_factory=dict)
    """Questions without answer or default, with the condition under which they are asked."""
    typing_now: list[str] = field(default_factory=list)
    """The functions being typed, outermost first."""
    read_options: set[str] = field(default_factory=set)
    efforts: dict[str, int] = field(default_factory=dict)
    """By function, and by table and column: how much work a value may be; see ``types.effort``."""
    most_nested: int = 60
    depth: int = 0
    """How many expressions are being typed, one inside another."""
    blocks_made: int = 0
    decisions_made: int = 0

    def expr(self, node: n.Expr, env: Env, expected: Type | None = None) -> Expr:
        """The typed expression. Raises Failed; E313 where it is nested too deeply."""
        self.depth += 1
        try:
            if self.depth > self.most_nested:
                mend = "Give parts of it a name with  define  or  let."
                raise self.report.error("E313", node.span, "This is nested too deeply.", mend)
            return self.expr_typer(self, node, env, expected)
        finally:
            self.depth -= 1

    def block(self, nodes: n.Block, env: Env, home: Home) -> tuple[Block, Env | None]:
        return self.block_typer(self, nodes, env, home)

    def signature(self, function: str) -> FunctionSig:
        """The parameters and result of a function; raises Failed where it has none."""
        return self.function_typer(self, function)

    def next_block(self) -> int:
        self.blocks_made += 1
        return self.blocks_made

    def next_decision(self) -> int:
        self.decisions_made += 1
        return self.decisions_made

    def enumeration(self, enum: EnumType) -> EnumType:
        """Note an enumeration, so that its members are known."""
        self.enums.setdefault(enum.name, enum)
        return enum


def cites(node: n.Cites) -> tuple[str, ...]:
    return tuple(cite.clause for cite in node)


def declared(span: Span, citing: n.Cites = ()) -> Declared:
    return Declared(span, cites(citing))
