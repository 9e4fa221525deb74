"""Files that a command writes: whole or not at all, and in words where it does not work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caborules.cli.arguments import reason, shorten
from caborules.cli.problems import UsageError


@contextmanager
def written_to(target: str | Path, mend: str = "Check its folder and permissions.") -> Iterator[None]:
    """Raises UsageError, with ``mend``, where what is done inside cannot write ``target``, a file or a folder."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise UsageError(f"{shorten(str(target))} cannot be written: {reason(error)}", mend) from error


def write(target: str | Path, text: str) -> None:
    """Write a file, or leave it as it was. Raises UsageError."""
    from caborules.tools.files import write_atomically

    with written_to(target):
        write_atomically(Path(target), text)
