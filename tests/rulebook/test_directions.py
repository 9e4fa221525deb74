"""A direction that may turn, what turns it, and a condition that is denied, as the printed rules say them."""

from __future__ import annotations

from caborules.api.load import load
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.markdown import to_markdown


def printed(name: str, **options: str) -> str:
    return to_markdown(rulebook(load(name).system, options, None))


def test_who_is_next_hangs_on_the_direction_of_play() -> None:
    text = printed("jokers-reverse", **{"cleared-out": "player-before"})
    assert "going round from the player to the left if play goes clockwise, otherwise to the right, who is in" in text
    assert "going round from the player to the right if play goes clockwise, otherwise to the left, who is in" in text


def test_what_becomes_its_opposite() -> None:
    assert "From now on play goes clockwise exactly if it was not so before." in printed("jokers-reverse")


def test_a_condition_that_is_denied_is_english() -> None:
    text = printed("cabo", **{"rows.no-target": "costs-a-card"})
    assert "If the player cannot swap a card with anybody:" in text
