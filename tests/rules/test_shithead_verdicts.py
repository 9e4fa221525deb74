"""Of Shithead, what need not end is shown by a game; and what the rules tell is known."""

from __future__ import annotations

import pytest

from caborules import load
from caborules.check.run import check

ENDLESS = ("play-on", "hand-played", "play-hands")


@pytest.mark.slow
def test_that_it_need_not_end_is_shown_by_a_game() -> None:
    for one in check("shithead").verdicts:
        assert one.property not in {f"ends:{rule}" for rule in ENDLESS} or one.witness is not None


def test_what_the_rules_tell_is_known() -> None:
    told = load("shithead").disclosures
    assert told is not None
    assert [(one.kind, one.text) for one in told] == [
        ("announce", "left with cards"),
        ("laid open", "declare one in hand"),
        ("laid open", "play from the hand"),
        ("laid open", "lead any card, or several of equal rank"),
        ("announce", "holds a card of the rank that decided"),
        ("announces", "begin with the rank that decided"),
    ]
