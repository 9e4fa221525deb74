"""How many cards a place has while loops fill it: proved where the bound holds, refuted by a game where it does not; an
eventual claim whose condition cannot come never applies; facts about sets of cards that were shown."""

from __future__ import annotations

from functools import cache

from caborules.api.game import Ruleset
from caborules.check.ends.look import look as ends
from caborules.check.narrate import choice_texts
from caborules.check.proofs import prove, prove_steps
from caborules.check.properties.look import look
from caborules.check.prove import Memory
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, system_of

DEAL = (
    HEAD
    + """\
options
    timed: yes or no = no, open

state
    late: yes or no, at first no

event clock when timed and not late "It is late"
    set late to yes

rule game
    repeat until late
        shuffle stock
        for each p in players
            move all of hand of p to stock
        for each p in players
            repeat 2 times
                move top of stock to hand of p otherwise nothing
        for each p in players
            p may
                more when stock is not empty and size of hand of p is less than 3
                    move top of stock to hand of p
                    again

assume prompt: each player eventually decides

property "three"
    never some p in players where size of hand of p is more than 3

property "in time"
    after timed and late eventually game is over assuming prompt
"""
)


@cache
def work_of(rules: str) -> Work:
    system = system_of(rules)
    ranges = groups(system)[:1]
    lowered = tuple(lower(system, options, players) for players, options in ranges)
    memory = Memory()
    proofs = prove_steps(lowered, memory)
    return Work(Ruleset(system), {}, tuple(ranges), lowered, proofs, memory, choice_texts(system))


def stated(rules: str) -> Verdict:
    return next(one for one in look(work_of(rules)) if one.property == "author:three")


def test_a_bound_is_proved_through_the_loops_that_deal() -> None:
    verdict = stated(DEAL)
    assert (verdict.found, verdict.evidence) == ("holds", "proved")


def test_a_bound_that_does_not_hold_is_refuted() -> None:
    assert DEAL.count("is less than 3") == 1
    assert stated(DEAL.replace("is less than 3", "is less than 4")).found == "violated"


def test_a_claim_whose_condition_cannot_come_never_applies() -> None:
    in_time = {one.property: one for one in ends(work_of(DEAL))}["author:in time"]
    assert in_time.found == "never-applies"


SHOWN = (
    HEAD
    + """\
state
    active: player, at first first-seat
    count: 0..4, at first 0

define odd-ones of (cs: cards) = lowest of size of (those d in cs where rank of d is not rank of c) for each c in cs

rule game
    shuffle stock
    for each p in players
        repeat 3 times
            move top of stock to row of p otherwise nothing
    repeat 3 times
        turn by active
        set active to left of active

rule turn by (player)
    player may
        lay (2..3 cs in row of player) "lay several open"
            show cs to everyone
            tell cs

rule tell (cs: cards)
    if cs is not empty
        let odd be odd-ones of cs
        if odd is 0
            set count to 0
        otherwise
            set count to 1
"""
)


def test_what_is_known_of_each_card_of_a_set_has_a_meaning() -> None:
    """The proofs ask about it, and are not stopped by a fault of the tool; whatever they find, nothing is violated."""
    system = system_of(SHOWN)
    lowered = [lower(system, options, players) for players, options in groups(system)[:1]]
    found = {one.property: one.found for one in prove(lowered, choice_texts(system)).verdicts}
    assert set(found) >= {"conservation", "no-leak", "own-legality"}
    assert set(found.values()) <= {"holds", "undecided"}
