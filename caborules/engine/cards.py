"""Moving, turning and showing cards, and what these teach: the only code that changes places, facings and knowledge.

Knowledge belongs to a player and a card. It follows the card through moves and swaps, and ends

* at a shuffle of its place, if more than one card lies there;
* when a card leaves a hand of several cards face down: players who see neither the hand nor where the card goes no
  longer know it, nor the cards left in that hand, since the order in a hand means nothing.

A card that arrives takes the facing of its place and is known to those who see the faces there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caborules.engine.basics import Undefined, lies_face_up, locate, spot_of
from caborules.engine.events import Seen
from caborules.engine.setup import Setup
from caborules.engine.state import Cards, Store
from caborules.ir.types import PlaceId, Spot


def move(setup: Setup, store: Store, cards: tuple[int, ...], to: PlaceId | Spot) -> tuple[Store, tuple[Seen, ...]]:
    """Take the cards from where they lie, then lay them down, their order kept, the first uppermost on a pile.

    Raises Undefined if a spot or a ``one card`` place is taken.
    """
    starts = [spot_of(setup, store, card) for card in cards]
    store = moved(setup, store, cards, to)
    return store, _seen(setup, store, cards, starts)


def moved(setup: Setup, store: Store, cards: tuple[int, ...], to: PlaceId | Spot) -> Store:
    """The same, and nothing is told of it."""
    for card in cards:
        store = take_up(setup, forget(setup, store, card, (to[0], to[1])), card)
    return lay(setup, store, cards, to)


def lay(setup: Setup, store: Store, cards: tuple[int, ...], to: PlaceId | Spot) -> Store:
    """Lay down cards that lie nowhere."""
    place = (to[0], to[1])
    at = setup.place_index[place]
    store = store.with_place(at, _laid(setup, store.places[at], cards, to))
    for card in cards:
        store = _arrive(setup, store, card, place)
    return store


def swap(setup: Setup, store: Store, left: int, right: int) -> tuple[Store, tuple[Seen, ...]]:
    """The two cards change places. A card swapped with itself arrives anew where it lies."""
    starts = [spot_of(setup, store, card) for card in (left, right)]
    arrivals = list(zip((left, right), reversed(starts), strict=True))
    for card, (name, owner, _) in arrivals:
        store = forget(setup, store, card, (name, owner))
    for card, (name, owner, index) in arrivals:
        at = setup.place_index[name, owner]
        there = store.places[at]
        store = store.with_place(at, (*there[:index], card, *there[index + 1 :]))
    for card, (name, owner, _) in arrivals:
        store = _arrive(setup, store, card, (name, owner))
    return store, _seen(setup, store, (left, right), starts)


def shuffle(setup: Setup, store: Store, place: PlaceId, order: tuple[int, ...]) -> Store:
    """The card at i is now the one that was at order[i]; gaps stay. With several cards, knowledge and flips end."""
    at = setup.place_index[place]
    cards = [card for card in store.places[at] if card is not None]
    if len(cards) < 2:
        return store
    shuffled = iter([cards[i] for i in order])
    store = store.with_place(at, tuple(None if card is None else next(shuffled) for card in store.places[at]))
    for card in cards:
        store = store.with_card(card, None, setup.onlookers(place))
    return store


def flip(setup: Setup, store: Store, cards: Iterable[int], up: bool) -> Store:
    """The cards lie face up (then all know them) or face down, until they move."""
    for card in cards:
        name, owner, _ = spot_of(setup, store, card)
        turned = None if setup.open_to_all((name, owner)) == up else up
        store = store.with_card(card, turned, store.known[card] | (setup.everyone if up else 0))
    return store


def show(store: Store, cards: Iterable[int], seats: int) -> Store:
    """The seats (a mask) get to know the cards."""
    known = list(store.known)
    for card in cards:
        known[card] |= seats
    return replace(store, known=tuple(known))


# ---------------------------------------------------------------- leaving and arriving
def forget(setup: Setup, store: Store, card: int, to: PlaceId) -> Store:
    """What is no longer known when ``card`` leaves for ``to``, if it leaves a hand; it still lies there."""
    at, _ = locate(setup, store, card)
    place = setup.place_ids[at]
    hand = [one for one in store.places[at] if one is not None]
    if setup.shape(place) != "hand" or len(hand) < 2 or lies_face_up(setup, store, card):
        return store
    onlookers = setup.onlookers(place) | setup.onlookers(to)
    for one in hand:
        keep = setup.everyone if one != card and lies_face_up(setup, store, one) else onlookers
        store = store.with_card(one, store.turned[one], store.known[one] & keep)
    return store


def take_up(setup: Setup, store: Store, card: int) -> Store:
    """A row keeps a gap, but none at its end; other places close up."""
    at, index = locate(setup, store, card)
    there = store.places[at]
    if setup.shape(setup.place_ids[at]) != "row":
        return store.with_place(at, (*there[:index], *there[index + 1 :]))
    left: Cards = (*there[:index], None, *there[index + 1 :])
    while left and left[-1] is None:
        left = left[:-1]
    return store.with_place(at, left)


def _laid(setup: Setup, there: Cards, cards: tuple[int, ...], to: PlaceId | Spot) -> Cards:
    shape = setup.shape((to[0], to[1]))
    if shape == "one card" and len(cards) + len(there) > 1:
        raise Undefined("a card lies there already", None)
    if len(to) == 3:
        return _on_spot(there, cards, to[2], row=shape == "row")
    if shape == "pile":
        return (*cards, *there)
    if shape == "row":
        laid = list(there)
        for card in cards:
            if None in laid:
                laid[laid.index(None)] = card
            else:
                laid.append(card)
        return tuple(laid)
    return (*there, *cards)


def _on_spot(there: Cards, cards: tuple[int, ...], index: int, *, row: bool) -> Cards:
    """One card on a free spot of a row, gaps before it if need be; elsewhere between the cards that lie there."""
    if len(cards) != 1:
        raise Undefined("only one card fits on a spot", None)
    if not row:
        return (*there[:index], cards[0], *there[index:])
    if index < len(there) and there[index] is not None:
        raise Undefined("the spot is taken", None)
    padded = there + (None,) * (index + 1 - len(there))
    return (*padded[:index], cards[0], *padded[index + 1 :])


def _arrive(setup: Setup, store: Store, card: int, place: PlaceId) -> Store:
    return store.with_card(card, None, store.known[card] | setup.onlookers(place))


def _seen(setup: Setup, store: Store, cards: tuple[int, ...], starts: list[Spot]) -> tuple[Seen, ...]:
    return tuple(
        Seen(card, start, spot_of(setup, store, card), store.known[card], setup.everyone)
        for card, start in zip(cards, starts, strict=True)
    )
