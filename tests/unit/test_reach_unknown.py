"""Unknown numbers and truths: each path says when it is taken, and what it comes to is what numbers come to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from caborules.check.reach.unknown import Forks, Form, Ledger, Unknown, UnknownTruth, form_of
from caborules.symbolic.model import Model
from caborules.symbolic.terms import Term, boolean, integer, negate

NAMES = ("a", "b", "c")
RANGES = dict.fromkeys(NAMES, (-6, 9))


def base(key: tuple[str, int | None]) -> Term:
    return boolean(key[0]) if key[0].isupper() else integer(key[0])


def paths(forks: Forks, work: Callable[[], Any]) -> Iterator[tuple[Any, Ledger]]:
    """What the work comes to on each path."""
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        forks.begin(Ledger(), waiting.pop())
        yield work(), forks.ledger
        waiting += forks.others


def asked(rng: random.Random, depth: int = 0) -> Callable[[dict[str, Any]], Any]:
    """Something that is worked out from numbers, with questions about them on the way."""
    if depth > 3 or rng.random() < 0.2:
        name, number = rng.choice(NAMES), rng.randint(-5, 5)
        return lambda of: of[name] if number % 2 else number
    left, right, other = (asked(rng, depth + 1) for _ in range(3))
    times = rng.randint(-3, 3)
    match rng.randrange(8):
        case 0:
            return lambda of: left(of) + right(of)
        case 1:
            return lambda of: left(of) - right(of)
        case 2:
            return lambda of: times * left(of) - 1
        case 3:
            return lambda of: left(of) if right(of) >= other(of) else -right(of)
        case 4:
            return lambda of: left(of) if right(of) == other(of) else right(of)
        case 5:
            return lambda of: left(of) if right(of) < times else 2 - other(of)
        case 6:
            return lambda of: max(left(of), right(of))
        case _:
            return lambda of: sum(one for one in (left(of), right(of)) if one != other(of) and one > -3)


@pytest.mark.parametrize("seed", range(40))
def test_each_path_says_when_it_is_taken(seed: int) -> None:
    """For any numbers the conditions of exactly one path hold, and that path comes to what the numbers come to."""
    rng = random.Random(seed)
    work = asked(rng)
    forks = Forks(RANGES, base)
    unknown = {name: forks.unknown((name, None)) for name in NAMES}
    found = [(form_of(value), ledger.conditions) for value, ledger in paths(forks, lambda: work(unknown))]
    for _ in range(40):
        numbers = {name: rng.randint(-6, 9) for name in NAMES}
        model = Model({integer(name): number for name, number in numbers.items()})
        taken = [form for form, conditions in found if model.holds(conditions)]
        assert len(taken) == 1
        (form,) = taken
        assert sum(factor * numbers[name] for (name, _), factor in form.parts) + form.rest == work(numbers)


def test_what_a_path_has_told_is_not_asked_again() -> None:
    forks = Forks(RANGES, base)
    one = forks.unknown(("a", None))

    def work() -> tuple[bool, ...]:
        return one + one >= 4, one > 1, one >= 2, one < 2, one == 20

    found = list(paths(forks, work))
    assert [value for value, _ in found] == [(True, True, True, False, False), (False, False, False, True, False)]


def test_truths_fork_once() -> None:
    forks = Forks(RANGES, base)
    truth = UnknownTruth(("A", None), forks)
    found = list(paths(forks, lambda: (bool(truth), not truth, truth == True)))  # noqa: E712  # it is no bool
    assert [value for value, _ in found] == [(True, False, True), (False, True, False)]
    assert [ledger.conditions for _, ledger in found] == [(boolean("A"),), (negate(boolean("A")),)]


REFUSED: dict[str, Callable[[Any], object]] = {
    "looked up": lambda one: {one: 1},
    "an index": lambda one: [1, 2][one],
    "a range": lambda one: range(one),
    "a slice": lambda one: (1, 2, 3)[:one],
    "true or false": lambda one: not one,
    "another unknown times it": lambda one: one * one,
    "divided": lambda one: one // 2,
    "what is left of it": lambda one: one % 2,
    "dividing": lambda one: 7 % one,
    "something else": lambda one: one == "red",
    "a number of another kind": lambda one: one + 0.5,
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_defined_cannot_be_done(name: str) -> None:
    """Nothing turns an unknown number into a known one unnoticed."""
    forks = Forks(RANGES, base)
    with pytest.raises(TypeError):
        REFUSED[name](forks.unknown(("a", None)))
    with pytest.raises(TypeError):
        hash(UnknownTruth(("A", None), forks))
    assert isinstance(forks.unknown(("a", None)), int) and type(forks.unknown(("a", None))) is Unknown


def test_sums_in_which_all_cancels_are_numbers() -> None:
    forks = Forks(RANGES, base)
    one, other = forks.unknown(("a", None)), forks.unknown(("b", 1))
    assert (one + other + 3 - other) - one == 3
    assert form_of(2 * one - other - one) == Form(((("a", None), 1), (("b", 1), -1)), 0)
