"""Sets of possible worlds on tiny decks: Cabo tells no more than it shows, and planted leaks are found."""

from __future__ import annotations

from functools import cache

import pytest

from caborules.explore.scopes import Scope, scope
from caborules.explore.worlds import Looked, find_twins
from tests.support.defects import DEFECTS
from tests.support.rulesets import shipped

KINGS = (("diamonds", "king"), ("hearts", "king"), ("clubs", "ace"), ("clubs", 7))
PEEK = (("clubs", 7), ("hearts", 7), ("diamonds", 2), ("spades", "queen"))

CABO = {
    "a card is dropped": {"no-leak"},
    "a match is not shown": {"announced"},
    "a variable tells a hidden card": {"no-leak"},
    "a guard reads a hidden card": {"own-legality", "public-legality"},
    "another card is named": set(),
}


@cache
def small(faces: tuple[tuple[str, str | int], ...]) -> Scope:
    return scope(shipped("cabo"), {}, faces, 0)


def kinds(looked: Looked) -> set[str]:
    return {twins.property for twins in looked.found}


@pytest.mark.parametrize("faces", [KINGS, PEEK])
def test_cabo_tells_no_more_than_it_shows(faces: tuple[tuple[str, str | int], ...]) -> None:
    looked = find_twins(small(faces), (0,), limit=700)

    assert looked.positions > 150
    assert looked.found == ()


@pytest.mark.parametrize("name", CABO)
def test_planted_leaks_are_found_in_their_channel(name: str) -> None:
    broken = small(KINGS).broken(DEFECTS[name](small(KINGS).machine.lowered))

    assert kinds(find_twins(broken, (0,), limit=900, by="machine")) == CABO[name]


@pytest.mark.slow
def test_a_test_of_a_hidden_card_is_found_where_it_matters() -> None:
    """It takes a second card in the stock, and so a deck of five."""
    one = small((*PEEK, ("spades", 2)))
    broken = one.broken(DEFECTS["a test reads a hidden card"](one.machine.lowered))

    assert "no-leak" in kinds(find_twins(broken, (1,), limit=6000, by="machine"))


def test_twins_look_the_same_until_their_last_turn() -> None:
    broken = small(KINGS).broken(DEFECTS["a guard reads a hidden card"](small(KINGS).machine.lowered))
    twins = find_twins(broken, (0,), limit=900, by="machine").found[0]

    assert [turn.action for turn in twins.first.turns] == [turn.action for turn in twins.second.turns]
    assert twins.first.chance != twins.second.chance
