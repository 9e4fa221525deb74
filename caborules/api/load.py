"""From a file or the name of a shipped ruleset to a ruleset that has passed every static check."""

from __future__ import annotations

from pathlib import Path

from caborules.api.game import Ruleset
from caborules.diagnostics.record import Refused
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow


def load(source: str | Path, *, root: Path | None = None) -> Ruleset:
    """The ruleset of a path, or of a shipped name (``cabo``).

    ``root`` is the only folder that files may lie in, beside the shipped ones; see ``names.load.load_book``. Raises
    Refused with everything that was found wrong.
    """
    book = load_book(source, root=root)
    elaborated = elaborate(book)
    flowed = check_flow(elaborated.system, elaborated.unasked)
    warnings = (*book.warnings, *elaborated.warnings, *flowed.diagnostics)
    if any(one.severity == "error" for one in warnings):
        raise Refused(warnings)
    return Ruleset(flowed.system, warnings, flowed.disclosures)
