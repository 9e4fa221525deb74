"""The command line: ``caborules COMMAND ...``. Nothing here decides anything; the commands call tools/ and check/."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (see ``caborules.cli.exits``). ``argv`` is all after the name."""
    from caborules.cli.dispatch import run

    return run(argv)
