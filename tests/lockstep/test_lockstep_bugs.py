"""The recorded run of planted bugs: enough of them, nearly all caught, every survivor explained; a sample again."""

from __future__ import annotations

import random

import pytest

from tests.lockstep import bugs
from tests.lockstep.judge import judge
from tests.lockstep.mutations import Mutant, mutants, sample


def test_the_recorded_bugs_are_caught() -> None:
    _, found = bugs.read(bugs.RECORDED)
    got = bugs.summary(found, bugs.reasons())
    assert len(found) == bugs.COUNT
    assert got.bugs >= 200
    assert got.caught >= 0.95 * got.bugs
    assert not got.unexplained, "every survivor has its reason in survivors.toml"


def test_no_reason_without_a_survivor() -> None:
    _, found = bugs.read(bugs.RECORDED)
    survived = {key for key, one in found.items() if one.verdict == "survived"}
    why = bugs.reasons()
    assert {*why.same, *why.missed} == survived and not {*why.same} & {*why.missed}


def test_an_unexplained_survivor_counts_as_a_bug_that_was_missed() -> None:
    _, found = bugs.read(bugs.RECORDED)
    explained, bare = bugs.summary(found, bugs.reasons()), bugs.summary(found, bugs.Reasons({}, {}))
    assert bare.bugs == explained.bugs + len(explained.same)


def test_mutants_are_other_programs_that_compile() -> None:
    for mutant in sample(60, seed=3):
        compile(mutant.source, mutant.module, "exec")
        assert mutant.was != mutant.now


def test_a_smaller_sample_is_the_beginning_of_a_larger_one() -> None:
    assert sample(40, seed=2)[:15] == sample(15, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("function", ["Support._arrive", "Support._take_up", "Support.shuffle"])
def test_statements_left_out_of_moves_are_noticed(function: str) -> None:
    """Mistakes that are certainly none of the same program."""
    of = [m for m in mutants() if m.function == function and m.operator == "statement left out"]
    assert of, "the function has another name now"
    assert judge(of[0]).verdict in ("difference", "crash")


@pytest.mark.slow
def test_a_sample_of_the_recorded_bugs_is_caught_again() -> None:
    _, found = bugs.read(bugs.RECORDED)
    caught = sorted(key for key, one in found.items() if one.verdict == "difference")
    present: dict[str, Mutant] = {mutant.key: mutant for mutant in mutants()}
    again = [key for key in random.Random(4).sample(caught, 12) if key in present][:6]
    for key in again:
        assert judge(present[key]).verdict in ("difference", "crash"), present[key]
