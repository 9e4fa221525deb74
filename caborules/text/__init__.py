"""Text to syntax tree: limits, scanning, parsing with the grammar, and messages for people."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caborules.syntax.file import File


def parse(source: bytes | str, name: str) -> File:
    """Read the text of one file. ``name`` is shown in messages; nothing is opened.

    Raises Refused with every error found, each independent of the others. Trees of the last few texts are kept, so that
    a library is not read again while the file that uses it is edited.
    """
    return _read(source, name)


@lru_cache(maxsize=32)
def _read(source: bytes | str, name: str) -> File:
    from caborules.text.reader import read

    return read(source, name)
