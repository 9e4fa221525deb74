"""W322: the deck that does not last until the first decision, and what must not be taken for it."""

from __future__ import annotations

import pytest

from caborules.check.deal import short_decks
from caborules.engine.chance import Identity
from caborules.engine.game import fixed
from caborules.engine.machine import start
from caborules.ir.system import System
from caborules.lower import groups
from tests.support.rulesets import HEAD, shipped, system_of

LOOK = """
    for each p in players
        p may
            look "look"
                nothing
"""


def found(system: System) -> list[tuple[int, str]]:
    """The line, counted from the head of the small game, and what is said of the players."""
    told = short_decks(system, groups(system))
    for one in told:
        assert one.code == "W322"
    head = HEAD.count("\n")
    return [(one.span.start.line - head, one.message.partition(" players")[0]) for one in told if one.span]


def small(rules: str, players: str = "2..4") -> System:
    return system_of(HEAD.replace("players 2..4", f"players {players}") + rules)


def deal(count: int, step: str = "move top of stock to row of p otherwise nothing") -> str:
    return f"rule game\n    repeat {count} times\n        for each p in players\n            {step}\n{LOOK}"


@pytest.mark.parametrize(
    ("cards", "players", "said"),
    [
        (3, "2..4", []),
        (4, "2..4", [(4, "With 4")]),
        (6, "2..4", [(4, "With 3 to 4")]),
        (7, "2..4", [(4, "With 2 to 4")]),
        (1, "2..13", [(4, "With 13")]),
    ],
)
def test_the_cards_of_a_deal_are_counted(cards: int, players: str, said: list[tuple[int, str]]) -> None:
    """Twelve cards: the numbers of players for which they do not last, once for the line."""
    assert found(small(deal(cards), players)) == said


def test_a_deal_in_a_rule_of_its_own_is_looked_into() -> None:
    """Also where the place is a parameter, and where the options decide how many cards are dealt."""
    rules = (
        "options\n    hand-size: 1..9 = 5\n"
        "rule deal (n: 1..9) to (place)\n    repeat n times\n        move top of stock to place otherwise nothing\n"
        "rule game\n    for each p in players\n        deal hand-size to row of p\n" + LOOK
    )
    system = small(rules)
    assert found(system) == [(5, "With 3 to 4")]
    assert short_decks(system, groups(system, {"hand-size": "3"})) == ()


@pytest.mark.parametrize(
    "rules",
    [
        # the place is taken, and the stock is not empty
        deal(2, "move top of stock to held of p otherwise nothing"),
        # the game asks whether there are cards, and so says what is meant
        "rule game\n    repeat 9 times\n        for each p in players\n            if stock is not empty\n"
        "                move top of stock to row of p\n" + LOOK,
        # after the first decision: that is the play, not the deal
        "rule game" + LOOK + "    repeat 9 times\n        for each p in players\n"
        "            move top of stock to row of p otherwise nothing\n",
    ],
    ids=["place taken", "asked for", "later"],
)
def test_what_is_no_short_deal_is_not_told(rules: str) -> None:
    """No warning."""
    assert found(small(rules)) == []


def test_numbers_of_players_that_do_not_follow_each_other_are_listed() -> None:
    """A deck that grows with the number of players may last again."""
    text = HEAD.replace("    plain\n\nplaces", "    plain\n    plain when player-count is 3\n\nplaces")
    assert [said for _, said in found(system_of(text + deal(7)))] == ["With 2 or 4"]


def test_the_shipped_game_deals_without_running_out() -> None:
    """And the rules are played as they are: the marks change no game."""
    cabo = shipped("cabo")
    assert short_decks(cabo, groups(cabo)) == ()
    system = small(deal(4))
    options = dict(groups(system)[0][1])
    before = start(fixed(system, 4, options), Identity())
    short_decks(system, groups(system))
    assert start(fixed(system, 4, options), Identity()) == before
