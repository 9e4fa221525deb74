"""The abstract state: facts by owner, symbols that begin and end, where paths meet, what others did meanwhile."""

from __future__ import annotations

import pytest

from caborules.ir.expressions import Const
from caborules.ir.system import PlaceDef, Shape, Sight, VariableDef
from caborules.ir.types import BoolType, NumberType, PlayerType, Type
from caborules.types.flow import bounds, cards, processed, symbols
from caborules.types.flow.effects import Effects, suffer
from caborules.types.flow.facts import ALL, NOBODY, REST, CardFact, Key, State, World
from caborules.types.flow.merge import join, widen
from caborules.types.flow.values import Cards, Place

Range = NumberType


def place(name: str, shape: Shape, sight: Sight, per_player: bool = True) -> PlaceDef:
    return PlaceDef(None, (), name, per_player, shape, sight)


def variable(name: str, kind: Type, per_player: bool = False) -> VariableDef:
    return VariableDef(None, (), name, per_player, "", kind, None, Const(kind, None, None))


WORLD = World(
    {
        p.name: p
        for p in (
            place("stock", "pile", "face down", per_player=False),
            place("discard", "pile", "face up", per_player=False),
            place("row", "row", "face down"),
            place("hand", "hand", "seen by its owner"),
            place("drawn", "one card", "seen by its owner"),
        )
    },
    {
        v.name: v
        for v in (
            variable("active", PlayerType()),
            variable("dealer", PlayerType()),
            variable("count", NumberType(0, 5)),
            variable("score", NumberType(0, 20), per_player=True),
            variable("done", BoolType()),
        )
    },
    12,
)
STOCK: Key = ("stock", None)
DISCARD: Key = ("discard", None)


def row(owner: str) -> Key:
    return "row", owner


def known(**tables: dict[Key, Range]) -> State:
    return State(WORLD, sizes=tables.get("sizes", {}))


def one(fact: CardFact, symbol: str | None = None, whole: Key | None = None) -> Cards:
    return Cards(fact, Range(1, 1), symbol, whole=whole, single=True)


# ---------------------------------------------------------------- owners
def test_an_unlisted_player_may_be_any_that_is_listed_or_one_of_the_rest() -> None:
    state = known(sizes={row("r.p"): Range(1, 1), row(REST): Range(3, 3)})
    assert Range(1, 1) == state.size(row("r.p"))
    assert Range(1, 3) == state.size(row("r.q"))
    apart = state.but(apart=frozenset({frozenset({"r.p", "r.q"})}))
    assert Range(3, 3) == apart.size(row("r.q"))


def test_a_change_at_one_owner_may_be_a_change_at_another() -> None:
    state = known(sizes={row("r.p"): Range(2, 2), row("r.q"): Range(2, 2), row(REST): Range(2, 2)})
    after = state.grow(row("r.p"), -1, -1)
    assert Range(1, 1) == after.size(row("r.p"))
    assert Range(1, 2) == after.size(row("r.q"))
    assert Range(2, 2) == after.sizes[row(REST)]


def test_a_change_at_an_unknown_owner_may_be_anywhere() -> None:
    state = known(sizes={row("r.p"): Range(2, 2), row(REST): Range(2, 2)})
    after = state.emptied(("row", "?"))
    assert {row("r.p"): Range(0, 2), row(REST): Range(0, 2)} == after.sizes


def test_a_place_for_one_card_holds_no_more() -> None:
    assert Range(0, 1) == State(WORLD).size(("drawn", "r.p"))
    assert Range(0, 12) == State(WORLD).size(row("r.p"))


# ---------------------------------------------------------------- symbols
def test_what_is_forgotten_weakens_the_rest() -> None:
    state = known(sizes={row("r.p"): Range(1, 1), row(REST): Range(3, 3)})
    assert {row(REST): Range(1, 3)} == symbols.forget(state, "r.p").sizes
    unknown_rest = known(sizes={row("r.p"): Range(1, 1)})
    assert symbols.forget(unknown_rest, "r.p").sizes == {}


