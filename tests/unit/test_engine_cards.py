"""Cards: where they come to lie, how they face, and what everybody knows after each move."""

from __future__ import annotations

import pytest

from caborules.engine import cards
from caborules.engine.basics import Undefined, lies_face_up
from caborules.engine.machine import dealt
from caborules.engine.setup import Setup
from caborules.engine.state import Cards, Store
from caborules.ir.types import PlaceId
from tests.support.rulesets import tiny

STOCK, DISCARD = ("stock", None), ("discard", None)
ROW, OTHER_ROW, HAND, OTHER_HAND, HELD = ("row", 0), ("row", 1), ("hand", 0), ("hand", 1), ("held", 1)
SETUP: Setup = tiny("rule game\n    nothing\n", 3)
ALL, ONLY_0, ONLY_1 = 0b111, 0b001, 0b010


def at(store: Store, place: PlaceId) -> Cards:
    return store.places[SETUP.place_index[place]]


def laid(**places: Cards) -> Store:
    """A store with some cards laid out: ``row=(0, None, 1)`` for seat 0, ``hand_1=...`` for seat 1."""
    store = SETUP.empty_store()
    for name, those in places.items():
        word, _, owner = name.partition("_")
        place = (word, None) if word in ("stock", "discard") else (word, int(owner or 0))
        store = store.with_place(SETUP.place_index[place], those)
        for card in those:
            if card is not None:
                store = store.with_card(card, None, SETUP.onlookers(place))
    return store


def moved(store: Store, to: PlaceId | tuple[str, int | None, int], *those: int) -> Store:
    return cards.move(SETUP, store, those, to)[0]


# ---------------------------------------------------------------- where cards lie
def test_the_deck_begins_in_its_order_with_the_first_card_uppermost() -> None:
    store = dealt(SETUP, SETUP.empty_store())
    assert at(store, STOCK) == tuple(range(12))
    assert SETUP.faces[:3] == (("red", 1), ("blue", 1), ("red", 2))
    assert set(store.known) == {0}


def test_several_cards_keep_their_order_on_a_pile_the_first_uppermost() -> None:
    assert at(moved(laid(stock=(1, 2, 3), discard=(9,)), DISCARD, 1, 2), DISCARD) == (1, 2, 9)


def test_a_row_keeps_a_gap_and_a_new_card_takes_the_first_one() -> None:
    store = moved(laid(row=(1, 2, 3), stock=(7, 8)), DISCARD, 2)
    assert at(store, ROW) == (1, None, 3)
    store = moved(store, ROW, 7, 8)
    assert at(store, ROW) == (1, 7, 3, 8)


def test_gaps_at_the_end_of_a_row_vanish() -> None:
    assert at(moved(laid(row=(1, None, 3)), DISCARD, 3), ROW) == (1,)


def test_a_card_moved_to_where_it_lies_leaves_first() -> None:
    assert at(moved(laid(discard=(1, 2, 3)), DISCARD, 3), DISCARD) == (3, 1, 2)
    assert at(moved(laid(row=(None, 5, 6)), ROW, 6), ROW) == (6, 5)


def test_a_card_on_a_spot() -> None:
    store = laid(row=(1, None, 3), stock=(7,))
    assert at(moved(store, ("row", 0, 1), 7), ROW) == (1, 7, 3)
    assert at(moved(store, ("row", 0, 4), 7), ROW) == (1, None, 3, None, 7)
    with pytest.raises(Undefined, match="taken"):
        moved(store, ("row", 0, 0), 7)


def test_a_hand_closes_up_and_one_card_is_all_that_fits_a_place_for_one() -> None:
    store = moved(laid(hand=(1, 2, 3)), HELD, 2)
    assert at(store, HAND) == (1, 3)
    with pytest.raises(Undefined):
        moved(store, HELD, 1)


def test_a_swap_exchanges_the_spots() -> None:
    store, seen = cards.swap(SETUP, laid(row=(1, 2), held_1=(9,)), 9, 2)
    assert (at(store, ROW), at(store, HELD)) == ((1, 9), (2,))
    assert [(one.card, one.start, one.end) for one in seen] == [
        (9, ("held", 1, 0), ("row", 0, 1)),
        (2, ("row", 0, 1), ("held", 1, 0)),
    ]


def test_a_swap_of_a_card_with_itself_changes_nothing() -> None:
    store = laid(row=(1, 2))
    assert cards.swap(SETUP, store, 2, 2)[0] == store


def test_a_shuffle_moves_cards_and_leaves_gaps() -> None:
    store = cards.shuffle(SETUP, laid(row=(4, None, 5, 6)), ROW, (2, 0, 1))
    assert at(store, ROW) == (6, None, 4, 5)


