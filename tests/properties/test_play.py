"""Random play of the shipped games: no card is lost, only chance is random, and a state never changes."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caborules.diagnostics.record import Refused
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, late_window, offers
from caborules.engine.events import Event
from caborules.engine.faults import IllegalAction
from caborules.engine.game import domain, set_up
from caborules.engine.machine import act, start
from caborules.engine.pairs import random_game
from caborules.engine.play import Play, replay
from caborules.engine.save import fingerprint, read, save
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.system import System
from tests.support.rulesets import forced, shipped
from tests.support.whole import check_store

GAMES = ("cabo", "kamikaze", "no-matching", "jokers-zero", "published-deck")


def random_setup(system: System, rng: Random) -> Setup:
    """A setup with every open option at random, as far as the ruleset allows it."""
    while True:
        players = rng.randint(*system.players)
        plain = set_up(system, players)
        chosen = {
            key: rng.choice(domain(plain, option))
            for key, option in system.options.items()
            if option.openness != "fixed" and rng.random() < 0.5 and key not in ("two-decks",)
        }
        try:
            return set_up(system, players, chosen)
        except Refused:
            continue


@cache
def play_of(name: str, seed: int) -> Play:
    rng = Random(seed)
    setup = random_setup(shipped(name), rng)
    return Play(setup, random_game(setup, rng, str(seed)))


plays = st.builds(play_of, st.sampled_from(GAMES), st.integers(0, 7))
few = settings(max_examples=12, deadline=None, derandomize=True)


@few
@given(plays)
def test_each_card_is_in_one_place_at_every_decision(play: Play) -> None:
    for turn in play.turns:
        check_store(play.setup, turn.step.state.store)


def test_a_card_lost_doubled_or_not_known_where_it_is_seen_is_noticed() -> None:
    """The check above is itself checked: each fault that it is there for is caught."""
    setup = forced(shipped("cabo"), 2)
    store = start(setup, seeded(1)).state.store
    stock, discard, row = (setup.place_index[p] for p in (("stock", None), ("discard", None), ("row", 0)))
    top, up = store.places[stock][0], store.places[discard][0]
    assert up is not None
    check_store(setup, store)
    for broken in (
        store.with_place(stock, store.places[stock][1:]),
        store.with_place(row, (*store.places[row], top)),
        store.with_place(row, (*store.places[row], None)),
        store.with_place(stock, (None, *store.places[stock])),
        store.with_card(up, None, 0b01),
    ):
        with pytest.raises(AssertionError):
            check_store(setup, broken)


@few
@given(plays)
def test_somebody_can_act_until_the_game_is_over(play: Play) -> None:
    for turn in play.turns:
        assert bool(offers(play.setup, turn.step.state)) is not turn.step.state.over


@few
@given(plays)
def test_the_same_seed_and_actions_give_the_same_game(play: Play) -> None:
    again = random_game(play.setup, Random(1), "x"), random_game(play.setup, Random(1), "x")
    assert again[0] == again[1]
    for before, turn in zip(play.turns, play.turns[1:], strict=False):
        assert turn.action is not None
        assert act(play.setup, before.step.state, turn.action) == turn.step


@few
@given(plays)
def test_states_survive_pickling_and_texts(play: Play) -> None:
    for turn in play.turns[::5]:
        state = turn.step.state
        copy: State = pickle.loads(pickle.dumps(state))
        assert copy == state and hash(copy) == hash(state)
        assert read(play.setup.system, save(play.setup, state))[1] == state


@few
@given(plays, st.randoms(use_true_random=False))
def test_a_refusal_changes_nothing_and_is_heard_by_its_sender_alone(play: Play, rng: Random) -> None:
    state = play.turns[-1].step.state
    legal = {offer.action for offer in offers(play.setup, state)}
    before = fingerprint(play.setup, state)
    taken = [turn.action for turn in play.turns if turn.action is not None]
    tries = [Action(rng.randrange(-1, 7), one.choice, one.arguments, one.opening) for one in taken[-10:]]
    for action in tries:
        if action in legal or late_window(play.setup, state, action) is not None:
            continue
        with pytest.raises(IllegalAction):
            act(play.setup, state, action)
    assert fingerprint(play.setup, state) == before
    assert {offer.action for offer in offers(play.setup, state)} == legal


@few
@given(plays)
def test_a_trace_replays_to_the_same_states(play: Play) -> None:
    again = replay(play.setup.system, play.trace())
    assert again.difference is None
    assert again.play is not None
    assert [fingerprint(play.setup, turn.step.state) for turn in again.play.turns] == [
        fingerprint(play.setup, turn.step.state) for turn in play.turns
    ]


@few
@given(plays)
def test_chance_outcomes_are_all_that_is_random(play: Play) -> None:
    """The recorded outcomes are those that the documented generator gives from the seed."""
    source = play.turns[0].step.state.chance
    for turn in play.turns[1:]:
        for outcome in turn.step.outcomes:
            size = len(outcome) if isinstance(outcome, tuple) else None
            drawn, source = source.permutation(size) if size is not None else source.index(play.setup.players)
            assert drawn == outcome
        assert source == turn.step.state.chance


@few
@given(plays)
def test_what_is_known_was_shown_or_seen(play: Play) -> None:
    """Knowledge is exact: a second account of it, kept from the events alone, agrees at every decision.

    (Cabo has no hands, so cards are only forgotten in shuffles.)
    """
    known: dict[int, int] = dict.fromkeys(range(len(play.setup.faces)), 0)
    spots: dict[int, tuple[str, int | None]] = dict.fromkeys(known, (play.setup.system.deck_place, None))
    for turn in play.turns:
        for event in turn.step.events:
            account(play, event, known, spots)
        assert turn.step.state.store.known == tuple(known[card] for card in range(len(known)))


def account(play: Play, event: Event, known: dict[int, int], spots: dict[int, tuple[str, int | None]]) -> None:
    match event.kind:
        case "moved" | "swapped":
            for one in event.cards:
                known[one.card] |= play.setup.onlookers((one.end[0], one.end[1]))
                spots[one.card] = (one.end[0], one.end[1])
        case "shown":
            assert isinstance(event.value, tuple)
            for one in event.cards:
                known[one.card] |= sum(1 << seat for seat in event.value if isinstance(seat, int))
        case "flipped" if event.value is True:
            for one in event.cards:
                known[one.card] |= play.setup.everyone
        case "shuffled":
            there = [card for card in known if spots[card] == event.value]
            if len(there) > 1:
                for card in there:
                    known[card] = 0
        case _:
            pass


def test_a_game_of_a_fixed_seed_is_the_same_on_every_machine() -> None:
    """Part of the format: (ruleset, options, players, seed) determine the game."""
    setup = forced(shipped("cabo"), 3)
    step = start(setup, seeded("golden"))
    places = {place: step.state.store.places[at] for at, place in enumerate(setup.place_ids) if place[0] == "row"}
    faces = {place[1]: [setup.faces[card] for card in cards if card is not None] for place, cards in places.items()}
    assert faces == {
        0: [("hearts", 4), ("diamonds", "queen"), ("clubs", 3), ("clubs", "queen")],
        1: [("spades", "king"), ("clubs", 10), ("spades", 8), ("diamonds", 5)],
        2: [("diamonds", 3), ("hearts", 9), ("hearts", 10), ("clubs", "ace")],
    }
