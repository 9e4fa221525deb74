"""Decisions that several have to take, openly or secretly: proved to end where each is struck off, and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from caborules.check.assigned import unset
from caborules.check.ends.look import look
from caborules.check.flow import Graph
from caborules.check.proofs import prove
from caborules.diagnostics.verdict import Verdict
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, system_of
from tests.support.surgery import change, find_all, leave_out
from tests.support.works import work_of

RULES = """
state
    bid of each player: yes or no, at first no

rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
    each q in players must
        raise "raise"
            set bid of q to yes
        stay "stay"
            nothing

property "it ends"
    game always ends assuming prompt

assume prompt: each player eventually decides
"""
SECRET = RULES.replace("must\n", "must secretly\n")
WITH_A_CARD = SECRET.replace('raise "raise"', 'raise (c in hand of q) "raise"').replace("must", "may")
A_NUMBER = (
    RULES[: RULES.index("    each q")]
    + """\
    each q in players must secretly
        raise (n in (1..3)) "raise"
            set bid of q to n is 3
"""
    + RULES[RULES.index("\nproperty") :]
)
NOT_ALL = (
    RULES[: RULES.index("    each q")]
    + """\
    each q in players must
        give (c in hand of q) "give a card back"
            move c to stock
    otherwise
        nothing
"""
    + RULES[RULES.index("\nproperty") :]
)
KINDS = {
    "must": RULES,
    "may": RULES.replace("must\n", "may\n"),
    "secretly": SECRET,
    "may secretly": SECRET.replace("must", "may"),
    "a card, secretly": WITH_A_CARD,
    "a number, secretly": A_NUMBER,
    "otherwise": NOT_ALL,
    "otherwise, secretly": NOT_ALL.replace("must\n", "must secretly\n"),
}
AGAIN = RULES.replace('stay "stay"\n            nothing', 'stay "stay"\n            again')


def verdict(rules: str, broken: Callable[[lo.LoweredSystem], lo.LoweredSystem] | None = None) -> Verdict:
    (found,) = [
        one for one in look(work_of(system_of(HEAD + rules), broken=broken)) if one.property == "author:it ends"
    ]
    return found


def lowered(rules: str) -> lo.LoweredSystem:
    system = system_of(HEAD + rules)
    ((players, options), *_) = groups(system)
    return lower(system, options, players)


def _strikes_off(operation: lo.SetRegister) -> bool:
    return isinstance(operation.value, ex.Those) and _taken_from(operation) == operation.register


def _taken_from(operation: lo.SetRegister) -> str | None:
    among = operation.value.among if isinstance(operation.value, ex.Those) else None
    return among.name if isinstance(among, ex.LocalRef) else None


def nobody_struck_off(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for node in find_all(system, lo.SetRegister, also=_strikes_off):
        system = leave_out(system, node)
    return system


def another_struck_off(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The first seat in the place of who has decided."""
    for node in find_all(system, lo.SetRegister, also=_strikes_off):
        operation = system.nodes[node].operation
        assert isinstance(operation, lo.SetRegister) and isinstance(operation.value, ex.Those)
        where = operation.value.where
        assert isinstance(where, ex.Compare)
        value = ex.Those(
            operation.value.type,
            None,
            operation.value.variable,
            operation.value.among,
            ex.Compare(where.type, None, where.op, where.left, ex.FirstSeat(where.left.type, None)),
        )
        system = change(system, node, lo.SetRegister(operation.register, value))
    return system


def those_who_cannot_are_of_all(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Those who cannot are looked for among everybody, also those who were struck off."""
    for node in find_all(system, lo.SetRegister, also=_who_cannot):
        operation = system.nodes[node].operation
        assert isinstance(operation, lo.SetRegister) and isinstance(operation.value, ex.Those)
        everybody = ex.Seats(operation.value.among.type, None)
        system = change(system, node, replace(operation, value=replace(operation.value, among=everybody)))
    return system


def _who_cannot(operation: lo.SetRegister) -> bool:
    return _taken_from(operation) not in (None, operation.register)


@pytest.mark.parametrize("kind", KINDS)
def test_what_each_decides_once_ends(kind: str) -> None:
    found = verdict(KINDS[kind])
    assert (found.found, found.evidence) == ("holds", "proved")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("broken", [nobody_struck_off, another_struck_off])
def test_who_is_not_struck_off_may_be_asked_for_ever(
    kind: str, broken: Callable[[lo.LoweredSystem], lo.LoweredSystem]
) -> None:
    assert verdict(KINDS[kind], broken).found != "holds"


@pytest.mark.parametrize("kind", ["otherwise", "otherwise, secretly"])
def test_those_who_cannot_are_some_of_those_who_are_left(kind: str) -> None:
    assert list(find_all(lowered(KINDS[kind]), lo.SetRegister, also=_who_cannot))
    assert verdict(KINDS[kind], those_who_cannot_are_of_all).found != "holds"


def test_who_may_decide_again_need_not_come_to_an_end() -> None:
    assert AGAIN != RULES
    assert verdict(AGAIN).found != "holds"


@pytest.mark.parametrize("kind", KINDS)
def test_cards_are_conserved(kind: str) -> None:
    system = lowered(KINDS[kind])
    assert unset(Graph(system)) == ()
    assert {one.property: one.found for one in prove([system]).verdicts}["conservation"] == "holds"


def test_what_a_sealed_choice_is_about_is_not_known_before_it_comes_to_light() -> None:
    """Everybody has to choose a number: where they are struck off, a broken lowering reads which."""
    system = lowered(A_NUMBER)
    (point,) = system.points
    (number,) = [domain.register for offer in point.offers for domain in offer.domains]
    broken = system
    for node in find_all(system, lo.SetRegister, also=_strikes_off):
        broken = change(broken, node, lo.Say("the number", ex.LocalRef(system.registers[number], None, number)))
    assert number in {name for _, name in unset(Graph(broken))}
