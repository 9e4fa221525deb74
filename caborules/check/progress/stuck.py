"""Looking for a game in which somebody has to decide and nothing is possible: on small decks, position by position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caborules.check.narrate import Words
from caborules.check.work import Work
from caborules.diagnostics.verdict import Witness
from caborules.explore.find import find_stuck
from caborules.explore.found import Found
from caborules.explore.scopes import scopes

POSITIONS: Final = 600
"""So many positions are looked at of each small deck, before the next."""
ALL: Final = 3_000
"""So many in all."""


@dataclass(frozen=True, slots=True)
class Search:
    """The shortest game found, if there is one; what was looked at, in words."""

    found: Found | None
    looked: str


def search(work: Work) -> Search:
    """Look through small decks, the smallest first, for a game in which somebody is stuck."""
    count = 0
    for scope in scopes(work.system, work.settings):
        found, graph = find_stuck(scope, limit=POSITIONS)
        count += len(graph.positions)
        if found is not None:
            return Search(found, "")
        if count >= ALL:
            break
    return Search(None, f"in {count} positions of games with few cards nobody is stuck")


def witness(work: Work, found: Found) -> Witness:
    """The game in words."""
    return Words(work.texts).found(found, "a player has to decide, and nothing is possible")
