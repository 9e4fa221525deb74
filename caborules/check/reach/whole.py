"""Random games of the whole deck: does any of them come to its end?"""

from __future__ import annotations

import random
from typing import Final

from caborules.check.work import Work
from caborules.compile.cache import compiled
from caborules.compile.playout import Played, play_game, play_out
from caborules.compile.program import Fault, Program
from caborules.engine.chance import seeded
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
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
            if _played(program, setup, f"end {number}").over:
                return True
        except (RulesFault, Fault):
            continue
    return False


def _played(program: Program | None, setup: Setup, seed: str) -> Played:
    """As ``playout.play_game``, but a fault of the rules is not looked into: a game that goes on for ever without a
    decision would be played once more by the reference engine. Raises RulesFault, and Fault."""
    if program is None:
        return play_game(None, setup, seed, None, LENGTH)[0]
    draw = random.Random(f"caborules/playout/{seed}").random
    return play_out(program, program.start(seeded(seed)), draw, None, LENGTH)
