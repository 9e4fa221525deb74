"""Words into English."""

from __future__ import annotations

import pytest

from caborules.tools.rulebook import english as e
from caborules.tools.rulebook.conditions import is_predicate
from caborules.tools.rulebook.nouns import spoken


@pytest.mark.parametrize(
    ("thing", "owner", "said"),
    [
        ("row", "the player", "the player's row"),
        ("row", "the players", "the players' row"),
        ("score", "the player to the left of the dealer", "the score of the player to the left of the dealer"),
        ("value", "A♠", "the value of A♠"),
        ("strength", "the card that counts", "the strength of the card that counts"),
    ],
)
def test_owners(thing: str, owner: str, said: str) -> None:
    assert e.owned(thing, owner) == said


@pytest.mark.parametrize(
    ("predicate", "denied", "many"),
    [
        ("has lost", "has not lost", "have lost"),
        ("is in play", "is not in play", "are in play"),
        ("may try", "may not try", "may try"),
        ("can pay", "cannot pay", "can pay"),
        ("matches the top card", "does not match the top card", "match the top card"),
        ("owes a card", "does not owe a card", "owe a card"),
        ("plays again", "does not play again", "play again"),
    ],
)
def test_predicates(predicate: str, denied: str, many: str) -> None:
    assert e.denied(predicate) == denied
    assert e.agreeing(predicate, True) == many
    assert e.agreeing(predicate, False) == predicate


def test_sentences_are_denied() -> None:
    assert e.denied_sentence("a card can be drawn") == "no card can be drawn"
    assert e.denied_sentence("the turns are over") == "the turns are not over"
    assert e.denied_sentence("all have had a turn, or it is late") == (
        "it is not so that all have had a turn, or it is late"
    )


def test_what_is_denied_of_several_verbs_or_of_somebody() -> None:
    assert e.denied_sentence("a card has been drawn or taken") == "no card has been drawn or taken"
    assert e.denied_sentence("play goes clockwise") == "play does not go clockwise"
    assert e.denied("can swap a card with somebody") == "cannot swap a card with anybody"


def test_a_name_is_spelt_as_a_text_spells_it() -> None:
    assert e.spelt("dealers-left", "Who leads: the dealer's left, or another?") == "the dealer's left"
    assert e.spelt("round-winner", "Who leads: the dealer, or the round's winner?") == "the round's winner"
    assert e.spelt("ends-round", "Is it that it plays on, or ends the round?") == "ends the round"
    assert e.spelt("when-short", "When is it shuffled: when the stock is short?") == "when short"


def test_simple_sentences_have_a_past() -> None:
    assert e.past("somebody is the caller") == "somebody was the caller"
    assert e.past("the chosen card may be played") == "the chosen card could be played"
    assert e.past("the card matches the top discard") == ""
    assert e.past("A is in play and is the caller") == ""


def test_names_lists_and_counts() -> None:
    assert e.words("displaced-by-take") == "displaced by take"
    assert e.words("non-caller") == "non-caller"
    assert e.words("-1") == "-1"
    assert e.listed(["a"]) == "a"
    assert e.listed(["a", "b", "c"], "or") == "a, b or c"
    assert e.counted(1, "card") == "1 card"
    assert e.counted(2, "penalty") == "2 penalties"
    assert e.a("ace") == "an ace" and e.a("other player") == "another player"
    assert e.sentence("deal") == "Deal."
    assert e.slug("What is it? Ü") == "what-is-it"


def test_a_text_is_a_predicate_or_a_clause() -> None:
    assert is_predicate("has lost") and is_predicate("matches the top card")
    assert not is_predicate("there is a card to look at") and not is_predicate("nobody is left")


def test_a_text_may_name_its_parts() -> None:
    assert spoken("the cards of the player", {"player": "the dealer"}) == ("the cards of the dealer", True)
    assert spoken("what p owes q", {"p": "A", "q": "B"}) == ("what A owes B", True)
    assert spoken("what the players owe", {"player": "A"}) == ("what the players owe", False)
