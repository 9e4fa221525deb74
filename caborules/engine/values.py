"""What a typed expression is worth in a store, with values for its local names. No effects, no control, no chance.

``MEANINGS`` has one function for each kind of expression. All of them take a reading of the store, the expression and
the local names. The compiler has checked the types, so that values are used as what they must be. Where ``MEANINGS`` is
used directly, and not through ``worth``, that saves a call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final, TypeAlias

from caborules.engine.basics import (
    MOST_WAYS,
    Countless,
    Undefined,
    calculate,
    cards_in,
    elements,
    lies_face_up,
    locate,
    seat,
    sets_within,
    spot_of,
)
from caborules.engine.reading import Reading
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.ir import expressions as x
from caborules.ir import types as t
from caborules.ir.operators import ordered
from caborules.ir.system import Face
from caborules.ir.types import PlaceId, RuleValue, Value

Locals: TypeAlias = Mapping[str, Value]

PRINTED_NUMBER = "#"
"""The local name under which the printed number of a table's key is kept; no name of the language looks like it."""


def evaluate(setup: Setup, store: Store, expr: x.Expr, local: Locals) -> Value:
    """The value of an expression. Raises Undefined where it has none."""
    return MEANINGS[type(expr)](setup.readings.of(store), expr, local)


def worth(r: Reading, expr: x.Expr, local: Locals) -> Any:
    """The same in a reading of the store; of the type that the compiler has seen to."""
    return MEANINGS[type(expr)](r, expr, local)


def over(rule: str) -> str:
    """The local name under which a claim keeps whether the run of a rule has ended; no name has a blank in it."""
    return f"{rule} is over"


def passed(window: str) -> str:
    """The local name under which a lowered system keeps who has passed; no name has a blank in it."""
    return f"passed {window}"


# ---------------------------------------------------------------- names, variables, tables
def _const(r: Reading, expr: x.Const, local: Locals) -> Value:
    return expr.value


def _option(r: Reading, expr: x.OptionRef, local: Locals) -> Value:
    return r.setup.options[expr.key]


def _local(r: Reading, expr: x.LocalRef, local: Locals) -> Value:
    return local[expr.name]


def _variable(r: Reading, expr: x.VariableRef, local: Locals) -> Value:
    owner = None if expr.owner is None else seat(worth(r, expr.owner, local), expr.span)
    return r.store.variables[r.setup.variable_index[expr.variable, owner]]


def _apply(r: Reading, expr: x.Apply, local: Locals) -> Value:
    """A function is worked out once for the same arguments: the store is the same."""
    key = (expr.function, *[MEANINGS[type(argument)](r, argument, local) for argument in expr.arguments])
    if key in r.applied:
        return r.applied[key]
    function = r.setup.system.functions[expr.function]
    given = {parameter.name: argument for parameter, argument in zip(function.parameters, key[1:], strict=True)}
    r.applied[key] = worth(r, function.body, given)
    return r.applied[key]


def _lookup(r: Reading, expr: x.Lookup, local: Locals) -> Any:
    key = worth(r, expr.key, local)
    table = r.setup.system.tables[expr.table]
    given: dict[str, Value] = {}
    for parameter, argument in zip(table.parameters, expr.arguments, strict=True):
        given[parameter.name] = worth(r, argument, local)
    if isinstance(table.key, t.CardType):
        given[PRINTED_NUMBER] = r.setup.printed_numbers[key]
        key = r.setup.faces[key]
    return worth(r, table.rows[table.index[key]].cells[expr.column], given)


def _printed_number(r: Reading, expr: x.PrintedNumber, local: Locals) -> Value:
    return local[PRINTED_NUMBER]


def _rule_made(r: Reading, expr: x.RuleMade, local: Locals) -> Value:
    if expr.rule is None:
        return None
    return RuleValue(expr.rule, tuple([(name, worth(r, given, local)) for name, given in expr.given]))


# ---------------------------------------------------------------- players
def _seats(r: Reading, expr: x.Seats, local: Locals) -> Value:
    return tuple(r.setup.seats)


def _player_count(r: Reading, expr: x.PlayerCount, local: Locals) -> Value:
    return r.setup.players


def _first_seat(r: Reading, expr: x.FirstSeat, local: Locals) -> Value:
    return 0


def _neighbour(r: Reading, expr: x.Neighbour, local: Locals) -> Value:
    here = seat(worth(r, expr.player, local), expr.span)
    return (here + (1 if expr.side == "left" else -1)) % r.setup.players


def _others(r: Reading, expr: x.Others, local: Locals) -> Value:
    here, step = seat(worth(r, expr.player, local), expr.span), 1 if expr.side == "left" else -1
    return tuple([(here + step * n) % r.setup.players for n in range(1, r.setup.players)])


# ---------------------------------------------------------------- cards and places
def _place(r: Reading, expr: x.PlaceRef, local: Locals) -> PlaceId:
    return (expr.place, None if expr.owner is None else seat(worth(r, expr.owner, local), expr.span))


def _cards_in(r: Reading, expr: x.CardsIn, local: Locals) -> Value:
    return cards_in(r.setup, r.store, worth(r, expr.place, local))


