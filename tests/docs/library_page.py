"""Writes docs/library.md from spec/library: ``python -m tests.docs.library_page``. A test holds it current.

What the files of the library offer, in their own words: a table for each sort of thing, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from caborules.names.walk import walk
from caborules.syntax import nodes as n
from caborules.syntax import words
from caborules.syntax.file import File
from caborules.syntax.printer import item_lines
from caborules.text import parse

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "spec" / "library"
PAGE = ROOT / "docs" / "library.md"
HEAD = """# What the library offers

The files in [`spec/library/`](../spec/library) hold what card games have in common: a stock, rows of hidden cards,
turns, a call, matching, scoring. A file is taken in with `use "library/rows.cabo"`, and brings those that it uses
itself. Then its **questions** are answered in a `form`, its **tables** filled in, and its rules called, hooked or
replaced like your own ([the language](language.md), 5 and 11). This page is written from the files.

A question with a default (`= ...`) need not be answered.
"""

Rows = list[tuple[str, ...]]


def text() -> str:
    """The page."""
    files = [(path, parse(path.read_bytes(), path.name)) for path in sorted(FOLDER.glob("*.cabo"))]
    index = [f"| [{path.stem}](#{path.stem}) | {_cell(file.header.title)} | {_uses(file)} |" for path, file in files]
    parts = [HEAD, "| file | what it is | uses |\n|---|---|---|\n" + "\n".join(index) + "\n"]
    parts += [_file(path, file) for path, file in files]
    return "\n".join(parts)


def _uses(file: File) -> str:
    used = [name for item in file.items if isinstance(item, n.Use) for name in item.files]
    return ", ".join(f"[{Path(name).stem}](#{Path(name).stem})" for name in used)


def _file(path: Path, file: File) -> str:
    found = [f"## {path.stem}\n", f"{file.header.title}. [`{path.name}`](../spec/library/{path.name})\n"]
    for item in file.items:
        if isinstance(item, n.DefineForm):
            found.append(f"**Form `{item.name}`**: {item.text}\n")
            found.append(_table(("question", "answers", "asked when", "what it asks"), map(_question, item.fields)))
    for item in file.items:
        if isinstance(item, n.DefineTable):
            key = f"by {item.key}" + (f" for {words.params(item.params)}" if item.params else "")
            found.append(f"**Table `{item.name}`** ({key}): {item.text}\n")
            found.append(_table(("column", "cells", "asked when", "what it asks"), map(_question, item.fields)))
    for title, head, rows in (
        ("Cards and kinds", ("declaration",), _plain(file, (n.Kind, n.Attribute, n.Pack))),
        ("Places", ("place", "in the rulebook"), _places(file)),
        ("State", ("state", "in the rulebook"), _state(file)),
        ("Functions", ("function", "what it is"), _functions(file)),
        ("Rules", ("rule", "what it is", "choices"), _rules(file)),
        ("Windows", ("window", "what it is", "choices"), _windows(file)),
        ("Hooks and changes to the files that it uses", ("line",), _plain(file, _CHANGES)),
        ("Properties", ("property", "what it says"), _properties(file)),
    ):
        if rows:
            found += [f"**{title}**\n", _table(head, rows)]
    return "\n".join(found)


_CHANGES = (n.Hook, n.AddChoice, n.Replace, n.ReplaceChoice, n.Remove, n.ChangeForm, n.ChangeTable, n.Fix)


def _question(field: n.Field) -> tuple[str, ...]:
    default = "" if field.default is None else f" = {words.cell(field.default)}"
    when = "" if field.when is None else _code(words.expression(field.when))
    return (_code(field.name), _code(words.type_(field.type) + default), when, field.text)


def _plain(file: File, kinds: tuple[type, ...]) -> Rows:
    """The first lines of the items of these kinds."""
    return [(_code(" ".join(item_lines(item)[0].split())),) for item in file.items if isinstance(item, kinds)]


def _places(file: File) -> Rows:
    lines = [line for item in file.items if isinstance(item, n.Places) for line in item.lines]
    return [(_code(f"{_owned(p)}: {p.shape}, {p.sight}"), p.text or "") for p in lines]


def _state(file: File) -> Rows:
    lines = [line for item in file.items if isinstance(item, n.State) for line in item.lines]
    return [
        (
            _code(
                f"{_owned(v)}: {words.type_(v.type)}, "
                f"{'at first' if v.renewed_by is None else f'each {v.renewed_by}'} {words.expression(v.initial)}"
            ),
            v.text or "",
        )
        for v in lines
    ]


def _owned(of: n.PlaceDecl | n.Variable) -> str:
    return of.name if of.each is None else f"{of.name} of each {of.each}"


def _functions(file: File) -> Rows:
    found = [item for item in file.items if isinstance(item, n.Define)]
    return [(_code(f"{d.name} of {words.params(d.params)}" if d.params else d.name), d.text or "") for d in found]


def _rules(file: File) -> Rows:
    found = [item for item in file.items if isinstance(item, n.Rule)]
    return [(_code(f"{r.name} {words.signature(r.parts)}"), r.text or "", _choices(r)) for r in found]


def _windows(file: File) -> Rows:
    return [(_code(w.name), w.text or "", _choices(w)) for w in file.items if isinstance(w, n.Window)]


def _choices(of: n.Rule | n.Window) -> str:
    return ", ".join(_code(part.name) for part in walk(of) if isinstance(part, n.Alternative))


def _properties(file: File) -> Rows:
    found: Rows = []
    for item in file.items:
        if isinstance(item, n.Property):
            found.append((item.title, _code(" ".join(" ".join(item_lines(item)[1:]).split()))))
        elif isinstance(item, n.Assume):
            found.append((f"assumption {item.name}", _code(" ".join(item_lines(item)[0].split()))))
    return found


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _code(source: str) -> str:
    return f"`{source.strip()}`"


def _cell(source: str) -> str:
    return " ".join(source.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
