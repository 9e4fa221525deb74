"""A document as Markdown (CommonMark, with tables as GitHub writes them)."""

from __future__ import annotations

import re
from collections.abc import Iterator

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

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def to_markdown(document: Document) -> str:
    """The whole document; ends with a line break. Headings carry anchors, so that links work wherever it is shown."""
    return "\n\n".join("\n".join(_part(part)) for part in document.parts) + "\n"


def _part(part: Part) -> Iterator[str]:
    match part:
        case Heading():
            yield f'{"#" * part.level} <a id="{part.anchor}"></a>{_escaped(part.text)}'
        case Paragraph():
            yield _text(part.text)
        case Points():
            yield from _items(part.items, part.ordered, "")
        case Grid():
            yield f"| {' | '.join(_escaped(head) for head in part.heads)} |"
            yield f"|{'---|' * len(part.heads)}"
            for row in part.rows:
                yield f"| {' | '.join(_text(cell) for cell in row)} |"


def _items(items: tuple[Item, ...], ordered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if ordered else "- "
        yield f"{indent}{mark}{_text(item.text)}"
        yield from _items(item.below, item.ordered, indent + " " * len(mark))


def _text(text: Text) -> str:
    return "".join(_inline(one) for one in text)


def _inline(one: Inline) -> str:
    match one:
        case Strong(text):
            return f"**{_escaped(text)}**"
        case Link(text, anchor):
            return f"[{_escaped(text)}](#{anchor})"
        case Cited(clauses):
            return f" <sup>{', '.join(_escaped(clause) for clause in clauses)}</sup>"
        case _:
            return _escaped(one)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
