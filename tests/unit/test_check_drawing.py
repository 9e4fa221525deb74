"""How many cards players hold while there is a pile to draw from, and that nobody knows cards which were dealt face
down: proved where it is so, not proved where a deal, a refill or a shuffle is wrong."""

from __future__ import annotations

import pytest

from caborules.check.certificate.recheck import Answers
from tests.support.rulesets import HEAD
from tests.support.stated import confirmed, is_proved, proof_of, stated, without

GAME = (
    HEAD
    + """\
places
    up of each player: hand, face up
    down of each player: row, face down

state
    turn-of: player, at first first-seat
    count: 0..9, at first 0

rule game
    repeat until count is at least 3
        part
        add 1 to count

rule part
    gather
    for each p in players
        deal 1 to down of p
        deal 2 to up of p
        deal 2 to hand of p
    for each p in players
        move all of up of p to hand of p
    each p in players must
        lay-up (2 cs in hand of p) "choose two"
            move cs to up of p
    otherwise
        nothing
    repeat until (some p in players where hand of p is empty and down of p is empty)
        turn by turn-of
        set turn-of to left of turn-of

rule gather
    move all of discard to stock
    for each p in players
        move all of hand of p to stock
        move all of up of p to stock
        move all of down of p to stock
        move all of row of p to stock
        move all of held of p to stock
    shuffle stock

rule deal (n: 1..6) to (place)
    repeat n times
        move top of stock to place otherwise nothing

rule turn by (player)
    if hand of player is not empty
        player must
            play (c in hand of player) "play"
                move c to discard
        draw-back 2 by player
    otherwise
        last-turn by player

rule last-turn by (player)
    player may
        turn-over (c in down of player) "turn one over"
            flip c up
            move c to discard

rule draw-back (n: 1..6) by (player)
    repeat n times
        if size of hand of player is less than n
            move top of stock to hand of player otherwise nothing

property "two"
    during turn never stock is not empty and size of hand of turn-of is less than 2

property "last"
    during last-turn never stock is not empty

property "unknown"
    never some p in players where some c in down of p where some q in players where q knows c
"""
)
TITLES = ("two", "last", "unknown")


def broken(old: str, new: str) -> str:
    assert GAME.count(old) == 1, old
    return GAME.replace(old, new)


@pytest.mark.parametrize("title", TITLES)
def test_what_holds_is_proved(title: str) -> None:
    assert is_proved(GAME, title)


DEFECTS = {
    "one card is dealt": ("deal 2 to hand of p", "deal 1 to hand of p", {"two", "last"}),
    "nothing is drawn": ("is less than n\n", "is less than n and count is 2\n", {"two", "last"}),
    "three are laid up": ("lay-up (2 cs", "lay-up (3 cs", {"two", "last"}),
    "the stock is not shuffled": ("    shuffle stock\n", "    nothing\n", {"unknown"}),
    "a card is left out of the shuffle": ("        move all of up of p to stock\n", "", {"unknown"}),
    "a card is shown": ("        draw-back 2", "        show down of player to player\n        draw-back 2",
        {"unknown"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_not_proved_away(name: str) -> None:
    """What it breaks is not proved, and what does not hang on it is."""
    old, new, wrong = DEFECTS[name]
    rules = broken(old, new)
    assert {title for title in TITLES if not is_proved(rules, title)} == wrong


def test_what_is_not_proved_may_be_refuted_by_a_game() -> None:
    old, new, _ = DEFECTS["nothing is drawn"]
    verdicts = stated(broken(old, new))
    assert {title: verdicts[title].found for title in TITLES} == {
        "two": "violated",
        "last": "violated",
        "unknown": "holds",
    }


@pytest.mark.parametrize("title", TITLES)
def test_a_record_is_confirmed_and_one_that_leaves_out_what_can_come_about_is_refused(title: str) -> None:
    answers = Answers()
    record = proof_of(GAME, title)
    assert confirmed(GAME, title, record, answers)
    number = max(range(len(record.sets)), key=lambda one: len(record.sets[one]))
    for at in range(0, len(record.sets[number]), 8):
        assert not confirmed(GAME, title, without(record, number, at), answers)
