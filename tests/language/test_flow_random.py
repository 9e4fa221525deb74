"""What is accepted runs: random rulesets that nothing is refused of never get stuck, fail, or tell a hidden card."""

from __future__ import annotations

from random import Random

import pytest

from caborules.engine.faults import Endless, OutOfRange
from caborules.engine.game import set_up
from caborules.engine.pairs import Leak, _Exchange, random_game  # the parts of run_pairs: it waits for enough pairs
from caborules.ir.system import System
from tests.support.flow_programs import accepted


def runs(system: System, seed: int) -> None:
    """Play some random games. A step that fails or a player who is stuck raises; ranges are left to the checker."""
    for flag in (False, True):
        setup = set_up(system, 2 + seed % 2, {"flag": flag})
        for game in range(8):
            rng = Random(f"{seed}/{game}")
            try:
                turns = random_game(setup, rng, str(game))
                found = [pair for _ in range(2) for pair in _Exchange(setup, turns, rng, game).run()]
            except (OutOfRange, Endless):
                continue
            assert [pair for pair in found if isinstance(pair, Leak)] == []


@pytest.mark.parametrize("seed", range(6))
def test_what_is_accepted_runs_and_tells_nothing(seed: int) -> None:
    system = accepted(seed)
    assert system is not None
    runs(system, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_more_of_what_is_accepted(seed: int) -> None:
    system = accepted(seed)
    assert system is not None
    runs(system, seed)
