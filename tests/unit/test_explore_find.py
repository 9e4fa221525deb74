"""Searches on small scopes and on the real deck: facts of Cabo found, broken rules noticed, games played again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from caborules.engine.faults import Stuck
from caborules.engine.machine import act
from caborules.explore.find import (
    broken_in,
    decides,
    find_broken,
    find_endless,
    find_position,
    find_stuck,
    find_trap,
    find_trouble,
    holds,
    space_of,
    takes,
    watched,
)
from caborules.explore.found import Found, NotReplayed
from caborules.explore.keys import Wanted
from caborules.explore.loops import find_loop
from caborules.explore.scopes import Scope, decks, real_table, scope, scopes
from caborules.explore.search import Graph, explore
from caborules.explore.transfer import loop_on, position_on
from caborules.explore.watch import WATCHED
from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef
from caborules.ir.types import BOOL, OPTIONAL_PLAYER
from tests.support.defects import CONSERVATION, DEFECTS
from tests.support.rule_surgery import without_otherwise
from tests.support.rulesets import shipped


@cache
def small(level: int | None = 0, deck: int = 0, cards: int = 3) -> Scope:
    system = shipped("cabo")
    return scope(system, {}, list(decks(real_table(system).machine, cards))[deck], level)


@cache
def graph(level: int | None = 0, deck: int = 0) -> Graph:
    return explore(space_of(small(level, deck)))


def choices(found: Found, start: int = 0) -> list[str]:
    return [turn.action.choice for turn in found.turns[start + 1 :] if turn.action is not None]


def closes(found: Found) -> bool:
    """Does the loop come back to the same position: on the reference engine the same cards and scores lie there?"""
    assert found.play is not None and found.back_to is not None
    first, last = (found.play.turns[at].step.state for at in (found.back_to, -1))
    scores = [at for at, (name, _) in enumerate(found.setup.variable_ids) if name in ("score", "caller")]
    ranks = [
        [[None if c is None else found.setup.faces[c][1] for c in place] for place in state.store.places]
        for state in (first, last)
    ]
    same = [[state.store.variables[at] for at in scores] for state in (first, last)]
    return ranks[0] == ranks[1] and same[0] == same[1] and first.control[-1] == last.control[-1]


# ---------------------------------------------------------------- whole scopes
@pytest.mark.parametrize("deck", range(5))
def test_cabo_has_no_fault_in_small_scopes(deck: int) -> None:
    """Every position of the whole game on three cards: no fault, no card lost, the end always in reach."""
    one = graph(0, deck)

    assert one.complete
    assert find_stuck(small(0, deck), graph=one)[0] is None
    assert find_trouble(small(0, deck), graph=one)[0] is None
    assert find_trap(small(0, deck), graph=one)[0] is None


def test_a_search_stops_at_its_limit_and_says_so() -> None:
    one = explore(space_of(small()), limit=50)

    assert not one.complete
    assert one.told() == "50 positions, up to 5 moves from the start"
    assert graph().told() == "all 578 positions"


def test_two_searches_give_the_same() -> None:
    again = explore(space_of(small()))

    assert again.edges == graph().edges
    assert again.numbers == graph().numbers


# ---------------------------------------------------------------- stuck positions
def test_fact_1_a_turn_without_an_otherwise_can_be_stuck() -> None:
    """Called, nothing to draw, an own row without a card: nothing is left to do."""
    system = without_otherwise(shipped("cabo"), "turn")
    one = scope(system, {}, small().setup.faces, 0)
    found, _ = find_stuck(one)

    assert found is not None and found.play is not None and found.fault is not None
    assert choices(found) == ["turn.take", "turn.call", "match.match", "match.match"]
    with pytest.raises(Stuck):
        act(found.setup, found.play.state, found.actions[-1])


def test_fact_2_taking_with_an_empty_row_is_not_possible_and_that_is_no_trouble() -> None:
    for one in scopes(shipped("cabo"), sizes=(3,), levels=(1,)):
        assert find_stuck(one, limit=2000)[0] is None


# ---------------------------------------------------------------- plays without end
def test_fact_4_nobody_calls_and_the_lap_goes_on() -> None:
    real = real_table(shipped("cabo"))
    found = loop_on(real, "lap", needs=(decides(real),))

    assert found is not None and closes(found)
    assert set(choices(found)) == {"turn.take"}
    assert len(found.setup.faces) == 52


def test_fact_5_wrong_matches_go_on_within_a_turn() -> None:
    found, _ = find_endless(small(), "turn", graph=graph())
    real = loop_on(real_table(shipped("cabo")), "turn", like=found)

    assert found is not None and closes(found) and set(choices(found, found.back_to or 0)) == {"match.match"}
    assert real is not None and closes(real)
    assert choices(real, real.back_to or 0) == ["match.match"] * (len(real.turns) - 1 - (real.back_to or 0))
    drawn = real.setup.place_index["stock", None]
    assert real.state.store.places[drawn] == ()  # only then do they cost nothing


def test_a_turn_ends_if_players_answer_when_they_are_asked() -> None:
    for deck in range(5):
        one = small(0, deck)
        assert find_endless(one, "turn", needs=(decides(one),), graph=graph(0, deck))[0] is None


def test_fact_10_a_game_of_rounds_that_score_nothing_need_not_end() -> None:
    """Also with the options as they are: one player holds two red kings and an ace, the other nothing."""
    tried = [find_endless(one, "play-game", needs=(takes("turn.call"),))[0] for one in (small(None, 4), small(0, 3))]

    for found in tried:
        assert found is not None and closes(found)
        assert "turn.call" in choices(found, found.back_to or 0)


def test_a_choice_that_is_left_out_is_not_on_the_cycle() -> None:
    found, one = find_endless(small(), "lap", needs=(decides(small()),), without=("turn.draw",), graph=graph())

    assert found is not None and "turn.draw" not in choices(found, found.back_to or 0)
    assert find_endless(small(), "lap", without=("turn.draw", "turn.take", "match.match"), graph=one)[0] is None


def test_components_that_are_not_fair_are_left_out() -> None:
    assert find_loop(graph(), lambda _: True) is not None
    assert find_loop(graph(), lambda _: True, fair=lambda positions, edges: False) is None


# ---------------------------------------------------------------- the end out of reach
def test_the_end_is_out_of_reach_where_nobody_calls() -> None:
    one = small()
    moves = space_of(one)
    cut = explore(moves, allowed=lambda _, move: move.action is None or move.action.choice != "turn.call")
    assert find_trap(one, graph=cut)[0] is None  # moves were left out: nothing can be said

    whole = Graph(cut.space, cut.positions, cut.parents, cut.edges, cut.numbers, None, cut=False)
    found, _ = find_trap(one, graph=whole)
    assert found is not None and len(found.turns) == 1


# ---------------------------------------------------------------- broken lowerings
@pytest.mark.parametrize("name", sorted(CONSERVATION))
def test_lost_and_doubled_cards_are_found(name: str) -> None:
    broken = small(0, 2, 4)
    broken = broken.broken(DEFECTS[name](broken.machine.lowered))
    found, _ = find_trouble(broken, limit=6000, by="machine")

    assert found is not None and found.replayed == "machine"
    with pytest.raises(NotReplayed):
        find_trouble(broken, limit=6000)


# ---------------------------------------------------------------- properties of the author
def claims(*titles: str) -> list[PropertyDef]:
    return [one for one in shipped("cabo").properties if one.title in titles]


def test_properties_of_cabo_hold_in_every_position_of_a_small_scope() -> None:
    stated = [one for one in shipped("cabo").properties if one.kind in WATCHED]
    one = watched(small(), stated)

    assert len(stated) >= 7 and one.complete
    assert broken_in(small(), one, stated) == {}


@pytest.mark.parametrize(
    ("title", "change", "last"),
    [
        ("a call is final", {"until": None}, "pass"),  # the next round begins with nobody
        ("nobody calls twice", {"count": 0}, "turn.call"),
        ("nobody calls twice", {"during": None}, "turn.call"),
        ("a call gives each other player one more turn", {"count": 2}, None),
        ("a call gives each other player one more turn", {"count": 0}, "turn.call"),
        ("whoever has drawn a card has seen it, and waits for nobody", {"kind": "always"}, None),
    ],
)
def test_a_claim_that_is_not_so_is_broken_by_the_shortest_game(
    title: str, change: dict[str, Any], last: str | None
) -> None:
    (claim,) = claims(title)
    found, _ = find_broken(small(0, 3), replace(claim, **change))  # a deck with which several rounds are played

    assert found is not None and found.play is not None
    assert last is None or choices(found)[-1] == last


def test_a_claim_that_is_broken_in_the_middle_of_a_move_is_shown_by_the_whole_move() -> None:
    """A second round starts with a shuffle: the game is played on to where somebody is asked again."""
    (claim,) = claims("nobody calls twice")
    found, _ = find_broken(small(0, 3), replace(claim, rule="round", count=1, during=None))

    assert found is not None and found.play is not None
    assert found.turns[-1].outcomes, "the shuffle belongs to the last turn"


# ---------------------------------------------------------------- conditions of the author
def test_a_condition_is_looked_for_and_may_be_met_on_the_real_deck() -> None:
    called = ex.Compare(
        BOOL,
        None,
        "is not",
        ex.VariableRef(OPTIONAL_PLAYER, None, "caller", None),
        ex.Const(OPTIONAL_PLAYER, None, None),
    )
    wanted = Wanted(variables=frozenset({"caller"}))
    found, _ = find_position(small(), "somebody has called", holds(small(), called), wanted=wanted)
    real = real_table(shipped("cabo"))
    there = position_on(real, "somebody has called", holds(real, called), wanted=wanted)

    assert found is not None and choices(found) == ["turn.call"]
    assert there is not None and choices(there) == ["turn.call"] and len(there.setup.faces) == 52
