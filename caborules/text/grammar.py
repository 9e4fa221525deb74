"""The parser that Lark makes of the grammar, kept in the user's cache folder because making it takes long."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import lark

from caborules.text.resources import cache_folder, grammar_text

STARTS = ("language", "header", "item")
POSITIONS = False
"""Whether Lark notes where trees stand; ``caborules.text.drive`` does."""


def build_parser() -> lark.Lark:
    """Make the parser from the grammar (some 0.4 s)."""
    # The tokens come from caborules.text.scan; of Lark's own lexers the basic one is the cheapest to make.
    return lark.Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        propagate_positions=POSITIONS,
        maybe_placeholders=True,
    )


@cache
def parser() -> lark.Lark:
    """The parser: from the cache if there is one that fits, else built and put there."""
    return cached_parser(cache_folder())


def cached_parser(folder: Path | None) -> lark.Lark:
    """The parser, kept in ``folder``. Whatever goes wrong with the cache, the parser is built and no one is told."""
    if folder is None:
        return build_parser()
    file = folder / f"grammar-{_key()}.pickle"
    try:
        if _private(folder) and _private(file):
            with file.open("rb") as stream:
                return lark.Lark.load(stream)
    except Exception:  # a damaged cache may raise anything, and must never matter
        pass
    made = build_parser()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if _private(folder):
            _store(made, file)
    except Exception:  # a full or read-only disk must never matter
        pass
    return made


def _private(path: Path) -> bool:
    """Whether ``path`` exists and nobody but its owner, this user, can write it (unpickling trusts what it reads)."""
    try:
        status = path.stat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _store(made: lark.Lark, file: Path) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            made.save(stream)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


def _key() -> str:
    facts = (grammar_text(), lark.__version__, sys.version, repr(STARTS), repr(POSITIONS))
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:32]
