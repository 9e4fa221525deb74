"""A document as one page of HTML that needs nothing else."""

from __future__ import annotations

from html import escape
from typing import Final

from caborules.tools.rulebook.document import Document
from caborules.tools.rulebook.writing import Lines, written

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
    for part in written(document, _Html()):
        lines += part
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


class _Html:
    """How HTML spells the parts of a document."""

    def plain(self, text: str) -> str:
        return escape(text)

    def strong(self, text: str) -> str:
        return f"<strong>{text}</strong>"

    def link(self, text: str, anchor: str) -> str:
        return f'<a href="#{escape(anchor)}">{text}</a>'

    def cited(self, clauses: tuple[str, ...]) -> str:
        return f" <sup>{', '.join(clauses)}</sup>"

    def heading(self, level: int, text: str, anchor: str) -> Lines:
        return [f'<h{level} id="{escape(anchor)}">{text}</h{level}>']

    def paragraph(self, text: str) -> Lines:
        return [f"<p>{text}</p>"]

    def points(self, points: list[tuple[str, Lines]], ordered: bool) -> Lines:
        kind = "ol" if ordered else "ul"
        lines = [f"<{kind}>"]
        for text, below in points:
            if below:
                lines += [f"<li>{text}", *(f"  {line}" for line in below), "</li>"]
            else:
                lines.append(f"<li>{text}</li>")
        return [*lines, f"</{kind}>"]

    def grid(self, heads: list[str], rows: list[list[str]]) -> Lines:
        lines = ["<table>", f"<thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>", "<tbody>"]
        lines += [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
        return [*lines, "</tbody>", "</table>"]
