"""The verdict on every property of Kaboo, and of Kaboo by Bradley's procedure; what is declared is shown by a game."""

from __future__ import annotations

from functools import cache

import pytest

from caborules.check.report import Report
from caborules.check.run import check

STEPS = ("conservation", "own-legality", "public-legality", "no-leak", "progress", "end-reachable")
STATED = (
    "a call gives each other player one more turn",
    "nobody calls twice",
    "a call is final",
    "the caller's row is out of reach",
    "a drawn card is dealt with on its own turn, by who has seen it",
    "nobody has more than one last turn, and the caller none",
    "nobody knows the top of a stock of three or more",
    "a turn ends, if everybody answers",
    "the final lap ends, if everybody answers",
    "a lap ends, if everybody answers and some day calls",
    "a round ends, if everybody answers and some day calls",
    "a game ends, if everybody answers and some day calls",
    "the end of the game stays in reach",
)
DECLARED = ("secrecy", "ends:turn", "ends:lap", "ends:round", "ends:play-game")


@cache
def report(game: str) -> Report:
    return check(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kaboo", "bradley"])
def test_every_verdict_is_as_it_was(game: str) -> None:
    found = {one.property: (one.found, one.evidence) for one in report(game).verdicts}
    wanted = {
        "examples": ("holds", "executed"),
        **dict.fromkeys(STEPS, ("holds", "proved")),
        **dict.fromkeys((f"author:{title}" for title in STATED), ("holds", "proved")),
        **dict.fromkeys(DECLARED, ("declared", "proved")),
    }
    assert found == wanted


@pytest.mark.slow
def test_what_goes_on_for_ever_is_shown_by_a_game() -> None:
    for one in report("kaboo").verdicts:
        assert one.property not in DECLARED[1:] or one.witness is not None
