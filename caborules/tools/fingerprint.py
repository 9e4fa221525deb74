"""What an answer of the checker rests on, as one hash: every byte of the ruleset, the tool and its solvers.

Nothing is parsed. A file of a ruleset names others only in quotes and by their endings, and the language knows no
escapes, so that whatever stands between quotes and may be a file counts; a file that is not there counts as missing.
Too many files are taken rather than too few.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from caborules.diagnostics.record import Refused
from caborules.names.sources import MOST_BYTES, MOST_BYTES_TOGETHER, MOST_FILES, main_file
from caborules.text.resources import grammar_text, shipped_root

_ENDINGS: Final = (b".cabo", b".toml")
_LIBRARIES: Final = ("caborules", "z3-solver", "cvc5", "lark")
_PACKAGE: Final = Path(__file__).resolve().parent.parent


def fingerprint(source: str, asked: Sequence[str]) -> str | None:
    """SHA-256 of all that the answer rests on, in hexadecimal digits; ``asked``: the rest of the question.

    None where there is no such ruleset, or more files than are read.
    """
    digest = hashlib.sha256()
    for part in (tool_hash(), source, *asked):
        digest.update(f"{len(part)}:{part}".encode("utf-8", "surrogateescape"))
    files = list(files_of(source))
    if not files or len(files) > MOST_FILES or sum(len(data or b"") for _, data in files) > MOST_BYTES_TOGETHER:
        return None
    for path, data in files:
        digest.update(os.fsencode(path))
        digest.update(b"\0-" if data is None else b"\0" + hashlib.sha256(data).digest())
    return digest.hexdigest()


def files_of(source: str) -> Iterator[tuple[Path, bytes | None]]:
    """Every file that a ruleset may read, the main one first, each with its bytes: None where it cannot be had.

    At most one more than may be read. Nothing where there is no such ruleset.
    """
    try:
        main = main_file(source)[0]
    except Refused:
        return
    found, todo = {main}, [main]
    while todo and len(found) <= MOST_FILES:
        path = todo.pop(0)
        data = _bytes(path)
        yield path, data
        for said in _named(data or b""):
            for folder in (path.parent, shipped_root()):
                other = _resolved(folder, said)
                if other is not None and other not in found:
                    found.add(other)
                    todo.append(other)


def _named(data: bytes) -> Iterator[str]:
    """What may be the name of a file: it stands between two quotes of a line and has one of the endings."""
    if not any(ending in data for ending in _ENDINGS):
        return
    for line in data.splitlines():
        if any(ending in line for ending in _ENDINGS):
            for part in line.split(b'"')[1:]:
                if any(ending in part for ending in _ENDINGS):
                    yield os.fsdecode(part)


def _bytes(path: Path) -> bytes | None:
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return None


def _resolved(folder: Path, said: str) -> Path | None:
    try:
        return (folder / said).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


@cache
def tool_hash() -> str:
    """SHA-256 of the sources of this package and its grammar, and the versions of Python and of what it builds on."""
    from importlib import metadata

    digest = hashlib.sha256(f"{sys.version} {sys.platform}".encode())
    for name in _LIBRARIES:
        try:
            digest.update(f"{name} {metadata.version(name)}\n".encode())
        except metadata.PackageNotFoundError:
            digest.update(f"{name} -\n".encode())
    digest.update(grammar_text().encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(os.fsencode(path.relative_to(_PACKAGE)))
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
