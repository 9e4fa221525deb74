"""Sentences as a rule sheet may have them: each kind that auditors found wanting, and what is said now."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.tools.rulebook.book import rulebook
from tests.rulebook.test_pages import sentences


@cache
def printed(name: str, *settings: str) -> tuple[str, ...]:
    return tuple(sentences(rulebook(load(name).system, dict(one.split("=") for one in settings), None)))


WANTED: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("printed_of", WANTED)
def test_it_is_said_so(printed_of: str) -> None:
    page = "\n".join(printed(*printed_of.split(" ")))
    assert [said for said in WANTED[printed_of] if said not in page] == []


def test_a_question_is_asked_once() -> None:
    told = printed("dutch")
    assert told.count("How many cards is each player dealt?") == 1


def test_a_guard_that_nobody_sees_is_not_told() -> None:
    """Whether more than one round was played is seen; whether 50 were, is not."""
    assert "Add 1 to the number of rounds played." in printed("cambio")


def test_an_answer_is_spelt_as_the_question_spells_it() -> None:
    told = printed("cabo")
    asked = "Who leads the next round: the dealer's left, when the deal has passed on, or the round's winner?"
    assert told[told.index(asked) + 1] == "the dealer's left"


def test_the_choice_is_meant_that_takes_what_is_given() -> None:
    """Two choices are called pick-up; only one of them takes a card."""
    (told,) = (one for one in printed("shithead") if "“start a pile” (9♠ and 5♣)" in one)
    assert told.endswith("A cannot choose “add a table card and take the pile” (9♠).")


GAME = """\
language 1
ruleset other "Another game"
use "library/french.cabo"
players 3..3
begin with game

deck in stock
    french

places
    stock: pile, face down
    row of each player: row, face down
    drawn of each player: one card, seen by its owner    "drawn card"

state
    chips of each player: 0..60, at first 0
    late: yes or no, at first no    "it is late"

define total of (player) "the total" = sum of position of c for each c in row of player
define shows of (player) = some c in row of player where c is face up

rule game "The game"
    for each p in players where not late and size of row of p is at most 2
        set chips of p to (total of p mod 7) plus (total of p div 2)
    if chips of first-seat is less than 3
        shuffle stock
    for each p in players where drawn of p is empty
        set chips of p to total of p times 2
        if total of p is at least 3 and total of p is at most 9
            shuffle stock
        announce "these" those q in (those r in players where shows of r) with the lowest chips of q plus total of q
"""


def test_remainders_halves_and_counts(tmp_path: Path) -> None:
    (tmp_path / "other.cabo").write_text(GAME, encoding="utf-8")
    told = "\n".join(sentences(rulebook(load(tmp_path / "other.cabo").system, {}, None)))
    assert "what is left over when that player's total is divided by 7" in told
    assert "half of that player's total, rounded down" in told
    assert "For each player whose row has at most 2 cards" in told
    assert "If the chips of the player in the first seat are fewer than 3: shuffle the stock." in told
    assert "For each player who has no drawn card:" in told
    assert "That player's chips are now twice that player's total." in told
    assert "If that player's total is at least 3 and at most 9: shuffle the stock." in told
    assert "for whom, among the players for each of whom there is a card" in told and ", this is lowest: " in told
