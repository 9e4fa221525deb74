"""A ruleset and its variants: which files beside it extend it, directly or over others."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.names.book import Book
from caborules.names.load import book_of
from caborules.names.sources import MOST_BYTES, Gathered, gather
from caborules.text.resources import shipped_root

VARIANTS: Final = "variants"
"""The folder beside a game that its variants lie in."""
_EXTENDS: Final = re.compile(r'^ruleset\b[^\n#]*?\bextends\s+"([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Member:
    """A ruleset: its book, the name of its file as shown to people, the name of the ruleset that it extends (or empty).

    ``own``: the files, by the names in spans, that say something of this ruleset: of a variant those that its parent
    does not reach, of the first one all rulesets.
    """

    book: Book
    file: str
    extends: str
    own: frozenset[str]


@dataclass(frozen=True, slots=True)
class Family:
    """A ruleset, its variants in the order of their files, and the files that extend it but are refused, with why."""

    main: Member
    variants: tuple[Member, ...]
    left_out: tuple[tuple[str, Diagnostic], ...]


def family(source: str, *, alone: bool = False) -> Family:
    """The ruleset ``source`` (a path, or the name of a shipped one) and its variants; with ``alone`` without these.

    A variant is a ``.cabo`` file in the folder of the ruleset, or in ``variants`` there. Clauses that nothing covers
    are no error. Raises Refused where the ruleset itself cannot be had.
    """
    gathered = gather(source)
    book = book_of(gathered, uncovered=True)
    rulesets = [one.name for one in gathered.sources if one.file.header.kind == "ruleset"]
    main = Member(book, gathered.main.name, _parent(gathered), frozenset(rulesets))
    variants, left_out = [], []
    for path in () if alone else _extending(gathered.main.path):
        name = _asked_for(path, gathered)
        try:
            variants.append(_variant(gather(name)))
        except Refused as refused:
            left_out.append((f"{name.removesuffix('.cabo')}.cabo", refused.diagnostics[0]))
    return Family(main, tuple(variants), tuple(left_out))


def _variant(gathered: Gathered) -> Member:
    parent = [path for path in gathered.main.parents if _ruleset(gathered, path)]
    known = frozenset[Path]().union(*(gathered.reaches[path] for path in parent))
    own = frozenset(one.name for one in gathered.sources if one.path not in known)
    return Member(book_of(gathered, uncovered=True), gathered.main.name, _parent(gathered), own)


def _parent(gathered: Gathered) -> str:
    """The name of the ruleset that the main file extends, or nothing."""
    found = [one for one in gathered.sources if one.path in gathered.main.parents]
    return next((one.file.header.name for one in found if one.file.header.kind == "ruleset"), "")


def _ruleset(gathered: Gathered, path: Path) -> bool:
    return any(one.path == path and one.file.header.kind == "ruleset" for one in gathered.sources)


def _extending(main: Path) -> list[Path]:
    """The files beside ``main`` that extend it, directly or over others, in the order of their names."""
    folder = main.parent
    beside = sorted({*folder.glob("*.cabo"), *(folder / VARIANTS).glob("*.cabo")})
    extended = {path.resolve(): _extended(path) for path in beside}
    found = {main}
    while more := {path for path, base in extended.items() if base in found} - found:
        found |= more
    return [path.resolve() for path in beside if path.resolve() in found - {main}]


def _extended(path: Path) -> Path | None:
    """The file that the header of ``path`` says it extends; whether the rest of it can be read is not looked at."""
    try:
        with path.open("rb") as stream:
            text = stream.read(MOST_BYTES).decode("utf-8", errors="replace")
        said = _EXTENDS.search(text)
        if said is None:
            return None
        near = (path.parent / said[1]).resolve()
        return near if near.is_file() else (shipped_root() / said[1]).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


def _asked_for(path: Path, gathered: Gathered) -> str:
    """A shipped file by its name if the ruleset was asked for so, and else by a path like the ruleset's."""
    top = shipped_root().resolve()
    main = gathered.main
    if (
        path.is_relative_to(top)
        and main.path.is_relative_to(top)
        and main.name == main.path.relative_to(top).as_posix()
    ):
        return path.relative_to(top).with_suffix("").as_posix()
    near = Path(os.path.normpath(Path(main.name).parent / os.path.relpath(path, main.path.parent)))
    return near.as_posix() if near.is_file() else str(path)
