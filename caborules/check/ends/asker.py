"""Questions about moves to the solver: each is asked once, each of a fresh solver with a budget in its own units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import z3

from caborules.check.ends.conditions import Name, keys_of
from caborules.symbolic.measure_table import Key, Table
from caborules.symbolic.terms import Term, negate, plain, truth

BUDGET = 400_000
"""Units of work of the solver for one question."""


@dataclass(slots=True)
class Asker:
    """Asks whether formulas about measures can hold together. What is not decided is taken to be possible."""

    table: Table
    asked: int = 0
    _known: dict[tuple[int, ...], bool] = field(default_factory=dict)
    _keys: dict[int, frozenset[Key]] = field(default_factory=dict)
    _alive: list[Term] = field(default_factory=list)
    """Terms whose numbers are used as keys: they must not be given to others."""

    def possible(self, formulas: Iterable[Term]) -> bool:
        """Can all these hold at once, for measures of some state?"""
        kept = [one for one in formulas if one is not True]
        if any(one is False for one in kept):
            return False
        if not kept:
            return True
        key = tuple(sorted({one.get_id() for one in kept}))
        known = self._known.get(key)
        if known is None:
            self.asked += 1
            known = self._known[key] = self._ask(kept)
        return known

    def follows(self, goal: Term, formulas: Iterable[Term]) -> bool:
        """Does the goal hold wherever these do?"""
        return goal is True or not self.possible((*formulas, negate(goal)))

    def _ask(self, formulas: list[Term]) -> bool:
        solver = z3.Solver()
        solver.set("rlimit", BUDGET)
        solver.add(*(truth(one) for one in formulas))
        keys = frozenset().union(*(self.keys(one) for one in formulas))
        solver.add(*(truth(one) for one in self.table.facts(sorted(keys))))
        return bool(solver.check() != z3.unsat)

    def keys(self, term: Term) -> frozenset[Key]:
        """The measures that a term speaks of."""
        if plain(term):
            return frozenset()
        number = term.get_id()
        if number not in self._keys:
            self._alive.append(term)
            self._keys[number] = keys_of(term)
        return self._keys[number]

    def names(self, term: Term) -> frozenset[Name]:
        """Kinds and names of the measures that a term speaks of."""
        return frozenset(key[:2] for key in self.keys(term))
