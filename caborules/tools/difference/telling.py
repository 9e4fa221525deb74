"""The moves of a game in words, as somebody tells them who sees all cards: what is done to which cards, and what lies
where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final

from caborules.api.game import State
from caborules.check.narrate import choice_clauses, line
from caborules.engine.decisions import Action, offers
from caborules.engine.events import Event
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.engine.views import EventView, SeenCard
from caborules.ir.statements import Choice
from caborules.ir.types import PlaceId, Spot, Type, Value
from caborules.tools.difference.unordered import by_deck, without_positions
from caborules.tools.words import Words, element_type

SHOWN: Final = 6
"""So many cards of a pile are told, from the top."""


# ---------------------------------------------------------------- what is done
def done(words: Words, state: State, action: Action, *, where: bool = False) -> tuple[str, str, str]:
    """What an action does: the text of the choice, its arguments, and its clauses in brackets; ``where``: with the line
    that offers it. ``state``: before it."""
    offer = next((one for one in offers(state.game.setup, state.value) if one.action == action), None)
    choice = offer.source if offer is not None and isinstance(offer.source, Choice) else None
    if choice is None:
        return words.choice(action.choice), "", ""
    kinds = [element_type(param.among.type) for param in choice.params]
    told = ", ".join(_argument(words, state, one, kind) for one, kind in zip(action.arguments, kinds, strict=True))
    clauses = choice_clauses(words.system, choice)
    cited = line(choice.span, clauses) if where else f" [{' '.join(f'@{one}' for one in clauses)}]" if clauses else ""
    return choice.text or words.choice(action.choice), told, cited


def moved(words: Words, state: State, action: Action) -> str:
    """``B: snap another player's card: A, row of A 4 (3♣) [@kaboo.M3]``."""
    text, arguments, clauses = done(words, state, action)
    who = "" if action.seat is None else f"{words.seat(action.seat)}: "
    return f"{who}{text}{f': {arguments}' if arguments else ''}{clauses}"


def _argument(words: Words, state: State, value: Value, kind: Type) -> str:
    """An argument; cards with their faces, those of a hand by their faces alone."""
    spots = _spots(words, value)
    if not spots:
        return words.value(value, kind)
    return " and ".join(
        _cards(words, state, place, [index for *_, index in group])
        for place, group in groupby(spots, key=lambda spot: spot[:2])
    )


def _spots(words: Words, value: Value) -> list[Spot]:
    match value:
        case (str() as name, (int() | None) as owner, int() as index) if name in words.system.places:
            return [(name, owner, index)]
        case tuple():
            return [spot for one in value for spot in _spots(words, one)]
    return []


def _cards(words: Words, state: State, place: PlaceId, indices: list[int]) -> str:
    """``row of A 1, 3 and 4 (2♥ J♠ A♠)``; of a hand ``2♥ J♠ A♠``."""
    setup, there = state.game.setup, state.store.places[state.game.setup.place_index[place]]
    lying = [there[index] if index < len(there) else None for index in indices]
    faces = [None if card is None else setup.faces[card] for card in lying]
    shape = setup.shape(place)
    if shape == "hand":
        return " ".join(words.face(face) for face in by_deck(setup, faces))
    *some, last = (str(index + 1) for index in indices)
    numbers = f" {', '.join(some)} and {last}" if some else f" {last}"
    shown = " ".join("_" if face is None else words.face(face) for face in faces)
    return f"{words.place(*place)}{numbers if shape == 'row' else ''} ({shown})"


# ---------------------------------------------------------------- what comes of it
def as_referee(setup: Setup, event: Event) -> EventView:
    """An event as somebody sees it who sees all cards; where in a hand a card lies is not said."""
    cards = tuple(SeenCard(setup.faces[card.card], card.start, card.end) for card in event.cards)
    seen = EventView(event.kind, event.seat, event.name, event.value, cards, event.span, event.cites)
    return without_positions(setup, seen)


def together(events: Iterable[EventView]) -> Iterator[EventView]:
    """The events; cards that one line of the rules moves the same way one after the other as one event."""
    for key, group in groupby(events, key=_way):
        same = list(group)
        if key is None:
            yield from same
        else:
            yield replace(same[0], cards=tuple(card for event in same for card in event.cards))


def _way(event: EventView) -> object:
    if event.kind != "moved":
        return None
    ways = {(_place(card.start), _place(card.end)) for card in event.cards}
    return (event.span, ways.pop()) if len(ways) == 1 else None


def _place(spot: Value) -> Value:
    return spot[:2] if isinstance(spot, tuple) else spot


# ---------------------------------------------------------------- what lies there
def position(words: Words, setup: Setup, store: Store) -> str:
    """What lies where, in one line."""
    return "; ".join(_places(words, setup, store))


def _places(words: Words, setup: Setup, store: Store) -> Iterator[str]:
    for place, cards in zip(setup.place_ids, store.places, strict=True):
        if cards:
            faces = [None if card is None else setup.faces[card] for card in cards]
            told = by_deck(setup, faces) if setup.shape(place) == "hand" else faces
            texts = ["_" if face is None else words.face(face) for face in told]
            pile = setup.shape(place) == "pile" and len(texts) > SHOWN
            shown = f"{' '.join(texts[:SHOWN])} ... ({len(texts)} cards)" if pile else " ".join(texts)
            yield f"{words.place(*place)}: {shown}"


def values(words: Words, setup: Setup, store: Store, but: Mapping[tuple[str, int | None], Value]) -> Iterator[str]:
    """The variables that have another value than in ``but``."""
    for (name, owner), value in zip(setup.variable_ids, store.variables, strict=True):
        if (name, owner) in but and but[name, owner] != value:
            yield f"{words.place(name, owner)}: {words.value(value, setup.system.variables[name].type)}"
