"""Traceability: what of a ruleset and its variants cites a clause, and which clauses each part cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, TypeAlias, get_args

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.names.book import Book, Clause
from caborules.syntax import nodes as n
from caborules.tools.family import Member, family
from caborules.tools.variant_changes import Change, changes
from caborules.types.citing import Thing, things

Status: TypeAlias = Literal["formalised", "in a variant", "stated", "excused", "shown", "missing"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
"""``formalised``: a rule, answer, row or the like cites it; ``in a variant``: only a variant's does; ``stated``: only a
property; ``excused``: none of these, and the ruleset says why; ``shown``: only an example; ``missing``: nothing."""
Use: TypeAlias = Literal["rule", "property", "example"]

SHOWING: Final = "example"
STATING: Final = ("property", "assume")
TRACED: Final = ("option", "answer", "row", "deck", "rule", "window", "event")
"""What of a game ought to say where it comes from. Libraries do not: they belong to no source."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a ruleset that cites, or could: its sort, name, label, the place where it stands, its clauses."""

    sort: str
    name: str
    label: str
    file: str
    line: int
    clauses: tuple[str, ...]

    @property
    def use(self) -> Use:
        """What a citation in it makes of the clause: it is carried out, stated, or shown."""
        return _use(self.sort)


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset that extends this one: what its own lines change, which of its parts cite, and what it excuses (clause
    and reason)."""

    name: str
    title: str
    file: str
    extends: str
    changes: tuple[Change, ...]
    parts: tuple[Part, ...]
    excuses: Mapping[str, str]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that its own lines cite, each once."""
        return tuple(dict.fromkeys(clause for part in self.parts for clause in part.clauses))


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with what cites it. ``variants``: by name, what of a variant's own lines does.

    ``excuse`` is the ruleset's reason, or empty.
    """

    clause: Clause
    rules: tuple[Part, ...]
    properties: tuple[Part, ...]
    examples: tuple[Part, ...]
    variants: Mapping[str, tuple[Part, ...]]
    excuse: str

    @property
    def status(self) -> Status:
        if self.rules:
            return "formalised"
        if any(part.use == "rule" for parts in self.variants.values() for part in parts):
            return "in a variant"
        if self.properties:
            return "stated"
        if self.excuse:
            return "excused"
        return "shown" if self.examples or self.variants else "missing"

    @property
    def excused(self) -> str:
        """What the reason is for: all of the clause, or the part of it that no rule says."""
        return "excused in part" if self.rules else "excused"


@dataclass(frozen=True, slots=True)
class Traced:
    """The whole of it. ``untraced``: parts of the game itself, not of its libraries, that cite nothing; ``left_out``:
    files beside it that extend it and are refused, with the first thing that is wrong."""

    name: str
    title: str
    file: str
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    untraced: tuple[Part, ...]
    variants: tuple[Variant, ...]
    left_out: tuple[tuple[str, Diagnostic], ...]

    def narrowed(self, wanted: Iterable[str]) -> Traced:
        """The same about these clauses only: their rows, the parts and variants that cite them."""
        ids = frozenset(wanted)
        return replace(
            self,
            rows=tuple(row for row in self.rows if row.clause.id in ids),
            parts=tuple(part for part in self.parts if ids.intersection(part.clauses)),
            untraced=(),
            variants=tuple(_narrowed(one, ids) for one in self.variants if ids.intersection(one.clauses)),
        )

    @property
    def counts(self) -> dict[Status, int]:
        """How many clauses there are of each status, in the order of ``STATUSES``."""
        found = [row.status for row in self.rows]
        return {status: found.count(status) for status in STATUSES}


def _narrowed(variant: Variant, ids: frozenset[str]) -> Variant:
    return replace(
        variant,
        changes=tuple(change for change in variant.changes if ids.intersection(change.clauses)),
        parts=tuple(part for part in variant.parts if ids.intersection(part.clauses)),
        excuses={clause: reason for clause, reason in variant.excuses.items() if clause in ids},
    )


def trace_clauses(source: str, *, alone: bool = False) -> Traced:
    """What cites what in a ruleset (a path, or the name of a shipped one) and in its variants; ``alone`` without these.

    Variants are the rulesets that extend it, directly or over others, in its own folder and in ``variants`` below it.
    Clauses that nothing covers are no error here: they are ``missing``. Raises Refused with what else is wrong with the
    ruleset, and E605 where it has no catalogue.
    """
    found = family(source, alone=alone)
    main, book = found.main, found.main.book
    if not book.clauses:
        raise Refused((_no_catalogue(book),))
    parts = _parts(book)
    excuses = _standing(book)
    variants = tuple(map(_variant, found.variants))
    row = partial(_row, parts=[part for part in parts if part.clauses], variants=variants, excuses=excuses)
    return Traced(
        name=book.name,
        title=book.title,
        file=main.file,
        rows=tuple(map(row, book.clauses.values())),
        parts=tuple(part for part in parts if part.clauses),
        untraced=tuple(_untraced(main, parts)),
        variants=variants,
        left_out=found.left_out,
    )


def _no_catalogue(book: Book) -> Diagnostic:
    return Diagnostic(
        "E605",
        book.files[-1].header.span,
        f'The ruleset "{book.name}" names no catalogue of clauses.',
        "There is nothing that its rules could be traced to.",
        'Write the facts of the source into a file, one [[clause]] each, and  clauses "mygame.toml"  below the header.',
    )


def _parts(book: Book) -> tuple[Part, ...]:
    """All parts of a book, each label once, with the citations of every place where it is spoken of."""
    found: dict[str, list[Thing]] = {}
    for thing in things(book):
        found.setdefault(thing.label, []).append(thing)
    return tuple(_part(label, same) for label, same in found.items())


def _part(label: str, same: list[Thing]) -> Part:
    span = next((thing.span for thing in same if thing.span is not None), None)
    cited = dict.fromkeys(cite.clause for thing in same for cite in thing.cites)
    file, line = ("", 0) if span is None else (span.file, span.start.line)
    return Part(same[0].sort, same[0].name, label, file, line, tuple(cited))


def _untraced(main: Member, parts: tuple[Part, ...]) -> Iterator[Part]:
    """Parts of the game's own files that cite nothing."""
    for part in parts:
        if part.sort in TRACED and not part.clauses and part.file in main.own:
            yield part


