"""A view as JSON: plain data, all of the view, and nothing that the seat does not see."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

import caborules
from caborules.engine.views import View

PLAIN = (str, int, bool, type(None))


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """The positions of the first moves of a game."""
    state = caborules.load("cabo").game(players=3).new_initial_state(seed=7)
    found = [state]
    for number in range(25):
        legal = state.legal_actions(state.current_players()[0])
        state = state.apply_action(legal[number % len(legal)])
        found.append(state)
    return found


def odd(part: Any) -> list[object]:
    """What JSON has no form of its own for."""
    if isinstance(part, dict):
        return [key for key in part if not isinstance(key, str)] + [
            one for value in part.values() for one in odd(value)
        ]
    if isinstance(part, list):
        return [one for value in part for one in odd(value)]
    return [] if isinstance(part, PLAIN) else [part]


def test_it_is_plain_and_whole(states: list[Any]) -> None:
    """It comes back from JSON as it was, and no part of a view is left out."""
    for state in states:
        for seat in range(3):
            content = state.observation(seat).to_json()
            assert odd(content) == []
            assert json.loads(json.dumps(content)) == content
            assert {field.name for field in fields(View)} <= set(content)


def test_it_is_the_view(states: list[Any]) -> None:
    """Cards, faces, moves and events as the view has them; equal views are equal texts."""
    seen = 0
    for state in states:
        view = state.observation(1)
        content = view.to_json()
        for place, shown in zip(view.places, content["places"], strict=True):
            assert (place.place, len(place.cards)) == ((shown["place"], shown["owner"]), len(shown["cards"]))
            faces = [None if card is None or card.face is None else list(card.face) for card in place.cards]
            assert faces == [None if card is None else card["face"] for card in shown["cards"]]
            seen += sum(face is not None for face in faces)
        assert [one["choice"] for one in content["legal"]] == [action.choice for action in view.legal]
        assert [one["kind"] for one in content["events"]] == [event.kind for event in view.events]
    assert seen > 50


def test_what_a_seat_does_not_see_is_not_in_it(states: list[Any]) -> None:
    """The faces in it are those of cards that the view shows."""
    state = states[0]
    stock = next(one for one in state.observation(0).to_json()["places"] if one["place"] == "stock")
    assert {card["look"] for card in stock["cards"]} == {"unknown"}
    assert all(card["face"] is None for card in stock["cards"])