def _the_card(r: Reading, expr: x.TheCard, local: Locals) -> Value:
    there = cards_in(r.setup, r.store, worth(r, expr.place, local))
    if not there:
        raise Undefined("no card lies there", expr.span)
    return there[0]


def _end_of(r: Reading, expr: x.EndOf, local: Locals) -> Value:
    cards = elements(worth(r, expr.cards, local))
    if not cards:
        raise Undefined(f"there is no {expr.end} card", expr.span)
    return cards[0 if expr.end == "top" else -1]


def _rest_of(r: Reading, expr: x.RestOf, local: Locals) -> Value:
    return elements(worth(r, expr.cards, local))[1:]


def _first_cards(r: Reading, expr: x.FirstCards, local: Locals) -> Value:
    cards = elements(worth(r, expr.cards, local))
    return cards[: max(0, worth(r, expr.count, local))]


def _spot_of(r: Reading, expr: x.SpotOf, local: Locals) -> Value:
    return spot_of(r.setup, r.store, worth(r, expr.card, local))


def _new_spot(r: Reading, expr: x.NewSpot, local: Locals) -> Value:
    place = worth(r, expr.place, local)
    return (*place, len(r.store.places[r.setup.place_index[place]]))


def _position_of(r: Reading, expr: x.PositionOf, local: Locals) -> Value:
    return locate(r.setup, r.store, worth(r, expr.card, local), expr.span)[1] + 1


def _attribute_of(r: Reading, expr: x.AttributeOf, local: Locals) -> Value:
    face: Face = r.setup.faces[worth(r, expr.card, local)]
    return face[r.setup.attribute_index[expr.attribute]]


def _card_named(r: Reading, expr: x.CardNamed, local: Locals) -> Value:
    """The card with this face that lies on the table; any other with the face where none does."""
    all_of_them = [card for card, face in enumerate(r.setup.faces) if face == expr.face]
    there = [card for card in all_of_them if any(card in cards for cards in r.store.places)]
    if len(there) > 1:
        raise Undefined("two cards with this face are on the table", expr.span)
    if not all_of_them:
        raise Undefined("no card has this face", expr.span)
    return there[0] if there else all_of_them[0]


# ---------------------------------------------------------------- arithmetic and logic
def _arithmetic(r: Reading, expr: x.Arithmetic, local: Locals) -> Value:
    return calculate(expr, worth(r, expr.left, local), worth(r, expr.right, local))


def _compare(r: Reading, expr: x.Compare, local: Locals) -> bool:
    left, right, op = expr.left, expr.right, expr.op
    if isinstance(left, x.CardNamed) or isinstance(right, x.CardNamed):
        faces = [
            side.face if isinstance(side, x.CardNamed) else r.setup.faces[worth(r, side, local)]
            for side in (left, right)
        ]
        return (faces[0] == faces[1]) == (op == "is")
    mine, yours = MEANINGS[type(left)](r, left, local), MEANINGS[type(right)](r, right, local)
    if op == "is":
        return mine == yours
    if op == "is not":
        return mine != yours
    assert isinstance(mine, int) and isinstance(yours, int)
    return bool(ordered(op, mine, yours))


def _logic(r: Reading, expr: x.Logic, local: Locals) -> bool:
    left, right = expr.left, expr.right
    if bool(MEANINGS[type(left)](r, left, local)) == (expr.op == "or"):
        return expr.op == "or"
    return bool(MEANINGS[type(right)](r, right, local))


def _not(r: Reading, expr: x.Not, local: Locals) -> bool:
    return not MEANINGS[type(expr.operand)](r, expr.operand, local)


def _either(r: Reading, expr: x.Either, local: Locals) -> Value:
    condition = expr.condition
    chosen = expr.then if MEANINGS[type(condition)](r, condition, local) else expr.otherwise
    return MEANINGS[type(chosen)](r, chosen, local)


# ---------------------------------------------------------------- collections
def _numbers(r: Reading, expr: x.Numbers, local: Locals) -> Value:
    low, high = worth(r, expr.low, local), worth(r, expr.high, local)
    return tuple(range(low, high + 1))


def _is_empty(r: Reading, expr: x.IsEmpty, local: Locals) -> bool:
    return not elements(worth(r, expr.collection, local))


def _size_of(r: Reading, expr: x.SizeOf, local: Locals) -> int:
    return len(elements(worth(r, expr.collection, local)))


def _is_in(r: Reading, expr: x.IsIn, local: Locals) -> bool:
    element = worth(r, expr.element, local)
    return element in elements(worth(r, expr.collection, local))


def _bound(
    r: Reading, expr: x.Those | x.Exists | x.FirstWhere | x.Fold | x.ThoseBest, local: Locals
) -> Iterator[tuple[Value, Locals]]:
    """Each element for which the condition holds, with the local names that a measure of it may use.

    The names are those of one dictionary: they hold until the next element is asked for.
    """
    inner = dict(local)
    where = None if isinstance(expr, x.ThoseBest) else expr.where
    for one in elements(worth(r, expr.among, local)):
        inner[expr.variable] = one
        if where is None or MEANINGS[type(where)](r, where, inner):
            yield one, inner


