"""The end within reach where players are waited for: who may pass may have to be told by what others have."""

from __future__ import annotations

from caborules.check.reach import look as reach
from tests.support.rulesets import HEAD, system_of
from tests.support.works import work_of

GRAB = (
    HEAD
    + """
state
    out of each player: yes or no, at first no

define others-in of (player) = those q in others of player where not out of q

rule game
    for each p in players
        move top of stock to row of p otherwise nothing
    open grab
    await grab

window grab "Taking a card of another player"
    taker in players may
        take (other in others-in of taker, c in row of other) "take it"
            move c to discard
            set out of taker to yes
"""
)


def test_whoever_may_react_because_of_what_others_have_can_pass() -> None:
    """That somebody is asked tells that somebody else has a card: each of the two needs a name of its own."""
    (verdict,) = reach.look(work_of(system_of(GRAB)))
    assert (verdict.found, verdict.evidence) == ("holds", "proved"), verdict
