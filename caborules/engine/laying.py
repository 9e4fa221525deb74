"""Lays out the position that an example gives: cards, values and open windows."""

from __future__ import annotations

from collections import defaultdict
from typing import cast

from caborules.engine import cards
from caborules.engine.basics import Undefined, seat
from caborules.engine.machine import initial_values
from caborules.engine.setup import Setup
from caborules.engine.state import Cards, Store, Window
from caborules.engine.values import evaluate
from caborules.ir import system as d
from caborules.ir.system import Face, LaidCards
from caborules.ir.types import PlaceId


def lay_out(setup: Setup, lines: tuple[d.ExampleLine, ...]) -> Store:
    """The store that the ``given`` lines describe.

    Places that are not given are empty, variables have their initial values, windows are closed. Raises Undefined where
    a card is not in the deck, or not often enough (E612).
    """
    store = setup.empty_store()
    laid = [line.cards for line in lines if isinstance(line, d.GivenCards)]
    for place, numbers in _numbered(setup, store, laid):
        store = _put(setup, store, place, numbers)
    for one in laid:
        there = store.places[setup.place_index[_place(setup, store, one)]]
        for card, up in zip(there, one.up, strict=False):
            if up and card is not None:
                store = cards.flip(setup, store, (card,), True)
    given = {_variable(setup, store, line): line for line in lines if isinstance(line, d.GivenVariable)}
    values = {key: evaluate(setup, store, line.value, {}) for key, line in given.items()}
    store = initial_values(setup, store, values)
    for line in lines:
        if isinstance(line, d.GivenWindow):
            store = store.with_window(setup.window_index[line.window], Window(line.open, 1))
    return store


def _place(setup: Setup, store: Store, laid: LaidCards) -> PlaceId:
    return cast(PlaceId, evaluate(setup, store, laid.place, {}))


def _variable(setup: Setup, store: Store, line: d.GivenVariable) -> tuple[str, int | None]:
    owner = None if line.owner is None else seat(evaluate(setup, store, line.owner, {}), line.span)
    return (line.variable, owner)


def _numbered(setup: Setup, store: Store, laid: list[LaidCards]) -> list[tuple[PlaceId, Cards]]:
    """The cards of each place by number: those named first, then any, then the rest of the deck."""
    spare: defaultdict[Face, list[int]] = defaultdict(list)
    for card, face in enumerate(setup.faces):
        spare[face].append(card)
    named: list[list[int | str | None]] = []
    for one in laid:
        named.append([])
        for word in one.cards:
            if not isinstance(word, tuple):
                named[-1].append(word)
            elif spare[word]:
                named[-1].append(spare[word].pop(0))
            else:
                raise Undefined(f"E612: {setup.card_names.literal(word)} is not so often in the deck", one.place.span)
    rest = sorted(card for left in spare.values() for card in left)
    found: list[tuple[PlaceId, Cards]] = []
    for one, numbers in zip(laid, named, strict=True):
        there = tuple(rest.pop(0) if number == "any" else cast("int | None", number) for number in numbers)
        found.append((_place(setup, store, one), there))
    return [(place, (*there, *rest) if one.rest else there) for one, (place, there) in zip(laid, found, strict=True)]


def _put(setup: Setup, store: Store, place: PlaceId, numbers: Cards) -> Store:
    while numbers and numbers[-1] is None:
        numbers = numbers[:-1]
    store = store.with_place(setup.place_index[place], numbers)
    for card in numbers:
        if card is not None:
            store = store.with_card(card, None, setup.onlookers(place))
    return store
