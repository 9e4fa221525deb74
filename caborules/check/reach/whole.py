"""Random games of the whole deck: does any of them come to its end?"""

from __future__ import annotations

from typing import Final

from caborules.check.work import Work
from caborules.compile.cache import compiled
from caborules.compile.playout import play_game
from caborules.engine.faults import RulesFault
from caborules.explore.scopes import real_table

GAMES: Final = 30
"""So many games are played, for the fewest players."""
LENGTH: Final = 400
"""Decisions in each at most."""


def whole_games_end(work: Work) -> bool:
    """Does one of some random games with the ruleset's own deck end? No says only that none did."""
    setup = real_table(work.system, work.settings).setup
    program = compiled(setup)
    for number in range(GAMES):
        try:
            if play_game(program, setup, f"end {number}", None, LENGTH)[0].over:
                return True
        except RulesFault:
            continue
    return False
