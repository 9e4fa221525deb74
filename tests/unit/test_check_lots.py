"""Drawing one by lot: of a collection that was found not to be empty, and of one that may be."""

from __future__ import annotations

import pytest

from caborules.check.flow import Graph
from caborules.check.proofs import prove
from caborules.check.transfer import Transfer
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CollectionType
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


SET = (
    HEAD
    + """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
    first-seat must
        play (1..3 cs in row of first-seat)
            let all-of-them be cs
            for each c in all-of-them
                move c to discard
    otherwise
        nothing
"""
)


def test_that_two_names_hold_one_collection_is_no_fact() -> None:
    """It has no meaning as a term: a proof that had to keep it could not be asked."""
    system = system_of(SET)
    lowered = [lower(system, options, players) for players, options in groups(system)]
    graph = Graph(lowered[0])
    registers = graph.system.registers
    transfer = Transfer(graph.system.places, registers)
    copied = 0
    for node in graph.system.nodes:
        match node.operation:
            case lo.SetRegister(register=name, value=ex.LocalRef()) if isinstance(registers[name], CollectionType):
                copied += 1
                facts = [fact for _, after in transfer.ways(node, None, frozenset()) for fact in after]
                assert not [fact for fact in facts if fact.kind == "same"]
    assert copied
