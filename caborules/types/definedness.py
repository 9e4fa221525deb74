"""When a step can be carried out and an expression has a value: the condition, written out.

Partial are: the top of nothing, the card in an empty ``one card`` place, the lowest and highest of nothing, a random
one of nothing, division by 0, a move into an occupied ``one card`` place, a payment that is not covered. A local name
of type ``place`` tells nothing of its shape here: who follows calls puts the argument in its place (``substitute``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from caborules.ir.expressions import (
    Apply,
    Arithmetic,
    CardsIn,
    Compare,
    Const,
    Either,
    EndOf,
    Exists,
    Expr,
    FirstWhere,
    Fold,
    IsEmpty,
    Logic,
    Not,
    PlaceRef,
    Share,
    SizeOf,
    TheCard,
    Those,
    ThoseBest,
    VariableRef,
)
from caborules.ir.statements import Move, Pay, Pick, Statement
from caborules.ir.system import FunctionDef, PlaceDef
from caborules.ir.types import BOOL, CARDS, CollectionType, NumberType, Type
from caborules.ir.walk import children, expressions_in
from caborules.types.ranges import arithmetic
from caborules.types.substitute import applied


class Definedness:
    """Definedness in one system: ``functions`` are looked into, ``places`` tell the shapes, ``variables`` the types."""

    def __init__(
        self, functions: Mapping[str, FunctionDef], places: Mapping[str, PlaceDef], variables: Mapping[str, Type]
    ) -> None:
        self._functions = functions
        self._places = places
        self._variables = variables
        self._total: dict[str, bool] = {}

    def of_step(self, step: Statement) -> Expr | None:
        """The condition under which a simple statement can be carried out; None if it always can."""
        return conjunction(self.step_needs(step))

    def of_expr(self, expr: Expr) -> Expr | None:
        """The condition under which an expression has a value; None if it always has."""
        return conjunction(self.needs(expr))

    def step_needs(self, step: Statement) -> Iterator[Expr]:
        """The conditions one by one, each defined where those before it hold."""
        for expr in expressions_in(step):
            yield from self.needs(expr)
        match step:
            case Move(what=what, to=PlaceRef(place=name) as place) if self._places[name].shape == "one card":
                yield IsEmpty(BOOL, step.span, CardsIn(CARDS, place.span, place))
                if isinstance(what.type, CollectionType):
                    size = SizeOf(NumberType(0, 1), what.span, what)
                    yield Compare(BOOL, step.span, "is at most", size, _number(1))
            case Pick(among=among):
                yield Not(BOOL, step.span, IsEmpty(BOOL, step.span, among))
            case Pay():
                yield from self.cover(step)

    def cover(self, pay: Pay) -> Iterator[Expr]:
        """That the payer has the amount, that the receiver may have it, and that it is not negative."""
        source, target = self._variables[pay.source], self._variables[pay.target]
        amount = pay.amount.type
        assert isinstance(source, NumberType)
        assert isinstance(target, NumberType)
        assert isinstance(amount, NumberType)
        if amount.low < 0:
            yield Compare(BOOL, pay.span, "is at least", pay.amount, _number(0))
        left = VariableRef(source, pay.span, pay.source, pay.source_owner)
        rest = Arithmetic(arithmetic("minus", source, amount), pay.span, "minus", left, pay.amount)
        yield Compare(BOOL, pay.span, "is at least", rest, _number(source.low))
        held = VariableRef(target, pay.span, pay.target, pay.target_owner)
        sum_ = Arithmetic(arithmetic("plus", target, amount), pay.span, "plus", held, pay.amount)
        if arithmetic("plus", target, amount).high > target.high:
            yield Compare(BOOL, pay.span, "is at most", sum_, _number(target.high))

    def needs(self, expr: Expr) -> Iterator[Expr]:
        """The conditions one by one, each defined where those before it hold."""
        match expr:
            case Logic(op=op, left=left, right=right):
                yield from self.needs(left)
                yield from _only_if(left, op == "and", self.needs(right))
            case Either(condition=condition, then=then, otherwise=otherwise):
                yield from self.needs(condition)
                yield from _only_if(condition, True, self.needs(then))
                yield from _only_if(condition, False, self.needs(otherwise))
            case Apply(function=name, arguments=arguments) if name in self._functions:
                for argument in arguments:
                    yield from self.needs(argument)
                if not self._always(name):
                    yield from self.needs(applied(self._functions[name], arguments))
            case Those() | ThoseBest() | FirstWhere() | Exists() | Fold() | Share():
                yield from self._binder(expr)
            case _:
                for child in children(expr):
                    yield from self.needs(child)
                yield from _own(expr)

    def _always(self, function: str) -> bool:
        """Has the function a value whatever its arguments are?"""
        if function not in self._total:
            self._total[function] = not any(True for _ in self.needs(self._functions[function].body))
        return self._total[function]

    def _binder(self, expr: Those | ThoseBest | FirstWhere | Exists | Fold | Share) -> Iterator[Expr]:
        among = expr.cards if isinstance(expr, Share) else expr.among
        yield from self.needs(among)
        match expr:
            case Those(where=where) | Exists(where=where):
                yield from self._for_each(expr.variable, among, None, where)
            case ThoseBest(measure=measure) | Share(measure=measure):
                yield from self._for_each(expr.variable, among, None, measure)
            case FirstWhere(where=condition, otherwise=otherwise):
                if condition is not None:
                    yield from self._for_each(expr.variable, among, None, condition)
                none: Expr = IsEmpty(BOOL, expr.span, among)
                if condition is not None:
                    none = Not(BOOL, expr.span, Exists(BOOL, expr.span, expr.variable, among, condition))
                yield from _only_if(none, True, self.needs(otherwise))
            case Fold(where=condition, measure=measure, which=which):
                if condition is not None:
                    yield from self._for_each(expr.variable, among, None, condition)
                yield from self._for_each(expr.variable, among, condition, measure)
                if which != "sum":
                    if condition is None:
                        yield Not(BOOL, expr.span, IsEmpty(BOOL, expr.span, among))
                    else:
                        yield Exists(BOOL, expr.span, expr.variable, among, condition)

    def _for_each(self, variable: str, among: Expr, where: Expr | None, part: Expr) -> Iterator[Expr]:
        """That a part which stands under a binder has a value for every element (for which ``where`` holds)."""
        inner = conjunction(_only_if(where, True, self.needs(part)) if where is not None else self.needs(part))
        if inner is not None:
            failing = Exists(BOOL, part.span, variable, among, Not(BOOL, part.span, inner))
            yield Not(BOOL, part.span, failing)


def _own(expr: Expr) -> Iterator[Expr]:
    """What a node needs besides its parts."""
    match expr:
        case TheCard(place=place):
            yield Not(BOOL, expr.span, IsEmpty(BOOL, expr.span, CardsIn(CARDS, expr.span, place)))
        case EndOf(cards=cards):
            yield Not(BOOL, expr.span, IsEmpty(BOOL, expr.span, cards))
        case Arithmetic(op="div" | "mod", right=right) if _may_be_zero(right):
            yield Compare(BOOL, expr.span, "is not", right, _number(0))


def _may_be_zero(expr: Expr) -> bool:
    return isinstance(expr.type, NumberType) and expr.type.low <= 0 <= expr.type.high


def _number(value: int) -> Expr:
    return Const(NumberType(value, value), None, value)


def _only_if(condition: Expr, holds: bool, needs: Iterable[Expr]) -> Iterator[Expr]:
    """Needs that matter only where a condition holds (or does not), save those that it says itself."""
    here = condition if holds else negation(condition)
    said = set(_conjuncts(here))
    for need in needs:
        if need not in said:
            yield Logic(BOOL, need.span, "or", negation(here), need)


def negation(condition: Expr) -> Expr:
    """That the condition does not hold; without a double ``not``."""
    return condition.operand if isinstance(condition, Not) else Not(BOOL, condition.span, condition)


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, Logic) and condition.op == "and":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def conjunction(conditions: Iterable[Expr]) -> Expr | None:
    """All of the conditions, each once; None if there is none."""
    result: Expr | None = None
    for condition in dict.fromkeys(conditions):
        result = condition if result is None else Logic(BOOL, condition.span, "and", result, condition)
    return result
