"""A claim about one player's number, whom it names itself: proved where a guard bounds that number, and only there."""

from __future__ import annotations

import pytest

from caborules.check.certificate.recheck import Answers
from tests.support.gifts import GIFT, GUARD, RULES
from tests.support.stated import confirmed, is_proved, proof_of, stated, without

GIFTS = (
    RULES
    + """\
property "three"
    never gifts of first-seat is more than 3
"""
)
OF_THE_FIRST = "gifts of first-seat is more than 3"

SAID_OTHERWISE = {
    "the first seat": GIFTS,
    "whose turn it is": GIFTS.replace(OF_THE_FIRST, "gifts of boss is more than 3"),
    "as what always holds": GIFTS.replace(f"never {OF_THE_FIRST}", "always gifts of boss is at most 3"),
    "from a time on": GIFTS.replace(f"never {OF_THE_FIRST}", f"after turns is 2 never {OF_THE_FIRST}"),
}
DEFECTS = {
    "no guard": GIFTS.replace(GUARD, ""),
    "one too many": GIFTS.replace(GUARD, "when gifts of player is at most 3"),
    "two at once": GIFTS.replace(GIFT, "add 2 to gifts of player"),
    "another's number": GIFTS.replace(GUARD, "when gifts of left of player is less than 3"),
    "another player": GIFTS.replace(GIFT, "add 1 to gifts of left of player"),
    "the first seat only": GIFTS.replace(GUARD, "when gifts of player is less than 3 or player is first-seat"),
    "all but the first seat": GIFTS.replace(
        GUARD, "when gifts of player is less than 3 or player is not first-seat"
    ).replace("first-seat is more", "boss is more"),
    "too many to begin with": GIFTS.replace("0..20, at first 0\n    turns", "0..20, at first 4\n    turns"),
}


@pytest.mark.parametrize("said", SAID_OTHERWISE)
def test_a_guard_bounds_the_number_of_the_player_who_is_named(said: str) -> None:
    verdict = stated(SAID_OTHERWISE[said])["three"]
    assert (verdict.found, verdict.evidence) == ("holds", "proved")


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_is_not_proved_away(defect: str) -> None:
    assert DEFECTS[defect] != GIFTS
    assert not is_proved(DEFECTS[defect], "three")


@pytest.mark.parametrize("said", ["the first seat", "whose turn it is"])
def test_a_defect_is_not_proved_away_of_either(said: str) -> None:
    rules = SAID_OTHERWISE[said].replace(GUARD, "when gifts of player is at most 3")
    assert stated(rules)["three"].found == "violated"


def test_what_is_not_guarded_for_others_is_still_proved_of_the_first_seat() -> None:
    assert is_proved(GIFTS.replace(GUARD, f"{GUARD} or player is not first-seat"), "three")


@pytest.mark.parametrize("said", ["the first seat", "whose turn it is"])
def test_a_record_is_confirmed_and_one_that_leaves_out_what_can_come_about_is_refused(said: str) -> None:
    rules, answers = SAID_OTHERWISE[said], Answers()
    record = proof_of(rules, "three")
    assert confirmed(rules, "three", record, answers)
    number = max(range(len(record.sets)), key=lambda one: len(record.sets[one]))
    for at in range(len(record.sets[number])):
        assert not confirmed(rules, "three", without(record, number, at), answers)
