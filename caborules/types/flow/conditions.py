"""What a condition teaches: the state where it holds, and the state where it does not."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.operators import MIRRORED, OPPOSITE, Comparison
from caborules.ir.statements import Pay
from caborules.ir.system import System
from caborules.ir.types import BoolType, PlayerType
from caborules.types.flow.bounds import (
    MANY,
    NO,
    SOMEBODY,
    YES,
    Possible,
    Range,
    as_range,
    common,
    only,
    ranged,
    without,
)
from caborules.types.flow.evaluate import Evaluator
from caborules.types.flow.facts import UNKNOWN, CardFact, State, World, either
from caborules.types.flow.merge import join
from caborules.types.flow.names import Env, Named, fact_of, key_of
from caborules.types.flow.said import said
from caborules.types.flow.symbols import identify
from caborules.types.flow.values import SOMEONE, Cards, Items, People, Person, Place, Scalar, Val

_NONE = Range(0, 0)
_SOME = Range(1, MANY)


class Conditions(Evaluator):
    """Evaluates expressions and learns from conditions."""

    def __init__(self, system: System, world: World) -> None:
        super().__init__(system, world)
        # Comparisons are kept only where a payment may need one.
        self._pays = any(isinstance(t, Pay) for block in system.blocks.values() for t in block.statements)

    def learn(self, condition: x.Expr, truth: bool, env: Env, state: State) -> State | None:
        """See ``Evaluator``. Functions are seen through; what cannot be used teaches nothing."""
        with self.quietly():
            return self._learn(condition, truth, env, state)

    def split(self, condition: x.Expr, env: Env, state: State) -> tuple[State | None, State | None]:
        """See ``Evaluator``. What both states need is worked out once."""
        with self.quietly():
            return self._split(condition, env, state)

    def holds(self, condition: x.Expr, env: Env, state: State) -> bool:
        """Is the condition true here for sure?"""
        return self.learn(condition, False, env, state) is None

    def _learn(self, condition: x.Expr, truth: bool, env: Env, state: State) -> State | None:
        match condition:
            case x.Const():
                return state if condition.value == truth else None
            case x.Not():
                return self._learn(condition.operand, not truth, env, state)
            case x.Logic():
                if truth != (condition.op == "or"):
                    left = self._learn(condition.left, truth, env, state)
                    return None if left is None else self._learn(condition.right, truth, env, left)
                yes, no = self._split(condition.left, env, state)
                left, undecided = (yes, no) if truth else (no, yes)
                right = None if undecided is None else self._learn(condition.right, truth, env, undecided)
                return join(left, right)
            case x.Either():
                yes, no = self._split(condition.condition, env, state)
                return join(
                    None if yes is None else self._learn(condition.then, truth, env, yes),
                    None if no is None else self._learn(condition.otherwise, truth, env, no),
                )
            case x.Apply():
                with self.scope(condition.function):
                    body, inner = self.inlined(condition, env, state)
                    return self._learn(body, truth, inner, state)
            case x.Compare():
                op = condition.op if truth else OPPOSITE[condition.op]
                return self._compare(op, condition.left, condition.right, env, state)
            case x.IsEmpty():
                return self._sized(condition.collection, _NONE if truth else _SOME, env, state)
            case x.IsIn():
                return self._is_in(condition, truth, env, state)
            case x.Exists():
                if truth:
                    return self._sized(condition.among, _SOME, env, state)
                return self._none_such(condition, env, state)
            case x.Knows():
                return self._knows(condition, env, state) if truth else state
            case x.WindowOpen():
                if condition.window in state.windows:
                    return state if state.windows[condition.window] == truth else None
                return state.but(windows=state.windows | {condition.window: truth})
            case x.LocalRef() | x.VariableRef() | x.OptionRef() if isinstance(condition.type, BoolType):
                return self._narrow(condition, YES if truth else NO, env, state)
            case _:
                value = self.value(condition, env, state)
                fits = not isinstance(value, Scalar) or common(value.possible, YES if truth else NO) is not None
                return state if fits else None

    def _split(self, condition: x.Expr, env: Env, state: State) -> tuple[State | None, State | None]:
        match condition:
            case x.Not():
                yes, no = self._split(condition.operand, env, state)
                return no, yes
            case x.Logic():
                yes, no = self._split(condition.left, env, state)
                undecided = yes if condition.op == "and" else no
                then, otherwise = (None, None) if undecided is None else self._split(condition.right, env, undecided)
                return (then, join(no, otherwise)) if condition.op == "and" else (join(yes, then), otherwise)
            case x.Apply():
                with self.scope(condition.function):
                    body, inner = self.inlined(condition, env, state)
                    return self._split(body, inner, state)
            case x.Compare(left=left, right=right) if not _of_players(left, right):
                one, other = self.value(left, env, state), self.value(right, env, state)
                yes = self._compare_values(condition.op, left, right, one, other, env, state)
                return yes, self._compare_values(OPPOSITE[condition.op], left, right, one, other, env, state)
            case _:
                return self._learn(condition, True, env, state), self._learn(condition, False, env, state)

    # ------------------------------------------------------------ comparisons
    def _compare(self, op: Comparison, left: x.Expr, right: x.Expr, env: Env, state: State) -> State | None:
        if _of_players(left, right):
            return self._compare_players(op, left, right, env, state)
        one, other = self.value(left, env, state), self.value(right, env, state)
        return self._compare_values(op, left, right, one, other, env, state)

    def _compare_values(
        self, op: Comparison, left: x.Expr, right: x.Expr, one: Val, other: Val, env: Env, state: State
    ) -> State | None:
        """``one`` and ``other``: what the two sides may be worth."""
        if not isinstance(one, Scalar) or not isinstance(other, Scalar):
            return state
        first = _allowed(op, one.possible, other.possible)
        second = _allowed(MIRRORED[op], other.possible, one.possible)
        if first is None or second is None:
            return None
        after = self._narrow(left, first, env, state)
        after = None if after is None else self._narrow(right, second, env, after)
        if after is None:
            return None
        return after.but(said=after.said | {said(op, left, right, env)}) if self._pays else after

    def _compare_players(self, op: str, left: x.Expr, right: x.Expr, env: Env, state: State) -> State | None:
        one, other = self.person(left, env, state), self.person(right, env, state)
        if isinstance(left, x.Const) and left.value is None:
            left, right, one, other = right, left, other, one
        if isinstance(right, x.Const) and right.value is None:
            allowed = frozenset({None}) if op == "is" else frozenset({SOMEBODY})
            return self._narrow(left, allowed, env, state)
        if op == "is":
            if state.differ(one.symbol, other.symbol):
                return None
            narrowed: State | None = self._narrow(left, other.possible, env, state)
            narrowed = None if narrowed is None else self._narrow(right, one.possible, env, narrowed)
            if narrowed is None:
                return None
            for side, symbol in ((left, other.symbol), (right, one.symbol)):
                if isinstance(side, x.VariableRef) and side.owner is None and "." in symbol:
                    return identify(narrowed, side.variable, symbol)
            return narrowed
        symbols = {one.symbol, other.symbol}
        if len(symbols) == 1 and UNKNOWN not in symbols and one.possible == other.possible == frozenset({SOMEBODY}):
            return None
        if len(symbols) == 2 and UNKNOWN not in symbols:
            return state.but(apart=state.apart | {frozenset(symbols)})
        return state

    def _is_in(self, condition: x.IsIn, truth: bool, env: Env, state: State) -> State | None:
        among = self.value(condition.collection, env, state)
        if isinstance(among, Items) and isinstance(condition.collection, x.Const):
            assert isinstance(condition.collection.value, tuple)
            members = frozenset(condition.collection.value)
            possible = self.scalar(condition.element, env, state)
            if truth:
                kept = _within(possible, members)
                return None if kept is None else self._narrow(condition.element, kept, env, state)
            left: Possible | None = possible
            for member in members:
                left = None if left is None else without(left, member)
            return None if left is None else self._narrow(condition.element, left, env, state)
        if not isinstance(among, People):
            return state
        if truth:
            return self._member(condition.collection, self.argument(condition.element, env, state), env, state)
        return None if among.everyone and self.scalar(condition.element, env, state) == SOMEONE else state

    def _none_such(self, condition: x.Exists, env: Env, state: State) -> State:
        """No element is such: who has seen each card for that reason has seen all of them."""
        among = self.value(condition.among, env, state)
        if not isinstance(among, Cards):
            return state
        inner, within, symbol = self.element(condition.variable, among, env, state)
        after = self._learn(condition.where, False, inner, within)
        if after is None:
            return state
        return seen_by(state, among, after.face(after.cards[symbol]))

    def member(self, among: x.Expr, element: Named, env: Env, state: State) -> State | None:
        """What follows from ``element`` being one of a collection; None where it cannot be."""
        with self.quietly():
            return self._member(among, element, env, state)

    def _member(self, among: x.Expr, element: Named, env: Env, state: State) -> State | None:
        match among:
            case x.Those():
                inside = self._member(among.among, element, env, state)
                if inside is None:
                    return None
                return self._learn(among.where, True, {**env, among.variable: element}, inside)
            case x.ThoseBest():
                return self._member(among.among, element, env, state)
            case x.Apply():
                with self.scope(among.function):
                    body, inner = self.inlined(among, env, state)
                    return self._member(body, element, inner, state)
            case x.CardsIn():
                return self._sized(among, _SOME, env, state)
            case x.Others():
                own, person = self.person(among.player, env, state).symbol, element[1]
                if isinstance(person, Person) and UNKNOWN not in (own, person.symbol):
                    pair = frozenset((own, person.symbol))
                    return None if len(pair) == 1 else state.but(apart=state.apart | {pair})
                return state
            case _:
                return state

    def _knows(self, condition: x.Knows, env: Env, state: State) -> State | None:
        cards = self.cards(condition.cards, env, state)
        person = self.person(condition.player, env, state)
        return state if person.symbol == UNKNOWN else seen_by(state, cards, frozenset({person.symbol}))

    # ------------------------------------------------------------ writing facts down
    def _narrow(self, expr: x.Expr, allowed: Possible, env: Env, state: State) -> State | None:
        """The state where an expression has one of the values allowed."""
        match expr:
            case x.Apply():
                with self.scope(expr.function):
                    body, inner = self.inlined(expr, env, state)
                    return self._narrow(body, allowed, inner, state)
            case x.Either():
                yes, no = self._split(expr.condition, env, state)
                return join(
                    None if yes is None else self._narrow(expr.then, allowed, env, yes),
                    None if no is None else self._narrow(expr.otherwise, allowed, env, no),
                )
            case x.Arithmetic(op="plus" | "minus"):
                return self._narrow_sum(expr, as_range(allowed), env, state)
            case x.SizeOf():
                return self._sized(expr.collection, as_range(allowed), env, state)
            case x.Const() | x.LocalRef() | x.VariableRef() | x.OptionRef():
                kept = common(self.scalar(expr, env, state), allowed)
                return None if kept is None else self._write(expr, kept, env, state)
            case _:
                return state

    def _write(self, expr: x.Expr, kept: Possible, env: Env, state: State) -> State:
        match expr:
            case x.LocalRef():
                symbol, value = env[expr.name]
                if symbol is None or not isinstance(value, Scalar) or state.locals.get(symbol) == kept:
                    return state
                return state.but(locals=state.locals | {symbol: kept})
            case x.VariableRef():
                owner, _ = self.owner(expr.owner, env, state)
                key = (expr.variable, owner)
                if owner == UNKNOWN or state.values.get(key) == kept:
                    return state
                return state.but(values=state.values | {key: kept})
            case x.OptionRef() if self.system.options[expr.key].openness != "fixed":
                if state.options.get(expr.key) == kept:
                    return state
                return state.but(options=state.options | {expr.key: kept})
            case _:
                return state

    def _narrow_sum(self, expr: x.Arithmetic, total: Range, env: Env, state: State) -> State | None:
        left, right = self.number(expr.left, env, state), self.number(expr.right, env, state)
        if expr.op == "plus":
            first = Range(total.low - right.high, total.high - right.low)
            second = Range(total.low - left.high, total.high - left.low)
        else:
            first = Range(total.low + right.low, total.high + right.high)
            second = Range(left.low - total.high, left.high - total.low)
        after = self._narrow(expr.left, first, env, state)
        return None if after is None else self._narrow(expr.right, second, env, after)

    def sized(self, collection: x.Expr, allowed: Range, env: Env, state: State) -> State | None:
        """The state where a collection has so many elements; None where it cannot have."""
        with self.quietly():
            return self._sized(collection, allowed, env, state)

    def _sized(self, collection: x.Expr, allowed: Range, env: Env, state: State) -> State | None:
        """The state where a collection has so many elements."""
        value = self.value(collection, env, state)
        assert isinstance(value, (Cards, People, Items))
        kept = ranged(max(value.size.low, allowed.low), min(value.size.high, allowed.high))
        if kept is None:
            return None
        match collection:
            case x.CardsIn():
                place = self.value(collection.place, env, state)
                assert isinstance(place, Place)
                key = key_of(place)
                return state if key is None else state.with_size(key, kept)
            case x.LocalRef():
                symbol, _ = env[collection.name]
                return state if symbol is None else state.but(locals=state.locals | {symbol: kept})
            case x.RestOf():
                return self._sized(
                    collection.cards, Range(allowed.low + (allowed.low > 0), allowed.high + 1), env, state
                )
            case x.Those() | x.ThoseBest() if allowed.low >= 1:
                return self._sized(collection.among, _SOME, env, state)
            case x.Apply():
                with self.scope(collection.function):
                    body, inner = self.inlined(collection, env, state)
                    return self._sized(body, allowed, inner, state)
            case _:
                return state


def seen_by(state: State, cards: Cards, whom: frozenset[str]) -> State:
    """The state where all these cards have been seen by ``whom``."""
    if cards.symbol is not None and not cards.part:
        fact = fact_of(cards, state)
        state = state.but(cards=state.cards | {cards.symbol: CardFact(fact.lies, either(fact.seen, whom), fact.lost)})
    if cards.whole is not None:
        state = state.reveal(cards.whole, whom)
    return state


def _of_players(left: x.Expr, right: x.Expr) -> bool:
    return isinstance(left.type, PlayerType) or isinstance(right.type, PlayerType)


def _allowed(op: str, left: Possible, right: Possible) -> Possible | None:
    """The values of ``left`` for which the comparison with one of ``right`` can hold."""
    if op == "is":
        return common(left, right)
    if op == "is not":
        single = only(right)
        return without(left, single[0]) if single else left
    numbers, limits = as_range(left), as_range(right)
    match op:
        case "is at least":
            bounds = ranged(limits.low, numbers.high)
        case "is more than":
            bounds = ranged(limits.low + 1, numbers.high)
        case "is at most":
            bounds = ranged(numbers.low, limits.high)
        case _:
            bounds = ranged(numbers.low, limits.high - 1)
    return None if bounds is None else common(left, bounds)


def _within(possible: Possible, members: frozenset[object]) -> Possible | None:
    if isinstance(possible, frozenset):
        return (possible & members) or None
    numbers = [m for m in members if isinstance(m, int) and possible.low <= m <= possible.high]
    return Range(min(numbers), max(numbers)) if numbers else None
