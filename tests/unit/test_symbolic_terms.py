"""Terms against brute force: what the solver says of random terms is what trying all values of their symbols shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from caborules.check.certificate.smt import up_to_names
from caborules.symbolic import smt, terms
from caborules.symbolic.smt import assertions
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import (
    App,
    Term,
    all_of,
    any_of,
    boolean,
    choose,
    difference,
    function,
    identical,
    implies,
    integer,
    negate,
    same,
    within,
)

NUMBERS = ("a", "b of c")
LOW, HIGH = -1, 2
BUDGET = 4_000_000


def number(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([integer(rng.choice(NUMBERS)), rng.randint(-2, 3)])
    left, right = number(rng, depth - 1), number(rng, depth - 1)
    match rng.randrange(4):
        case 0:
            return left + right
        case 1:
            return left - right
        case 2:
            return rng.randint(-2, 2) * left
    return choose(truth(rng, depth - 1), left, right)


def truth(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return boolean("p")
    if rng.random() < 0.5:
        left, right = number(rng, depth - 1), number(rng, depth - 1)
        makers: list[Callable[[], Term]] = [
            lambda: left <= right, lambda: left < right, lambda: left >= right, lambda: left > right,
            lambda: same(left, right),
        ]  # fmt: skip
        return rng.choice(makers)()
    one, other = truth(rng, depth - 1), truth(rng, depth - 1)
    return rng.choice([all_of, any_of, implies, same, lambda x, y: choose(x, negate(y), y)])(one, other)


def value(term: Term, given: Mapping[str, Any]) -> Any:
    """By the meaning of SMT-LIB, written down a second time."""
    if not isinstance(term, App):
        return term
    if term.declared:
        return given[term.op]
    parts = [value(part, given) for part in term.parts]
    match term.op:
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "not":
            return not parts[0]
        case "=>":
            return not parts[0] or parts[1]
        case "=":
            return parts[0] == parts[1]
        case "ite":
            return parts[1] if parts[0] else parts[2]
        case "+":
            return sum(parts)
        case "*":
            return parts[0] * parts[1]
        case "-":
            return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
        case "<=":
            return parts[0] <= parts[1]
        case "<":
            return parts[0] < parts[1]
        case ">=":
            return parts[0] >= parts[1]
    assert term.op == ">"
    return parts[0] > parts[1]


def assignments() -> list[dict[str, Any]]:
    values = range(LOW, HIGH + 1)
    return [{"a": a, "b of c": b, "p": p} for a, b, p in product(values, values, (True, False))]


def disagreements(seeds: int) -> list[Term]:
    found = []
    for seed in range(seeds):
        term = truth(random.Random(seed), 4)
        solver = Solver(BUDGET)
        solver.add((term, *(within(LOW, integer(name), HIGH + 1) for name in NUMBERS)))
        by_hand = any(value(term, given) for given in assignments())
        if solver.check() != ("sat" if by_hand else "unsat"):
            found.append(term)
    return found


def test_the_solver_says_what_trying_all_values_shows() -> None:
    assert disagreements(150) == []
    decided = {any(value(truth(random.Random(seed), 4), given) for given in assignments()) for seed in range(150)}
    assert decided == {True, False}


@pytest.mark.parametrize("broken", ["numbers", "names", "connectives"])
def test_a_text_that_says_something_else_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if broken == "numbers":
        monkeypatch.setattr(smt, "_plain", lambda one: str(abs(one)) if not isinstance(one, bool) else str(one).lower())
    elif broken == "names":
        monkeypatch.setattr(smt, "_symbol", lambda name: "p" if name == "p" else "a")
    else:
        real = smt._Writer._named
        monkeypatch.setattr(smt._Writer, "_named", lambda w, one: real(w, one).replace("(>= ", "(> "))
    assert disagreements(150)


def test_a_difference_that_is_plain_is_so_for_all_values() -> None:
    plain = 0
    for seed in range(400):
        rng = random.Random(seed)
        left, more = number(rng, 3), number(rng, 1)
        right = rng.choice([left + 1, 2 + left - 3, left + more, more])
        found = difference(left, right)
        plain += isinstance(found, int)
        for given in assignments():
            assert value(found, given) == value(left, given) - value(right, given), seed
    assert plain > 100


def test_what_is_written_alike_is_equal_whenever_it_was_made() -> None:
    def made() -> Term:
        f = function("f", "Int")
        term = f(integer("x"), 3)
        for _ in range(200):
            term = choose(term > 0, term + term, term)
        return term

    first = made()
    terms.app.cache_clear()
    second = made()
    assert first is not second
    assert identical(first, second)
    assert len({first, second}) == 1
    assert assertions((first > 0,)) == assertions((second > 0,))
    assert assertions((first > 0, second > 0)) == assertions((first > 0,))
    assert not identical(first, second + 1)
    assert not identical(function("and", "Bool")(1), all_of(boolean("p"), boolean("q")))
    assert not identical(integer("x"), boolean("x"))


def test_a_term_is_no_condition_of_python() -> None:
    with pytest.raises(TypeError):
        bool(integer("x") > 0)


def test_answers_after_what_was_supposed_for_a_while() -> None:
    x, p = integer("x"), boolean("p")
    solver = Solver(BUDGET)
    solver.add((x > 0, same(p, x > 5)))
    assert (solver.check(), solver.check(p)) == ("sat", "sat")
    solver.push()
    solver.add((x < 3,))
    assert (solver.check(), solver.check(p)) == ("sat", "unsat")
    assert solver.check() == "sat"
    assert solver.holding((p,)) == [False]
    assert solver.numbers((x,))[0] in (1, 2)
    solver.pop()
    assert solver.check(p) == "sat"
    assert solver.holding((p,)) == [True]
    assert solver.numbers((x,))[0] > 5


def test_questions_that_are_equal_up_to_names() -> None:
    def text(has: str, one: str, also: str = "Int", twice: bool = False) -> str:
        first = function(has, "Bool")(integer(one))
        second = integer("z") > 0 if also == "Int" else boolean("z")
        return assertions((first, second, function(has, "Bool")(integer("z" if twice else one) + 1)))

    known = up_to_names(text("has", "x"))
    assert up_to_names(text("in the row", "a b")) == known
    assert up_to_names(text("has", "x", also="Bool")) != known
    assert up_to_names(text("has", "x", twice=True)) != known
    assert up_to_names(text("has", "z")) != known
