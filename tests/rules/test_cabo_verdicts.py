"""The verdict on every property of Cabo where a player whose row is empty is out: nothing is left undecided."""

from __future__ import annotations

import pytest

from caborules.check.run import check

VERDICTS = {
    "examples": ("holds", "executed"),
    **dict.fromkeys(("conservation", "own-legality", "public-legality", "no-leak", "progress"), ("holds", "proved")),
    "secrecy": ("declared", "proved"),
    "author:a call gives each other player one more turn": ("holds", "proved"),
    "author:nobody calls twice": ("holds", "proved"),
    "author:a call is final": ("holds", "proved"),
    "author:a protected caller who may not match keeps every card": ("never-applies", "proved"),
    "author:nobody knows the top of a stock of three or more": ("holds", "proved"),
    "author:whoever has drawn a card has seen it, and waits for nobody": ("holds", "proved"),
    "author:nobody has more than one last turn, and the caller none": ("holds", "proved"),
    **dict.fromkeys(("ends:turn", "ends:lap", "ends:round"), ("declared", "proved")),
    "ends:play-game": ("declared", "executed"),
    "author:the round ends, if everybody is willing to call some day": ("holds", "proved"),
    "author:the final lap ends, if everybody answers": ("holds", "proved"),
    "author:a turn ends, if everybody answers": ("holds", "proved"),
    "author:a round ends, if everybody answers and some day calls": ("holds", "proved"),
    "author:nobody has to call, so a game may go on for ever": ("holds", "executed"),
    "end-reachable": ("holds", "proved"),
    "author:the end of the game stays in reach": ("holds", "proved"),
}


@pytest.mark.slow
def test_every_verdict_where_an_empty_row_is_out() -> None:
    report = check("cabo", {"rows.empty-row": "is-out"})
    assert {one.property: (one.found, one.evidence) for one in report.verdicts} == VERDICTS