def _variant(member: Member) -> Variant:
    """Of its parts only what its own files say: citations that it inherits are its parent's."""
    own = []
    for thing in things(member.book):
        cited = dict.fromkeys(cite.clause for cite in thing.cites if cite.span.file in member.own)
        span = thing.span
        if cited and span is not None:
            own.append(Part(thing.sort, thing.name, thing.label, span.file, span.start.line, tuple(cited)))
    files = [file for file in member.book.files if file.header.span.file in member.own]
    changed = tuple(change for file in files for change in changes(file))
    excuses = _excuses(item for file in files for item in file.items)
    return Variant(member.book.name, member.book.title, member.file, member.extends, changed, tuple(own), excuses)


def _use(sort: str) -> Use:
    if sort == SHOWING:
        return "example"
    return "property" if sort in STATING else "rule"


def _excuses(items: Iterable[object]) -> dict[str, str]:
    return {cite.clause: item.reason for item in items if isinstance(item, n.Excuse) for cite in item.cites}


def _standing(book: Book) -> dict[str, str]:
    """The excuses of a book, but for those of a file where one that extends it has a rule for the clause."""
    order = {file.header.span.file: at for at, file in enumerate(book.files)}
    last: dict[str, int] = {}
    for thing in things(book):
        if _use(thing.sort) == "rule":
            for cite in thing.cites:
                last[cite.clause] = max(last.get(cite.clause, 0), order[cite.span.file])
    return _excuses(
        replace(item, cites=tuple(cite for cite in item.cites if last.get(cite.clause, 0) <= order[item.span.file]))
        for item in book.excuses
    )


def _row(clause: Clause, *, parts: list[Part], variants: tuple[Variant, ...], excuses: dict[str, str]) -> Row:
    citing = [part for part in parts if clause.id in part.clauses]
    rules, properties, examples = (
        tuple(part for part in citing if part.use == use) for use in ("rule", "property", "example")
    )
    found = {variant.name: tuple(part for part in variant.parts if clause.id in part.clauses) for variant in variants}
    citing_variants = {name: parts for name, parts in found.items() if parts}
    return Row(clause, rules, properties, examples, citing_variants, excuses.get(clause.id, ""))
