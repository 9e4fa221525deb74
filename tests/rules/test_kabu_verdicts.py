"""The verdict on every property of the game with chips where a time is agreed; and why one is undecided."""

from __future__ import annotations

import pytest

from caborules.check.run import check

ROUND = "author:an agreed time ends the game, if everybody answers"
ENDLESS = "author:chips only go round, so a game without an agreed time may go on for ever"
REACH = "author:the end of the game stays in reach"
VERDICTS = {
    "examples": ("holds", "executed"),
    "conservation": ("holds", "proved"),
    "own-legality": ("holds", "proved"),
    "public-legality": ("holds", "proved"),
    "no-leak": ("holds", "proved"),
    "secrecy": ("holds", "proved"),
    "progress": ("holds", "proved"),
    "author:chips only change hands": ("holds", "proved"),
    "author:nobody has more than four cards": ("holds", "proved"),
    "ends:play-kabu": ("declared", "executed"),
    "ends:round": ("holds", "proved"),
    ROUND: ("holds", "proved"),
    ENDLESS: ("holds", "executed"),
    "end-reachable": ("undecided", "sampled"),
    REACH: ("undecided", "sampled"),
}


@pytest.mark.slow
def test_every_verdict_with_an_agreed_time() -> None:
    report = check("kabu", {"timed": True})
    assert {one.property: (one.found, one.evidence) for one in report.verdicts} == VERDICTS


@pytest.mark.slow
def test_what_is_undecided_says_why() -> None:
    told = check("kabu").verdict("end-reachable").details
    assert "by the strategy play-kabu may go on for ever, as far as is shown" in told
    assert any("its condition bounds no number that plays could bring nearer to a limit" in one for one in told)
