"""Simplified expressions have the same value as the ones that they stand for."""

from __future__ import annotations

import random

import pytest

from caborules.engine.game import fixed
from caborules.engine.machine import dealt
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir.types import BOOL, CARD, CARDS, PLACE, PLAYER, PLAYERS, NumberType, Value
from caborules.lower.fold import NO, YES, resimplify
from tests.support.rulesets import HEAD, system_of

NUMBER = NumberType(-9, 9)
LOCALS: dict[str, Value] = {"p": 1, "q": 2, "n": 3, "yes-or-no": True}
STOCK = ex.CardsIn(CARDS, None, ex.PlaceRef(PLACE, None, "stock", None))
NONE = ex.CardsIn(CARDS, None, ex.PlaceRef(PLACE, None, "discard", None))


def setup() -> Setup:
    return fixed(system_of(f"{HEAD}rule game\n    shuffle stock\n"), 3, {})


class Maker:
    """Random expressions: half of the leaves are constants, so that there is something to simplify."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.bound: list[str] = []

    def number(self, depth: int) -> ex.Expr:
        match self.rng.randrange(5 if depth else 2):
            case 0:
                return ex.Const(NUMBER, None, self.rng.randint(-2, 4))
            case 1:
                return ex.LocalRef(NUMBER, None, "n")
            case 2:
                op = self.rng.choice(("plus", "minus", "times", "div", "mod"))
                divisor = ex.Const(NUMBER, None, self.rng.choice((-2, 1, 3)))
                right = self.number(depth - 1)
                if op in ("div", "mod"):
                    right = divisor
                return ex.Arithmetic(NUMBER, None, op, self.number(depth - 1), right)
            case 3:
                return ex.SizeOf(NUMBER, None, self.collection(depth - 1))
            case _:
                return ex.Either(
                    NUMBER, None, self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1)
                )

    def player(self) -> ex.Expr:
        names = ["p", "q", *self.bound]
        if self.rng.random() < 0.3:
            return ex.Const(PLAYER, None, self.rng.randrange(3))
        return ex.LocalRef(PLAYER, None, self.rng.choice(names))

    def collection(self, depth: int) -> ex.Expr:
        match self.rng.randrange(6 if depth > 0 else 4):
            case 0:
                return ex.Seats(PLAYERS, None)
            case 1:
                return ex.Others(PLAYERS, None, self.rng.choice(("left", "right")), self.player())
            case 2:
                return ex.Const(PLAYERS, None, tuple(self.rng.sample(range(3), self.rng.randrange(3))))
            case 3:
                return ex.Const(PLAYERS, None, ())
            case _:
                name = f"x{len(self.bound)}"
                among = self.collection(depth - 1)
                self.bound.append(name)
                where = self.condition(depth - 1)
                self.bound.pop()
                return ex.Those(PLAYERS, None, name, among, where)

    def condition(self, depth: int) -> ex.Expr:
        if depth <= 0:
            return self.rng.choice((YES, NO, ex.LocalRef(BOOL, None, "yes-or-no"), self.same()))
        match self.rng.randrange(9):
            case 0:
                return ex.Not(BOOL, None, self.condition(depth - 1))
            case 1 | 2:
                op = self.rng.choice(("and", "or"))
                return ex.Logic(BOOL, None, op, self.condition(depth - 1), self.condition(depth - 1))
            case 3:
                parts = (self.condition(depth - 1) for _ in range(3))
                return ex.Either(BOOL, None, *parts)
            case 4:
                op = self.rng.choice(("is", "is not", "is at least", "is at most", "is more than", "is less than"))
                return ex.Compare(BOOL, None, op, self.number(depth - 1), self.number(depth - 1))
            case 5:
                return ex.IsIn(BOOL, None, self.player(), self.collection(depth))
            case 6:
                return ex.IsEmpty(BOOL, None, self.collection(depth))
            case 7:
                name = f"x{len(self.bound)}"
                among = self.collection(depth - 1)
                self.bound.append(name)
                where = self.condition(depth - 1)
                self.bound.pop()
                return ex.Exists(BOOL, None, name, among, where)
            case _:
                other = self.rng.choice((YES, NO))
                return ex.Compare(BOOL, None, self.rng.choice(("is", "is not")), self.condition(depth - 1), other)

    def same(self) -> ex.Expr:
        return ex.Compare(BOOL, None, self.rng.choice(("is", "is not")), self.player(), self.player())


@pytest.mark.parametrize("part", range(4))
def test_simplifying_keeps_the_value(part: int) -> None:
    game = setup()
    store = dealt(game, game.empty_store())
    shorter = 0
    for seed in range(part * 500, part * 500 + 500):
        expr = Maker(seed).condition(4)
        simple = resimplify(expr)
        shorter += simple != expr
        assert evaluate(game, store, simple, LOCALS) == evaluate(game, store, expr, LOCALS), seed
    assert shorter > 300


def test_what_guards_a_step_still_guards_it() -> None:
    """The condition that makes the rest of it defined stays in front."""
    game = setup()
    top = ex.EndOf(CARD, None, "top", NONE)
    same = ex.Compare(BOOL, None, "is", top, top)
    guarded = ex.Either(BOOL, None, ex.IsEmpty(BOOL, None, NONE), NO, same)
    simple = resimplify(guarded)
    assert simple == ex.Logic(BOOL, None, "and", ex.Not(BOOL, None, ex.IsEmpty(BOOL, None, NONE)), same)
    assert evaluate(game, dealt(game, game.empty_store()), simple, {}) is False


def test_the_size_of_what_can_be_empty_is_asked_as_that() -> None:
    size = ex.SizeOf(NUMBER, None, STOCK)
    zero = ex.Const(NUMBER, None, 0)
    assert resimplify(ex.Compare(BOOL, None, "is", size, zero)) == ex.IsEmpty(BOOL, None, STOCK)
    more = resimplify(ex.Compare(BOOL, None, "is more than", size, zero))
    assert more == ex.Not(BOOL, None, ex.IsEmpty(BOOL, None, STOCK))
