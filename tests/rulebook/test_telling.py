"""How things are told that readers found hard: windows, loops, examples, what is set at once, what follows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.markdown import to_markdown
from tests.rulebook.test_pages import sentences


@cache
def printed(name: str, *settings: str) -> tuple[str, ...]:
    chosen = dict(one.split("=") for one in settings)
    return tuple(sentences(rulebook(load(name).system, chosen, None)))


def beginning(told: tuple[str, ...], words: str) -> list[str]:
    return [one for one in told if one.startswith(words)]


def test_a_window_tells_all_that_opens_and_closes_it() -> None:
    laid = "It opens, or begins anew, after A card is laid on the discard pile, and in "
    assert beginning(printed("kaboo"), "It opens") == [f"{laid}Dealing, step 4."]
    assert beginning(printed("cabo"), "It opens") == [f"{laid}A correct match (without a power), step 2."]
    assert beginning(printed("kaboo"), "It closes") == [
        "It closes before All cards are turned up begins and in A correct match (without a power), step 3."
    ]
    (closes,) = beginning(printed("cabo", "matching.call-closes=yes"), "It closes")
    assert closes.endswith("before All cards are turned up begins and in A turn, step 1.")


def test_what_one_choice_does_is_not_told_of_the_others() -> None:
    """The choices that a window is tied to close it as well, and are not told twice."""
    (closes,) = beginning(printed("cabo"), "It closes")
    assert "“draw from the stock”" in closes and "A turn" not in closes


@pytest.mark.parametrize(
    ("name", "settings", "there", "gone"),
    [
        ("cabo", (), "If the number of winners is more than 1:", "Again and again, until the number"),
        ("cabo", ("game.tie-breaks=3",), "Again and again, until the number", "If the number of winners"),
        ("kobo", (), "4 times:", "Add 1 to the number of rounds played."),
        ("kaboo", (), "A round.", "The number of rounds played: at first 0."),
        ("kaboo", ("game.ends=at-target",), "Again and again, until somebody has lost:", "1 times:"),
    ],
)
def test_a_loop_is_told_by_how_often(name: str, settings: tuple[str, ...], there: str, gone: str) -> None:
    told = printed(name, *settings)
    assert beginning(told, there) and not beginning(told, gone)


def test_a_condition_looked_at_before_names_the_step() -> None:
    assert "No player has had a last turn yet." in printed("cabo")
    assert beginning(printed("cabo"), "If somebody was the caller before step 1 of this list: note that")
    assert beginning(printed("shithead"), "If the chosen card could be played before step 2 of this list:")


PAIRS = """\
language 1
ruleset pairs "Pairs count nothing"
use "library/french.cabo"
players 2..2
begin with game

deck in stock
    french

places
    stock: pile, face down
    row of each player: row, face up

state
    score of each player: 0..600, at first 0

define is-red of (card) "is red" = suit of card is hearts
define worth of (card) "the worth of the card" = position of card
define total of (player) "the total" = sum of (0 if is-red of c otherwise worth of c) for each c in row of player

rule game "The game"
    for each p in players
        set score of p to total of p
