"""Refreshing what a file says its base `was`: stale values are rewritten, missing ones added, all else is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from caborules.diagnostics.record import Refused
from caborules.diagnostics.span import Position
from caborules.names.draft import Stamp
from caborules.names.load import merge
from caborules.names.sources import gather
from caborules.syntax import nodes as n
from caborules.text import parse

_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Refreshed:
    """One `was`: the line it stands in, what it said (None: nothing), and what the base says now."""

    line: int
    said: str | None
    now: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """A file's new text, and what is new in it."""

    text: str
    changes: tuple[Refreshed, ...]


def accepted(path: Path, *, root: Path | None = None, missing_only: bool = False) -> Accepted:
    """The text of a ruleset or library with every `was` as its base has it now. Nothing is written.

    ``missing_only``: only those that were left out are added; stale ones stay for their author to look at.

    Raises Refused where the file, or one below it, has an error other than a stale `was`.
    """
    gathered = gather(path, root=root)
    draft = merge(gathered)
    wrong = tuple(p for p in draft.problems if p.severity == "error" and p.code != "E501")
    if wrong:
        raise Refused(wrong)
    text = gathered.main.text
    lines = _line_starts(text)
    edits, changes = [], []
    for stamp in draft.stamps:
        if stamp.path == gathered.main.path and not stamp.right and not (missing_only and stamp.said is not None):
            start, end, new = _edit(text, lines, stamp)
            edits.append((start, end, new))
            changes.append(Refreshed(text.count("\n", 0, start) + 1, stamp.said, stamp.now))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    parse(text, gathered.main.name)
    return Accepted(text, tuple(sorted(changes, key=lambda change: change.line)))


def lacks_was(file: n.File) -> bool:
    """Whether a file changes, replaces or removes something without saying what it `was`. Bases are not looked at."""
    for item in file.items:
        match item:
            case n.ChangeForm(answers=answers):
                missing = any(answer.was is None for answer in answers)
            case n.ChangeTable(rows=rows):
                missing = any(cell.was is None for row in rows if row.change == "change" for cell in row.cells)
            case n.ChangeOptions(lines=lines):
                missing = any(line.was is None for line in lines)
            case n.Replace() | n.ReplaceChoice() | n.Remove():
                missing = item.fingerprint is None
            case _:
                missing = False
        if missing:
            return True
    return False


def accept(path: Path, *, root: Path | None = None) -> tuple[Refreshed, ...]:
    """Rewrite the file in place, if anything is to change; its line ends and byte order mark stay as they are.

    Raises as ``accepted`` does, and OSError where the file cannot be written.
    """
    result = accepted(path, root=root)
    if result.changes:
        old = path.read_bytes()
        new = result.text.replace("\n", "\r\n") if b"\r\n" in old else result.text
        path.write_bytes((_BOM if old.startswith(_BOM) else b"") + new.encode("utf-8"))
    return result.changes


def with_print(item: str, fingerprint: str, *, formula: bool) -> str:
    """The text of a delta with ``was ~...`` in its place: before the `=` of a formula, else at the end of the line."""
    at = _print_place(item, 0, formula=formula)
    return f"{item[:at]} was {fingerprint}{item[at:]}"


def _edit(text: str, lines: list[int], stamp: Stamp) -> tuple[int, int, str]:
    """Start, end and new text of the stretch that a stamp changes."""

    def offset(position: Position) -> int:
        return lines[position.line - 1] + position.column - 1

    match stamp.node:
        case (
            n.RowCell(was=was) | n.Answer(was=was) | n.ChangedOption(was=was) | n.Fix(was=was) | n.Players(was=was)
        ) if was is not None:
            return offset(was.span.start), offset(was.span.end), stamp.now
        case n.RowCell(cell=cell, chosen=chosen) | n.Answer(cell=cell, chosen=chosen):
            at = _past_brackets(text, offset((chosen or cell).span.end))
        case n.ChangedOption(cell=cell):
            at = _past_brackets(text, offset(cell.span.end))
        case n.Players(range=range_):
            at = offset(range_.span.end)
        case _:
            start = offset(stamp.node.span.start)
            if stamp.said is not None:
                found = next(m for m in _plain(text, start) if m[0] == stamp.said)
                return found.start(), found.end(), stamp.now
            body = stamp.node.body if isinstance(stamp.node, n.Replace) else None
            at = _print_place(text, start, formula=isinstance(body, n.Define) and not body.by_cases)
    return at, at, f" was {stamp.now}"


def _past_brackets(text: str, at: int) -> int:
    """Past the closing brackets of a value that stands in brackets."""
    found = re.compile(r"(?:\s*\))+").match(text, at)
    return found.end() if found else at


_PIECE: Final = re.compile(r'"[^"\n]*"|#[^\n]*|~[0-9a-f]{6}|@[^\s@#]+|[(){}]|[ \t]+|\n|[^\s"#~@(){}=]+|.')


def _plain(text: str, start: int) -> Iterator[re.Match[str]]:
    """The pieces of one logical line, from ``start`` to its end: words, strings, signs; no comments."""
    depth = 0
    for piece in _PIECE.finditer(text, start):
        if piece[0] == "\n" and depth == 0:
            return
        depth += (piece[0] in ("(", "{")) - (piece[0] in (")", "}"))
        if not piece[0].startswith("#"):
            yield piece


def _print_place(text: str, start: int, *, formula: bool) -> int:
    """Where ``was ~...`` belongs in the line that starts at ``start``: after its last word before `=` or a citation."""
    at, depth = start, 0
    for piece in _plain(text, start):
        depth += (piece[0] in ("(", "{")) - (piece[0] in (")", "}"))
        if depth == 0 and (piece[0].startswith("@") or (formula and piece[0] == "=")):
            break
        if piece[0].strip():
            at = piece.end()
    return at


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts
