"""A book: everything that a ruleset and the files it uses and extends declare, with all deltas applied.

The nodes are still syntax; what a word inside an expression means is settled by types/. The dictionaries keep the
order of first declaration, files that are used coming before the file that uses them; no meaning depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered fact of a source text (spec/clauses/*.toml)."""

    id: str
    kind: Literal["rule", "variant", "open", "reading", "advice", "property", "example"]
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a form with its answer in force; ``answer`` is None where the default holds or nothing does."""

    form: str
    field: n.Field
    answer: n.Answer | None

    @property
    def key(self) -> str:
        """The address of the question, and the name of the option it makes: ``matching.chain``."""
        return f"{self.form}.{self.field.name}"


@dataclass(frozen=True, slots=True)
class MergedRow:
    """A row of a table with the cells in force, by column; a column that is missing here has its default."""

    pattern: n.Pattern
    cells: dict[str, n.RowCell]
    cites: n.Cites
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class MergedTable:
    """A table: its definition and its rows in force (none where the ruleset gives no ``table``)."""

    define: n.DefineTable
    rows: tuple[MergedRow, ...]


@dataclass(frozen=True, slots=True)
class MergedRule:
    """A rule in force with its hooks, in the order in which they run."""

    rule: n.Rule
    before: tuple[n.Hook, ...] = ()
    after: tuple[n.Hook, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceHooks:
    """Hooks on the choice ``path`` (``turn.draw``), in the order in which they run."""

    before: tuple[n.Hook, ...] = ()
    after: tuple[n.Hook, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """See the module. Keys are names; ``questions`` by ``form.question``; ``options`` hold the default in force."""

    name: str
    title: str
    path: Path
    files: tuple[n.File, ...]
    clauses: dict[str, Clause]
    players: n.Range
    begin: n.Begin
    won: n.Won | None
    kinds: dict[str, n.Kind]
    attributes: dict[str, n.Attribute]
    packs: dict[str, n.Pack]
    forms: dict[str, n.DefineForm]
    questions: dict[str, Question]
    tables: dict[str, MergedTable]
    defines: dict[str, n.Define]
    options: dict[str, n.Option]
    requires: tuple[n.Require, ...]
    fixes: dict[str, n.Fix]
    presets: dict[str, n.Preset]
    deck: n.Deck
    places: dict[str, n.PlaceDecl]
    variables: dict[str, n.Variable]
    rules: dict[str, MergedRule]
    choice_hooks: dict[str, ChoiceHooks]
    windows: dict[str, n.Window]
    events: dict[str, n.Event]
    examples: tuple[n.Example, ...]
    properties: tuple[n.Property, ...]
    assumes: dict[str, n.Assume]
    cited: tuple[n.Cited, ...]
    excuses: tuple[n.Excuse, ...]
    warnings: tuple[Diagnostic, ...] = field(default=())
