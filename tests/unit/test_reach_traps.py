"""Ends out of reach that look as if they were within: other ways back to a test, and numbers that leave their range."""

from __future__ import annotations

import pytest

from caborules.check.ends.analyse import space_of
from caborules.check.ends.shared import analyses
from caborules.check.progress.look import shape
from caborules.check.reach import look as reach
from caborules.check.reach.circles import again
from caborules.check.reach.ranked import loop_tests
from caborules.check.reach.strategy import Strategy, followed, orders, synthesise
from tests.support.rulesets import HEAD, system_of
from tests.support.works import work_of

EXIT = (
    HEAD
    + """
state
    a: 0..3, at first 0
rule game
    shuffle stock
    repeat until a is 1
        first-seat may
            wait "wait"
                set a to {value}
"""
)
"""A loop whose way *out* bounds a number: nothing that is done inside it makes the number 1 where it is set to 2."""

NESTED = (
    HEAD
    + """
state
    score of each player: 0..1000, at first 0
    over: yes or no, at first no

rule game
    repeat until over
        for each p in players
            set score of p to 0
        match
        {after}

rule match
    repeat until some p in players where score of p is at least 5
        for each p in players
            move all of row of p to stock
        move all of discard to stock
        shuffle stock
        for each p in players
            move top of stock to row of p otherwise nothing
        first-seat may
            wait "wait"
                nothing
        for each p in players
            add (1 if some c in row of p where rank of c is 6 otherwise 0) to score of p
"""
)
"""Matches after one another, each of which can be brought to its end."""

COUNTED = (
    HEAD
    + """
state
    n: 0..3, at first 0
    over: yes or no, at first no
rule game
    shuffle stock
    repeat until over
        first-seat must
            count "count"
                add 1 to n
            {other}
"""
)
"""A loop out of which leads no way but the error of a number that leaves its range."""


def found(text: str) -> str:
    (verdict,) = [one for one in reach.look(work_of(system_of(text), players=2)) if one.property == "end-reachable"]
    return verdict.found


@pytest.mark.parametrize(
    "text",
    [
        EXIT.format(value=2),
        NESTED.format(after="set over to no"),
        COUNTED.format(other='wait "wait"\n                nothing'),
    ],
)
def test_what_looks_as_if_the_end_were_in_reach(text: str) -> None:
    assert found(text) == "violated"


@pytest.mark.parametrize(
    "text",
    [
        COUNTED.format(other='stop "stop"\n                set over to yes'),
        COUNTED.replace("until over", "until n is at least 3").format(other='wait "wait"\n                nothing'),
    ],
)
def test_what_is_in_reach_for_all_that(text: str) -> None:
    assert found(text) == "holds"


def test_a_test_is_met_again_by_its_other_way() -> None:
    """What is cut must be the way by which the loop goes on: a record that cuts the other one is rejected for this."""
    work = work_of(system_of(EXIT.format(value=1)), players=2)
    (analysis,) = analyses(work)
    strategy = synthesise(analysis.proof, shape(work, analysis.proof), orders(analysis.proof))
    assert isinstance(strategy, Strategy)
    proof = followed(analysis.proof, strategy)
    ((head, out),) = loop_tests(work.system, space_of(proof))

    assert again(proof, frozenset({(head, out)})) == {head}
    assert again(proof, frozenset({(head, 1 - out)})) == frozenset()
