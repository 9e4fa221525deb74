"""The verdicts on Shithead: what need not end is shown by a game, a turn ends, the examples come out."""

from __future__ import annotations

from functools import cache

import pytest

from caborules import load
from caborules.check.report import Report
from caborules.check.run import check

ENDLESS = ("play-on", "hand-played", "play-hands")
NEED_NOT_END = (
    "author:play need not end: piles can be picked up for ever",
    "author:so a hand need not end",
    "author:nor need the game",
)


@cache
def report(game: str) -> Report:
    return check(game)


@pytest.mark.slow
def test_no_verdict_is_a_violation() -> None:
    assert [one.property for one in report("shithead").verdicts if one.found == "violated"] == []


@pytest.mark.slow
def test_what_is_settled_stays_settled() -> None:
    found = {one.property: (one.found, one.evidence) for one in report("shithead").verdicts}
    assert found["examples"] == ("holds", "executed")
    assert found["ends:turn"] == ("holds", "proved")
    assert {rule: found[f"ends:{rule}"] for rule in ENDLESS} == dict.fromkeys(ENDLESS, ("declared", "executed"))
    assert {name: found[name] for name in NEED_NOT_END} == dict.fromkeys(NEED_NOT_END, ("holds", "executed"))


@pytest.mark.slow
def test_that_it_need_not_end_is_shown_by_a_game() -> None:
    for one in report("shithead").verdicts:
        assert one.property not in {f"ends:{rule}" for rule in ENDLESS} or one.witness is not None


def test_what_the_rules_tell_is_known() -> None:
    told = [(one.kind, one.text) for one in load("shithead").disclosures]
    assert told == [
        ("announce", "left with cards"),
        ("laid open", "declare one in hand"),
        ("laid open", "play from the hand"),
        ("laid open", "lead any card, or several of equal rank"),
        ("announce", "holds a card of the rank that decided"),
        ("announces", "begin with the rank that decided"),
    ]
