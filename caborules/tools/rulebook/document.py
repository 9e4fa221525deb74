"""A printed document as a tree, before it is Markdown or HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Strong:
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """To the section of this document with that anchor."""

    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Cited:
    """Clauses of the sources, as they are printed."""

    clauses: tuple[str, ...]


Inline: TypeAlias = str | Strong | Link | Cited
Text: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` 1 is the title; ``anchor`` is unique in the document."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Item:
    """What a point of a list says, and the points below it; these are ordered where they happen one after another."""

    text: Text
    below: tuple[Item, ...] = ()
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class Points:
    items: tuple[Item, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the heads of its columns, and rows of as many cells."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]


Part: TypeAlias = Heading | Paragraph | Points | Grid


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    parts: tuple[Part, ...]


def plain(text: Text) -> str:
    """The words of a text, without links and clauses."""
    return "".join(one if isinstance(one, str) else one.text for one in text if not isinstance(one, Cited))


def cited(text: Text, clauses: tuple[str, ...]) -> Text:
    """The text with clauses after it, if there are any; each clause once."""
    if not clauses:
        return text
    *before, last = text
    if isinstance(last, Cited):
        return (*before, Cited(tuple(dict.fromkeys((*last.clauses, *clauses)))))
    return (*text, Cited(tuple(dict.fromkeys(clauses))))