def test_a_variable_keeps_the_facts_of_the_name_that_ends() -> None:
    state = known(sizes={row("turn.player"): Range(1, 1)}).but(people={"active": "turn.player"})
    after = symbols.leave(state, frozenset({"turn.player"}))
    assert {row("$active"): Range(1, 1)} == after.sizes
    assert after.people == {}


def test_a_variable_that_gets_another_player_loses_its_facts() -> None:
    state = known(sizes={row("$active"): Range(1, 1)})
    assert symbols.reassign(state, "active", "?").sizes == {}


def test_another_variable_that_holds_the_same_player_inherits_the_facts() -> None:
    state = known(sizes={row("$active"): Range(1, 1)}).but(people={"dealer": "$active"})
    after = symbols.reassign(state, "active", "?")
    assert {row("$dealer"): Range(1, 1)} == after.sizes
    assert after.people == {}


def test_an_audience_loses_who_is_forgotten() -> None:
    state = State(WORLD).but(cards={"r.c": CardFact(frozenset({row("r.p")}), frozenset({"r.p", "r.q"}))})
    after = symbols.forget(state, "r.p")
    assert CardFact(frozenset({("row", "?")}), frozenset({"r.q"})) == after.cards["r.c"]


# ---------------------------------------------------------------- where paths meet
def test_where_paths_meet_only_what_holds_on_both_is_kept() -> None:
    left = known(sizes={STOCK: Range(1, 1), row("r.p"): Range(2, 2)}).but(windows={"w": True, "v": True})
    right = known(sizes={STOCK: Range(3, 3)}).but(windows={"w": True, "v": False})
    met = join(left, right)
    assert met is not None
    assert Range(1, 3) == met.size(STOCK)
    assert Range(0, 12) == met.size(row("r.p"))
    assert met.windows == {"w": True}


def test_a_way_that_cannot_be_gone_adds_nothing() -> None:
    state = known(sizes={STOCK: Range(1, 1)})
    assert state == join(None, state) == join(state, None)


def test_who_saw_a_card_by_where_it_lay_has_seen_it_where_paths_meet() -> None:
    left = State(WORLD).but(cards={"r.c": CardFact(frozenset({DISCARD}), NOBODY)})
    right = State(WORLD).but(cards={"r.c": CardFact(frozenset({STOCK}), ALL)})
    met = join(left, right)
    assert met is not None
    assert CardFact(frozenset({DISCARD, STOCK}), ALL) == met.cards["r.c"]


def test_ranges_that_grow_are_given_up_without_weakening_the_rest() -> None:
    before = known(sizes={row("r.p"): Range(0, 1), row(REST): Range(0, 0), STOCK: Range(5, 5)})
    after = known(sizes={row("r.p"): Range(0, 2), row(REST): Range(0, 0), STOCK: Range(5, 5)})
    assert {row("r.p"): Range(0, 12), row(REST): Range(0, 0), STOCK: Range(5, 5)} == widen(before, after).sizes


# ---------------------------------------------------------------- loops over players
def test_what_holds_of_each_who_is_done_holds_of_all_in_the_end() -> None:
    state = known(sizes={row("r.p"): Range(0, 0), row(REST): Range(4, 4)})
    state, done = processed.extract(state, "r.p'", None, "r.p")
    assert {"row": Range(0, 0)} == done.sizes
    assert {row(REST): Range(4, 4)} == state.sizes
    assert {row(REST): Range(0, 0)} == processed.finish(state, "r.p'", done, everybody=True).sizes
    assert {row(REST): Range(0, 4)} == processed.finish(state, "r.p'", done, everybody=False).sizes


def test_a_later_round_may_undo_what_an_earlier_one_did() -> None:
    state = known(sizes={row(REST): Range(4, 4)})
    inside = processed.inject(state, "r.p'", processed.Processed({"row": Range(0, 0)}, {}, {}), "r.p")
    inside = inside.grow(("row", "?"), 1, 1)
    _, done = processed.extract(inside, "r.p'", processed.Processed({"row": Range(0, 0)}, {}, {}), "r.p")
    assert Range(0, 5) == done.sizes["row"]


