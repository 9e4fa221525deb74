"""Local names: what they stand for, one element of a collection under a name, expressions with their names resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from caborules.ir import expressions as x
from caborules.ir.walk import subexpressions
from caborules.types.flow.bounds import Range, as_range
from caborules.types.flow.facts import PUBLIC, UNKNOWN, CardFact, Key, State
from caborules.types.flow.labels import refreshed
from caborules.types.flow.values import SOMEONE, Cards, Items, People, Person, Place, Scalar, Val, labelled

Named: TypeAlias = tuple[str | None, Val]
"""A local name: its symbol in the state (None: it has none and is what the value says) and its value."""

Env: TypeAlias = Mapping[str, Named]


def fact_of(cards: Cards, state: State) -> CardFact:
    """What is known of cards now."""
    return cards.fact if cards.symbol is None else state.cards.get(cards.symbol, cards.fact)


def element_of(among: Val, symbol: str, state: State) -> tuple[Val, State]:
    """One element of a collection, by the name ``symbol``, and the state that knows the name."""
    match among:
        case Cards():
            fact = fact_of(among, state)
            about = among.about if among.about is not None else among.symbol
            seen = replace(fact, seen=state.face(fact))
            inside = state.but(cards=state.cards | {symbol: seen})
            return Cards(seen, Range(1, 1), symbol, about=about, single=True), inside
        case People():
            if among.without is not None and among.without != UNKNOWN:
                state = state.but(apart=state.apart | {frozenset((symbol, among.without))})
            return Person(symbol, SOMEONE), state
        case Items():
            return Scalar(among.element), state.but(locals=state.locals | {symbol: among.element})
        case _:
            raise AssertionError("a collection")


def local(named: Named, state: State) -> Val:
    """What a local name stands for now."""
    symbol, value = named
    if symbol is None:
        return value
    label = state.labels.get(symbol, PUBLIC)
    if label:
        label = refreshed(label, state)
    if isinstance(value, Scalar):
        return Scalar(state.locals.get(symbol, value.possible), label)
    if isinstance(value, (Cards, People, Items)) and symbol in state.locals:
        value = replace(value, size=as_range(state.locals[symbol]))
    return labelled(value, label)


def resolved(expr: x.Expr, env: Env) -> object:
    """An expression together with what the names in it stand for."""
    names = {e.name for e in subexpressions(expr) if isinstance(e, x.LocalRef)}
    return (expr, frozenset((n, env[n]) for n in names if n in env))


def key_of(place: Place) -> Key | None:
    """The one place that it is, if it can be only one."""
    return next(iter(place.keys)) if len(place.keys) == 1 else None
