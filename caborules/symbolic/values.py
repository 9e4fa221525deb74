"""What expressions mean on a symbolic state.

Where an expression may be undefined (the top of an empty pile), a need is noted: a claim that has to hold for the value
to mean anything. A value that depends on a whole collection is a summary (see ``summaries``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from caborules.ir import expressions as ex
from caborules.ir.operators import ordered
from caborules.ir.types import BoolType, CardType, CollectionType, EnumType, NumberType, PlayerType, Type
from caborules.symbolic import set_conditions, summaries
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.places import SHARED, Loc, Whose
from caborules.symbolic.sets import Many, choose_value, listed, same_element
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, any_of, choose, implies, negate, same, within


@dataclass(frozen=True, slots=True)
class Need:
    """A partial operation's condition: ``what`` it does, and when that is defined."""

    what: str
    claim: Term


@dataclass(slots=True)
class Reader:
    """Reads expressions on a state. ``names``: values of binders' names. ``needs`` are collected in ``needs``."""

    state: State
    base: Base
    names: Mapping[str, Any] = field(default_factory=dict)
    path: Term = True
    needs: list[Need] = field(default_factory=list)

    def under(self, condition: Term) -> Reader:
        """A reader for what is looked at only where the condition holds; it shares the needs."""
        return Reader(self.state, self.base, self.names, all_of(self.path, condition), self.needs)

    def binding(self, name: str, value: Any, condition: Term, *, silent: bool = True) -> Reader:
        """A reader inside a binder. ``silent``: its needs are noted elsewhere (for a generic element)."""
        needs: list[Need] = [] if silent else self.needs
        return Reader(self.state, self.base, {**self.names, name: value}, all_of(self.path, condition), needs)

    def require(self, what: str, claim: Term) -> None:
        claim = implies(self.path, claim)
        if claim is not True:
            self.needs.append(Need(what, claim))

    def seat(self, player: ex.Expr) -> Term:
        """The seat of a player whom something is asked of: that is defined only of somebody."""
        found: Term = self.value(player)
        if isinstance(player.type, PlayerType) and player.type.optional:
            self.require("somebody", found >= 0)
        return found

    # ------------------------------------------------------------ values of each kind
    def loc(self, expr: ex.Expr) -> Loc:
        value = self.value(expr)
        if not isinstance(value, Loc):
            raise NotEncodedError(f"a card or spot given by {type(expr).__name__}")
        return value

    def place(self, expr: ex.Expr) -> Whose:
        value = self.value(expr)
        if not isinstance(value, Whose):
            raise NotEncodedError(f"a place given by {type(expr).__name__}")
        return value

    def many(self, expr: ex.Expr) -> Many:
        value = self.value(expr)
        if not isinstance(value, Many):
            raise NotEncodedError(f"a collection given by {type(expr).__name__}")
        return value

    def value(self, expr: ex.Expr) -> Any:
        """The value of an expression: a term, a ``Loc``, a ``Whose`` or a ``Many``. Raises NotEncodedError."""
        match expr:
            case ex.Const():
                return self._constant(expr)
            case ex.LocalRef():
                return self._named(expr)
            case ex.VariableRef():
                return self._variable(expr)
            case ex.PlaceRef():
                number = self.base.shape.numbers[expr.place]
                return Whose(number, SHARED if expr.owner is None else self.seat(expr.owner))
            case ex.Lookup():
                return self._cell(expr)
            case ex.AttributeOf():
                return self.base.symbols.attribute(expr.attribute, self._face(expr.card))
            case ex.Arithmetic():
                return self._arithmetic(expr)
            case ex.Compare():
                return self._compare(expr)
            case ex.Logic():
                left = self.value(expr.left)
                right = self.under(left if expr.op == "and" else negate(left)).value(expr.right)
                return all_of(left, right) if expr.op == "and" else any_of(left, right)
            case ex.Not():
                return negate(self.value(expr.operand))
            case ex.Either():
                condition = self.value(expr.condition)
                then = self.under(condition).value(expr.then)
                return choose_value(condition, then, self.under(negate(condition)).value(expr.otherwise))
            case ex.WindowOpen():
                default = self.base.symbols.truth(f"open:{expr.window}")
                return self.state.open.get(expr.window, default)
            case ex.HasPassed():
                return self.passed(expr.window)(self.seat(expr.player))
        value = self._of_players(expr)
        return self._of_cards(expr) if value is None else value

    def size(self, expr: ex.Expr, many: Many) -> Term:
        """How many elements the collection has that the expression gives."""
        return summaries.size_of(self, expr, many)

    # ------------------------------------------------------------ names and constants
    def _constant(self, expr: ex.Const) -> Any:
        if isinstance(expr.type, CollectionType):
            members = expr.value if isinstance(expr.value, tuple) else ()
            of = expr.type.of
            elements = tuple(self.base.shape.codes.code(member, of) for member in members)
            return listed(elements, lambda name: self.base.element(of, name))
        return self.base.shape.codes.code(expr.value, expr.type)

    def _named(self, expr: ex.LocalRef) -> Any:
        if expr.name in self.names:
            return self.names[expr.name]
        if expr.name in self.state.registers:
            return self.state.registers[expr.name]
        raise NotEncodedError(f"the register {expr.name}, which the obligation does not mention")

    def _variable(self, expr: ex.VariableRef) -> Term:
        of = self.state.variables.get(expr.variable) or self.base.variable(expr.variable)
        if expr.owner is None:
            return of(SHARED)
        return of(self.seat(expr.owner))

    def passed(self, window: str) -> Any:
        """Who has passed since the window was opened: a function of the seat."""
        return self.state.passed.get(window) or self.base.symbols.truths(f"passed:{window}", 1)

    def _face(self, card: ex.Expr) -> Term:
        loc = self.loc(card)
        self.require("reading a face", self.state.exists(loc))
        return self.state.card_at(loc)

    def _cell(self, expr: ex.Lookup) -> Any:
        cells = self.base.shape.cells[expr.table, expr.column]
        if isinstance(expr.type, CollectionType):
            raise NotEncodedError("a cell that holds a collection")
        if isinstance(expr.key.type, CardType):
            name = f"{expr.table}.{expr.column}"
            return self.base.symbols.cell(name, self._face(expr.key), truth=isinstance(expr.type, BoolType))
        key, code = self.value(expr.key), self.base.shape.codes.code
        result: Term = None
        for member, worth in cells.items():
            value = code(worth, expr.type)
            member_code = code(member, expr.key.type)  # type: ignore[arg-type]  # keys of cells are values
            result = value if result is None else choose(same(key, member_code), value, result)
        return result

    # ------------------------------------------------------------ arithmetic
    def _arithmetic(self, expr: ex.Arithmetic) -> Term:
        left, right = self.value(expr.left), self.value(expr.right)
        match expr.op:
            case "plus":
                return left + right
            case "minus":
                return left - right
            case "times" if isinstance(left, int) or isinstance(right, int):
                return left * right
        if expr.op != "times":
            self.require("dividing by a number that may be zero", negate(same(right, 0)))
            if isinstance(left, int) and isinstance(right, int):
                return left // right if expr.op == "div" else left % right
        return self.base.symbols.integers(f"arithmetic:{expr.op}", 2)(left, right)

    def _compare(self, expr: ex.Compare) -> Term:
        left, right = self.value(expr.left), self.value(expr.right)
        if isinstance(left, Many) or isinstance(right, Many):
            return summaries.equal_sets(self, expr, left, right)
        if isinstance(left, Whose):
            left, right = Loc(left.place, left.owner, 0), Loc(right.place, right.owner, 0)
        match expr.op:
            case "is":
                return same_element(left, right)
            case "is not":
                return negate(same_element(left, right))
        return ordered(expr.op, left, right)

    # ------------------------------------------------------------ players and numbers
    def _of_players(self, expr: ex.Expr) -> Any:
        players = self.base.players()
        kind = expr.type
        match expr:
            case ex.PlayerCount():
                return players
            case ex.FirstSeat():
                return 0
            case ex.Neighbour():
                seat = self.seat(expr.player)
                if expr.side == "left":
                    return choose(same(seat, players - 1), 0, seat + 1)
                return choose(same(seat, 0), players - 1, seat - 1)
            case ex.Seats():
                return Many(lambda x: within(0, x, players), self._maker(kind), lambda: True, lambda: players)
            case ex.Others():
                seat = self.seat(expr.player)
                return Many(
                    lambda x: all_of(within(0, x, players), negate(same(x, seat))),
                    self._maker(kind),
                    lambda: players > 1,
                    lambda: players - 1,
                )
            case ex.Numbers():
                low, high = self.value(expr.low), self.value(expr.high)
                size = choose(high < low, 0, high - low + 1)
                return Many(lambda x: all_of(low <= x, x <= high), self._maker(kind), lambda: low <= high, lambda: size)
        return None

    def _maker(self, kind: Type) -> Any:
        of = kind.of if isinstance(kind, CollectionType) else kind
        if isinstance(of, NumberType | EnumType):
            return lambda name: self.base.symbols.whole(name)
        return lambda name: self.base.element(of, name)

    # ------------------------------------------------------------ cards
    def _of_cards(self, expr: ex.Expr) -> Any:
        state = self.state
        match expr:
            case ex.TheCard():
                whose = self.place(expr.place)
                loc = Loc(whose.place, whose.owner, 0)
                self.require("taking the card of a place that may be empty", state.lies(loc))
                return loc
            case ex.SpotOf():
                loc = self.loc(expr.card)
                self.require("naming the spot of a card", state.lies(loc))
                return self._spot(loc)
            case ex.PositionOf():
                return self._position(self.loc(expr.card))
            case ex.NewSpot():
                return summaries.free_spot(self.base, state, self.place(expr.place), "new spot")
            case ex.FaceUp():
                loc = self.loc(expr.card)
                self.require("asking how a card lies", state.exists(loc))
                return state.up_at(loc)
            case ex.IsIn():
                return self.many(expr.collection).has(self.value(expr.element))
            case ex.IsEmpty():
                return negate(self.many(expr.collection).some())
            case ex.Knows() if isinstance(expr.cards.type, CollectionType):
                return summaries.knows_all(self, expr)
            case ex.SomeSet():
                return set_conditions.some_set(self, expr)
            case ex.Knows():
                return state.known_at(self.seat(expr.player), self.loc(expr.cards))
        value = summaries.value(self, expr)
        if value is None:
            raise NotEncodedError(f"the expression {type(expr).__name__}")
        return value

    def _spot(self, loc: Loc) -> Loc:
        """A spot that keeps its number: those of a pile count from its top, which goes up and down."""
        piles = [number for number, family in enumerate(self.state.families) if family.kind == "pile"]
        if any(same(loc.place, number) is True for number in piles):
            raise NotEncodedError("a spot in a pile")
        self.require("a spot in a pile", negate(any_of(*(same(loc.place, number) for number in piles))))
        return loc

    def _position(self, loc: Loc) -> Term:
        """The position from 1; of a pile from its top. In a hand the order means nothing: a number of its own."""
        result: Term = None
        for number, family in enumerate(self.state.families):
            here = same(loc.place, number)
            if here is False:
                continue
            value = loc.index + 1
            if family.kind == "pile":
                value = family.size(loc.owner) - loc.index
            elif self.base.shape.families[number].forgets:
                value = self.base.symbols.integers("position", 2)(loc.owner, loc.index)
            result = value if result is None else choose(here, value, result)
        return result
