"""Values that the solver found are tried on other terms: they must hold just where the solver says so of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from caborules.check.ends.asker import Asker
from caborules.symbolic.measure_table import Table
from caborules.symbolic.model import Model, symbols
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import (
    Term,
    all_of,
    any_of,
    app,
    boolean,
    choose,
    function,
    implies,
    integer,
    negate,
    same,
)
from tests.support.rulesets import HEAD, system_of
from tests.support.works import work_of

NUMBERS = tuple(integer(f"n{at}") for at in range(3))
TRUTHS = tuple(boolean(f"b{at}") for at in range(3))


def number(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice((*NUMBERS, rng.randint(-3, 3)))
    one, other = number(rng, depth - 1), number(rng, depth - 1)
    return rng.choice((lambda: one + other, lambda: one - other, lambda: choose(truth(rng, depth - 1), one, other)))()


def truth(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(TRUTHS)
    some = [truth(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    one, other = number(rng, depth - 1), number(rng, depth - 1)
    kinds = (
        lambda: all_of(*some),
        lambda: any_of(*some),
        lambda: negate(some[0]),
        lambda: implies(some[0], some[1]),
        lambda: choose(some[0], some[1], some[-1]),
        lambda: same(one, other),
        lambda: one < other,
        lambda: one >= other,
        lambda: one <= other,
        lambda: one > other,
    )
    return rng.choice(kinds)()


@pytest.mark.parametrize("seed", range(60))
def test_a_term_is_worth_what_the_solver_says(seed: int) -> None:
    rng = random.Random(seed)
    values: dict[Term, bool | int] = {one: rng.randint(-3, 3) for one in NUMBERS}
    values |= {one: rng.random() < 0.5 for one in TRUTHS}
    about = [truth(rng, 4) for _ in range(3)]
    solver = Solver(2_000_000)
    solver.add([same(one, value) for one, value in values.items()])
    solver.add(about)
    assert Model(dict(values)).holds(about) == (solver.check() == "sat")


@pytest.mark.parametrize("seed", range(60))
def test_what_was_found_holds_for_what_it_was_found_with(seed: int) -> None:
    about = [truth(random.Random(seed), 4)]
    solver = Solver(2_000_000)
    solver.add(about)
    if solver.check() == "sat":
        assert solver.model(symbols(about)).holds(about)


def test_what_is_not_worked_out_does_not_hold() -> None:
    """A function has no values here, and an operator may be unknown."""
    assert not Model().holds([same(function("f", "Int")(integer("n")), 0)])
    assert not Model().holds([app("xor", (True, False), "Bool")])
    assert not Model().holds([boolean("b")]) and Model().holds([same(integer("n"), 0)])


def test_answers_are_the_same_with_and_without_what_was_found_before() -> None:
    (proof,) = work_of(system_of(HEAD + "\nrule game\n    shuffle stock\n")).proofs[:1]
    rng = random.Random(5)
    table = Table(proof.graph.system, 6)
    asker = Asker(table)
    for _ in range(80):
        about = [truth(rng, 3) for _ in range(3)]
        assert asker.possible(about) == Asker(table).possible(about)
    assert asker._models


def test_more_than_what_cannot_hold_together_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What contains formulas that cannot hold together cannot hold either, and no other is taken for one."""
    (proof,) = work_of(system_of(HEAD + "\nrule game\n    shuffle stock\n")).proofs[:1]
    asker = Asker(Table(proof.graph.system, 6))
    one, other = NUMBERS[:2]
    solved = list[object]()
    real = Asker._solved

    def counted(self: Asker, some: Sequence[Term]) -> bool:
        solved.append(some)
        return real(self, some)

    monkeypatch.setattr(Asker, "_solved", counted)
    assert not asker.possible([one > 3, one < 2])
    assert not asker.possible([other > 0, one < 2, one > 3]) and len(solved) == 1
    assert asker.possible([other > 0, one < 2]) and asker.possible([one > 3, other > 0])
    assert not asker.possible([other < 2, one > 3, other > 3]) and len(solved) > 1
