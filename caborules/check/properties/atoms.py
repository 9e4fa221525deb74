"""Conditions that are followed through the graph: found in the property and in the rules that it depends on.

A condition may speak of ``any player`` and of ``any card of P`` (a position of the place P, of any owner): it is then
shown of each. What a condition with ``some`` or ``no`` says of each single player or card is a condition of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from caborules.check.properties.watch import PLAYER, Watch, of_cards, of_players
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, OPTIONAL_PLAYER, BoolType, CollectionType, NumberType, PlayerType
from caborules.ir.types import PLAYER as PLAYER_TYPE
from caborules.ir.walk import subexpressions, with_children
from caborules.lower.fold import simplify
from caborules.lower.rewrite import substitute

ANY: Final = ex.LocalRef(PLAYER_TYPE, None, PLAYER)
CARD_OF: Final = "any card of "
"""Begins the local name of any position of a place."""
OWNER_OF: Final = "whoever has any card of "
"""Begins the local name of the owner of that position."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What an expression speaks of."""

    variables: frozenset[str]
    registers: frozenset[str]
    places: frozenset[str]
    windows: frozenset[str]

    def meets(self, other: Reads) -> bool:
        return bool(
            self.variables & other.variables
            or self.registers & other.registers
            or self.places & other.places
            or self.windows & other.windows
        )


NOTHING: Final = Reads(frozenset(), frozenset(), frozenset(), frozenset())


def reads(*exprs: ex.Expr) -> Reads:
    variables, names, places, windows = set(), set(), set(), set()
    for expr in exprs:
        for part in subexpressions(expr):
            match part:
                case ex.VariableRef():
                    variables.add(part.variable)
                case ex.LocalRef():
                    names.add(part.name)
                    if part.name.startswith(CARD_OF):
                        places.add(part.name.removeprefix(CARD_OF))
                case ex.PlaceRef():
                    places.add(part.place)
                case ex.WindowOpen() | ex.HasPassed():
                    windows.add(part.window)
    return Reads(frozenset(variables), frozenset(names), frozenset(places), frozenset(windows))


# ---------------------------------------------------------------- taking conditions apart
def parts(expr: ex.Expr) -> Iterator[ex.Expr]:
    """The conditions without connectives or binders that a condition is made of, each for any one player or card."""
    match expr:
        case ex.Logic():
            yield from parts(expr.left)
            yield from parts(expr.right)
        case ex.Not():
            yield from parts(expr.operand)
        case ex.Either() if isinstance(expr.type, BoolType):
            yield from parts(expr.condition)
            yield from parts(expr.then)
            yield from parts(expr.otherwise)
        case ex.Exists():
            yield from _each(expr.variable, expr.among, expr.where)
        case ex.IsEmpty(collection=ex.Those() as those):
            yield from _each(those.variable, those.among, those.where)
        case ex.IsIn():
            yield from belongs(expr.element, expr.collection)
        case ex.Compare(left=ex.SizeOf(collection=ex.Those() as those)):
            yield from _each(those.variable, those.among, those.where)
        case ex.Knows():
            yield from _knows(expr)
        case ex.Const():
            return
        case _:
            yield expr


def about_some(expr: ex.Expr) -> Iterator[ex.Expr]:
    """The conditions in a condition that say whether some player, or some card, fits."""
    for part in subexpressions(expr):
        match part:
            case ex.Exists() | ex.IsEmpty(collection=ex.Those()):
                yield part


def _each(name: str, among: ex.Expr, where: ex.Expr) -> Iterator[ex.Expr]:
    element = _any(among)
    if element is not None:
        yield from belongs(element, among)
        yield from parts(simplify(substitute(where, {name: element})))


def _any(among: ex.Expr) -> ex.LocalRef | None:
    """Any element of a collection, by name; None where there is no name for it."""
    if of_players(among):
        return ANY
    place = place_of(among)
    return any_card(place.place) if of_cards(among) and place is not None else None


def any_card(place: str) -> ex.LocalRef:
    return ex.LocalRef(CARD, None, CARD_OF + place)


def place_of(cards: ex.Expr) -> ex.PlaceRef | None:
    places = [part for part in subexpressions(cards) if isinstance(part, ex.PlaceRef)]
    return places[0] if len(places) == 1 else None


def belongs(element: ex.Expr, among: ex.Expr) -> Iterator[ex.Expr]:
    """The conditions that decide whether an element belongs to a collection."""
    match among:
        case ex.Those():
            yield from belongs(element, among.among)
            yield from parts(simplify(substitute(among.where, {among.variable: element})))
        case ex.Others():
            yield same(element, among.player)
        case ex.CardsIn(place=ex.PlaceRef() as place):
            yield from lying(place)
        case ex.RestOf() | ex.FirstCards():
            yield from belongs(element, among.cards)
        case ex.Seats() | ex.Numbers() | ex.Const():
            return
        case _:
            yield ex.IsIn(BOOL, None, element, among)


def lying(place: ex.PlaceRef) -> Iterator[ex.Expr]:
    """How many cards a place has, as far as a few go, and whether one lies at any position."""
    owner = None if place.owner is None else ANY
    cards = ex.CardsIn(CollectionType(CARD), None, replace(place, owner=owner))
    yield ex.IsIn(BOOL, None, any_card(place.place), ex.CardsIn(CollectionType(CARD), None, place))
    yield ex.IsEmpty(BOOL, None, cards)
    yield at_most(ex.SizeOf(NumberType(0, 999), None, cards), 1)


