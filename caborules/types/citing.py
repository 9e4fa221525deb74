"""What cites which clause, in words for people: ``rule lap``, ``choice turn.draw``, ``example ...``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.diagnostics.span import Span
from caborules.names.book import Book
from caborules.names.walk import cites_in
from caborules.syntax import nodes as n
from caborules.types.patterns import pattern_text


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can cite clauses: its sort (``rule``, ``answer``, ``example``), its name, what was written of it.

    ``name`` is empty where there is one of the sort only (``players``). ``node`` may be a tuple of nodes, or None.
    ``where`` is where it stands if the node does not say.
    """

    sort: str
    name: str
    node: object
    where: Span | None = None

    @property
    def label(self) -> str:
        """``rule lap``; the titles of examples and properties stand in quotation marks."""
        if not self.name or not self.sort:
            return self.sort or self.name
        return f'{self.sort} "{self.name}"' if self.sort in ("example", "property") else f"{self.sort} {self.name}"

    @property
    def cites(self) -> tuple[n.Cite, ...]:
        """All citations in it, as they stand in the files."""
        return tuple(sorted(cites_in(self.node), key=lambda cite: cite.span))

    @property
    def span(self) -> Span | None:
        """Where it begins; None where nothing was written."""
        if self.where is not None:
            return self.where
        parts = self.node if isinstance(self.node, tuple) else (self.node,)
        return next((part.span for part in parts if isinstance(part, n.Node)), None)


def citing(book: Book) -> dict[str, tuple[str, ...]]:
    """Every cited clause with what cites it, each once, in the order of the book."""
    found: dict[str, dict[str, None]] = {}
    for thing in things(book):
        for cite in thing.cites:
            found.setdefault(cite.clause, {}).setdefault(thing.label)
    return {clause: tuple(labels) for clause, labels in sorted(found.items())}


def things(book: Book) -> Iterator[Thing]:
    """All that is in force and may cite; a rule and the lines of ``cite`` blocks about it have the same label."""
    for file in book.files:
        yield Thing("file", file.header.name, file.header)
    items = [item for file in book.files for item in file.items]
    yield Thing("players", "", tuple(item for item in items if isinstance(item, n.Players)))
    yield Thing("use", "", tuple(item for item in items if isinstance(item, n.Use)))
    yield Thing("begin", "", book.begin)
    yield Thing("won by", "", book.won)
    for sort, named in (
        ("kind", book.kinds),
        ("attribute", book.attributes),
        ("pack", book.packs),
        ("form", book.forms),
        ("option", book.options),
        ("fix", book.fixes),
        ("preset", book.presets),
        ("place", book.places),
        ("state", book.variables),
        ("define", book.defines),
    ):
        for name, node in named.items():
            yield Thing(sort, name, node)
    for key, question in book.questions.items():
        yield Thing("answer", key, question.answer)
    yield Thing("require", "", book.requires)
    yield Thing("deck", "", book.deck)
    for name, table in book.tables.items():
        yield Thing("table", name, table.define)
        for row in table.rows:
            yield Thing("row", f"{name} | {pattern_text(row.pattern)}", row.cites, row.span)
    yield from _rules(book)
    for item in items:
        match item:
            case n.Remove(what=what, path=path):
                yield Thing("remove", f"{what} {path.text}", item)
            case n.RemoveStatement(what=what, titles=titles):
                for title in titles:
                    yield Thing("remove", f'{what} "{title}"', item)
    for line in book.cited:
        for path in line.paths:
            yield Thing(*_thing(book, path.text), line)
    for example in book.examples:
        yield Thing("example", example.title, example)
    for claim in book.properties:
        yield Thing("property", claim.title, claim)
    for name, assume in book.assumes.items():
        yield Thing("assume", name, assume)


def _rules(book: Book) -> Iterator[Thing]:
    for name, merged in book.rules.items():
        yield Thing("rule", name, merged.rule)
        yield Thing("rule", name, (*merged.before, *merged.after))
    for path, hooks in book.choice_hooks.items():
        yield Thing("choice", path, (*hooks.before, *hooks.after))
    for name, window in book.windows.items():
        yield Thing("window", name, window)
    for name, event in book.events.items():
        yield Thing("event", name, event)


def _thing(book: Book, path: str) -> tuple[str, str]:
    """Sort and name of what a line of a ``cite`` block names."""
    if "." in path:
        return ("answer" if path in book.questions else "choice", path)
    for sort, named in (("rule", book.rules), ("window", book.windows), ("define", book.defines)):
        if path in named:
            return (sort, path)
    return ("", path)
