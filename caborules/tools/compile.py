"""From a name or a path to a ruleset that has passed all static checks: the one door for every command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caborules.api.game import Ruleset


def open_ruleset(source: str | Path) -> Ruleset:
    """The ruleset: a path, or the name of a shipped one (``cabo``, ``kamikaze``).

    Raises Refused with everything that was found.
    """
    from caborules.api.load import load

    return load(source)
