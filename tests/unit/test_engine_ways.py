"""How many ways to make a choice are listed: enough for a few cards out of a whole pack, in both engines."""

from __future__ import annotations

from math import comb

from caborules.engine import machine
from caborules.engine.basics import MOST_WAYS, sets_within
from caborules.engine.chance import Identity
from caborules.engine.decisions import offers
from caborules.engine.game import set_up
from tests.support import lock_generated
from tests.support.rulesets import HEAD, system_of

ROW = 36
RULES = f"""
rule game
    repeat {ROW} times
        move top of stock to hand of first-seat otherwise nothing
    first-seat must
        pick (2..4 cs in hand of first-seat) "pick"
            move cs to discard
"""


def test_up_to_four_cards_of_a_long_row_can_be_chosen() -> None:
    """In editions of CABO a wrong exchange makes a row longer: in random matches rows of 34 cards and more came up."""
    setup = set_up(system_of(HEAD.replace("1..6", "1..26") + RULES), 2)
    generated = lock_generated.generated(setup)
    wanted = sum(comb(ROW, many) for many in (2, 3, 4))
    assert wanted > 50_000, "more than were listed at most before"
    assert len(offers(setup, machine.start(setup, Identity()).state)) == wanted
    assert len(generated.legal(generated.start(Identity()))) == wanted


def test_and_of_a_whole_pack() -> None:
    assert sets_within([range(52)], 2, 4) <= MOST_WAYS
