"""Collections of cards and of players: what they hold, where it lies, how many there are."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from caborules.ir import expressions as x
from caborules.types.flow.bounds import Range
from caborules.types.flow.facts import NOBODY, UNKNOWN, CardFact, Key, State
from caborules.types.flow.labels import escaped
from caborules.types.flow.phrases import phrase
from caborules.types.flow.values import SOMEONE, Cards, Items, People, Person, Place, Scalar, Val, labelled, mingle
from caborules.types.ranges import union

if TYPE_CHECKING:
    from caborules.types.flow.evaluate import Evaluator
from caborules.types.flow.names import Env

_ONE = Range(1, 1)


def value(ev: Evaluator, expr: x.Expr, env: Env, state: State) -> Val:
    """The value of an expression that stands for cards, players or other elements."""
    match expr:
        case x.TheCard():
            held = contents(ev.place(expr.place, env, state), state)
            what = phrase(expr.place)
            ev.require(held.size.low >= 1, f"the card of {what}", f"{what} is not empty")
            return replace(held, size=_ONE, single=True)
        case x.CardsIn():
            return contents(ev.place(expr.place, env, state), state)
        case x.EndOf():
            cards = ev.cards(expr.cards, env, state)
            ev.require(cards.size.low >= 1, f"the {phrase(expr)}", f"{phrase(expr.cards)} is not empty")
            if cards.whole is not None and expr.end == "top":
                if cards.size.high == 1:
                    return replace(cards, size=_ONE, single=True)
                name = ("top", cards.whole)
                fact = state.cards.get(name, CardFact(cards.fact.lies, NOBODY))
                return Cards(fact, _ONE, name, about=cards.about, single=True, label=cards.label)
            return replace(cards, size=_ONE, part=True, whole=None, single=True)
        case x.RestOf():
            cards = ev.cards(expr.cards, env, state)
            size = Range(max(0, cards.size.low - 1), max(0, cards.size.high - 1))
            return replace(cards, size=size, part=True, whole=None)
        case x.FirstCards():
            cards, count = ev.cards(expr.cards, env, state), ev.number(expr.count, env, state)
            size = Range(max(0, min(cards.size.low, count.low)), max(0, min(cards.size.high, count.high)))
            label = ev.label(expr.count, env, state)
            return labelled(replace(cards, size=size, part=True, whole=None), label)
        case x.Those():
            return _those(ev, expr, env, state)
        case x.ThoseBest():
            among = ev.value(expr.among, env, state)
            inner, within, symbol = ev.element(expr.variable, among, env, state)
            label = escaped(ev.label(expr.measure, inner, within), symbol)
            return labelled(_some(among, min(1, _size(among).low)), label)
        case x.FirstWhere():
            among = ev.value(expr.among, env, state)
            inner, within, symbol = ev.element(expr.variable, among, env, state)
            label = among.label
            if expr.where is not None:
                label |= escaped(ev.label(expr.where, inner, within), symbol)
            return labelled(mingle(_one(among), ev.value(expr.otherwise, env, state)), label)
        case _:
            raise AssertionError(f"no value for {expr!r}")


def contents(place: Place, state: State) -> Cards:
    """The cards of a place."""
    size = reduce(union, (state.size(key) for key in place.keys))
    only: Key | None = next(iter(place.keys)) if len(place.keys) == 1 else None
    return Cards(CardFact(place.keys, NOBODY), size, whole=only, about=only, label=place.label)


def _those(ev: Evaluator, expr: x.Those, env: Env, state: State) -> Val:
    among = ev.value(expr.among, env, state)
    inner, within, symbol = ev.element(expr.variable, among, env, state)
    label = escaped(ev.label(expr.where, inner, within), symbol)
    return labelled(_some(among, 0), label)


def _size(among: Val) -> Range:
    assert isinstance(among, (Cards, People, Items))
    return among.size


def _some(among: Val, least: int) -> Val:
    """Some of a collection, at least ``least``."""
    match among:
        case Cards():
            return replace(among, size=Range(least, among.size.high), part=True, whole=None)
        case People():
            return People(False, among.without, Range(least, among.size.high), among.label)
        case Items():
            return replace(among, size=Range(least, among.size.high))
        case _:
            raise AssertionError("a collection")


def _one(among: Val) -> Val:
    match among:
        case Cards():
            return replace(among, size=_ONE, part=True, whole=None, single=True)
        case People():
            return Person(UNKNOWN, SOMEONE, among.label)
        case Items():
            return Scalar(among.element, among.label)
        case _:
            raise AssertionError("a collection")