"""


def test_what_is_added_up_is_said_of_each_by_itself(tmp_path: Path) -> None:
    """Spoken of twice, a card is "each card" once and "that card" from then on."""
    (tmp_path / "pairs.cabo").write_text(PAIRS, encoding="utf-8")
    document = rulebook(load(tmp_path / "pairs.cabo").system, {}, None)
    told = to_markdown(document)
    assert "the sum of this for each card of the player's row: 0 if that card's suit is hearts, otherwise" in told


def test_what_the_beginning_settles_has_no_first_value() -> None:
    told = printed("cabo")
    assert "Who is the dealer: drawn by lot as soon as The game begins." in told
    assert "Who is the dealer: at first the player in the first seat." in printed("kabu")


# ---------------------------------------------------------------- examples
def test_an_example_calls_a_choice_as_the_rules_print_it_there() -> None:
    told = printed("shithead")
    assert any("A chooses “play table cards” (9♠ and 9♥)." in one for one in told)
    assert any("“start a pile” (5♣)" in one for one in told)


def test_an_example_says_who_plays_and_on_whom_the_lot_falls() -> None:
    assert "Given: A, B and C play; B is the dealer; play has come to “The game”; the lot falls on A." in printed(
        "cabo"
    )


def test_an_example_speaks_of_no_choice_and_no_window_that_is_not_there() -> None:
    assert not any("match another player" in one for one in printed("cabo"))
    assert not any("“A call at the wrong moment” is open" in one for one in printed("kaboo"))
    assert any("“A call at the wrong moment” is open" in one for one in printed("kaboo", "invalid-call=penalised"))


def test_signs_are_explained_where_they_are_used() -> None:
    assert beginning(printed("kaboo"), "The players sit")[0].endswith("★ is a joker.")
    assert "★" not in beginning(printed("cabo"), "The players sit")[0]
    assert "— means: nothing." in printed("cabo") and "— means: nothing." not in printed("kabu")


def test_a_term_without_words_is_told_by_what_it_means() -> None:
    assert "Then: Nobody has lost." in printed("cabo")
    assert "Then: The player to the left of the dealer is C." in printed("kaboo")


# ---------------------------------------------------------------- answers, and what follows
def test_an_answer_that_depends_on_the_players_can_be_given_for_all() -> None:
    told = printed("cabo")
    at = told.index("Are two decks shuffled together?")
    assert told[at + 1 : at + 3] == ("with 2 to 4 players no; with 5 or 6 players yes", "always or never")


def test_what_follows_is_told_as_far_as_it_says_something() -> None:
    kept = "A protected caller who may not match keeps every card."
    assert kept not in printed("cabo") and kept in printed("cabo", "matching.caller-matches=no")
    assert "Nobody calls twice." in printed("cabo")
    assert not any("stays in reach" in one for one in printed("cabo"))


def test_names_that_a_part_of_a_rule_may_have_are_listed() -> None:
    source = "which is “discarded”, “displaced by draw” or “displaced by take”"
    assert any(source in one for one in printed("kaboo"))


def test_nothing_is_asked_of_cards_that_are_not_in_the_deck() -> None:
    question = "Do jokers match each other?"
    assert question not in printed("cabo") and question in printed("cabo", "jokers=2")


TOGETHER = (
    PAIRS[: PAIRS.index("rule game")]
    + """\
rule game "The game"
    each p in players must secretly
        give (c in row of p) "give a card back"
            move c to stock
    otherwise
        add 2 to score of p
    each p in players must
        give (c in row of p) "give a card back"
            move c to stock
        keep when row of p is empty "wait"
            nothing
    otherwise
        add 3 to score of p
"""
)


def test_what_those_do_who_cannot_choose_is_said_of_each_of_them(tmp_path: Path) -> None:
    (tmp_path / "pairs.cabo").write_text(TOGETHER, encoding="utf-8")
    told = to_markdown(rulebook(load(tmp_path / "pairs.cabo").system, {}, None))
    assert "For each player for whom this is not possible: add 2 to that player's score." in told
    assert "For each player for whom none of these is possible: add 3 to that player's score." in told
    assert "laid open together, and carried out in the order of the seats" in told
    assert "was not possible" not in told and "was possible" not in told


def test_a_card_of_which_something_holds_with_another_is_told_apart_from_it(tmp_path: Path) -> None:
    pair = (
        'define has-pair of (player) "holds a pair" = some c in row of player where '
        "some d in row of player where rank of c is rank of d and d is not c\n\n"
    )
    text = PAIRS.replace("rule game", pair + "rule game").replace(
        "        set score", '        if has-pair of p\n            announce "a pair"\n        set score'
    )
    (tmp_path / "pairs.cabo").write_text(text, encoding="utf-8")
    told = to_markdown(rulebook(load(tmp_path / "pairs.cabo").system, {}, None))
    once = "there is a card of the player's row for which there is another card of the player's row for which "
    assert f"{once}that card's rank is the other card's rank" in told
    assert "that card's rank is that card's rank" not in told
