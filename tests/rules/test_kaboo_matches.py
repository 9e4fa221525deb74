"""Random matches of Kaboo and its variants: both engines agree after every step, and no match runs into a fault."""

from __future__ import annotations

import pytest

from caborules.engine.game import set_up
from tests.support import lock_generated
from tests.support.rulesets import shipped

GAMES = ("kaboo", "bradley", "three-point-call")
STEPS = 250


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 10])
def test_both_engines_play_the_same_matches(game: str, players: int) -> None:
    setup = set_up(shipped(game), players)
    tally = lock_generated.run(setup, lock_generated.generated(setup), f"{game}/{players}", STEPS)
    assert tally.steps >= STEPS and tally.faults == 0
    assert {"turn.draw", "match.match", "match.match-other"} <= tally.chosen.keys()
