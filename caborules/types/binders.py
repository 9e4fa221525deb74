"""Expressions that go through a collection with a name for each element: those, first, some, sum and the like."""

from __future__ import annotations

from typing import TypeAlias

from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import BOOL, CardType, CollectionType, EnumType, NumberType, PlayerType, Type
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.kinds import numeric
from caborules.types.locals import bind
from caborules.types.narrowing import assume
from caborules.types.ranges import summed
from caborules.types.world import Env, World

Binder: TypeAlias = n.Those | n.ThoseBest | n.FirstWhere | n.Fold | n.Exists


def binder(w: World, node: Binder, env: Env, expected: Type | None) -> Expr:
    """The typed expression. Raises Failed."""
    among = _among(w, node, env, expected)
    of = coerce.element_type(among)
    inner = bind(w, env, node.variable, of, node.span)
    name = node.variable
    match node:
        case n.Those(where=where):
            return x.Those(among.type, node.span, name, among, wants.condition(w, where, inner))
        case n.ThoseBest(which=which, measure=measure):
            return x.ThoseBest(among.type, node.span, name, among, which, wants.number(w, measure, inner))
        case n.Exists(where=where, negated=negated):
            made = x.Exists(BOOL, node.span, name, among, wants.condition(w, where, inner))
            return x.Not(BOOL, node.span, made) if negated else made
        case n.FirstWhere(where=where, otherwise=otherwise):
            test = None if where is None else wants.condition(w, where, inner)
            other = w.expr(otherwise, env, expected or of)
            if isinstance(of, CardType):
                other = coerce.coerce(w, other, of, env)
            met = coerce.meet(w, x.LocalRef(of, node.span, name), other)
            return x.FirstWhere(met[2], node.span, name, among, test, met[1])
        case n.Fold(which=which, measure=measure, where=where):
            test = None if where is None else wants.condition(w, where, inner)
            inner = inner if test is None else assume(w, inner, test)
            value = wants.number(w, measure, inner)
            range_ = wants.range_of(value)
            if which == "sum":
                range_ = summed(range_, most(w, of))
            return x.Fold(range_, node.span, which, value, name, among, test)


def _among(w: World, node: Binder, env: Env, expected: Type | None) -> Expr:
    hint = expected if isinstance(expected, CollectionType) and isinstance(node, n.Those | n.ThoseBest) else None
    return coerce.collection(w, w.expr(node.among, env, hint))


def most(w: World, of: Type) -> int:
    """At most so many elements has a collection of these."""
    match of:
        case CardType():
            return w.deck_size.high
        case PlayerType():
            return w.players.high
        case NumberType():
            return of.high - of.low + 1
        case EnumType():
            span = numeric(of)
            return len(of.members) if span is None else max(len(of.members), span.high - span.low + 1)
        case _:
            return max(w.deck_size.high, w.players.high)
