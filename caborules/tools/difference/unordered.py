"""What the language gives no order: the cards of a hand, and a set that a choice names. Two games are held against each
other up to it.

A card of a hand is named by what it is, where elsewhere it is named by its position. Cards of a hand are put in the
order of the deck, those that are not known last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeAlias, TypeVar

from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.engine.views import CardView, EventView, SeenCard, View
from caborules.ir.system import Face
from caborules.ir.types import PlaceId, Value

Naming: TypeAlias = Callable[[PlaceId, int], Value]
"""A name for the card at a position of a hand."""
T = TypeVar("T")


def by_deck(setup: Setup, faces: Iterable[Face | None]) -> list[Face | None]:
    """Faces in the order of the deck; those that are not known last."""
    order = {face: at for at, face in reversed(list(enumerate(setup.faces)))}
    return sorted(faces, key=lambda face: len(order) if face is None else order.get(face, len(order)))


def _is_hand(setup: Setup, value: Value) -> bool:
    match value:
        case (str() as name, (int() | None), int()) if name in setup.system.places:
            return setup.system.places[name].shape == "hand"
    return False


def _renamed(setup: Setup, value: Value, naming: Naming) -> Value:
    """A value with names in the place of positions in hands; sets that have such names in an order of their own."""
    if not isinstance(value, tuple):
        return value
    match value:
        case (str() as name, (int() | None) as owner, int() as index) if _is_hand(setup, value):
            return (name, owner, naming((name, owner), index))
        case _:
            parts = tuple([_renamed(setup, one, naming) for one in value])
            return parts if parts == value else tuple(sorted(parts, key=repr))


# ---------------------------------------------------------------- what is done
def names_in_hands(setup: Setup, store: Store) -> dict[Value, Value]:
    """What the spots in hands are called instead: by the number that a card of the face has in the deck, of equal faces
    in one hand by those of different cards. Two games with the same deck call the same cards the same."""
    numbers, found = _numbers(setup.faces), dict[Value, Value]()
    for place, cards in zip(setup.place_ids, store.places, strict=True):
        if cards and setup.shape(place) == "hand":
            met: Counter[Face] = Counter()
            for index, card in enumerate(cards):
                if card is not None:
                    face = setup.faces[card]
                    found[*place, index] = (*place, numbers[face][met[face]], "in hand")
                    met[face] += 1
    return found


@cache
def _numbers(faces: tuple[Face, ...]) -> dict[Face, list[int]]:
    found: dict[Face, list[int]] = {}
    for number, face in enumerate(faces):
        found.setdefault(face, []).append(number)
    return found


def named(names: Mapping[Value, Value], arguments: tuple[Value, ...]) -> tuple[Value, ...]:
    """Arguments of a choice with other names for cards of hands; a set of such cards has no order."""
    return tuple([_named(names, one) for one in arguments])


def _named(names: Mapping[Value, Value], argument: Value) -> Value:
    if argument in names:
        return names[argument]
    if isinstance(argument, tuple) and any(one in names for one in argument):
        return tuple(sorted([names.get(one, one) for one in argument]))  # type: ignore[type-var]  # spots and names
    return argument


def rank_of_hand(setup: Setup, store: Store, arguments: Value) -> tuple[int, tuple[int, ...]]:
    """How many cards of hands the arguments name, and where they stand in the deck: an order in which to tell them."""

    def cards(value: Value) -> Iterator[int]:
        match value:
            case (str() as name, (int() | None) as owner, int() as index) if _is_hand(setup, value):
                card = store.places[setup.place_index[name, owner]][index]
                yield -1 if card is None else card
            case tuple():
                for one in value:
                    yield from cards(one)

    there = tuple(sorted(cards(arguments)))
    return len(there), there


def has_hands(setup: Setup) -> bool:
    return any(place.shape == "hand" for place in setup.system.places.values())


# ---------------------------------------------------------------- what is seen
def same_cards(setup: Setup, place: PlaceId, first: tuple[T, ...], second: tuple[T, ...]) -> bool:
    """Do the same cards lie there, in a hand in any order?"""
    if first == second:
        return True
    return setup.shape(place) == "hand" and sorted(first, key=repr) == sorted(second, key=repr)


def cards_in_order(setup: Setup, place: PlaceId, cards: tuple[CardView | None, ...]) -> tuple[CardView | None, ...]:
    """The cards of a place as they are told: those of a hand in the order of the deck."""
    if setup.shape(place) != "hand":
        return cards
    order = {face: at for at, face in reversed(list(enumerate(setup.faces)))}

    def rank(card: CardView | None) -> tuple[int, str]:
        unknown = card is None or card.face is None
        return (len(order) if unknown else order.get(card.face, len(order)), repr(card))  # type: ignore[union-attr, arg-type]

    return tuple(sorted(cards, key=rank))


def seen_value(setup: Setup, view: View, value: Value) -> Value:
    """The value of a variable as a seat sees it, with the cards of hands named by the faces that the seat knows."""

    def naming(place: PlaceId, index: int) -> Value:
        card = view.places[setup.place_index[place]].cards[index]
        return None if card is None else card.face

    return _renamed(setup, value, naming)


def without_positions(setup: Setup, event: EventView) -> EventView:
    """The event without the positions of cards in hands."""

    def plain(value: Value) -> Value:
        return _renamed(setup, value, lambda _place, _index: None)

    cards = tuple([SeenCard(card.face, plain(card.start), plain(card.end)) for card in event.cards])
    return replace(event, value=plain(event.value), cards=cards)
