"""The one walk over a document: what stands where is told to a writer, which knows how a format spells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeAlias

from caborules.tools.rulebook.document import (
    Cited,
    Document,
    Grid,
    Heading,
    Inline,
    Item,
    Link,
    Paragraph,
    Part,
    Points,
    Strong,
    Text,
)

Lines: TypeAlias = list[str]


class Writer(Protocol):
    """A format: inline parts become a text, larger parts become lines."""

    def plain(self, text: str) -> str: ...
    def strong(self, text: str) -> str: ...
    def link(self, text: str, anchor: str) -> str: ...
    def cited(self, clauses: tuple[str, ...]) -> str: ...
    def heading(self, level: int, text: str, anchor: str) -> Lines: ...
    def paragraph(self, text: str) -> Lines: ...
    def points(self, points: list[tuple[str, Lines]], ordered: bool) -> Lines:
        """A list: each point has its text and the lines of what stands below it."""

    def grid(self, heads: list[str], rows: list[list[str]]) -> Lines: ...


def written(document: Document, writer: Writer) -> Iterator[Lines]:
    """The parts of the document in order, each as its lines."""
    for part in document.parts:
        yield _part(part, writer)


def _part(part: Part, writer: Writer) -> Lines:
    match part:
        case Heading():
            return writer.heading(part.level, writer.plain(part.text), part.anchor)
        case Paragraph():
            return writer.paragraph(_text(part.text, writer))
        case Points():
            return _points(part.items, part.ordered, writer)
        case Grid():
            heads = [writer.plain(head) for head in part.heads]
            return writer.grid(heads, [[_text(cell, writer) for cell in row] for row in part.rows])


def _points(items: tuple[Item, ...], ordered: bool, writer: Writer) -> Lines:
    told = [
        (_text(item.text, writer), _points(item.below, item.ordered, writer) if item.below else []) for item in items
    ]
    return writer.points(told, ordered)


def _text(text: Text, writer: Writer) -> str:
    return "".join(_inline(one, writer) for one in text)


def _inline(one: Inline, writer: Writer) -> str:
    match one:
        case Strong(text):
            return writer.strong(writer.plain(text))
        case Link(text, anchor):
            return writer.link(writer.plain(text), anchor)
        case Cited(clauses):
            return writer.cited(tuple(map(writer.plain, clauses)))
        case _:
            return writer.plain(one)
