"""States as measures: how many cards lie where, what variables and registers hold; the faces of cards are left out.

The measures of a state are terms by name. Players are counted out, up to the greatest number that the system stands
for, so there is nothing to instantiate. What measures do not tell (a face, what somebody knows) is any value at all:
every step of the rules is a step here, and some steps here may be none of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from caborules.ir import expressions as ex
from caborules.ir.operators import ordered
from caborules.ir.types import (
    BoolType,
    CardType,
    CollectionType,
    PlaceType,
    PlayerType,
    SpotType,
    Type,
)
from caborules.symbolic.measure_table import Key, Pile, PlaceOf, Seating, Table, Where
from caborules.symbolic.places import SHARED
from caborules.symbolic.shape import NOBODY
from caborules.symbolic.terms import (
    Term,
    all_of,
    any_of,
    boolean,
    choose,
    implies,
    integer,
    is_term,
    is_truth,
    negate,
    one_if,
    plus,
    same,
)


@dataclass(slots=True)
class Measures:
    """The measures of one state: those changed since the base, and which were read of the base.

    ``fresh`` makes terms for what is not told.
    """

    table: Table
    where: Where
    changed: dict[Key, Term] = field(default_factory=dict)
    names: Mapping[str, Any] = field(default_factory=dict)
    read: dict[Key, None] = field(default_factory=dict)
    supposed: list[Term] = field(default_factory=list)
    unknown: list[int] = field(default_factory=lambda: [0])

    def get(self, key: Key) -> Term:
        if key in self.changed:
            return self.changed[key]
        self.read[key] = None
        return self.table.base(key)

    def branch(self) -> Measures:
        """A copy that may go on differently; what was read is shared."""
        return Measures(self.table, self.where, dict(self.changed), self.names, self.read, self.supposed, self.unknown)

    def naming(self, name: str, value: Any) -> Measures:
        """The same state inside a binder."""
        return Measures(
            self.table, self.where, self.changed, {**self.names, name: value}, self.read, self.supposed, self.unknown
        )

    # ------------------------------------------------------------ by seat
    def of(self, kind: str, name: str, owner: Term) -> Term:
        """The measure of an owner that is given by a term."""
        if isinstance(owner, int):
            inside = owner == SHARED or owner < self.table.seats
            return self.get((kind, name, owner)) if inside else self.any_value(self.table.is_truth((kind, name, 0)))
        result: Term = self.get((kind, name, self.table.seats - 1))
        for seat in reversed(range(self.table.seats - 1)):
            result = choose(same(owner, seat), self.get((kind, name, seat)), result)
        return result

    def put(self, kind: str, name: str, owner: Term, value: Callable[[Term], Term]) -> None:
        """Change a measure of an owner."""
        if isinstance(owner, int):
            self.changed[kind, name, owner] = value(self.get((kind, name, owner)))
            return
        for seat in range(self.table.seats):
            old = self.get((kind, name, seat))
            self.changed[kind, name, seat] = choose(same(owner, seat), value(old), old)

    def any_value(self, truth: bool) -> Term:
        """A value of which nothing is told."""
        self.unknown[0] += 1
        name = f"any:{self.unknown[0]}"
        return boolean(name) if truth else integer(name)

    def any_seat(self, optional: bool = False) -> Term:
        term = self.any_value(False)
        self.supposed.append(all_of(term >= (NOBODY if optional else 0), term < self.table.players()))
        return term

    # ------------------------------------------------------------ expressions
    def truth(self, expr: ex.Expr) -> Term:
        """A condition."""
        value = self.value(expr)
        if is_truth(value):
            return value
        return self.any_value(True)

    def value(self, expr: ex.Expr) -> Any:
        """A term, a ``Seating``, a ``Pile``, a ``PlaceOf``, or None for a card or what else is not told."""
        match expr:
            case ex.Const():
                return self._constant(expr)
            case ex.LocalRef():
                return self._named(expr)
            case ex.VariableRef():
                owner = SHARED if expr.owner is None else self._seat(expr.owner)
                return self.of("var", expr.variable, owner)
            case ex.PlaceRef():
                return PlaceOf(expr.place, SHARED if expr.owner is None else self._seat(expr.owner))
            case ex.Compare():
                return self._compare(expr)
            case ex.Logic():
                left, right = self.truth(expr.left), self.truth(expr.right)
                return all_of(left, right) if expr.op == "and" else any_of(left, right)
            case ex.Not():
                return negate(self.truth(expr.operand))
            case ex.Either():
                return self._either(expr)
            case ex.Arithmetic():
                return self._arithmetic(expr)
            case ex.WindowOpen():
                return self.get(("open", expr.window, SHARED))
            case ex.HasPassed():
                return self.of("passed", expr.window, self._seat(expr.player))
        return self._collected(expr)

    def _seat(self, expr: ex.Expr) -> Term:
        value = self.value(expr)
        return self.any_seat(True) if value is None else value

    def _constant(self, expr: ex.Const) -> Any:
        if isinstance(expr.type, CollectionType):
            members = expr.value if isinstance(expr.value, tuple) else ()
            if isinstance(expr.type.of, PlayerType):
                return Seating(tuple(seat in members for seat in range(self.table.seats)))
            return Pile(len(members))
        return self.table.codes.code(expr.value, expr.type)

    def _named(self, expr: ex.LocalRef) -> Any:
        if expr.name in self.names:
            return self.names[expr.name]
        return self.register(expr.name, self.table.system.registers.get(expr.name, expr.type))

    def register(self, name: str, kind: Type) -> Any:
        """What a register holds."""
        if isinstance(kind, CollectionType):
            if isinstance(kind.of, PlayerType):
                return Seating(tuple(self.get(("set", name, seat)) for seat in range(self.table.seats)))
            cards = isinstance(kind.of, CardType)
            return Pile(self.get(("count", name, SHARED)), self.where(name) if cards else None)
        if isinstance(kind, PlaceType):
            return self.where(name)
        if isinstance(kind, CardType | SpotType):
            return None
        return self.get(("reg", name, SHARED))

    def _either(self, expr: ex.Either) -> Any:
        condition, left, right = self.truth(expr.condition), self.value(expr.then), self.value(expr.otherwise)
        if isinstance(left, Seating) and isinstance(right, Seating):
            return Seating(tuple(choose(condition, a, b) for a, b in zip(left.has, right.has, strict=True)))
        if isinstance(left, Pile) and isinstance(right, Pile):
            return Pile(choose(condition, left.size, right.size))
        if is_term(left) and is_term(right):
            return choose(condition, left, right)
        return self._unknown(expr)

    def _arithmetic(self, expr: ex.Arithmetic) -> Any:
        left, right = self.value(expr.left), self.value(expr.right)
        if not (is_term(left) and is_term(right)):
            return self._unknown(expr)
        match expr.op:
            case "plus":
                return plus(left, right)
            case "minus":
                return left - right
            case "times" if isinstance(left, int) or isinstance(right, int):
                return left * right
        return self._unknown(expr)

    def _compare(self, expr: ex.Compare) -> Term:
        left, right = self.value(expr.left), self.value(expr.right)
        if isinstance(left, Seating) and isinstance(right, Seating) and expr.op in ("is", "is not"):
            equal = all_of(*(same(a, b) for a, b in zip(left.has, right.has, strict=True)))
            return equal if expr.op == "is" else negate(equal)
        if not (is_term(left) and is_term(right)):
            return self.any_value(True)
        match expr.op:
            case "is":
                return same(left, right)
            case "is not":
                return negate(same(left, right))
        return ordered(expr.op, left, right)

    # ------------------------------------------------------------ collections
    def _collected(self, expr: ex.Expr) -> Any:
        table = self.table
        match expr:
            case ex.PlayerCount():
                return table.players()
            case ex.FirstSeat():
                return 0
            case ex.Seats():
                return Seating(tuple(table.seated(seat) for seat in range(table.seats)))
            case ex.Others():
                seat = self._seat(expr.player)
                has = (all_of(table.seated(one), negate(same(seat, one))) for one in range(table.seats))
                return Seating(tuple(has))
            case ex.Neighbour():
                return self._neighbour(expr)
            case ex.CardsIn():
                place = self.value(expr.place)
                return Pile(self.of("size", place.name, place.owner), place) if isinstance(place, PlaceOf) else None
            case ex.SizeOf():
                return self._size(self.value(expr.collection), expr)
            case ex.IsEmpty():
                size = self._size(self.value(expr.collection), expr)
                return same(size, 0)
            case ex.IsIn():
                among, element = self.value(expr.collection), self.value(expr.element)
                if isinstance(among, Seating) and is_term(element):
                    return any_of(*(all_of(has, same(element, s)) for s, has in enumerate(among.has)))
            case ex.Exists() | ex.Those() | ex.ThoseBest() | ex.FirstWhere() | ex.Fold():
                return self._chosen(expr)
            case ex.RestOf():
                cards = self.value(expr.cards)
                if isinstance(cards, Pile):
                    return Pile(choose(cards.size > 0, cards.size - 1, 0), cards.place)
        return self._unknown(expr)

    def _neighbour(self, expr: ex.Neighbour) -> Term:
        seat, last = self._seat(expr.player), self.table.players() - 1
        if expr.side == "left":
            return choose(same(seat, last), 0, seat + 1)
        return choose(same(seat, 0), last, seat - 1)

    def _size(self, collection: Any, expr: ex.Expr) -> Term:
        match collection:
            case Seating(has=has):
                total: Term = 0
                for one in has:
                    total = plus(total, one_if(one))
                return total
            case Pile(size=size):
                return size
        size = self.any_value(False)
        self.supposed.append(size >= 0)
        return size

    def _chosen(self, expr: Any) -> Any:
        among = self.value(expr.among)
        if isinstance(among, Seating):
            return self._chosen_seats(expr, among)
        if isinstance(among, Pile) and isinstance(expr, ex.Exists):
            return all_of(among.size > 0, self.any_value(True))
        if isinstance(among, Pile) and isinstance(expr, ex.Those | ex.ThoseBest):
            size = self.any_value(False)
            self.supposed.append(all_of(size >= 0, size <= among.size))
            return Pile(size, among.place)
        return self._unknown(expr)

    def _chosen_seats(self, expr: Any, among: Seating) -> Any:
        def each(part: ex.Expr | None) -> list[Any]:
            return [True if part is None else self.naming(expr.variable, s).value(part) for s in range(len(among.has))]

        match expr:
            case ex.Exists():
                return any_of(
                    *(all_of(has, c) for has, c in zip(among.has, self._truths(each(expr.where)), strict=True))
                )
            case ex.Those():
                fits = self._truths(each(expr.where))
                return Seating(tuple(all_of(has, c) for has, c in zip(among.has, fits, strict=True)))
            case ex.ThoseBest():
                worth = each(expr.measure)
                if all(is_term(one) for one in worth):
                    return _best(among, worth, lowest=expr.which == "lowest")
                some = tuple(all_of(has, self.any_value(True)) for has in among.has)
                self.supposed.append(implies(any_of(*among.has), any_of(*some)))
                return Seating(some)
            case ex.FirstWhere():
                fits = self._truths(each(expr.where))
                found = self._seat(expr.otherwise)
                if isinstance(expr.among, ex.Seats):
                    for seat in reversed(range(len(among.has))):
                        found = choose(all_of(among.has[seat], fits[seat]), seat, found)
                    return found
            case ex.Fold(which="sum"):
                worth, fits = each(expr.measure), self._truths(each(expr.where))
                if all(is_term(one) for one in worth):
                    total: Term = 0
                    for has, fit, one in zip(among.has, fits, worth, strict=True):
                        total = plus(total, choose(all_of(has, fit), one, 0))
                    return total
        return self._unknown(expr)

    def _truths(self, values: list[Any]) -> list[Term]:
        return [one if is_truth(one) else self.any_value(True) for one in values]

    def _unknown(self, expr: ex.Expr) -> Any:
        """Any value of the expression's type."""
        match expr.type:
            case CollectionType(of=PlayerType()):
                return Seating(
                    tuple(all_of(self.table.seated(s), self.any_value(True)) for s in range(self.table.seats))
                )
            case CollectionType():
                size = self.any_value(False)
                self.supposed.append(size >= 0)
                return Pile(size)
            case PlayerType(optional=optional):
                return self.any_seat(optional)
            case BoolType():
                return self.any_value(True)
        return self.any_value(False) if _plain(expr.type) else None


def _best(among: Seating, worth: list[Term], *, lowest: bool) -> Seating:
    """Those of the lowest or the highest worth."""

    def beats(one: Term, other: Term) -> Term:
        return one <= other if lowest else one >= other

    rivals = list(zip(among.has, worth, strict=True))
    return Seating(tuple(all_of(has, *(implies(o, beats(one, w)) for o, w in rivals)) for has, one in rivals))


def _plain(kind: Type) -> bool:
    """Is it a type whose values are numbers or truths here?"""
    return not isinstance(kind, CardType | SpotType | PlaceType | CollectionType)
