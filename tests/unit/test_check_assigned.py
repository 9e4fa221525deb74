"""Registers that are read before they are set: none in what rules are lowered to; found where a lowering is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caborules.check.assigned import unset
from caborules.check.flow import Graph
from caborules.check.proofs import prove
from caborules.ir import lowered as lo
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, shipped, system_of

RULES = """
rule game
    shuffle stock
    for each p in players from left of first-seat
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
"""


def lowered(name: str = "") -> lo.LoweredSystem:
    system = shipped(name) if name else system_of(HEAD + RULES)
    ((players, options), *_) = groups(system)
    return lower(system, options, players)


@pytest.mark.parametrize("name", ["", "cabo", "kamikaze", "no-matching"])
def test_nothing_is_read_before_it_is_set(name: str) -> None:
    assert unset(Graph(lowered(name))) == ()


def _at(system: lo.LoweredSystem, kind: type) -> int:
    return next(n for n, node in enumerate(system.nodes) if isinstance(node.operation, kind))


def _without(system: lo.LoweredSystem, number: int) -> lo.LoweredSystem:
    """The system with a node that does nothing but go on."""
    node = system.nodes[number]
    calm = replace(node, operation=lo.Say("nothing", None))
    return replace(system, nodes=(*system.nodes[:number], calm, *system.nodes[number + 1 :]))


def test_a_collection_that_is_never_made_is_found() -> None:
    """The loop over players turns and empties a collection that nobody filled."""
    system = lowered()
    made = _at(system, lo.SetRegister)
    broken = _without(system, made)
    operation = system.nodes[made].operation
    assert isinstance(operation, lo.SetRegister)
    assert {name for _, name in unset(Graph(broken))} == {operation.register}
    assert next(type(broken.nodes[node].operation) for node, _ in unset(Graph(broken))) is lo.Rotate


def test_two_operations_in_the_wrong_order_are_found() -> None:
    """What the loop is over is turned before it is set."""
    system = lowered()
    first, second = _at(system, lo.SetRegister), _at(system, lo.Rotate)
    assert system.nodes[first].next == second
    nodes = list(system.nodes)
    nodes[first] = replace(nodes[first], operation=system.nodes[second].operation)
    nodes[second] = replace(nodes[second], operation=system.nodes[first].operation)
    assert unset(Graph(replace(system, nodes=tuple(nodes)))) != ()


def test_a_choice_is_set_only_where_it_is_made() -> None:
    """Behind the refusal of a choice there is no chosen card."""
    system = lowered()
    asked = _at(system, lo.Ask)
    (point,) = system.points
    laid = next(offer for offer in point.offers if offer.kind == "choice")
    declined = tuple(replace(one, target=laid.target) if one.kind == "decline" else one for one in point.offers)
    broken = replace(system, points=(replace(point, offers=declined),))
    assert isinstance(system.nodes[asked].operation, lo.Ask)
    assert laid.domains[0].register in {name for _, name in unset(Graph(broken))}


def test_such_a_lowering_does_not_conserve_cards() -> None:
    system = lowered()
    whole = {one.property: one.found for one in prove([system]).verdicts}
    broken = {one.property: one for one in prove([_without(system, _at(system, lo.SetRegister))]).verdicts}
    assert whole["conservation"] == "holds"
    assert broken["conservation"].found != "holds"
    assert any("before it is set" in text for text in broken["conservation"].details)
