"""A small game in three files, and ways to lay it out with additions and to see what the loader says of them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from caborules.diagnostics.record import Refused
from caborules.names.book import Book
from caborules.names.choices import choices
from caborules.names.load import load_book, merge
from caborules.names.sources import gather
from caborules.syntax.fingerprint import fingerprint

GAME = Path(__file__).parent.parent / "data" / "names"

Finding = tuple[str, str, int]
"""Code, file name without folders, line."""


def prints() -> dict[str, str]:
    """The fingerprints of everything in the small game, for use in ``was``: PRINT[turn], PRINT[turn.draw], ..."""
    draft = merge(gather(GAME / "game.cabo"))
    things: dict[str, str] = {name: fingerprint(node) for name, node in (draft.bodies | draft.defines).items()}
    things |= {name: fingerprint(node) for name, node in draft.events.items()}
    for name, body in draft.bodies.items():
        things |= {f"{name}.{choice}": fingerprint(found[0]) for choice, found in choices(body).items()}
    assert draft.deck is not None
    return things | {"deck": fingerprint(draft.deck), "worth": fingerprint(draft.tables["worth"].table())}


PRINTS = prints()


def filled(text: str) -> str:
    """The text with each ``PRINT[x]`` replaced by the fingerprint of x in the small game."""
    for name, value in PRINTS.items():
        text = text.replace(f"PRINT[{name}]", value)
    return text


def lay_out(
    folder: Path,
    files: Mapping[str, str],
    edits: Mapping[str, tuple[str, str]] | None = None,
    main: str = "mine.cabo",
) -> Path:
    """Copy the small game into ``folder``, add files, replace texts in it; the path of the main file."""
    for file in GAME.iterdir():
        shutil.copy(file, folder / file.name)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(filled(text), encoding="utf-8")
    for name, (old, new) in (edits or {}).items():
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        (folder / name).write_text(text.replace(old, filled(new), 1), encoding="utf-8")
    return folder / main


def variant(body: str) -> dict[str, str]:
    """A variant of the small game; ``body`` begins in its third line."""
    return {"mine.cabo": f'language 1\nruleset mine "Mine" extends "game.cabo"\n{body}'}


def library(name: str, body: str, uses: str = "table.cabo") -> dict[str, str]:
    """A library that uses another; ``body`` begins in its fourth line."""
    return {f"{name}.cabo": f'language 1\nlibrary {name} "Lib"\nuse "{uses}"\n{body}'}


def findings(path: Path, *, warnings: bool = False) -> list[Finding]:
    """The errors (or the warnings) that the loader reports for a file."""
    wanted = "W" if warnings else "E"
    try:
        diagnostics = load_book(path).warnings
    except Refused as refused:
        diagnostics = refused.diagnostics
    found = []
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert diagnostic.message
        if diagnostic.code.startswith(wanted):
            found.append((diagnostic.code, Path(diagnostic.span.file).name, diagnostic.span.start.line))
    return found


def loaded(folder: Path, files: Mapping[str, str], edits: Mapping[str, tuple[str, str]] | None = None) -> Book:
    """The book of the main file ``mine.cabo``."""
    return load_book(lay_out(folder, files, edits))


STOPLESS = """replace rule turn by (player) was PRINT[turn]
    player must
        draw "draw"
            nothing
"""
