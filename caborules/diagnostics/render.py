"""Diagnostics as plain text and as data. Colour is the business of the command line."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeAlias

from caborules.diagnostics.plain import masked, plain
from caborules.diagnostics.record import Diagnostic

LineOf: TypeAlias = Callable[[str, int], "str | None"]
"""The text of a line of a file (lines from 1), without its line break; None if it cannot be had."""

SCHEMA = 1
_WIDTH = 100
_LONGEST_LINE = 160


def render_text(diagnostics: Iterable[Diagnostic], line_of: LineOf) -> str:
    """All diagnostics, with a blank line between two; ends with a line break if there is any."""
    return "\n".join(render_one(diagnostic, line_of) for diagnostic in diagnostics)


def render_one(diagnostic: Diagnostic, line_of: LineOf) -> str:
    """One diagnostic: place, code and message, the line with a mark under it, why it matters, how to mend it.

    It is plain text (see ``diagnostics.plain``), whatever the file and its name hold.
    """
    span = diagnostic.span
    place = "" if span is None else f"{span.file}:{span.start.line}:{span.start.column}  "
    head = f"{place}{diagnostic.code}  {diagnostic.message}"
    if diagnostic.clause:
        head += f"  (@{diagnostic.clause})"
    parts = [head]
    if span is not None:
        parts += _marked(diagnostic, line_of)
    for text in (diagnostic.why, diagnostic.mend):
        parts += _paragraphs(text)
    return plain("\n".join(parts)) + "\n"


def _marked(diagnostic: Diagnostic, line_of: LineOf) -> list[str]:
    span = diagnostic.span
    assert span is not None
    line = line_of(span.file, span.start.line)
    if line is None or not line.strip():
        return []
    line = masked(line)
    start = span.start.column - 1
    end = span.end.column - 1 if span.end.line == span.start.line else len(line.rstrip())
    margin = f"{span.start.line:>5} | "
    cut = 0
    if len(line) > _LONGEST_LINE:
        cut = max(0, min(start - _LONGEST_LINE // 2, len(line) - _LONGEST_LINE))
        line = line[cut : cut + _LONGEST_LINE]
    before = "".join("\t" if sign == "\t" else " " * _columns(sign) for sign in line[: start - cut])
    marked = line[start - cut : max(end, start + 1) - cut]
    width = max(1, sum(_columns(sign) for sign in marked))
    return [f"{margin}{line}", f"{' ' * (len(margin) - 2)}| {before}{'^' * width}"]


def _columns(sign: str) -> int:
    """How many columns a terminal gives to a character."""
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _paragraphs(text: str) -> list[str]:
    """Text indented by eight; its own line breaks stay. Long lines are folded, but not those that begin with blanks,
    which are to be copied."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("  "):
            lines.append(f"        {line}".rstrip())
            continue
        folded = textwrap.wrap(line, _WIDTH - 8, break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"        {part}".rstrip() for part in folded]
    return lines


def render_dict(diagnostic: Diagnostic) -> dict[str, object]:
    """One diagnostic as data fit for JSON. Lines and columns count from 1, ``end`` is not included."""
    span = diagnostic.span
    place: dict[str, object] | None = None
    if span is not None:
        place = {
            "file": span.file,
            "start": {"line": span.start.line, "column": span.start.column},
            "end": {"line": span.end.line, "column": span.end.column},
        }
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "place": place,
        "message": diagnostic.message,
        "why": diagnostic.why,
        "mend": diagnostic.mend,
        "clause": diagnostic.clause or None,
    }


def render_dicts(diagnostics: Iterable[Diagnostic]) -> dict[str, object]:
    """All diagnostics as data, with the version of the schema."""
    return {"schema": SCHEMA, "diagnostics": [render_dict(diagnostic) for diagnostic in diagnostics]}
