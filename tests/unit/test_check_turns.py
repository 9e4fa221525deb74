"""A number of each player, raised for whoever's turn it is: bounded where a guard bounds it, and only there."""

from __future__ import annotations

import pytest

from caborules.check.certificate.recheck import Answers
from tests.support.gifts import GIFT, GUARD, RULES
from tests.support.rulesets import HEAD
from tests.support.stated import confirmed, is_proved, proof_of, stated, without

GIFTS = (
    RULES
    + """\
property "three"
    never some p in players where gifts of p is more than 3
"""
)

SAID_OTHERWISE = {
    "as it is": GIFTS,
    "set": GIFTS.replace(GIFT, "set gifts of player to gifts of player plus 1"),
    "once": GIFTS.replace(GUARD, "when gifts of player is 0"),
    "for all": GIFTS.replace("never some p in players where", "always no p in players where"),
    "tested in the body": GIFTS.replace(GUARD, "").replace(
        GIFT, f"if gifts of player is less than 3\n                {GIFT}"
    ),
}
DEFECTS = {
    "no guard": GIFTS.replace(GUARD, ""),
    "one too many": GIFTS.replace(GUARD, "when gifts of player is at most 3"),
    "two at once": GIFTS.replace(GIFT, "add 2 to gifts of player"),
    "another's number": GIFTS.replace(GUARD, "when gifts of left of player is less than 3"),
    "another player": GIFTS.replace(GIFT, "add 1 to gifts of left of player"),
    "the opposite": GIFTS.replace(GUARD, "when gifts of player is at least 3 or gifts of player is 0").replace(
        GIFT, "add 3 to gifts of player"
    ),
}


@pytest.mark.parametrize("said", SAID_OTHERWISE)
def test_a_guard_bounds_the_number_of_each_player(said: str) -> None:
    verdict = stated(SAID_OTHERWISE[said])["three"]
    assert (verdict.found, verdict.evidence) == ("holds", "proved")


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_is_not_proved_away(defect: str) -> None:
    assert DEFECTS[defect] != GIFTS
    assert not is_proved(DEFECTS[defect], "three")


def test_one_too_many_is_shown_by_a_game() -> None:
    assert stated(DEFECTS["one too many"])["three"].found == "violated"


def test_a_record_is_confirmed_and_one_that_leaves_out_what_can_come_about_is_refused() -> None:
    answers = Answers()
    record = proof_of(GIFTS, "three")
    assert confirmed(GIFTS, "three", record, answers)
    number = max(range(len(record.sets)), key=lambda one: len(record.sets[one]))
    for at in range(len(record.sets[number])):
        assert not confirmed(GIFTS, "three", without(record, number, at), answers)


ONCE = (
    HEAD
    + """\
state
    swapped of each player: yes or no, each round no

rule game
    repeat 3 times
        round

rule round
    for each p in players
        p may
            swap when not swapped of p
                swap-one by p
                again
            wait
                again

rule swap-one by (player)
    set swapped of player to yes

property "once"
    during round at most 1 swap-one for each p in players
"""
)
TWICE = {
    "not written down": ONCE.replace(
        "    set swapped of player to yes\n", "    set swapped of left of player to yes\n"
    ),
    "no guard": ONCE.replace("swap when not swapped of p\n", "swap\n"),
    "another's guard": ONCE.replace("not swapped of p\n", "not swapped of left of p\n"),
    "renewed too early": ONCE.replace(
        "            wait\n", "            wait\n                set swapped of p to no\n"
    ),
    "of the whole game": ONCE.replace("during round at most", "during game at most"),
}


def test_what_a_flag_allows_once_is_done_once_though_one_is_asked_again() -> None:
    """Runs are counted of a rule that sets the flag; the claim itself speaks of no variable."""
    verdict = stated(ONCE)["once"]
    assert (verdict.found, verdict.evidence) == ("holds", "proved")


@pytest.mark.parametrize("defect", TWICE)
def test_what_is_done_twice_is_shown(defect: str) -> None:
    assert TWICE[defect] != ONCE
    assert stated(TWICE[defect])["once"].found == "violated"
