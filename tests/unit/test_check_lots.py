"""Drawing one by lot: of a collection that was found not to be empty, and of one that may be."""

from __future__ import annotations

import pytest

from caborules.check.proofs import prove
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, system_of

RULES = (
    HEAD
    + """
rule game
    move top of stock to row of first-seat otherwise nothing
    let some-players be those p in players where row of p is empty
    {test}
        let chosen be one of some-players at random
        move top of stock to row of chosen otherwise nothing
"""
)


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("if some-players is not empty", "holds"),
        ("if not some-players is empty", "holds"),
        ("if some-players is empty", "undecided"),
        ("if discard is empty", "undecided"),
    ],
)
def test_one_is_drawn_of_a_collection_that_was_looked_at_before(test: str, found: str) -> None:
    system = system_of(RULES.format(test=test))
    lowered = [lower(system, options, players) for players, options in groups(system)]
    (verdict,) = (one for one in prove(lowered).verdicts if one.property == "conservation")
    assert verdict.found == found
    assert found == "holds" or any("choosing one of none" in one for one in verdict.details)
