"""What notices a mutant: a static check, an example, a test of a clause, a proof, or nothing."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.api.game import Ruleset
from caborules.check.run import check
from caborules.diagnostics.record import Refused
from caborules.engine.basics import Undefined
from caborules.engine.examples import run_example
from caborules.engine.faults import RulesFault
from caborules.ir.system import System
from caborules.names.load import book_of
from caborules.names.sources import Gathered, gather
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow
from tests.mutants.generate import Mutant, mutants, mutated
from tests.mutants.same import essence
from tests.rules.clause_checks import faults

By: TypeAlias = Literal["static", "example", "test", "proof", "time", "same", "nothing"]
"""``time``: the mutant took too long, which nobody would overlook. ``same``: it is the same game, so no mutant."""
NOTICED: tuple[By, ...] = ("static", "example", "test", "proof", "time")
SECONDS = 300
REPLACED = "E501"
"""The ruleset replaces what has been changed: it is not in the game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """``by``: what noticed it first; ``detail``: the code of the refusal, the title of the example, the fault."""

    by: By
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """The ruleset that is mutated: its files, its mutants in order, what makes it the game it is, what its tests of
    clauses say of a system, and which inherited examples do not apply to it as it is."""

    gathered: Gathered
    mutants: tuple[Mutant, ...]
    essence: str
    faults: Callable[[System], tuple[str, ...]] = faults
    idle: frozenset[str] = frozenset()


class _TooLong(Exception):  # noqa: N818 - a signal between two functions of this file, not an error
    pass


def subject() -> Subject:
    """Cabo, and each mutant of it. Raises ValueError where it is not without fault itself."""
    gathered = gather("cabo")
    return sound(Subject(gathered, mutants(gathered), essence(elaborate(book_of(gathered)).system)))


def sound(of: Subject) -> Subject:
    """The same, if nothing notices it as it is. Raises ValueError otherwise."""
    if (found := _noticed(of, elaborate(book_of(of.gathered)).system)) is not None:
        raise ValueError(f"{of.gathered.main.name} itself is noticed: {found.by}, {found.detail}")
    return of


def judge(of: Subject, mutant: Mutant, *, proofs: bool = True) -> Outcome:
    """The outcome. ``proofs``: also of what neither static checks nor examples notice."""

    def stop(*_: object) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return _judged(of, mutant, proofs)
    except _TooLong:
        return Outcome("time")
    finally:
        signal.alarm(0)


def _judged(of: Subject, mutant: Mutant, proofs: bool) -> Outcome:
    try:
        system = built(of, mutant)
    except Refused as refused:
        code = refused.diagnostics[0].code
        return Outcome("same" if code == REPLACED and mutant.file != of.gathered.main.name else "static", code)
    found = _noticed(of, system, mutant.clauses)
    if found is not None:
        return found
    if essence(system) == of.essence:
        return Outcome("same")
    return disproved(system) if proofs else Outcome("nothing")


def built(of: Subject, mutant: Mutant) -> System:
    """The system of the mutant. Raises Refused."""
    made = elaborate(book_of(mutated(of.gathered, mutant)))
    if made.unasked:
        unasked = [d for d in check_flow(made.system, made.unasked).diagnostics if d.code == "E212"]
        if unasked:
            raise Refused(tuple(unasked))
    return made.system


def disproved(system: System) -> Outcome:
    """A property that is violated or undecided of the mutant; of the ruleset itself none is."""
    for verdict in check(Ruleset(check_flow(system).system)).verdicts:
        if verdict.found in ("violated", "undecided"):
            return Outcome("proof", f"{verdict.property}: {verdict.found}")
    return Outcome("nothing")


def _noticed(of: Subject, system: System, clauses: tuple[str, ...] = ()) -> Outcome | None:
    """The first that notices; the examples of the ``clauses`` go before others, which saves time."""
    flowed = check_flow(system)
    system = flowed.system
    errors = [d for d in flowed.diagnostics if d.severity == "error"]
    if errors:
        return Outcome("static", errors[0].code)
    for example in sorted(system.examples, key=lambda one: not set(clauses) & set(one.cites)):
        try:
            result = run_example(system, example)
        except KeyError:  # it names a card that this deck does not have
            return Outcome("example", example.title)
        if result.outcome == "failed" or (result.outcome != "passed" and example.title not in of.idle):
            return Outcome("example", example.title)
    try:
        found = of.faults(system)
    except (RulesFault, Undefined) as fault:
        return Outcome("test", str(fault))
    return Outcome("test", found[0]) if found else None
