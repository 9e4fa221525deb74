"""Games that differ in two cards a player has not seen look the same to that player; where they do not, it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from caborules.engine import machine, pairs, views
from caborules.engine.decisions import Action, Offer
from caborules.engine.faults import IllegalAction
from caborules.engine.formats import digest
from caborules.engine.game import set_up
from caborules.engine.machine import Step
from caborules.engine.pairs import Channel, PairReport, run_pairs
from caborules.engine.setup import Setup
from caborules.engine.state import State
from tests.pairs_full import setups
from tests.support.rulesets import HEAD, shipped, system_of

SETUPS = dict(setups())
CABO = set_up(shipped("cabo"), 3)


@pytest.mark.parametrize("name", SETUPS)
def test_a_sample_of_pairs_shows_no_difference(name: str) -> None:
    report = run_pairs(SETUPS[name], seed=7, count=600)
    assert report.leaks == ()
    assert report.leak_count == 0
    assert report.pairs >= 600


def test_every_observer_is_compared_in_every_channel() -> None:
    report = run_pairs(CABO, seed=3, count=2500)
    seen = {(seat, channel) for _, seat, channel in report.counts}
    assert seen == {(seat, channel) for seat in range(3) for channel in ("view", "legal actions", "events", "errors")}
    assert {"turn", "use-drawn", "spy", "peek", "blind-swap", "await"} <= {
        where.split()[0] for where, _, _ in report.counts
    }


def test_the_same_seed_gives_the_same_report() -> None:
    assert run_pairs(CABO, seed=5, count=150) == run_pairs(CABO, seed=5, count=150)


# ---------------------------------------------------------------- planted in the engine
def channels(report: PairReport) -> set[Channel]:
    return {leak.channel for leak in report.leaks}


def hidden_faces(setup: Setup, state: State) -> str:
    """The faces in the upper half of the deck's place, which nobody knows."""
    there = state.store.places[setup.place_index[setup.system.deck_place, None]]
    return repr([setup.faces[card] for card in there[: len(there) // 2] if card is not None])


def leaky_view(real: Callable[..., views.View]) -> Callable[..., views.View]:
    def planted(setup: Setup, state: State, seat: int, *others: Any) -> views.View:
        return replace(real(setup, state, seat, *others), rule=hidden_faces(setup, state))

    return planted


def leaky_offers(real: Callable[..., tuple[Offer, ...]]) -> Callable[..., tuple[Offer, ...]]:
    def planted(setup: Setup, state: State) -> tuple[Offer, ...]:
        offered = real(setup, state)
        return offered[:-1] if int(digest(hidden_faces(setup, state)), 16) % 2 else offered

    return planted


def leaky_event(real: Callable[..., views.EventView]) -> Callable[..., views.EventView]:
    def planted(setup: Setup, event: Any, seat: int) -> views.EventView:
        told = real(setup, event, seat)
        faces = tuple(
            replace(card, face=setup.faces[one.card]) for card, one in zip(told.cards, event.cards, strict=False)
        )
        return replace(told, cards=faces)

    return planted


def leaky_refusal(real: Callable[..., Step]) -> Callable[..., Step]:
    def planted(setup: Setup, state: State, action: Action, *others: Any) -> Step:
        try:
            return real(setup, state, action, *others)
        except IllegalAction as illegal:
            raise IllegalAction(action, illegal.reason + hidden_faces(setup, state)) from illegal

    return planted


@pytest.mark.parametrize(
    ("module", "name", "plant", "channel"),
    [
        (views, "view", leaky_view, "view"),
        (pairs, "offers", leaky_offers, "legal actions"),
        (views, "seen_event", leaky_event, "events"),
        (machine, "act", leaky_refusal, "errors"),
    ],
    ids=["view", "legal actions", "events", "errors"],
)
def test_a_leak_planted_in_a_channel_is_found_there(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, plant: Callable[[Any], Any], channel: Channel
) -> None:
    monkeypatch.setattr(module, name, plant(getattr(module, name)))
    assert channel in channels(run_pairs(CABO, seed=2, count=1500))


# ---------------------------------------------------------------- planted in the rules
LEAKY = (
    HEAD
    + """
rule game
    shuffle stock
    for each p in players
        repeat 3 times
            move top of stock to row of p
    repeat 4 times
        turn by first-seat

rule turn by (player)
    player may
        {choice}
"""
)

RULES = {
    "sound": ('turn-up (c in row of player) "turn"\n            flip c up', None),
    "own legality": (
        'low (c in row of player where rank of c is in {1, 2, 3}) "low"\n            nothing',
        "legal actions",
    ),
    "whether a card is shown": (
        'look (c in row of player) "look"\n            if rank of c is 6\n                show c to player',
        "events",
    ),
    "a rank in a variable": ('note (c in row of player) "note"\n            set told to rank of c', "events"),
}


@pytest.mark.parametrize("name", RULES)
def test_a_leak_in_the_rules_is_found_by_playing(name: str) -> None:
    """The compiler refuses such rules (section 10 of the language); the pairs find them without it."""
    choice, channel = RULES[name]
    text = LEAKY.replace("{choice}", choice) + "\nstate\n    told: rank, at first 1\n"
    report = run_pairs(set_up(system_of(text), 2), seed=1, count=900)
    assert (channels(report) == set()) if channel is None else (channel in channels(report))