def _knows(expr: ex.Knows) -> Iterator[ex.Expr]:
    place = place_of(expr.cards)
    if place is None:
        yield expr
        return
    yield ex.Knows(BOOL, None, ANY, any_card(place.place))
    yield from lying(place)


def same(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    return ex.Compare(BOOL, None, "is", left, right)


def at_most(left: ex.Expr, number: int) -> ex.Expr:
    return ex.Compare(BOOL, None, "is at most", left, ex.Const(NumberType(number, number), None, number))


def between(start: ex.Expr, inner: ex.Expr, end: ex.Expr) -> ex.Expr:
    """Does one come to ``inner`` before ``end``, going left from ``start``? Once round, where start and end are one."""

    def less(left: ex.Expr, right: ex.Expr) -> ex.Expr:
        return ex.Compare(BOOL, None, "is less than", left, right)

    def both(left: ex.Expr, right: ex.Expr) -> ex.Expr:
        return ex.Logic(BOOL, None, "and", left, right)

    round_the_table = ex.Logic(BOOL, None, "or", less(start, inner), less(inner, end))
    apart = both(ex.Compare(BOOL, None, "is not", inner, start), ex.Compare(BOOL, None, "is not", inner, end))
    return both(
        apart, ex.Either(BOOL, None, less(start, end), both(less(start, inner), less(inner, end)), round_the_table)
    )


# ---------------------------------------------------------------- where they are taken from
@dataclass(frozen=True, slots=True)
class Pool:
    """Where conditions are taken from: all tests and guards of a system, and what is set to what."""

    system: lo.LoweredSystem
    conditions: tuple[ex.Expr, ...]
    sets: tuple[tuple[lo.SetVariable | lo.SetRegister, tuple[str, ...]], ...]
    """With the rules in which they stand."""
    touching: tuple[ex.Expr, ...]
    """What names places that cards come to or leave."""

    def watched(self, watch: Watch) -> frozenset[str]:
        """The variables of which a property speaks; where runs of a rule are counted, those that it sets as well."""
        told = frozenset(reads(*watch.expressions()).variables)
        return told | {
            op.variable
            for op, rules in self.sets
            if watch.counts and isinstance(op, lo.SetVariable) and rules[-1:] == (watch.rule,)
        }


def pool(system: lo.LoweredSystem) -> Pool:
    conditions: dict[ex.Expr, None] = {}
    sets = []
    for node in system.nodes:
        if isinstance(node.operation, lo.Test):
            conditions[node.operation.condition] = None
        elif isinstance(node.operation, lo.SetVariable | lo.SetRegister):
            sets.append((node.operation, node.source.rules))
    for point in system.points:
        conditions.update((offer.guard, None) for offer in point.offers if offer.guard is not None)
    touching: list[ex.Expr] = []
    for node in system.nodes:
        if isinstance(node.operation, lo.Lay):
            touching.append(node.operation.to)
        elif isinstance(node.operation, lo.MoveAll):
            touching += [node.operation.source, node.operation.to]
    for point in system.points:
        touching += [domain.among for offer in point.offers for domain in offer.domains]
    return Pool(system, tuple(conditions), tuple(sets), tuple(touching))


# ---------------------------------------------------------------- one form
def normal(expr: ex.Expr, system: lo.LoweredSystem) -> ex.Expr:
    """One form for conditions that say the same, of any player where they speak of one player's variable."""
    found = canonical(expr, system)[0]
    if isinstance(found, ex.VariableRef) and found.owner is not None:
        return replace(found, owner=ANY)
    return found


def canonical(expr: ex.Expr, system: lo.LoweredSystem) -> tuple[ex.Expr, bool]:
    """One form for conditions that say the same, and whether it is the condition itself or its opposite."""
    expr, positive = _typed(expr, system), True
    while isinstance(expr, ex.Not):
        expr, positive = expr.operand, not positive
    match expr:
        case ex.Compare(op="is not"):
            expr, positive = replace(expr, op="is"), not positive
        case ex.Compare(op="is more than"):
            expr, positive = replace(expr, op="is at most"), not positive
        case ex.Compare(op="is less than", left=left) if not isinstance(left.type, PlayerType):
            expr = replace(expr, op="is at least")
            positive = not positive
    match expr:
        case ex.Compare(op="is at least", right=ex.Const(value=int(number))):
            kind = NumberType(number - 1, number - 1)
            expr = replace(expr, op="is at most", right=ex.Const(kind, None, number - 1))
            positive = not positive
        case ex.Compare(op="is", left=left, right=right) if repr(left) > repr(right):
            expr = replace(expr, left=right, right=left)
    return expr, positive


def _typed(expr: ex.Expr, system: lo.LoweredSystem) -> ex.Expr:
    """The same with the declared types of variables: what is known of them at a place in the text is left out."""
    if isinstance(expr, ex.VariableRef):
        owner = None if expr.owner is None else _typed(expr.owner, system)
        return ex.VariableRef(system.variables[expr.variable].type, None, expr.variable, owner)
    if isinstance(expr, ex.LocalRef) and isinstance(expr.type, PlayerType):
        return replace(expr, type=PLAYER_TYPE)
    if isinstance(expr, ex.Const) and expr.value is None:
        return replace(expr, type=OPTIONAL_PLAYER)
    if isinstance(expr, ex.SizeOf):
        return ex.SizeOf(NumberType(0, 999), None, _typed(expr.collection, system))
    return with_children(expr, lambda part: _typed(part, system))
