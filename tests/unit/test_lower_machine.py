"""The machine runs broken systems as they are written: cards lost or doubled, steps that cannot be carried out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from caborules.engine.chance import Identity, Supplied, seeded
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.ir import lowered as lo
from caborules.ir.lowered import LoweredSystem
from caborules.lower import groups, lower, machine
from tests.support import surgery
from tests.support.defects import CONSERVATION, DEFECTS
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, shipped, system_of


def cabo() -> LoweredSystem:
    system = shipped("cabo")
    numbers, options = groups(system)[0]
    return lower(system, options, numbers)


def small(name: str) -> LoweredSystem:
    return lower(system_of(HEAD + GAMES[name]), {}, (2, 4))


def first_fault(lowered: LoweredSystem, games: int, most: int) -> tuple[str, ...]:
    """What is wrong with the cards, or the fault met, in the first random game that goes wrong; empty if none does."""
    loaded = machine.load(lowered, 2)
    for seed in range(games):
        rng = random.Random(seed)
        try:
            state = machine.start(loaded, seeded(seed)).state
            for _ in range(most):
                wrong = machine.audit(loaded, state)
                if wrong:
                    return wrong
                legal = machine.legal(loaded, state)
                if not legal:
                    break
                state = machine.act(loaded, state, _long_game(rng, [one.action for one in legal])).state
        except machine.Fault as fault:
            return (fault.kind, fault.reason)
    return ()


def _long_game(rng: random.Random, legal: list[Action]) -> Action:
    """Matches often, and calls only where there is nothing else, so that the stock comes to an end."""
    matches = [action for action in legal if action.choice == "match.match"]
    if matches and rng.random() < 0.8:
        return rng.choice(matches)
    return rng.choice([action for action in legal if action.choice != "turn.call"] or legal)


def test_the_whole_system_has_no_fault() -> None:
    assert first_fault(cabo(), 5, 200) == ()


@pytest.mark.parametrize("name", CONSERVATION)
def test_a_card_that_is_lost_or_doubled_is_found(name: str) -> None:
    wrong = first_fault(CONSERVATION[name](cabo()), 30, 250)
    assert wrong
    assert wrong[0] == "undefined" or "lies in" in wrong[0]


@pytest.mark.parametrize("name", DEFECTS)
def test_every_defect_changes_the_system_and_leaves_it_well_formed(name: str) -> None:
    before = cabo()
    after = DEFECTS[name](before)
    assert after != before
    machine.load(after, 2)
    first_fault(after, 1, 20)


def test_the_audit_names_the_card_and_both_places() -> None:
    broken = CONSERVATION["a card is doubled"](cabo())
    (told, *_) = first_fault(broken, 10, 60)
    assert "discard 1 and discard 2" in told


def test_a_card_in_the_hand_lies_nowhere_at_a_decision_only() -> None:
    lowered = cabo()
    loaded = machine.load(lowered, 2)
    state = machine.start(loaded, Identity()).state
    assert machine.audit(loaded, state) == ()
    lift = surgery.find(lowered, lo.Lift, "deal")
    stock = loaded.setup.place_index["stock", None]
    dealing = machine.step(loaded, replace(state, node=lift)).state
    assert len(dealing.store.places[stock]) == len(state.store.places[stock]) - 1
    assert machine.audit(loaded, dealing) == ()
    assert len(machine.audit(loaded, replace(dealing, node=state.node))) == 1


def test_an_action_that_is_not_legal_is_refused() -> None:
    loaded = machine.load(cabo(), 2)
    state = machine.start(loaded, Identity()).state
    for action in (Action(0, "turn.jump"), Action(7, "turn.draw"), Action(0, "match.match", (), 0)):
        with pytest.raises(IllegalAction):
            machine.act(loaded, state, action)


def test_outcomes_are_told_and_can_be_supplied_again() -> None:
    loaded = machine.load(cabo(), 3)
    begun = machine.start(loaded, seeded(5))
    assert begun.outcomes
    again = machine.start(loaded, Supplied(begun.outcomes))
    assert again.state.store == begun.state.store


def test_a_secret_choice_changes_nothing_until_all_are_in() -> None:
    loaded = machine.load(small("secrets"), 2)
    state = machine.start(loaded, Identity()).state
    before = state.store
    first = next(one.action for one in machine.legal(loaded, state) if one.action.choice == "bid-all.bid")
    assert first.seat == 0
    state = machine.act(loaded, state, first).state
    assert state.store == before
    assert len(state.sealed) == 1
    assert {one.action.seat for one in machine.legal(loaded, state)} == {1}
    second = next(one.action for one in machine.legal(loaded, state) if one.action.choice == "bid-all.bid")
    state = machine.act(loaded, state, second).state
    assert state.store != before
