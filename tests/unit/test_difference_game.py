"""Two rulesets as the same game, or with a game in which they part: planted differences with known answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from caborules.ir.types import EnumType
from caborules.tools.difference import search as searching
from caborules.tools.difference.confirm import confirmed
from caborules.tools.difference.position import Deed, Pair, parted
from caborules.tools.difference.record import Gap, Looked, Parting
from caborules.tools.difference.same import Naming, alike, equal_for, sameness
from caborules.tools.difference.search import Limits, search
from caborules.tools.difference.shorten import Shortening, Way
from caborules.tools.difference.sides import Sides, deals, sides
from tests.support.rulesets import HEAD, system_of

RULES = """\
state
    score of each player: 0..20, at first 0

rule game
    shuffle stock
    repeat 20 times
        for each p in players
            turn by p

rule turn by (player)
    player must
        draw when stock is not empty "draw a card"
            move top of stock to discard
            if size of discard is at least 5
                add 1 to score of player
        wait "do nothing"
            nothing
"""
FIRST = HEAD + RULES
LATER = FIRST.replace("at least 5", "at least 6")


def pair(first: str, second: str, players: int = 2) -> Sides:
    found = sides(system_of(first), system_of(second), players, ({}, {}))
    assert found is not None
    return found


def parting(table: Sides, limits: Limits) -> tuple[Parting | None, Looked]:
    way, looked = search(table, limits)
    return (None if way is None else confirmed(table, way)), looked


def same(first: str, second: str) -> bool:
    """Are the two equal up to names for every number of players?"""
    found = sameness(system_of(first), system_of(second), ({}, {}))
    return not found.unequal and not found.only_one


# ---------------------------------------------------------------- the same game
def test_other_names_are_the_same_game() -> None:
    """Names of places, variables, choices, rules and card values may all differ; the pairs of names are told."""
    names = {"score": "points", "discard": "heap", "draw": "pull", "turn": "go", "red": "hearts", "suit": "colour"}
    renamed = FIRST
    for old, new in names.items():
        renamed = renamed.replace(old, new)

    found = sameness(system_of(FIRST), system_of(renamed), ({}, {}))

    assert (found.equal, found.unequal, found.only_one) == ((2, 3, 4), (), ())
    assert {("score", "points"), ("discard", "heap"), ("red", "hearts")} <= set(found.renamed)


def test_other_words_for_people_are_the_same_game() -> None:
    assert same(FIRST, FIRST.replace('"draw a card"', '"take one from the stock"').replace("A tiny game", "Small"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at least 5", "at least 6"),
        ("row, face down", "row, face up"),
        ("hand, seen by its owner", "hand, face down"),
        ("each rank 1..6 and", "each rank 1..5 and"),
        ("add 1 to score of player", "add 2 to score of player"),
        ("repeat 20 times", "repeat 19 times"),
        ("0..20, at first 0", "0..30, at first 0"),
        ("move top of stock", "move bottom of stock"),
        ("    player must", "    player may"),
    ],
)
def test_what_matters_is_not_taken_for_a_name(old: str, new: str) -> None:
    assert old in FIRST
    assert not same(FIRST, FIRST.replace(old, new))


def test_two_names_are_not_taken_for_one() -> None:
    """A place for each of two, or two for one: neither is a renaming."""
    assert alike(("a", "b", "a"), ("c", "d", "c"), Naming())
    assert not alike(("a", "b"), ("c", "c"), Naming())
    assert not alike(("a", "a"), ("c", "d"), Naming())
    assert not same(FIRST, FIRST.replace("top of stock to discard", "top of stock to row of player"))


def test_numbers_and_yes_are_not_confused() -> None:
    assert not alike((True,), (1,), Naming())
    assert not alike(EnumType("a", (1, 2)), EnumType("a", (1, 3)), Naming())


def test_numbers_of_players_are_part_of_the_game() -> None:
    found = sameness(system_of(FIRST), system_of(FIRST.replace("players 2..4", "players 3..5")), ({}, {}))

    assert (found.equal, found.only_one) == ((3, 4), (2, 5))


# ---------------------------------------------------------------- a game in which they part
def test_the_shortest_game_is_found_and_told() -> None:
    """The fifth card laid down scores in one and not in the other: five moves, and no fewer."""
    found, looked = parting(pair(FIRST, LATER), Limits(20_000, 0, 1))

    assert found is not None
    assert (found.moves, found.how, found.shorter) == (5, "breadth", 4)
    assert looked.games == 0
    assert [gap.kind for gap in found.gaps] == ["value"]
    assert found.gaps[0].subject == "score of A"
    assert found.gaps[0].first[0].startswith("1 [")
    assert found.gaps[0].second == ("0",)
    assert found.story[0].startswith("The deal: stock: ")
    assert found.story[1].startswith("1. A: draw a card -- ")
    assert found.story[5] == "5. A: draw a card."


def test_what_is_found_by_random_play_is_shortened() -> None:
    """With so few positions breadth-first that the five moves are out of reach."""
    found, looked = parting(pair(FIRST, LATER), Limits(30, 4000, 1))

    assert found is not None
    assert (found.moves, found.how) == (5, "random")
    assert looked.games > 0
    assert looked.depth < 4


def by_hand(table: Sides, most: int) -> int | None:
    """The moves of the shortest game that parts on the deals of a search, every sequence of moves tried one by one."""
    for length in range(most + 1):
        for deal in islice(deals(table, 1), searching.DEALS):
            if any(_parts(table, Pair(*deal.begin(table)), length)):
                return length
    return None


def _parts(table: Sides, now: Pair, length: int) -> Iterator[bool]:
    if length == 0:
        yield parted(table, now)
    elif now.going:
        for deed in now.deeds():
            yield from _parts(table, now.after(deed), length - 1)


@pytest.mark.parametrize("players", [2, 3])
def test_no_shorter_game_is_overlooked(players: int) -> None:
    """Nothing that a search leaves out as already seen would have been shorter."""
    table = pair(FIRST, LATER, players)

    way, _ = search(table, Limits(20_000, 0, 1))

    assert way is not None
    assert len(way.deeds) == by_hand(table.reference(), 6) == 5


def test_what_is_made_shorter_stops_when_no_positions_are_left() -> None:
    """Without any, a game stays as it is; with many, a long one becomes the shortest."""
    table = pair(FIRST, LATER)
    deal = next(deals(table, 1))
    now, deeds = Pair(*deal.begin(table)), list[Deed]()
    while not parted(table, now):
        deeds.append(now.deeds()[1 if len(deeds) % 3 else 0])
        now = now.after(deeds[-1])
    long = Way(deal, tuple(deeds), "random")
    assert len(long.deeds) > 5

    assert Shortening(table, 0).shortened(long) == long
    assert len(Shortening(table, 5000).shortened(long).deeds) == 5


def test_the_same_search_finds_the_same_game() -> None:
    limits = Limits(30, 2000, "seed")

    assert search(pair(FIRST, LATER), limits) == search(pair(FIRST, LATER), limits)


def test_where_no_game_parts_none_is_made_up() -> None:
    """Thirteen cards are never laid down, twelve is all there are: the texts differ, and no game does."""
    table = pair(FIRST.replace("at least 5", "at least 13"), FIRST.replace("at least 5", "at least 14"))

    found, looked = parting(table, Limits(300, 300, 1))

    assert found is None
    assert not equal_for(*table.setups)
    assert looked.depth >= 1
    assert looked.games > 0


def test_a_decision_that_only_one_game_offers_parts_them() -> None:
    other = FIRST.replace('        wait "do nothing"', '        wait when size of discard is less than 2 "do nothing"')
    other = other.replace("            nothing\n", "            nothing\n    otherwise\n        nothing\n")

    found, _ = parting(pair(FIRST, other), Limits(2000, 0, 1))

    assert found is not None
    assert found.moves == 2
    assert found.gaps == (Gap("legal", "what A can do", found.gaps[0].first, ()),)
    assert found.gaps[0].first[0].startswith("do nothing [")


def test_what_is_seen_parts_them() -> None:
    """Before any move: the same cards lie the same way, and one player sees more."""
    deal = "    shuffle stock\n    for each p in players\n        move top of stock to row of p otherwise nothing\n"
    look = deal + "    for each p in players\n        show all of row of p to p\n"
    first = FIRST.replace("    shuffle stock\n", deal)
    second = FIRST.replace("    shuffle stock\n", look)

    found, _ = parting(pair(first, second), Limits(2000, 0, 1))

    assert found is not None
    assert found.moves == 0
    assert {gap.kind for gap in found.gaps} == {"happens", "seen"}
    assert {gap.subject for gap in found.gaps if gap.kind == "seen"} == {
        "row of A, as A sees it",
        "row of B, as B sees it",
    }


def test_the_end_and_the_winners_part_them() -> None:
    won = "won by those p in players with the highest score of p\n"
    lowest = won.replace("highest", "lowest")
    short = RULES.replace("repeat 20 times", "repeat 1 times").replace("at least 5", "at least 2")
    first = HEAD.replace("attribute suit", f"{won}\nattribute suit") + short
    second = HEAD.replace("attribute suit", f"{lowest}\nattribute suit") + short

    found, _ = parting(pair(first, second), Limits(2000, 0, 1))

    assert found is not None
    assert found.moves == 2
    assert found.gaps == (Gap("won", "the winners", ("B",), ("A",)),)


def test_rules_that_break_down_part_them() -> None:
    """A step that cannot be made, in one of the two; ``system_of`` leaves the check that refuses it out."""
    sound = RULES.replace("draw when stock is not empty", "draw").replace("repeat 20", "repeat 7")
    careless = sound.replace("move top of stock to discard", "move top of stock to discard", 1)
    first = sound.replace("move top of stock to discard", "move top of stock to discard otherwise nothing")

    found, _ = parting(pair(HEAD + first, HEAD + careless), Limits(0, 40_000, 1))

    assert found is not None
    assert found.moves == 13
    assert [gap.kind for gap in found.gaps] == ["breaks"]
    assert found.gaps[0].first == ()


# ---------------------------------------------------------------- decks and deals
def test_both_play_with_the_cards_that_both_have() -> None:
    more = FIRST.replace("each rank 1..6 and", "each rank 1..5 and")

    table = pair(FIRST, more)

    assert not table.whole
    assert [len(setup.faces) for setup in table.setups] == [10, 10]
    assert table.setups[0].faces == table.setups[1].faces
    assert equal_for(*table.setups)


def test_without_a_common_card_there_is_no_deal() -> None:
    other = FIRST.replace("rank: 1..6", "rank: 7..12").replace("each rank 1..6", "each rank 7..12")

    assert sides(system_of(FIRST), system_of(other), 2, ({}, {})) is None


def test_a_deal_lays_the_same_cards_in_both() -> None:
    table = pair(FIRST, LATER)

    for deal in islice(deals(table, 3), 8):
        first, second = deal.begin(table)
        assert not isinstance(first, Exception)
        assert not isinstance(second, Exception)
        assert first.store.places == second.store.places


def test_deals_differ() -> None:
    some = list(islice(deals(pair(FIRST, LATER), 3), 8))

    assert len({deal.first for deal in some}) == 8
    assert some == list(islice(deals(pair(FIRST, LATER), 3), 8))


# ---------------------------------------------------------------- the replay
def test_a_game_that_does_not_part_is_not_told() -> None:
    """A search that found what the reference engine does not see would be a fault, and is noticed."""
    table = pair(FIRST, LATER)
    way, _ = search(table, Limits(20_000, 0, 1))
    assert way is not None
    cut = replace(way, deeds=way.deeds[:-1])

    with pytest.raises(AssertionError, match="no difference"):
        confirmed(table, cut)


def test_the_traces_are_those_of_the_two_rulesets() -> None:
    from caborules.engine.play import replay

    table = pair(FIRST, LATER)
    found, _ = parting(table, Limits(20_000, 0, 1))
    assert found is not None
    assert found.first is not None
    assert found.second is not None

    for setup, play in zip(table.setups, (found.first, found.second), strict=True):
        assert replay(setup.system, play.trace()).difference is None
    # A text of other rules is refused; the hash apart, the last state is another one.
    assert found.first.state.store != found.second.state.store


def test_a_way_says_what_was_done() -> None:
    way, _ = search(pair(FIRST, LATER), Limits(20_000, 0, 1))

    assert isinstance(way, Way)
    assert {deed[1] for deed in way.deeds} == {"turn.draw"}