# ---------------------------------------------------------------- cards
def test_knowledge_follows_the_card_and_is_lost_to_the_place() -> None:
    state = State(WORLD).but(
        sizes={row("r.p"): Range(2, 2)},
        seen={row("r.p"): ALL},
        cards={"r.c": CardFact(frozenset({row("r.p")}), NOBODY)},
    )
    fact = state.cards["r.c"]
    after, effects = cards.move(state, one(fact, "r.c"), fact, Place(frozenset({STOCK})))
    assert after.face(after.cards["r.c"]) == ALL
    assert after.knowers(STOCK) == NOBODY
    assert Range(1, 1) == after.size(row("r.p"))
    assert Effects(gains=frozenset({"stock"}), loses=frozenset({"row"})) == effects


def test_a_hidden_card_that_comes_to_an_open_row_hides_it() -> None:
    state = State(WORLD).but(sizes={row("r.p"): Range(2, 2)}, seen={row("r.p"): ALL})
    hidden = CardFact(frozenset({STOCK}), NOBODY)
    after, _ = cards.move(state, one(hidden), hidden, Place(frozenset({row("r.p")})))
    assert after.knowers(row("r.p")) == NOBODY


def test_another_name_may_mean_the_card_that_moves() -> None:
    state = State(WORLD).but(
        cards={name: CardFact(frozenset({row("r.p")}), NOBODY) for name in ("r.c", "r.d")},
    )
    fact = state.cards["r.c"]
    after, _ = cards.move(state, one(fact, "r.c"), fact, Place(frozenset({STOCK})))
    assert frozenset({STOCK}) == after.cards["r.c"].lies
    assert frozenset({STOCK, row("r.p")}) == after.cards["r.d"].lies


def test_a_shuffle_ends_what_is_known_of_a_place_but_not_of_a_single_card() -> None:
    many = State(WORLD).but(sizes={STOCK: Range(2, 5)}, seen={STOCK: ALL})
    single = State(WORLD).but(sizes={STOCK: Range(0, 1)}, seen={STOCK: ALL})
    assert cards.shuffle(many, Place(frozenset({STOCK})))[0].knowers(STOCK) == NOBODY
    assert cards.shuffle(single, Place(frozenset({STOCK})))[0].knowers(STOCK) == ALL


def test_what_lies_face_up_stays_known_through_a_shuffle() -> None:
    assert cards.shuffle(State(WORLD), Place(frozenset({DISCARD})))[0].knowers(DISCARD) == ALL


# ---------------------------------------------------------------- meanwhile
def test_meanwhile_sizes_change_only_as_they_can() -> None:
    state = known(sizes={STOCK: Range(2, 3), DISCARD: Range(1, 1), row(REST): Range(4, 4)})
    after = suffer(state, Effects(gains=frozenset({"row"}), loses=frozenset({"stock"})))
    assert {STOCK: Range(0, 3), DISCARD: Range(1, 1), row(REST): Range(4, 12)} == after.sizes


def test_meanwhile_a_variable_may_have_changed() -> None:
    state = known(sizes={row("$active"): Range(1, 1)}).write(("count", None), Range(2, 2))
    after = suffer(state, Effects(variables=frozenset({"active", "count"})))
    assert Range(0, 5) == after.value(("count", None))
    assert Range(0, 12) == after.size(row("$active"))


def test_meanwhile_a_window_may_be_opened_or_closed() -> None:
    state = State(WORLD).but(windows={"open": True, "closed": False, "other": True})
    after = suffer(state, Effects(opens=frozenset({"closed", "open"}), closes=frozenset({"other"})))
    assert after.windows == {"open": True}


# ---------------------------------------------------------------- values
@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (Range(0, 5), Range(3, 9), Range(3, 5)),
        (Range(0, 2), Range(3, 9), None),
        (frozenset({"a", 3, 7}), Range(0, 5), frozenset({3})),
        (frozenset({"a"}), frozenset({"b"}), None),
    ],
)
def test_the_values_that_both_allow(
    left: bounds.Possible, right: bounds.Possible, expected: bounds.Possible | None
) -> None:
    assert expected == bounds.common(left, right)


def test_a_range_loses_a_number_only_at_its_ends() -> None:
    assert Range(1, 5) == bounds.without(Range(0, 5), 0)
    assert Range(0, 5) == bounds.without(Range(0, 5), 3)
    assert bounds.without(Range(2, 2), 2) is None
