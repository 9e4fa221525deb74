"""A document as Markdown (CommonMark, with tables as GitHub writes them)."""

from __future__ import annotations

import re

from caborules.tools.rulebook.document import Document
from caborules.tools.rulebook.writing import Lines, written

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def to_markdown(document: Document) -> str:
    """The whole document; ends with a line break. Headings carry anchors, so that links work wherever it is shown."""
    return "\n\n".join("\n".join(lines) for lines in written(document, _Markdown())) + "\n"


class _Markdown:
    """How Markdown spells the parts of a document."""

    def plain(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", text)

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def link(self, text: str, anchor: str) -> str:
        return f"[{text}](#{anchor})"

    def cited(self, clauses: tuple[str, ...]) -> str:
        return f" <sup>{', '.join(clauses)}</sup>"

    def heading(self, level: int, text: str, anchor: str) -> Lines:
        return [f'{"#" * level} <a id="{anchor}"></a>{text}']

    def paragraph(self, text: str) -> Lines:
        return [text]

    def points(self, points: list[tuple[str, Lines]], ordered: bool) -> Lines:
        lines: Lines = []
        for number, (text, below) in enumerate(points, 1):
            mark = f"{number}. " if ordered else "- "
            lines += [f"{mark}{text}", *(" " * len(mark) + line for line in below)]
        return lines

    def grid(self, heads: list[str], rows: list[list[str]]) -> Lines:
        table = (f"| {' | '.join(row)} |" for row in rows)
        return [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *table]
