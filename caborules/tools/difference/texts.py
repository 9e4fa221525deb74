"""The differences of two texts: what is added, removed, changed, or only said in other words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.system import TableDef
from caborules.names.book import Book
from caborules.tools.difference.listing import Cell, Row, Said, Thing, removals, rows, things
from caborules.tools.difference.record import Changed, Edit, How

Tables: TypeAlias = dict[str, TableDef]
Removals: TypeAlias = dict[tuple[str, str], Span]

NEAR: Final = 1
"""So many lines of both are shown before and after a line that differs."""


def edits(first: Book, second: Book, tables: tuple[Tables, Tables]) -> tuple[Edit, ...]:
    """Everything that differs between two books, in the order of ``listing.things``.

    ``tables``: those of the systems made of them, which tell for which keys a row is.
    """
    mine = {(one.kind, one.name): one for one in things(first)}
    theirs = {(one.kind, one.name): one for one in things(second)}
    gone = (removals(first), removals(second))
    found: list[Edit] = []
    for key in _merged(list(mine), list(theirs)):
        found += _edit(mine.get(key), theirs.get(key))
        kind, name = key
        if kind == "table" and ", column " not in name:
            found += _rows(name, first, second, tables)
    return tuple(_with_removal(edit, *gone) for edit in found)


def _with_removal(edit: Edit, first: Removals, second: Removals) -> Edit:
    """The edit with the line that takes the thing away, on the side that lacks it or has lost a part of it."""
    key = (edit.kind, edit.name)
    signs = {line.sign for line in edit.lines}
    match edit.how:
        case "removed":
            return replace(edit, second=second.get(key))
        case "added":
            return replace(edit, first=first.get(key))
        case "changed" if "+" not in signs and signs:
            return replace(edit, second=second.get(key, edit.second))
        case "changed" if "-" not in signs and signs:
            return replace(edit, first=first.get(key, edit.first))
    return edit


def _merged(first: list[tuple[str, str]], second: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The keys of both, kind by kind; within a kind those of the second that the first lacks come last."""
    kinds = dict.fromkeys(kind for kind, _ in (*first, *second))
    both = dict.fromkeys((*first, *second))
    return [key for kind in kinds for key in both if key[0] == kind]


def _edit(first: Thing | None, second: Thing | None) -> Iterator[Edit]:
    match first, second:
        case None, Thing() as new:
            yield _one(new, "added", None, new.value, _all(new, "+"), None, new)
        case Thing() as old, None:
            yield _one(old, "removed", old.value, None, _all(old, "-"), old, None)
        case Thing() as old, Thing() as new if old.meaning != new.meaning:
            lines = () if old.value is not None else _differing(old.lines, new.lines)
            yield _one(new, "changed", old.value, new.value, lines, old, new)
        case Thing() as old, Thing() as new if _words(old) != _words(new):
            yield _one(new, "reworded", None, None, _differing(old.lines, new.lines), old, new)


def _one(
    thing: Thing,
    how: How,
    before: str | None,
    after: str | None,
    lines: tuple[Changed, ...],
    first: Thing | None,
    second: Thing | None,
) -> Edit:
    cites = thing.cites or (() if first is None else first.cites)
    return Edit(
        how,
        thing.kind,
        thing.name,
        before,
        after,
        lines,
        cites,
        _place(first, lines, "-"),
        _place(second, lines, "+"),
    )


def _place(thing: Thing | None, lines: tuple[Changed, ...], sign: str) -> Span | None:
    """Where what differs is written: the first of the lines that only this side has, else where the thing begins."""
    if thing is None:
        return None
    return next((line.span for line in lines if line.sign == sign and line.span is not None), thing.span)


def _words(thing: Thing) -> list[str]:
    return [line.text for line in thing.lines]


def _all(thing: Thing, sign: str) -> tuple[Changed, ...]:
    """The lines of something that only one of the two has; what has a value needs none."""
    if thing.value is not None:
        return ()
    return tuple(Changed("+" if sign == "+" else "-", line.text, line.cites, line.span) for line in thing.lines)


def _differing(first: tuple[Said, ...], second: tuple[Said, ...]) -> tuple[Changed, ...]:
    """The lines that differ, with a line or so of both around them."""
    matcher = SequenceMatcher(None, [one.text for one in first], [one.text for one in second], autojunk=False)
    found: list[Changed] = []
    for group in matcher.get_grouped_opcodes(NEAR):
        for what, low, high, start, end in group:
            if what == "equal":
                found += [Changed(" ", one.text, one.cites, one.span) for one in first[low:high]]
                continue
            found += [Changed("-", one.text, one.cites, one.span) for one in first[low:high]]
            found += [Changed("+", one.text, one.cites, one.span) for one in second[start:end]]
    return tuple(found)


# ---------------------------------------------------------------- rows of tables
def _rows(name: str, first: Book, second: Book, tables: tuple[Tables, Tables]) -> Iterator[Edit]:
    """The rows of a table: those of the same pattern are held against each other; of the others, those that are for
    the same keys; the rest is added or removed."""
    old = rows(first, first.tables[name]) if name in first.tables else ()
    new = rows(second, second.tables[name]) if name in second.tables else ()
    theirs = {row.pattern: row for row in new}
    for row in old:
        if row.pattern in theirs:
            yield from _cells(name, f"row {row.pattern}", row, theirs[row.pattern])
    mine = {row.pattern for row in old}
    left = [row for row in old if row.pattern not in theirs]
    added = [row for row in new if row.pattern not in mine]
    met: set[str] = set()
    if name in tables[0] and name in tables[1]:
        of_first, of_second = _keys(tables[0][name]), _keys(tables[1][name])
        for row in left:
            for other in added:
                shared = [key for key in of_first.get(row.pattern, ()) if key in of_second.get(other.pattern, ())]
                if shared:
                    met |= {row.pattern, other.pattern}
                    yield from _cells(name, _label(row, other, shared, of_first, of_second), row, other)
    for row in left:
        if row.pattern not in met:
            what = f"{name}, row {row.pattern}"
            yield Edit("removed", "table", what, _told(row), None, (), row.cites, row.span, None)
    for row in added:
        if row.pattern not in met:
            what = f"{name}, row {row.pattern}"
            yield Edit("added", "table", what, None, _told(row), (), row.cites, None, row.span)


def _cells(name: str, where: str, old: Row, new: Row) -> Iterator[Edit]:
    """The cells of a row that differ. A column that only one of the two tables has is told with the table."""
    for column, value in old.cells.items():
        other = new.cells.get(column)
        if other is not None and other.text != value.text:
            cites = _cites(new, other) or _cites(old, value)
            full = f"{name}, {where}, {column}"
            yield Edit("changed", "table", full, value.text, other.text, (), cites, value.span, other.span)


def _cites(row: Row, cell: Cell) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*row.cites, *cell.cites)))


def _keys(table: TableDef) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for key, row in table.index.items():
        found.setdefault(table.rows[row].pattern, []).append(key)
    return found


def _label(
    row: Row, other: Row, shared: list[object], first: dict[str, list[object]], second: dict[str, list[object]]
) -> str:
    """What the keys that two rows share are called: by the narrower pattern, if it is for these and no others."""
    if len(shared) == len(first[row.pattern]):
        return f"row {row.pattern}"
    if len(shared) == len(second[other.pattern]):
        return f"row {other.pattern}"
    return f"rows {row.pattern} and {other.pattern}"


def _told(row: Row) -> str:
    return "; ".join(f"{column} {value.text}" for column, value in row.cells.items())
