"""Random walks find loops that lie deep, and none where there is none; what they find is played again."""

from __future__ import annotations

import pytest

from caborules.check.ends import loops
from caborules.check.ends.loops import Search
from caborules.explore.find import space_of
from caborules.explore.scopes import scopes
from caborules.explore.search import explore
from caborules.explore.walks import returning_walks
from caborules.ir.system import System
from tests.support.rulesets import HEAD, shipped, system_of

DEEP = """
rule game
    for each p in players
        repeat 6 times
            move top of stock to row of p otherwise nothing
    clear-away
    play-on

rule clear-away
    repeat until row of first-seat is empty
        first-seat must
            throw (c in row of first-seat)
                move c to discard
        otherwise
            nothing

rule play-on
    repeat until discard is empty
        first-seat must
            turn-round
                move top of discard to held of first-seat otherwise nothing
                move held of first-seat to discard otherwise nothing
            leave when size of discard is at most 3
                move all of discard to stock
        otherwise
            nothing
"""
"""Six cards of six are thrown one by one; then nothing need change any more."""

ENDING = DEEP.replace("move held of first-seat to discard", "move held of first-seat to stock")


@pytest.mark.parametrize(("rules", "loops"), [(DEEP, True), (ENDING, False)])
def test_a_walk_that_comes_back_is_a_loop(rules: str, loops: bool) -> None:
    system = system_of(HEAD + rules)
    found = [cycle for one in scopes(system, {}, (12,), (None,)) for _, cycle in returning_walks(one, 20)]
    assert bool(found) is loops
    assert all(cycle.stem[-1].target == cycle.cycle[0].source == cycle.cycle[-1].target for cycle in found)


def deep(rules: str) -> System:
    return system_of(HEAD + rules)


def test_it_is_played_again_and_stays_inside_the_rule() -> None:
    search = Search(deep(DEEP), {})
    found = search._of_random_games("play-on", None, ())
    assert found is not None and found.back_to is not None and found.play is not None
    assert {action.choice for action in found.actions[found.back_to :]} == {"play-on.turn-round"}
    assert search._of_random_games("clear-away", None, ()) is None
    assert Search(deep(ENDING), {})._of_random_games("play-on", None, ()) is None


SHUFFLED = """
rule game
    play-on

rule play-on
    repeat until discard is not empty
        shuffle stock
        first-seat must
            once-more
                nothing
            leave
                move top of stock to discard otherwise nothing
"""
"""A walk comes back while the shuffle is still waited for."""


def test_a_loop_that_comes_back_before_a_shuffle_is_played_from_the_decision_after_it() -> None:
    found = Search(deep(SHUFFLED), {})._of_random_games("play-on", None, ())
    assert found is not None and found.play is not None and found.back_to is not None
    assert {action.choice for action in found.actions[found.back_to :]} == {"play-on.once-more"}
    assert found.turns[-1].outcomes


def test_a_walk_takes_what_it_would_of_all_moves() -> None:
    """Only the move that is drawn is carried out; begun, they are as many, and each leads where it did."""
    for scope in scopes(deep(DEEP), {}, (12,), (None,)):
        space = space_of(scope)
        position = space.start().to
        for _ in range(20):
            moves = list(space.moves(position))
            assert [space.carried_out(one) for one in space.begun(position)] == moves
            told = [("" if one.action is None else one.action.choice) for one in moves]
            assert [choice for choice, _ in space.possible(position)] == told
            position = moves[len(moves) // 2].to


def test_a_search_stops_after_so_many_moves_and_does_not_say_that_it_saw_all() -> None:
    scope = next(iter(scopes(deep(DEEP), {}, (4,), (None,))))
    whole = explore(space_of(scope))
    part = explore(space_of(scope), moves=whole.moves // 2)
    assert whole.complete and not part.complete
    assert whole.moves // 2 <= part.moves < whole.moves
    assert explore(space_of(scope), moves=whole.moves + 1).positions == whole.positions


def test_small_decks_share_the_moves_that_are_made_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    system = shipped("cabo")
    every = [graph for _, graph in Search(system, {})._graphs()]
    assert len(every) > 1 and all(graph.complete for graph in every)
    monkeypatch.setattr(loops, "MOVES", every[0].moves + 1)
    few = [graph for _, graph in Search(system, {})._graphs()]
    assert [graph.complete for graph in few] == [True, False]
