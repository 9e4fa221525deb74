"""Asking the solver: one fresh solver a claim, a budget in its own units of work, never in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caborules.ir.types import Type
from caborules.symbolic.claims import Claim, Goal, Posed, Posing
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.shape import Shape
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import any_of, boolean, negate, plain, same

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
    solver = Solver(budget)
    solver.add(posed.hypotheses)
    taken = tuple((n, boolean(f"way {n} is taken")) for n, way in enumerate(posed.ways) if not plain(way))
    solver.add(same(symbol, posed.ways[n]) for n, symbol in taken)
    found = {n: solver.check(symbol) for n, symbol in taken}
    idle = tuple(n for n, way in enumerate(posed.ways) if way is False or found.get(n) == "unsat")
    vacuous = "sat" not in found.values() and solver.check() == "unsat"
    unproved = () if _all_follow(solver, posed) else tuple(_failing(posed, budget))
    return Answer(posed.goals, unproved, idle, vacuous, posed.changed)


def _all_follow(solver: Solver, posed: Posed) -> bool:
    goals = [goal.formula for goal in posed.goals if goal.formula is not True]
    if not goals:
        return True
    solver.add((any_of(*(negate(goal) for goal in goals)),))
    return solver.check() == "unsat"


def _failing(posed: Posed, budget: int) -> list[Unproved]:
    found = []
    for goal in posed.goals:
        if goal.formula is True:
            continue
        solver = Solver(budget)
        solver.add((*posed.hypotheses, negate(goal.formula)))
        said = solver.check()
        if said != "unsat":
            found.append(Unproved(goal, said == "sat"))
    return found
