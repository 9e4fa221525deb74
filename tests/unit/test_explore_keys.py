"""Which states count as the same, and that what counts as the same does behave the same."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from math import factorial

import pytest

from caborules.engine.decisions import Action
from caborules.explore import keys as keys_module
from caborules.explore.keys import NOTHING_MORE, Keys, Wanted, keys_of
from caborules.explore.liveness import Names, needed, outside_reactions
from caborules.explore.scopes import Scope, decks, real_table, scope, scopes, with_default
from caborules.explore.space import Position, Space
from caborules.ir import lowered as lo
from caborules.lower.states import MachineState
from tests.support import surgery
from tests.support.rulesets import shipped


@cache
def small(level: int | None = 0, cards: int = 4) -> Scope:
    system = shipped("cabo")
    faces = next(iter(decks(real_table(system).machine, cards)))
    return scope(system, {}, faces, level)


def space(one: Scope, wanted: Wanted = NOTHING_MORE) -> Space:
    return Space(one.machine, Keys(one.machine, wanted))


# ---------------------------------------------------------------- what is needed
def at_turn(system: lo.LoweredSystem) -> Names:
    return needed(system)[surgery.find(system, lo.Ask, "turn")]


def test_what_is_read_later_is_needed_and_what_is_not_is_not() -> None:
    names = at_turn(small().machine.lowered)

    assert {("variable", "caller"), ("variable", "score"), ("window", "match")} <= names
    assert ("variable", "rounds-played") not in names  # it is read only to count on
    assert ("register", "peek.c") not in names  # chosen anew before it is read


def test_a_counter_that_something_hangs_on_is_needed() -> None:
    one = scope(with_default(shipped("cabo"), "game.ends", "after-rounds"), {}, small().setup.faces)

    assert ("variable", "rounds-played") in at_turn(one.machine.lowered)


def test_what_a_search_wants_is_needed_everywhere() -> None:
    names = needed(small().machine.lowered, frozenset({"rounds-played"}))

    assert all(("variable", "rounds-played") in one for one in names)


def test_bodies_of_reactions_are_told_from_the_rest() -> None:
    system = small().machine.lowered
    plain = outside_reactions(system)

    assert surgery.find(system, lo.Ask, "turn") in plain
    assert not plain.intersection(surgery.find_all(system, lo.ShowCards, "show-tried"))


# ---------------------------------------------------------------- equal keys, equal futures
def futures(one: Space, position: Position) -> dict[Hashable, set[Hashable]]:
    """For each action (chance has none) the keys that can come of it."""
    found: dict[Hashable, set[Hashable]] = {}
    for move in one.moves(position):
        action: Action | None = None if move.action is None else replace(move.action, opening=None)
        found.setdefault(action, set()).add(one.key(move.to))
    return found


def differences(one: Space, games: int, length: int = 60) -> int:
    """How many positions of random games have the key of another one, and a future that it does not have."""
    rng = random.Random(7)
    seen: dict[Hashable, dict[Hashable, set[Hashable]]] = {}
    wrong = 0
    for _ in range(games):
        position = one.start().to
        for _ in range(length):
            moves = list(one.moves(position))
            if not moves:
                break
            there = futures(one, position)
            wrong += seen.setdefault(one.key(position), there) != there
            position = rng.choice(moves).to
    return wrong


@pytest.mark.parametrize("level", [None, 0, 1])
def test_positions_with_one_key_have_one_future(level: int | None) -> None:
    assert differences(space(small(level, 3)), 25) == 0


@pytest.mark.parametrize("name", [("variable", "dealer"), ("window", "match")])
def test_a_key_that_leaves_out_what_is_needed_is_noticed(
    name: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(system: lo.LoweredSystem, also: frozenset[str] = frozenset()) -> tuple[Names, ...]:
        return tuple(frozenset(one for one in names if one != name) for names in needed(system, also))

    monkeypatch.setattr(keys_module, "needed", short)

    assert differences(space(small(0, 3)), 25) > 0


def test_cards_that_rules_cannot_tell_apart_count_as_one_kind() -> None:
    one = small()
    plain, each = Keys(one.machine), Keys(one.machine, Wanted(faces=True))

    assert plain.kinds == (0, 0, 1, 2)  # two aces, a card that peeks, one that spies
    assert each.kinds == (0, 1, 2, 3)


def test_knowledge_counts_where_it_is_wanted() -> None:
    one = small()
    state = next(p for p in walk(space(one)) if one.machine.setup and space(one).is_decision(p))
    assert isinstance(state, MachineState)
    other = replace(state, store=replace(state.store, known=(0,) * len(state.store.known)))

    assert space(one).key(state) == space(one).key(other)
    wanted = space(one, Wanted(knowledge=True))
    assert wanted.key(state) != wanted.key(other)


def walk(one: Space) -> list[Position]:
    """The positions of the first game."""
    found = [one.start().to]
    for _ in range(6):
        found.append(next(iter(one.moves(found[-1]))).to)
    return found


# ---------------------------------------------------------------- chance
def test_a_shuffle_has_a_branch_for_each_order_that_can_be_told() -> None:
    one = space(small())
    pick = one.start().to
    dealt = next(iter(one.moves(pick))).to

    assert one.is_chance(pick) and len(list(one.moves(pick))) == 2
    assert one.is_chance(dealt) and len(list(one.moves(dealt))) == factorial(4) // 2


def test_branches_left_out_are_told() -> None:
    few = Space(small().machine, Keys(small().machine), orders=5)
    dealt = next(iter(few.moves(few.start().to))).to
    moves = list(few.moves(dealt))

    assert len(moves) == 5 and all(move.cut for move in moves)


def test_keys_of_a_machine_are_made_once_for_what_is_wanted() -> None:
    one, other = small(), small(None)
    assert keys_of(one.machine) is keys_of(one.machine)
    assert keys_of(one.machine) is not keys_of(other.machine)
    assert keys_of(one.machine, Wanted(knowledge=True)) is not keys_of(one.machine)
    assert keys_of(one.machine, Wanted(knowledge=True)).knowledge


# ---------------------------------------------------------------- scopes
def test_scopes_have_every_class_of_cards_and_say_what_is_small() -> None:
    made = list(scopes(shipped("cabo"), sizes=(3,), levels=(None, 0)))
    texts = [one.text for one in made]

    assert texts[0] == "2 players, 3 cards (A♣ A♦ 7♣)"
    assert texts[5] == "2 players, 3 cards (A♣ A♦ 7♣), rows.size 1, game.target 1"
    cells = real_table(shipped("cabo")).machine.lowered.cells
    faces = {face for one in made for face in one.setup.faces}
    assert {cells["cards", "power"][face] for face in faces} == set(cells["cards", "power"].values())
    assert -1 in {cells["cards", "value"][face] for face in faces}


def test_settings_stay_as_they_are_given() -> None:
    one = next(iter(scopes(shipped("cabo"), {"game.target": 50}, sizes=(3,), levels=(0,))))

    assert one.setup.options["game.target"] == 50
    assert "game.target" not in one.text
