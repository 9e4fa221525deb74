"""Asking the solver: one fresh solver a claim, a budget in its own units of work, never in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from caborules.ir.types import Type
from caborules.symbolic.claims import Claim, Goal, Posed, Posing
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.shape import Shape
from caborules.symbolic.terms import truth

BUDGET = 4_000_000
"""Units of work of the solver (``rlimit``) for one question."""


@dataclass(frozen=True, slots=True)
class Unproved:
    """A goal that was not proved: ``refuted`` if there is a counterexample to the step, else the budget ran out."""

    goal: Goal
    refuted: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver said of a claim.

    ``asked``: how many goals; ``unproved``: those that do not follow; ``idle``: ways on that cannot be taken under the
    hypotheses; ``vacuous``: the hypotheses contradict each other; ``missing``: why there is no encoding, or "".
    """

    asked: tuple[Goal, ...]
    unproved: tuple[Unproved, ...]
    idle: tuple[int, ...]
    vacuous: bool
    changed: frozenset[int]
    missing: str = ""


def ask(shape: Shape, types: Mapping[str, Type], claim: Claim, budget: int = BUDGET) -> Answer:
    """Prove a claim, or say which of its goals do not follow."""
    try:
        posed = Posing(shape, types, claim).pose()
    except NotEncodedError as error:
        return Answer((), (), (), False, frozenset(), str(error))
    solver = z3.Solver()
    solver.set("rlimit", budget)
    solver.add(*posed.hypotheses)
    vacuous = solver.check() == z3.unsat
    idle = tuple(n for n, way in enumerate(posed.ways) if way is False or (way is not True and _never(solver, way)))
    unproved = () if _all_follow(solver, posed) else tuple(_failing(posed, budget))
    return Answer(posed.goals, unproved, idle, vacuous, posed.changed)


def _never(solver: z3.Solver, way: object) -> bool:
    return bool(solver.check(truth(way)) == z3.unsat)


def _all_follow(solver: z3.Solver, posed: Posed) -> bool:
    open_goals = [z3.Not(truth(goal.formula)) for goal in posed.goals if goal.formula is not True]
    if not open_goals:
        return True
    solver.add(z3.Or(open_goals))
    return bool(solver.check() == z3.unsat)


def _failing(posed: Posed, budget: int) -> list[Unproved]:
    found = []
    for goal in posed.goals:
        if goal.formula is True:
            continue
        solver = z3.Solver()
        solver.set("rlimit", budget)
        solver.add(*posed.hypotheses)
        solver.add(z3.Not(truth(goal.formula)))
        said = solver.check()
        if said != z3.unsat:
            found.append(Unproved(goal, said == z3.sat))
    return found
