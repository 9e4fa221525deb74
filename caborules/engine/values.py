"""What a typed expression is worth in a store, with values for its local names. No effects, no control, no chance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Final, TypeAlias, cast

from caborules.diagnostics.span import Span
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.ir import expressions as x
from caborules.ir import types as t
from caborules.ir.system import Face
from caborules.ir.types import PlaceId, RuleValue, Value

MOST_WAYS: Final = 50_000
"""So many ways to make one choice are looked at."""

Locals: TypeAlias = Mapping[str, Value]

PRINTED_NUMBER = "#"
"""The local name under which the printed number of a table's key is kept; no name of the language looks like it."""


class Undefined(Exception):  # noqa: N818 - an answer about the rules, not an error of the program
    """A step or an expression that is not defined here: the top of an empty pile, the lowest of nothing.

    The compiler refuses rules in which this can happen (E320); examples and facts can still ask for it.
    """

    def __init__(self, reason: str, span: Span | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class Countless(Undefined):
    """There are so many ways to make a choice that nobody could list them."""

    def __init__(self, span: Span | None) -> None:
        super().__init__(f"there are more than {MOST_WAYS:,} ways to choose", span)


def locate(setup: Setup, store: Store, card: int, span: Span | None = None) -> tuple[int, int]:
    """Where a card lies: the index of its place in the store, and its index there."""
    for at, cards in enumerate(store.places):
        if card in cards:
            return at, cards.index(card)
    raise Undefined("the card lies nowhere on the table", span)


def spot_of(setup: Setup, store: Store, card: int) -> t.Spot:
    at, index = locate(setup, store, card)
    name, owner = setup.place_ids[at]
    return (name, owner, index)


def lies_face_up(setup: Setup, store: Store, card: int) -> bool:
    turned = store.turned[card]
    if turned is not None:
        return turned
    at, _ = locate(setup, store, card)
    return setup.open_to_all(setup.place_ids[at])


def fits(kind: t.Type, value: Value, players: int) -> bool:
    """Is this a value of the type (in a game of so many players)? Cards, spots and places are not looked up."""
    match kind, value:
        case t.BoolType(), bool():
            return True
        case t.NumberType(low, high), int() if not isinstance(value, bool):
            return low <= value <= high
        case t.EnumType(_, members), int() | str() if not isinstance(value, bool):
            return value in members
        case t.PlayerType(optional), None:
            return optional
        case t.PlayerType(), int() if not isinstance(value, bool):
            return 0 <= value < players
        case t.CardType(), int() if not isinstance(value, bool):
            return True
        case ((t.SpotType() | t.PlaceType()), tuple()):
            return True
        case t.CollectionType(of), tuple():
            return all(fits(of, one, players) for one in value)
        case t.RuleType(), (RuleValue() | None):
            return True
        case _:
            return False


def evaluate(setup: Setup, store: Store, expr: x.Expr, local: Locals) -> Value:
    """The value of an expression. Raises Undefined where it has none."""

    def value(inner: x.Expr) -> Value:
        return evaluate(setup, store, inner, local)

    match expr:
        case x.LocalRef():
            return local[expr.name]
        case x.Const():
            return expr.value
        case x.OptionRef():
            return setup.options[expr.key]
        case x.VariableRef():
            owner = None if expr.owner is None else seat(value(expr.owner), expr.span)
            return store.variables[setup.variable_index[expr.variable, owner]]
        case x.PlaceRef():
            return (expr.place, None if expr.owner is None else seat(value(expr.owner), expr.span))
        case x.CardsIn():
            return cards_in(setup, store, cast(PlaceId, value(expr.place)))
        case x.Apply():
            function = setup.system.functions[expr.function]
            given = {p.name: value(a) for p, a in zip(function.parameters, expr.arguments, strict=True)}
            return evaluate(setup, store, function.body, given)
        case x.Compare(left=x.CardNamed() as named, right=other) | x.Compare(left=other, right=x.CardNamed() as named):
            return (face_of(setup, other, value) == named.face) == (expr.op == "is")
        case x.Compare():
            return compare(expr, value(expr.left), value(expr.right))
        case x.Logic():
            left = bool(value(expr.left))
            return left if left == (expr.op == "or") else bool(value(expr.right))
        case x.Not():
            return not value(expr.operand)
        case x.Either():
            return value(expr.then if value(expr.condition) else expr.otherwise)
        case x.IsEmpty():
            return not elements(value(expr.collection))
        case x.SizeOf():
            return len(elements(value(expr.collection)))
        case x.Those():
            return tuple(one for one, inner in bound(expr, value(expr.among), local) if test(setup, store, expr, inner))
        case x.Exists():
            return any(test(setup, store, expr, inner) for _, inner in bound(expr, value(expr.among), local))
        case x.FirstWhere():
            for one, inner in bound(expr, value(expr.among), local):
                if test(setup, store, expr, inner):
                    return one
            return value(expr.otherwise)
        case x.ThoseBest() | x.Fold():
            return measured(setup, store, expr, value(expr.among), local)
        case x.IsIn():
            return value(expr.element) in elements(value(expr.collection))
        case x.AttributeOf():
            face = setup.faces[cast(int, value(expr.card))]
            return face[list(setup.system.attributes).index(expr.attribute)]
        case x.Lookup():
            return lookup(setup, store, expr, value(expr.key), [value(a) for a in expr.arguments])
        case x.PrintedNumber():
            return local[PRINTED_NUMBER]
        case x.Arithmetic():
            return calculate(expr, cast(int, value(expr.left)), cast(int, value(expr.right)))
        case x.TheCard():
            there = cards_in(setup, store, cast(PlaceId, value(expr.place)))
            return first_of(there, "no card lies there", expr.span)
        case x.EndOf():
            cards = elements(value(expr.cards))
            return first_of(cards if expr.end == "top" else cards[::-1], f"there is no {expr.end} card", expr.span)
        case x.RestOf():
            return elements(value(expr.cards))[1:]
        case x.FirstCards():
            return elements(value(expr.cards))[: max(0, cast(int, value(expr.count)))]
        case x.SpotOf():
            return spot_of(setup, store, cast(int, value(expr.card)))
        case x.NewSpot():
            name, owner = cast(PlaceId, value(expr.place))
            return (name, owner, len(store.places[setup.place_index[name, owner]]))
        case x.PositionOf():
            return locate(setup, store, cast(int, value(expr.card)), expr.span)[1] + 1
        case x.Numbers():
            return tuple(range(cast(int, value(expr.low)), cast(int, value(expr.high)) + 1))
        case x.Share():
            faces = {
                evaluate(setup, store, expr.measure, {**local, expr.variable: card})
                for card in elements(value(expr.cards))
            }
            return len(faces) <= 1
        case x.Knows():
            bit = 1 << seat(value(expr.player), expr.span)
            known = value(expr.cards)
            return all(store.known[cast(int, c)] & bit for c in (known if isinstance(known, tuple) else (known,)))
        case x.FaceUp():
            return lies_face_up(setup, store, cast(int, value(expr.card)))
        case x.WindowOpen():
            return store.windows[setup.window_index[expr.window]].open
        case x.Seats():
            return tuple(setup.seats)
        case x.PlayerCount():
            return setup.players
        case x.FirstSeat():
            return 0
        case x.Neighbour():
            return (seat(value(expr.player), expr.span) + (1 if expr.side == "left" else -1)) % setup.players
        case x.Others():
            here, step = seat(value(expr.player), expr.span), 1 if expr.side == "left" else -1
            return tuple((here + step * n) % setup.players for n in range(1, setup.players))
        case x.RuleMade():
            if expr.rule is None:
                return None
            return RuleValue(expr.rule, tuple((name, value(given)) for name, given in expr.given))
        case x.CardNamed():
            return card_named(setup, store, expr)
        case x.IsOver():
            return local[over(expr.rule)]
        case x.HasPassed():
            return value(expr.player) in elements(local[passed(expr.window)])
        case x.SomeSet():
            return some_set(setup, store, expr, elements(value(expr.among)), local)
        case x.HasPassed():
            raise AssertionError("stands in lowered systems only")


def over(rule: str) -> str:
    """The local name under which a claim keeps whether the run of a rule has ended; no name has a blank in it."""
    return f"{rule} is over"


def passed(window: str) -> str:
    """The local name under which a lowered system keeps who has passed; no name has a blank in it."""
    return f"passed {window}"


# ---------------------------------------------------------------- the parts of it
def elements(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value


def seat(value: Value, span: Span | None) -> int:
    if not isinstance(value, int):
        raise Undefined("nobody is not a player", span)
    return value


def first_of(cards: tuple[Value, ...], otherwise: str, span: Span | None) -> Value:
    if not cards:
        raise Undefined(otherwise, span)
    return cards[0]


def cards_in(setup: Setup, store: Store, place: PlaceId) -> tuple[int, ...]:
    return tuple(card for card in store.places[setup.place_index[place]] if card is not None)


def bound(
    expr: x.Those | x.ThoseBest | x.Exists | x.FirstWhere | x.Fold, among: Value, local: Locals
) -> Iterator[tuple[Value, Locals]]:
    """Each element, with the local names that a condition about it may use."""
    for one in elements(among):
        yield one, {**local, expr.variable: one}


def test(setup: Setup, store: Store, expr: x.Those | x.Exists | x.FirstWhere | x.Fold, local: Locals) -> bool:
    return expr.where is None or bool(evaluate(setup, store, expr.where, local))


def measured(setup: Setup, store: Store, expr: x.ThoseBest | x.Fold, among: Value, local: Locals) -> Value:
    """The best elements by a measure, or the sum, lowest or highest of the measure itself."""
    found: list[tuple[Value, int]] = []
    for one, inner in bound(expr, among, local):
        if isinstance(expr, x.ThoseBest) or test(setup, store, expr, inner):
            found.append((one, cast(int, evaluate(setup, store, expr.measure, inner))))
    measures = [measure for _, measure in found]
    if expr.which == "sum":
        return sum(measures)
    if not found and isinstance(expr, x.Fold):
        raise Undefined(f"there is no {expr.which} of nothing", expr.span)
    best = min(measures, default=0) if expr.which == "lowest" else max(measures, default=0)
    return best if isinstance(expr, x.Fold) else tuple(one for one, measure in found if measure == best)


def face_of(setup: Setup, expr: x.Expr, value: Callable[[x.Expr], Value]) -> Face:
    """The face that is named, or that of the card."""
    return expr.face if isinstance(expr, x.CardNamed) else setup.faces[cast(int, value(expr))]


def compare(expr: x.Compare, left: Value, right: Value) -> bool:
    if expr.op in ("is", "is not"):
        return (left == right) == (expr.op == "is")
    assert isinstance(left, int) and isinstance(right, int)
    match expr.op:
        case "is at least":
            return left >= right
        case "is at most":
            return left <= right
        case "is more than":
            return left > right
        case _:
            return left < right


def calculate(expr: x.Arithmetic, left: int, right: int) -> int:
    match expr.op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case "times":
            return left * right
        case _ if right == 0:
            raise Undefined("division by zero", expr.span)
        case "div":
            return left // right
        case "mod":
            return left % right


def lookup(setup: Setup, store: Store, expr: x.Lookup, key: Value, arguments: list[Value]) -> Value:
    table = setup.system.tables[expr.table]
    local = {p.name: a for p, a in zip(table.parameters, arguments, strict=True)}
    if isinstance(table.key, t.CardType):
        local[PRINTED_NUMBER] = setup.printed_numbers[cast(int, key)]
        row = table.index[setup.faces[cast(int, key)]]
    else:
        row = table.index[cast("str | int", key)]
    return evaluate(setup, store, table.rows[row].cells[expr.column], local)


def card_named(setup: Setup, store: Store, expr: x.CardNamed) -> int:
    """The card with this face that lies on the table; any other with the face where none does."""
    all_of_them = [card for card, face in enumerate(setup.faces) if face == expr.face]
    there = [card for card in all_of_them if any(card in cards for cards in store.places)]
    if len(there) > 1:
        raise Undefined("two cards with this face are on the table", expr.span)
    return cast(int, first_of(tuple(there or all_of_them), "no card has this face", expr.span))


def some_set(setup: Setup, store: Store, expr: x.SomeSet, cards: tuple[Value, ...], local: Locals) -> bool:
    """Is there a set of the cards that shares the measure, and for which the condition holds?"""
    groups: dict[Value, list[Value]] = {}
    for card in dict.fromkeys(cards):
        inner = {**local, expr.variable: card}
        shared = None if expr.measure is None else evaluate(setup, store, expr.measure, inner)
        groups.setdefault(shared, []).append(card)
    if sets_within(groups.values(), expr.low, expr.high) > MOST_WAYS:
        raise Countless(expr.span)
    return any(
        evaluate(setup, store, expr.where, {**local, expr.name: chosen})
        for group in groups.values()
        for size in range(expr.low, min(len(group), len(group) if expr.high is None else expr.high) + 1)
        for chosen in combinations(group, size)
    )


def sets_within(groups: Iterable[Collection[Value]], low: int, high: int | None) -> int:
    """How many sets of ``low`` to ``high`` (None: any number) elements lie in one of the groups."""
    sizes = [len(group) for group in groups]
    return sum(comb(n, k) for n in sizes for k in range(low, (n if high is None else min(n, high)) + 1))
