"""The short forms of cards (``5♠``, ``★``, ``[13]``): each is one that the language reads, as that card alone."""

from __future__ import annotations

import re

import pytest

from caborules.ir.system import Face
from caborules.ir.types import EnumType
from caborules.text.grammar import parser
from caborules.types.faces import CardNames

SUITS = EnumType("suit", ("clubs", "diamonds", "hearts", "spades", "no-suit"))
RANKS = EnumType("rank", ("joker", "ace", "knight", "wild", "king", *range(-1, 15)))


def names(*faces: Face) -> CardNames:
    return CardNames({"suit": SUITS, "rank": RANKS}, faces)


@pytest.mark.parametrize(
    ("face", "form"),
    [
        (("spades", 10), "10♠"),
        (("hearts", "king"), "K♥"),
        (("no-suit", "joker"), "★"),
        (("no-suit", 13), "[13]"),
        (("no-suit", -1), "[-1]"),
        (("spades", "knight"), "knight of spades"),
        (("no-suit", "wild"), "wild"),
        (("spades", 1), "1 of spades"),
        (("spades", 11), "11 of spades"),
        (("spades", -1), "-1 of spades"),
    ],
)
def test_a_card_without_a_short_form_is_written_in_words(face: Face, form: str) -> None:
    assert names(face, ("clubs", 2)).literal(face) == form


def test_a_short_form_that_two_cards_have_is_not_used() -> None:
    """Here the suits are no suits of playing cards, so ``[3]`` would be either."""
    plain = EnumType("suit", ("red", "blue"))
    cards = CardNames({"suit": plain, "rank": RANKS}, (("red", 3), ("blue", 3), ("red", 4), ("red", 4)))
    assert [cards.literal(face) for face in cards.faces] == ["red 3", "blue 3", "[4]", "[4]"]


def test_every_short_form_is_a_card_of_the_language_and_reads_as_that_card() -> None:
    pattern = next(t.pattern.to_regexp() for t in parser().terminals if t.name == "CARD")
    faces = [(suit, rank) for suit in SUITS.members for rank in RANKS.members]
    cards = CardNames({"suit": SUITS, "rank": RANKS}, tuple(faces))
    short = [face for face in faces if cards.literal(face) != cards.name(face)]
    assert len(short) > 50
    for face in short:
        assert re.fullmatch(pattern, cards.literal(face))
        assert cards.written(cards.literal(face)) == (face,)
