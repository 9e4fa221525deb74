"""The proofs alone, without the static checks before them: what these would refuse is not proved to be harmless."""

from __future__ import annotations

import pytest

from caborules.check.proofs import Proved, prove
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, system_of

HIDDEN = "(some c in row of first-seat where rank of c is 3)"

SET_OF_HIDDEN_CARDS = """
rule game
    move top of stock to row of first-seat
    first-seat may
        take (2 cs in (those c in row of first-seat where rank of c is 3)) "take"
            nothing
"""
HIDDEN_ACTOR = f"""
rule game
    move top of stock to row of first-seat
    let who be first p in players where {HIDDEN} and p is not first-seat otherwise first-seat
    who may
        stop "stop"
            nothing
"""
SET_AND_HIDDEN_CARD = """
rule game
    let hidden be top of stock
    repeat 2 times
        move bottom of stock to discard
    first-seat must
        take (2 cs in discard where (some x in cs where rank of x is rank of hidden)) "take"
            nothing
    otherwise
        nothing
"""
SET_OF_OPEN_CARDS = """
rule game
    repeat 2 times
        move top of stock to discard otherwise nothing
    first-seat may
        take (2 cs in (those c in discard where rank of c is 3)) "take"
            nothing
"""


def proved(rules: str) -> Proved:
    system = system_of(HEAD + rules)
    return prove([lower(system, options, players) for players, options in groups(system)])


@pytest.mark.parametrize(
    ("rules", "wanted", "about"),
    [
        (SET_OF_HIDDEN_CARDS, "own-legality", "take"),
        (SET_OF_HIDDEN_CARDS, "public-legality", "take"),
        (HIDDEN_ACTOR, "no-leak", "who is asked"),
        (SET_AND_HIDDEN_CARD, "no-leak", "what happens next"),
    ],
)
def test_what_the_static_checks_refuse_is_not_proved(rules: str, wanted: str, about: str) -> None:
    verdict = next(one for one in proved(rules).verdicts if one.property == wanted)
    assert verdict.found in ("undecided", "violated")
    assert any(about in detail for detail in verdict.details)


def test_a_set_of_cards_that_lie_open_may_be_chosen() -> None:
    assert {one.property: one.found for one in proved(SET_OF_OPEN_CARDS).verdicts} == {
        "conservation": "holds",
        "own-legality": "holds",
        "public-legality": "holds",
        "no-leak": "holds",
    }


def test_legality_is_proved_only_as_long_as_nothing_is_told() -> None:
    verdict = next(one for one in proved(HIDDEN_ACTOR).verdicts if one.property == "own-legality")
    assert "as long as nothing else tells a hidden card" in verdict.scope
