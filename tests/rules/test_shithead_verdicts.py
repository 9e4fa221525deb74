"""The verdict on every property of Shithead; what need not end is shown by a game."""

from __future__ import annotations

from functools import cache

import pytest

from caborules import load
from caborules.check.report import Report
from caborules.check.run import check

ENDLESS = ("play-on", "hand-played", "play-hands")
PROVED = (
    "conservation",
    "own-legality",
    "no-leak",
    "secrecy",
    "progress",
    "ends:turn",
    "author:nobody is asked who is out",
)
NEED_NOT_END = (
    "author:play need not end: piles can be picked up for ever",
    "author:so a hand need not end",
    "author:nor need the game",
)
UNDECIDED = (
    "author:face-down cards are unknown until they are played",
    "author:while there is a stock, who plays holds three cards at least",
    "author:table cards wait until hand and stock are gone",
    "author:face-down cards wait for the face-up ones, and for the stock",
    "author:the end stays in reach",
    "end-reachable",
)
"""The facts that are followed do not count the cards of a deal, and no strategy is found by which hands run out."""


@cache
def report(game: str) -> Report:
    return check(game)


@pytest.mark.slow
def test_every_verdict_is_as_it_was() -> None:
    found = {one.property: (one.found, one.evidence) for one in report("shithead").verdicts}
    assert found == {
        "examples": ("holds", "executed"),
        "public-legality": ("declared", "proved"),
        **dict.fromkeys(PROVED, ("holds", "proved")),
        **{f"ends:{rule}": ("declared", "executed") for rule in ENDLESS},
        **dict.fromkeys(NEED_NOT_END, ("holds", "executed")),
        **dict.fromkeys(UNDECIDED, ("undecided", "sampled")),
    }


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
