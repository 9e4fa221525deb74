"""From a file or the name of a shipped ruleset to a ruleset that has passed every static check."""

from __future__ import annotations

from pathlib import Path

from caborules.engine.api import Ruleset
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate


def load(source: str | Path) -> Ruleset:
    """The ruleset of a path, or of a shipped name (``cabo``). Raises Refused with everything that was found wrong."""
    book = load_book(source)
    elaborated = elaborate(book)
    return Ruleset(elaborated.system, (*book.warnings, *elaborated.warnings))
