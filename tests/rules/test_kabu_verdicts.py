"""The verdict on every property of the game with chips where a time is agreed; and what brings its end about."""

from __future__ import annotations

import pytest

from caborules.check.run import check
from caborules.ir.types import Value

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
    "end-reachable": ("holds", "proved"),
    REACH: ("holds", "proved"),
}


@pytest.mark.slow
def test_every_verdict_with_an_agreed_time() -> None:
    report = check("kabu", {"timed": True})
    assert {one.property: (one.found, one.evidence) for one in report.verdicts} == VERDICTS


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"last-payoff": "others-pay"}, {"cover": "chips-coming-in"}])
def test_what_brings_the_end_about(options: dict[str, Value]) -> None:
    """Chips come to one player until another cannot pay, whatever the last payoff and cover are."""
    verdict = check("kabu", options).verdict("end-reachable")
    assert verdict.found == "holds"
    told = (
        "play-kabu: whenever its loop goes on, one of some plays lets chips of the first player rise or leaves the loop"
    )
    assert any(one.startswith(told) for one in verdict.details)
