"""``check --watch``: the check again, whenever a file of a ruleset has changed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeAlias

from caborules.cli.reports import plural
from caborules.cli.terminal import Terminal
from caborules.tools.fingerprint import files_of

EVERY: Final = 0.3
"""Seconds between two looks at the files."""

_CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"
_Contents: TypeAlias = tuple[tuple[str, str], ...]


def watch(
    files: Sequence[str], check: Callable[[], int], terminal: Terminal, wait: Callable[[float], object] = time.sleep
) -> NoReturn:
    """Check, and check again when the contents of a file differ; on a terminal the screen is cleared before.

    Comes to its end by KeyboardInterrupt only (or by what ``check`` raises).
    """
    while True:
        before = _contents(files)
        if terminal.out.isatty():
            terminal.out.write(_CLEAR)
        check()
        terminal.out.flush()
        there = sum(digest != "-" for _, digest in before)
        terminal.note(f"Watching {plural(there, 'file')}; Ctrl-C ends.")
        terminal.err.flush()
        while _contents(files) == before:
            wait(EVERY)


def _contents(files: Sequence[str]) -> _Contents:
    """Every file that is read, and the hash of its bytes; ``-`` where it cannot be had."""
    return tuple(
        (str(path), "-" if data is None else hashlib.sha256(data).hexdigest())
        for file in files
        for path, data in files_of(file)
    )
