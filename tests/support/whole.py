"""What holds of a table in every position, whatever the game: each card in one place, known where it is seen."""

from __future__ import annotations

from caborules.engine.basics import lies_face_up
from caborules.engine.setup import Setup
from caborules.engine.state import Store


def amiss(setup: Setup, store: Store) -> str | None:
    """What is wrong: a card lost or doubled, a gap where none can be, a card that is not known where it is seen."""
    lying = [card for there in store.places for card in there if card is not None]
    if sorted(lying) != list(range(len(setup.faces))):
        lost, twice = set(range(len(setup.faces))) - set(lying), {card for card in lying if lying.count(card) > 1}
        return f"cards lost: {sorted(lost)}, in two places: {sorted(twice)}"
    for place, there in zip(setup.place_ids, store.places, strict=True):
        if None in there and (setup.shape(place) != "row" or there[-1] is None):
            return f"a gap in {place}"
        if setup.shape(place) == "one card" and len(there) > 1:
            return f"{len(there)} cards in {place}"
        for card in there:
            if card is None:
                continue
            onlookers = setup.onlookers(place)
            if lies_face_up(setup, store, card):
                onlookers = setup.everyone
            if store.known[card] & onlookers != onlookers:
                return f"a card in {place} is not known where it is seen"
    return None


def check_store(setup: Setup, store: Store) -> None:
    assert amiss(setup, store) is None
