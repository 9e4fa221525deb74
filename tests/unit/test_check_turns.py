"""A number of each player, raised for whoever's turn it is: bounded where a guard bounds it, and only there."""

from __future__ import annotations

import pytest

from caborules.check.certificate.recheck import Answers
from tests.support.gifts import GIFT, GUARD, RULES
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
