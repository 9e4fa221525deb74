"""Sets of cards in proofs: chosen under conditions that look at other cards, moved at once, left in hands."""

from __future__ import annotations

from functools import cache

import pytest

from caborules.check.progress import look as progress_look
from caborules.check.proofs import prove
from caborules.ir.system import System
from caborules.lower import groups, lower
from caborules.symbolic import set_conditions
from caborules.symbolic.many_moves import _Move
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, system_of
from tests.support.works import work_of

OPEN_HANDS = HEAD.replace("row of each player: row, face down", "table of each player: hand, face up")
BEATING = """
define table cards by card "cards"
    value: 0..20 "value"
table cards | value
    1..6    | number

rule game
    for each p in players
        repeat 3 times
            move top of stock to table of p otherwise nothing
    repeat until stock is empty
        for each p in players
            beat by p

rule beat by (player)
    player must
        play (some cs in table of player sharing rank where no c in cs where value of c is less than needed) "play"
            move cs to discard
            if value of top of discard is 6
                move all of discard to hand of player
    otherwise
        move top of stock to table of player otherwise nothing

define needed: 0..6
    0 when PILE is empty
    otherwise value of top of PILE
"""
"""Who must beat the top of a pile plays cards that lie open, as many of one rank as they like."""

ALL_HOLD = {"conservation": "holds", "own-legality": "holds", "public-legality": "holds", "no-leak": "holds"}


@cache
def beating(pile: str) -> System:
    return system_of(OPEN_HANDS + BEATING.replace("PILE", pile))


def verdicts(system: System) -> dict[str, str]:
    proved = prove([lower(system, options, players) for players, options in groups(system)])
    return {one.property: one.found for one in proved.verdicts}


def test_what_may_be_played_onto_an_open_pile_is_proved() -> None:
    """Whether some set fits follows from open cards; the pile has a card when a set of at least one has come to it."""
    assert verdicts(beating("discard")) == ALL_HOLD


def test_a_condition_on_a_set_that_looks_at_a_hidden_card_leaks() -> None:
    """Whether somebody can play, and what, tells what lies on the stock."""
    found = verdicts(beating("stock"))
    assert found["conservation"] == "holds"
    assert {found[one] for one in ("own-legality", "no-leak")} <= {"violated", "undecided"}


def test_who_was_found_to_have_a_set_that_fits_can_play_one() -> None:
    """The test before the decision and the choice ask the same of the same cards, by other names."""
    (verdict,) = progress_look.look(work_of(beating("discard"), players=2))
    assert (verdict.property, verdict.found) == ("progress", "holds")


def test_what_else_a_condition_looks_at_must_not_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it were left out of what the answer follows from, nobody would notice that the stock is looked at."""
    monkeypatch.setattr(set_conditions._Names, "outside", lambda self, expr, reader: iter(()))
    assert verdicts(beating("stock"))["no-leak"] == "holds"


def test_cards_that_leave_hands_together_are_proved() -> None:
    """Some of a hand to a pile, to a row, to another hand; out of a pile; two at once."""
    found = verdicts(system_of(HEAD + GAMES["parting"]))
    assert (found["conservation"], found["own-legality"], found["no-leak"]) == ("holds", "holds", "holds")


def test_cards_that_are_lost_on_the_way_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were none to arrive of those that leave together, conservation would not be proved."""
    monkeypatch.setattr(_Move, "_arrived", lambda self, origin, goal, size, copies: goal)
    assert verdicts(system_of(HEAD + GAMES["parting"]))["conservation"] != "holds"
