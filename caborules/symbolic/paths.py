"""Claims about a decision, over a short way to it: what was just tested on the way may be used.

The steps on the way are carried out one after the other, from a node at which facts are known. Only operations
that leave the cards alone are allowed there, and each at most once: the names of symbols rest on it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, SpotType, Type
from caborules.symbolic import counts, summaries
from caborules.symbolic.claims import Claim, register_values
from caborules.symbolic.facts import Fact, Meaning
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.moves import Mover
from caborules.symbolic.shape import Shape
from caborules.symbolic.solve import BUDGET
from caborules.symbolic.solver import Solver
from caborules.symbolic.state import Base
from caborules.symbolic.steps import step
from caborules.symbolic.symbols import Diary, Key, Symbols
from caborules.symbolic.terms import Term, all_of, negate
from caborules.symbolic.values import Reader

CALM = (lo.Mark, lo.Say, lo.Test, lo.SetRegister, lo.SetVariable, lo.NextOf, lo.MoveWindow, lo.Rotate)
"""Operations that may stand on a way."""


@dataclass(frozen=True, slots=True)
class Walked:
    """One step of a way: the operation, where control goes after it, and the number of the way on that is taken."""

    operation: lo.Operation
    onward: int
    way: int


@dataclass(frozen=True, slots=True)
class Path:
    """Facts where the way begins, the steps, and the registers that all of it speaks of."""

    facts: tuple[Fact, ...]
    steps: tuple[Walked, ...]
    registers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """What a goal is made from: the position at the end of the way, the diary, and any seat."""

    reader: Reader
    diary: Diary
    seat: Term


Goal = Callable[[Position], Term]


@dataclass(frozen=True, slots=True)
class Told:
    """What the solver said: the goal follows; the way cannot be taken at all; or why there is no encoding."""

    follows: bool
    vacuous: bool
    refuted: bool
    missing: str = ""


def ask(shape: Shape, types: Mapping[str, Type], path: Path, goal: Goal, budget: int = BUDGET) -> Told:
    """Does the goal hold at the end of the way? For every seat, if it speaks of one."""
    try:
        hypotheses, formula = _Walk(shape, types, path).pose(goal)
    except NotEncodedError as error:
        return Told(False, False, False, str(error))
    solver = Solver(budget)
    solver.add(hypotheses)
    vacuous = solver.check() == "unsat"
    if formula is True or vacuous:
        return Told(True, vacuous, False)
    solver.add((negate(formula),))
    said = solver.check()
    return Told(said == "unsat", False, said == "sat")


def formulas(shape: Shape, types: Mapping[str, Type], path: Path, goal: Goal) -> tuple[tuple[Term, ...], Term]:
    """The hypotheses and the goal, for a second solver. Raises NotEncodedError."""
    return _Walk(shape, types, path).pose(goal)


@dataclass(slots=True)
class _Walk:
    shape: Shape
    types: Mapping[str, Type]
    path: Path
    diary: Diary = field(default_factory=Diary)
    kept: list[object] = field(default_factory=list)

    def pose(self, goal: Goal) -> tuple[tuple[Term, ...], Term]:
        symbols = Symbols("", self.diary)
        base = Base(self.shape, self.types, symbols, None)
        seat = symbols.whole("any seat")
        self.diary.suppose(all_of(seat >= 0, seat < base.players()))
        claim = Claim(lo.Stop(), -1, None, self.path.facts, (), self.path.registers, compared=False)
        start = base.state(register_values(base, claim))
        meaning = Meaning(base, start, (seat,))
        found, state = [meaning.plain(fact) for fact in self.path.facts], start
        for walked in self.path.steps:
            # Summaries go by the identity of expressions: a copy for each step keeps positions apart.
            operation = copy.deepcopy(walked.operation)
            self.kept.append(operation)
            taken = step(operation, walked.onward, None, Reader(state, base), Mover(base))
            way = taken.ways[walked.way]
            found += [need.claim for need in taken.needs]
            found.append(way.condition)
            if way.nothing_left is not None and not self._of_cards(operation):
                found.append(way.nothing_left(seat))
            state = way.state
        formula = goal(Position(Reader(state, base), self.diary, seat))
        return self._hypotheses(found, meaning), formula

    def _of_cards(self, operation: lo.Operation) -> bool:
        return isinstance(operation, lo.NextOf) and isinstance(self.types[operation.register], CardType | SpotType)

    def _hypotheses(self, found: list[Term], meaning: Meaning) -> tuple[Term, ...]:
        """All that may be used, at every position read; using a hypothesis may read more."""
        positions: set[Key] = set()
        owners: set[Key] = set()
        coupled: set[Key] = set()
        while True:
            new_positions = [item for key, item in self.diary.positions.items() if key not in positions]
            new_owners = [item for key, item in self.diary.owners.items() if key not in owners]
            new_couplings = summaries.couplings(self.diary, coupled)
            if not new_positions and not new_owners and not new_couplings:
                break
            found += new_couplings
            positions.update(self.diary.positions)
            owners.update(self.diary.owners)
            for place, owner in new_owners:
                found += [meaning.at_owner(fact, place, owner) for fact in self.path.facts]
            for place, owner, index in new_positions:
                found += [meaning.at_position(fact, place, owner, index) for fact in self.path.facts]
        found += counts.definitions(self.shape, meaning.state, self.diary, None)
        found += self.diary.facts.values()
        return tuple(term for term in found if term is not True)
