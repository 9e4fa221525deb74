"""A document as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

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

_STYLE: Final = """\
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 17px/1.5 Georgia, serif; }
h1, h2, h3 { line-height: 1.2; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .3em .6em; text-align: left; vertical-align: top; }
sup { font-size: .65em; color: #666; }
@media print { body { font-size: 11pt; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }"""


def to_html(document: Document) -> str:
    """The whole page; ends with a line break."""
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += ['<meta name="viewport" content="width=device-width, initial-scale=1">']
    lines += [f"<title>{escape(document.title)}</title>", "<style>", _STYLE, "</style>", "</head>", "<body>"]
    for part in document.parts:
        lines += _part(part)
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


def _part(part: Part) -> Iterator[str]:
    match part:
        case Heading():
            yield f'<h{part.level} id="{escape(part.anchor)}">{escape(part.text)}</h{part.level}>'
        case Paragraph():
            yield f"<p>{_text(part.text)}</p>"
        case Points():
            yield from _items(part.items, part.ordered, "")
        case Grid():
            yield "<table>"
            yield f"<thead><tr>{''.join(f'<th>{escape(head)}</th>' for head in part.heads)}</tr></thead>"
            yield "<tbody>"
            for row in part.rows:
                yield f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>"
            yield "</tbody>"
            yield "</table>"


def _items(items: tuple[Item, ...], ordered: bool, indent: str) -> Iterator[str]:
    kind = "ol" if ordered else "ul"
    yield f"{indent}<{kind}>"
    for item in items:
        if item.below:
            yield f"{indent}<li>{_text(item.text)}"
            yield from _items(item.below, item.ordered, indent + "  ")
            yield f"{indent}</li>"
        else:
            yield f"{indent}<li>{_text(item.text)}</li>"
    yield f"{indent}</{kind}>"


def _text(text: Text) -> str:
    return "".join(_inline(one) for one in text)


def _inline(one: Inline) -> str:
    match one:
        case Strong(text):
            return f"<strong>{escape(text)}</strong>"
        case Link(text, anchor):
            return f'<a href="#{escape(anchor)}">{escape(text)}</a>'
        case Cited(clauses):
            return f" <sup>{escape(', '.join(clauses))}</sup>"
        case _:
            return escape(one)
