"""Of Kaboo, what need not end is shown by a game."""

from __future__ import annotations

import pytest

from caborules.check.run import check

DECLARED = ("ends:turn", "ends:lap", "ends:round", "ends:play-game")


@pytest.mark.slow
def test_what_goes_on_for_ever_is_shown_by_a_game() -> None:
    for one in check("kaboo").verdicts:
        assert one.property not in DECLARED or one.witness is not None
