"""The clauses and the words that stand in the parts of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from caborules.tools.rulebook.document import Cited, Grid, Item, Paragraph, Part, Points, Text, plain


def shortened(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Clauses without the name of their catalogue, if all come from the same."""
    names = {clause_id.partition(".")[0] for part in parts for clause_id in clauses(part)}
    if len(names) != 1:
        return parts
    return tuple(_with_texts(part, _short) for part in parts)


def _short(text: Text) -> Text:
    return tuple(
        Cited(tuple(one.partition(".")[2] for one in part.clauses)) if isinstance(part, Cited) else part
        for part in text
    )


def said(part: Part) -> str:
    """The words of a part, in any order."""
    found: list[str] = []

    def collect(text: Text) -> Text:
        found.append(plain(text))
        return text

    _with_texts(part, collect)
    return " ".join(found)


def clauses(part: Part) -> Iterator[str]:
    found: list[str] = []

    def collect(text: Text) -> Text:
        found.extend(clause_id for one in text if isinstance(one, Cited) for clause_id in one.clauses)
        return text

    _with_texts(part, collect)
    yield from found


def _with_texts(part: Part, change: Callable[[Text], Text]) -> Part:
    match part:
        case Paragraph():
            return Paragraph(change(part.text))
        case Points():
            return Points(tuple(_with_item(item, change) for item in part.items), part.ordered)
        case Grid():
            return Grid(part.heads, tuple(tuple(change(cell) for cell in row) for row in part.rows))
    return part


def _with_item(item: Item, change: Callable[[Text], Text]) -> Item:
    return replace(item, text=change(item.text), below=tuple(_with_item(one, change) for one in item.below))