def _those(r: Reading, expr: x.Those, local: Locals) -> Value:
    return tuple([one for one, _ in _bound(r, expr, local)])


def _exists(r: Reading, expr: x.Exists, local: Locals) -> bool:
    return any(True for _ in _bound(r, expr, local))


def _first_where(r: Reading, expr: x.FirstWhere, local: Locals) -> Any:
    for one, _ in _bound(r, expr, local):
        return one
    return worth(r, expr.otherwise, local)


def _those_best(r: Reading, expr: x.ThoseBest, local: Locals) -> Value:
    found = [(one, worth(r, expr.measure, inner)) for one, inner in _bound(r, expr, local)]
    if not found:
        return ()
    best = (min if expr.which == "lowest" else max)([measure for _, measure in found])
    return tuple([one for one, measure in found if measure == best])


def _fold(r: Reading, expr: x.Fold, local: Locals) -> Value:
    measures: list[int] = [worth(r, expr.measure, inner) for _, inner in _bound(r, expr, local)]
    if expr.which == "sum":
        return sum(measures)
    if not measures:
        raise Undefined(f"there is no {expr.which} of nothing", expr.span)
    return min(measures) if expr.which == "lowest" else max(measures)


def _share(r: Reading, expr: x.Share, local: Locals) -> bool:
    cards = elements(worth(r, expr.cards, local))
    return len({worth(r, expr.measure, {**local, expr.variable: card}) for card in cards}) <= 1


def _some_set(r: Reading, expr: x.SomeSet, local: Locals) -> bool:
    """Is there a set of the cards that shares the measure, and for which the condition holds?"""
    groups: dict[Value, list[Value]] = {}
    for card in dict.fromkeys(elements(worth(r, expr.among, local))):
        inner = {**local, expr.variable: card}
        shared = None if expr.measure is None else worth(r, expr.measure, inner)
        groups.setdefault(shared, []).append(card)
    if sets_within(groups.values(), expr.low, expr.high) > MOST_WAYS:
        raise Countless(expr.span)
    return any(
        worth(r, expr.where, {**local, expr.name: chosen})
        for group in groups.values()
        for size in range(expr.low, min(len(group), len(group) if expr.high is None else expr.high) + 1)
        for chosen in combinations(group, size)
    )


# ---------------------------------------------------------------- knowledge and control
def _knows(r: Reading, expr: x.Knows, local: Locals) -> bool:
    bit = 1 << seat(worth(r, expr.player, local), expr.span)
    known = worth(r, expr.cards, local)
    return all(r.store.known[card] & bit for card in (known if isinstance(known, tuple) else (known,)))


def _face_up(r: Reading, expr: x.FaceUp, local: Locals) -> bool:
    return lies_face_up(r.setup, r.store, worth(r, expr.card, local))


def _window_open(r: Reading, expr: x.WindowOpen, local: Locals) -> bool:
    return r.store.windows[r.setup.window_index[expr.window]].open


def _has_passed(r: Reading, expr: x.HasPassed, local: Locals) -> bool:
    return worth(r, expr.player, local) in elements(local[passed(expr.window)])


def _is_over(r: Reading, expr: x.IsOver, local: Locals) -> Value:
    return local[over(expr.rule)]


MEANINGS: Final[Mapping[type, Callable[[Reading, Any, Locals], Value]]] = {
    x.Const: _const,
    x.OptionRef: _option,
    x.LocalRef: _local,
    x.VariableRef: _variable,
    x.PlaceRef: _place,
    x.Apply: _apply,
    x.Lookup: _lookup,
    x.RuleMade: _rule_made,
    x.Seats: _seats,
    x.PlayerCount: _player_count,
    x.FirstSeat: _first_seat,
    x.Neighbour: _neighbour,
    x.Others: _others,
    x.TheCard: _the_card,
    x.CardsIn: _cards_in,
    x.EndOf: _end_of,
    x.RestOf: _rest_of,
    x.FirstCards: _first_cards,
    x.SizeOf: _size_of,
    x.SpotOf: _spot_of,
    x.NewSpot: _new_spot,
    x.PositionOf: _position_of,
    x.AttributeOf: _attribute_of,
    x.PrintedNumber: _printed_number,
    x.CardNamed: _card_named,
    x.Arithmetic: _arithmetic,
    x.Compare: _compare,
    x.Logic: _logic,
    x.Not: _not,
    x.Either: _either,
    x.Numbers: _numbers,
    x.IsEmpty: _is_empty,
    x.IsIn: _is_in,
    x.Those: _those,
    x.ThoseBest: _those_best,
    x.FirstWhere: _first_where,
    x.Exists: _exists,
    x.Fold: _fold,
    x.Share: _share,
    x.Knows: _knows,
    x.FaceUp: _face_up,
    x.WindowOpen: _window_open,
    x.HasPassed: _has_passed,
    x.SomeSet: _some_set,
    x.IsOver: _is_over,
}
"""The function for each kind of expression."""
