"""Games that learn from the shortest: play that would go on for long comes to its end, and decks are stacked."""

from __future__ import annotations

from itertools import islice

from caborules.tools.difference.confirm import confirmed
from caborules.tools.difference.learnt import Learning, stacked
from caborules.tools.difference.position import Pair, parted
from caborules.tools.difference.search import Limits, at_random, search
from caborules.tools.difference.sides import Sides
from tests.support.rulesets import HEAD
from tests.unit.test_difference_game import FIRST, pair

RULES = """\
rule game
    shuffle stock
    repeat until size of stock is 0
        for each p in players
            turn by p
END

rule turn by (player)
    player must
        draw when stock is not empty "draw a card"
            move top of stock to discard
        back when discard is not empty "begin again"
            move all of discard to stock
        wait "do nothing"
            nothing
"""


def table() -> Sides:
    """Two games that part when the stock is used up: twelve cards, and every third move at random undoes all."""
    silent, loud = (HEAD + RULES.replace("END\n", end) for end in ("", '    announce "all are drawn"\n'))
    return pair(silent, loud)


def test_a_game_that_learns_comes_to_the_end_soon() -> None:
    """At random it takes long, if it comes there at all; twelve moves are the fewest."""
    sides = table()
    way = Learning(sides, 1, 20_000).shorter(400)

    assert way is not None and 12 <= len(way.deeds) <= 16
    found, _ = at_random(sides, Limits(1, 4000, 1))
    assert found is None or len(found.deeds) >= 12


def test_what_is_found_parts_after_its_last_move_and_not_before() -> None:
    sides = table()
    way = Learning(sides, 1, 20_000).shorter(400)
    assert way is not None

    now = Pair(*way.deal.begin(sides))
    for deed in way.deeds:
        assert not parted(sides, now)
        now = now.after(deed)
    assert parted(sides, now)


def test_what_has_to_end_before_they_part_is_told() -> None:
    """The rule that was going on since the deal, the innermost of them, where it ends in both."""
    loop = "    repeat until size of stock is 0\n        for each p in players\n            turn by p\n"
    assert loop in RULES
    stage = RULES.replace(loop, "    stage\n") + f'\nrule stage "Drawing all"\n{loop}'
    silent, loud = (HEAD + stage.replace("END\n", end) for end in ("", '    announce "all are drawn"\n'))
    sides = pair(silent, loud)
    way = Learning(sides, 1, 20_000).shorter(400)
    assert way is not None
    made = confirmed(sides, way)

    assert made.ends == 'stage ("Drawing all")'
    assert (made.late is not None) == (made.moves > 12)


def test_it_stops_where_no_positions_are_left_or_no_move_may_be_made() -> None:
    assert Learning(table(), 1, 0).shorter(400) is None
    learning = Learning(table(), 1, 1000)
    assert learning.shorter(0) is None
    assert (learning.left, learning.games) == (1000, 0)


def test_the_same_seed_finds_the_same_game() -> None:
    first, second = (Learning(table(), 1, 20_000).shorter(400) for _ in range(2))

    assert first is not None and second is not None
    assert (first.deal, first.deeds) == (second.deal, second.deeds)


def test_a_search_says_how_many_games_have_learnt() -> None:
    """None where what was found is short."""
    _, looked = search(pair(FIRST, FIRST.replace("at least 5", "at least 6")), Limits(30, 2000, 1))
    assert looked.learnt == 0


def test_decks_are_stacked() -> None:
    """All cards of a value lie together, and both games have the same cards in the same order."""
    sides = table()
    for deal in islice(stacked(sides, 1), 6):
        first, second = deal.begin(sides)
        assert not isinstance(first, Exception) and not isinstance(second, Exception)
        assert first.store.places == second.store.places
        stock = first.store.places[sides.first.setup.place_index["stock", None]]
        ranks = [sides.first.setup.faces[card][1] for card in stock if card is not None]
        assert len(ranks) == 12
        assert all(one == other for one, other in zip(ranks[::2], ranks[1::2], strict=True))