# ---------------------------------------------------------------- facing
def test_a_card_takes_the_facing_of_the_place_it_comes_to() -> None:
    store = laid(discard=(1,), row=(2,))
    assert lies_face_up(SETUP, store, 1) and not lies_face_up(SETUP, store, 2)
    store = cards.swap(SETUP, store, 1, 2)[0]
    assert lies_face_up(SETUP, store, 2) and not lies_face_up(SETUP, store, 1)


def test_a_flip_lasts_until_the_card_moves() -> None:
    store = cards.flip(SETUP, laid(row=(1, 2)), (1,), True)
    assert lies_face_up(SETUP, store, 1)
    assert not lies_face_up(SETUP, moved(store, OTHER_ROW, 1), 1)


def test_turning_a_card_back_leaves_no_trace_of_the_turning_but_knowledge() -> None:
    store = cards.flip(SETUP, cards.flip(SETUP, laid(row=(1, 2)), (1,), True), (1,), False)
    assert store.turned[1] is None
    assert store.known[1] == ALL


# ---------------------------------------------------------------- knowledge
def test_what_an_arrival_teaches() -> None:
    store = laid(stock=(1, 2, 3))
    assert moved(store, DISCARD, 1).known[1] == ALL
    assert moved(store, HAND, 1).known[1] == ONLY_0
    assert moved(store, ROW, 1).known[1] == 0


def test_knowledge_follows_a_card_through_moves_and_swaps() -> None:
    store = cards.show(laid(row=(1, 2), row_1=(3,)), (1,), ONLY_1)
    store = cards.swap(SETUP, store, 1, 3)[0]
    assert (store.known[1], store.known[3]) == (ONLY_1, 0)
    assert moved(store, STOCK, 1).known[1] == ONLY_1


def test_a_shuffle_ends_what_was_known_and_turned() -> None:
    store = cards.flip(SETUP, laid(stock=(1, 2)), (1,), True)
    store = cards.shuffle(SETUP, store, STOCK, (1, 0))
    assert (store.known[1], store.turned[1]) == (0, None)


def test_a_pile_of_one_card_keeps_what_is_known() -> None:
    store = cards.show(laid(stock=(1,)), (1,), ALL)
    assert cards.shuffle(SETUP, store, STOCK, ()) == store


def test_a_shuffle_of_cards_that_are_seen_where_they_lie_hides_nothing() -> None:
    assert cards.shuffle(SETUP, laid(discard=(1, 2)), DISCARD, (1, 0)).known[1] == ALL
    assert cards.shuffle(SETUP, laid(hand_1=(1, 2)), OTHER_HAND, (1, 0)).known[1] == ONLY_1


def shown_hand() -> Store:
    """Seat 0 holds 1, 2, 3; seat 1 has been shown 1 and 2."""
    return cards.show(laid(hand=(1, 2, 3)), (1, 2), ONLY_1)


def test_a_card_that_leaves_a_hand_unseen_takes_the_others_knowledge_of_the_hand_along() -> None:
    store = moved(shown_hand(), STOCK, 1)
    assert [store.known[card] for card in (1, 2, 3)] == [ONLY_0] * 3


def test_a_card_that_leaves_a_hand_to_where_all_see_it_teaches_only_itself() -> None:
    store = moved(shown_hand(), DISCARD, 3)
    assert [store.known[card] for card in (1, 2, 3)] == [0b011, 0b011, ALL]


def test_a_card_given_to_a_player_is_told_from_the_rest_by_that_player_alone() -> None:
    store = cards.show(shown_hand(), (1, 2), 0b100)
    store = moved(store, OTHER_HAND, 1)
    assert [store.known[card] for card in (1, 2, 3)] == [0b011, 0b011, ONLY_0]


def test_the_last_card_of_a_hand_is_followed() -> None:
    store = cards.show(laid(hand=(1,)), (1,), ONLY_1)
    assert moved(store, STOCK, 1).known[1] == 0b011


def test_a_card_that_lies_open_in_a_hand_is_followed() -> None:
    store = cards.flip(SETUP, shown_hand(), (1,), True)
    assert moved(store, STOCK, 1).known[1] == ALL
    assert [moved(store, STOCK, 2).known[card] for card in (1, 2, 3)] == [ALL, ONLY_0, ONLY_0]


def test_a_swap_out_of_a_hand_is_a_leaving_too() -> None:
    store, _ = cards.swap(SETUP, cards.show(laid(hand=(1, 2), row_1=(5,)), (1, 2), ONLY_1), 1, 5)
    assert [store.known[card] for card in (1, 2, 5)] == [ONLY_0, ONLY_0, ONLY_0]
