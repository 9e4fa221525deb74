"""What holds of who had the turn when a claim began, and of a place that was emptied then: proved where nobody is left
out and nothing is moved, refuted by a game where it is not so; a record of more than follows is rejected."""

from __future__ import annotations

import pytest

from caborules.check.certificate.recheck import Answers
from caborules.check.properties.watch import PAST
from tests.support.rulesets import HEAD
from tests.support.stated import confirmed, proof_of, stated, without

ROUND = (
    HEAD
    + """\
state
    turn-of: player, at first first-seat
    boss: player or nobody, at first nobody
    done of each player: yes or no, at first no

rule game
    shuffle stock
    for each p in players
        move top of stock to row of p otherwise nothing
    repeat until boss is not nobody and (no q in others of boss where not done of q)
        let last be boss is not nobody
        if turn-of is not boss
            go by turn-of
        if last
            set done of turn-of to yes
        set turn-of to left of turn-of

rule go by (player) "A turn"
    player must
        crown when boss is nobody "make the neighbour the boss"
            set boss to left of player
        put (c in row of player) "put a card away"
            put-away c from player by player
        take when stock is not empty and player is not boss "take a card"
            move top of stock to row of player otherwise nothing
        rest
    player may
        swap (c in row of player, q in others of player where q is not boss, d in row of q) "swap"
            swap c with d

rule put-away (c: card) from (owner: player) by (player)
    move c to discard
    if row of owner is empty and boss is nobody
        set boss to owner

property "one more turn"
    after boss is not nobody until game is over exactly 1 go for each q in others of boss

property "out of reach"
    after boss is not nobody until game is over unchanged row of boss
"""
)
ONE_MORE, OUT_OF_REACH = "one more turn", "out of reach"


def broken(old: str, new: str) -> str:
    assert ROUND.count(old) == 1, old
    return ROUND.replace(old, new)


@pytest.mark.parametrize("name", [ONE_MORE, OUT_OF_REACH])
def test_what_holds_of_a_boss_made_out_of_turn_is_proved(name: str) -> None:
    verdict = stated(ROUND)[name]
    assert (verdict.found, verdict.evidence) == ("holds", "proved")


DEFECTS = {
    "who has a card left may be the boss": (
        "if row of owner is empty and boss is nobody",
        "if size of row of owner is at most 1 and boss is nobody",
        {OUT_OF_REACH: "violated"},
    ),
    "it goes on while there is a stock": (
        "repeat until boss is not nobody and",
        "repeat until stock is empty and boss is not nobody and",
        {ONE_MORE: "violated"},
    ),
    "somebody is left out": ("not done of q)", "not done of q and q is not first-seat)", {ONE_MORE: "violated"}),
    "all are ticked off from the start": ("let last be boss is not nobody", "let last be yes", {ONE_MORE: "violated"}),
    "the turn goes on to anybody": (
        "set turn-of to left of turn-of", "let next be one of players at random\n        set turn-of to next",
        {ONE_MORE: "violated"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_not_proved_away(name: str) -> None:
    old, new, wrong = DEFECTS[name]
    verdicts = stated(broken(old, new))
    for title in (ONE_MORE, OUT_OF_REACH):
        assert verdicts[title].found == wrong.get(title, "holds"), title


def test_a_record_is_confirmed_and_one_that_leaves_out_what_can_come_about_is_refused() -> None:
    """Each combination of the first sets of conditions is left out in turn: it is one that some step leads to."""
    answers = Answers()
    record = proof_of(ROUND, ONE_MORE)
    assert any(PAST in one for one in record.conditions)
    assert confirmed(ROUND, ONE_MORE, record, answers)
    number = max(range(len(record.sets)), key=lambda one: len(record.sets[one]))
    for at in range(0, len(record.sets[number]), 5):
        assert not confirmed(ROUND, ONE_MORE, without(record, number, at), answers)
