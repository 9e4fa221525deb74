"""Evaluation: every kind of expression has its meaning, and what is remembered of a store holds for that store only."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from caborules.engine import machine
from caborules.engine.chance import seeded
from caborules.engine.decisions import offers
from caborules.engine.faults import UndefinedStep
from caborules.engine.game import fixed
from caborules.engine.reading import Reading, Readings
from caborules.engine.setup import Setup
from caborules.engine.state import State, Store
from caborules.engine.values import MEANINGS
from caborules.ir.expressions import Expr
from tests.support.rulesets import play, shipped


def test_every_kind_of_expression_has_a_meaning() -> None:
    assert set(MEANINGS) == set(get_args(Expr))


def states(setup: Setup, seed: int, count: int) -> list[State]:
    """States of a random game, no two of them with the same store."""
    rng = random.Random(seed)
    state = machine.start(setup, seeded(seed)).state
    found = [state]
    while len(found) < count and (offered := offers(setup, state)):
        state = machine.act(setup, state, rng.choice(offered).action, offered).state
        if state.store is not found[-1].store:
            found.append(state)
    return found


def agrees_with_fresh_setups() -> bool:
    """Offers asked for to and fro, once with one setup that remembers, once each with a new one."""
    system = shipped("cabo")
    setup = fixed(system, 3, {})
    visited = states(fixed(system, 3, {}), 7, 12)
    order = [at for pair in zip(range(12), reversed(range(12)), strict=True) for at in pair]
    return all(offers(setup, visited[at]) == offers(fixed(system, 3, {}), visited[at]) for at in order)


def test_what_is_remembered_of_a_store_holds_for_it_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agrees_with_fresh_setups()

    def stale(self: Readings, store: Store) -> Reading:
        self.latest.store = store
        return self.latest

    monkeypatch.setattr(Readings, "of", stale)
    with pytest.raises((AssertionError, UndefinedStep)):
        assert agrees_with_fresh_setups()


def test_a_guard_that_speaks_of_an_argument_is_asked_for_each_way() -> None:
    """And one that does not is asked once, with the same result."""
    game = play("""
state
    open: yes or no, at first yes
rule game
    for each p in players
        repeat 3 times
            move top of stock to hand of p otherwise nothing
    let p be first-seat
    p may
        odd (c in hand of p) when rank of c is in {1, 3, 5} "odd"
            move c to discard
        any-card (c in hand of p) when open "any"
            move c to discard
        no-card (c in hand of p) when not open "no"
            move c to discard
""")
    choices = [offer.action.choice for offer in offers(game.setup, game.state)]
    hand = game.state.store.places[game.setup.place_index["hand", 0]]
    odd = [card for card in hand if card is not None and game.setup.faces[card][1] in (1, 3, 5)]
    assert choices.count("game.odd") == len(odd) and 0 < len(odd) < 3
    assert choices.count("game.any-card") == 3 and choices.count("game.no-card") == 0
