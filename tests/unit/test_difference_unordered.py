"""Hands in another order are the same hands, and moves are told by their own texts and by the cards they are about."""

from __future__ import annotations

import re

from caborules.api.game import Game
from caborules.engine.game import set_up
from caborules.tools.difference.record import Parting
from caborules.tools.difference.search import Limits
from caborules.tools.narrate import narrated
from caborules.tools.words import Words
from tests.support.rulesets import HEAD, system_of
from tests.unit.test_difference_game import FIRST, pair, parting

ONE_BY_ONE = """\
            move top of stock to hand of p otherwise nothing
            move top of stock to hand of p otherwise nothing
            move top of stock to hand of p otherwise nothing
"""
LAST_FIRST = """\
            move top of stock to row of p otherwise nothing
            move top of stock to hand of p otherwise nothing
            move top of stock to hand of p otherwise nothing
            move all of row of p to hand of p
"""
HANDS = """\
rule game
    shuffle stock
    if size of stock is at least 12
        for each p in players
DEAL
    repeat 3 times
        for each p in players
            turn by p

rule turn by (player)
    player must
        play (c in hand of player) "play a card"
            move c to discard
        lay (2 cs in hand of player) "lay two cards"
            move cs to discard
        wait "do nothing"
            nothing
"""


def hands(deal: str, text: str = HANDS) -> str:
    return HEAD + text.replace("DEAL\n", deal)


def found(first: str, second: str) -> Parting:
    made, _ = parting(pair(first, second), Limits(2000, 0, 1))
    assert made is not None
    return made


def lying(made: Parting, place: str) -> list[str]:
    """The cards of a place, as the deal tells them."""
    told = next(part for part in made.story[0].split("; ") if place in part)
    return re.findall(r"(?:red|blue) \d", told)


def test_hands_in_another_order_are_the_same_hands() -> None:
    """The cards come another way, which all have seen; what is in the hands and can be done with it is the same."""
    made = found(hands(ONE_BY_ONE), hands(LAST_FIRST))

    assert made.moves == 0
    assert {gap.kind for gap in made.gaps} == {"happens"}
    assert [line.partition(":")[0] for line in made.story] == ["The deal"]
    for play in (made.first, made.second):
        assert play is not None
    assert made.first is not None and made.second is not None
    assert made.first.state.store.places != made.second.state.store.places


def test_another_hand_is_another_hand() -> None:
    """A card less is seen by its player, and can be seen by the others to be missing; each deal is told."""
    made = found(hands(ONE_BY_ONE), hands(ONE_BY_ONE[: len(ONE_BY_ONE) // 3 * 2]))

    assert {gap.kind for gap in made.gaps} == {"happens", "legal", "seen"}
    assert [line.partition(":")[0] for line in made.story] == ["The deal in tiny (first)", "The deal in tiny (second)"]


def test_cards_of_hands_are_told_by_their_faces_in_one_order() -> None:
    """No position in a hand is said, and the ways to make a choice come in the order of the deck."""
    less = hands(
        ONE_BY_ONE, HANDS.replace("        lay (2 cs in hand of player)", "        lay (3 cs in hand of player)")
    )
    made = found(hands(ONE_BY_ONE), less)

    gap = next(gap for gap in made.gaps if gap.subject == "what A can do")
    cards = lying(made, "hand of A")
    pairs = "; ".join(" ".join(cards[at] for at in two) for two in ((0, 1), (0, 2), (1, 2)))
    assert gap.first[0].startswith(f"lay two cards: {pairs} [")
    assert gap.second[0].startswith(f"lay two cards: {' '.join(cards)} [")


def test_cards_of_a_row_are_told_by_their_places_and_faces() -> None:
    text = HANDS.replace("hand of", "row of")
    deal = ONE_BY_ONE.replace("hand of", "row of")
    made = found(hands(deal, text), hands(deal, text.replace("(2 cs in", "(3 cs in")))

    gap = next(gap for gap in made.gaps if gap.subject == "what A can do")
    cards = lying(made, "row of A")
    assert gap.first[0].startswith(f"lay two cards: row of A 1 and 2 ({cards[0]} {cards[1]}); row of A 1 and 3 (")
    assert gap.second[0].startswith(f"lay two cards: row of A 1, 2 and 3 ({' '.join(cards)}) [")


def test_each_choice_is_told_by_its_own_text() -> None:
    """Two choices of one name, one in the decision and one in a hook: each has a text for people."""
    hook = '\nafter rule turn\n    player may\n        wait "do nothing once more"\n            nothing\n'
    other = FIRST.replace('        wait "do nothing"', '        wait when size of discard is less than 1 "do nothing"')
    other = other.replace("            nothing\n", "            nothing\n    otherwise\n        nothing\n")

    made = found(FIRST + hook, other + hook)

    assert made.gaps[0].first[0].startswith("do nothing [")
    assert "A: do nothing once more." in made.story[2] or "A: decline." in made.story[2]
    assert not any("declines" in line for line in made.story)


def test_what_somebody_did_is_told_by_the_text_of_the_choice_made() -> None:
    """The event says where the choice is written, so the right one of two with the same path is told."""
    hook = '\nafter rule turn\n    player may\n        wait "do nothing once more"\n            nothing\n'
    play = Game(set_up(system_of(FIRST + hook), 2), "reference").new_initial_state(1)
    words, texts = Words(play.game.setup.system), []
    for _ in range(2):
        wait = next(action for action in play.legal_actions() if action.choice == "turn.wait")
        play = play.apply_action(wait)
        texts += narrated(words, play.observation(0).events)

    assert texts[0] == "A: do nothing"
    assert "A: do nothing once more" in texts


def test_games_with_hands_are_found_by_random_play() -> None:
    """The twelfth move is one more in the second: too deep for every short game in turn."""
    made, looked = parting(
        pair(hands(ONE_BY_ONE), hands(ONE_BY_ONE, HANDS.replace("repeat 3", "repeat 4"))), Limits(20, 2000, 1)
    )

    assert made is not None and (made.how, made.moves) == ("random", 6)
    assert looked.games > 0
