"""Questions about moves to the solver: each is asked once, each of a fresh solver with a budget in its own units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from caborules.check.ends.conditions import Name, keys_of
from caborules.symbolic.measure_table import Key, Table
from caborules.symbolic.model import Model, symbols
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import Term, negate, plain

BUDGET = 2_000_000
"""Units of work of the solver for one question."""

MODELS: Final = 48
"""How many of the last answers are kept, to be tried on other questions first."""


@dataclass(slots=True)
class Asker:
    """Asks whether formulas about measures can hold together. What is not decided is taken to be possible."""

    table: Table
    told: dict[frozenset[Term], bool] = field(default_factory=dict)
    """Answers, whoever asked: of terms that hold together or do not, with what always holds of their measures."""
    asked: int = 0
    _known: dict[frozenset[Term], bool] = field(default_factory=dict)
    _keys: dict[Term, frozenset[Key]] = field(default_factory=dict)
    _models: list[Model] = field(default_factory=list)
    _impossible: dict[Term, list[frozenset[Term]]] = field(default_factory=dict)
    """Formulas that cannot hold together, by one of them: what is asked last is most often of one question alone."""

    def possible(self, formulas: Iterable[Term]) -> bool:
        """Can all these hold at once, for measures of some state?"""
        kept = [one for one in formulas if one is not True]
        if any(one is False for one in kept):
            return False
        if not kept:
            return True
        key = frozenset(kept)
        known = self._known.get(key)
        if known is None:
            self.asked += 1
            known = self._known[key] = self._ask(kept)
        return known

    def follows(self, goal: Term, formulas: Iterable[Term]) -> bool:
        """Does the goal hold wherever these do?"""
        return goal is True or not self.possible((*formulas, negate(goal)))

    def _ask(self, formulas: list[Term]) -> bool:
        keys = frozenset().union(*(self.keys(one) for one in formulas))
        supposed = (*formulas, *self.table.facts(sorted(keys)))
        key = frozenset(supposed)
        if key not in self.told:
            self.told[key] = self._seen(supposed) or (not self._ruled_out(key) and self._solved(supposed))
            if not self.told[key]:
                self._impossible.setdefault(formulas[-1], []).append(key)
        return self.told[key]

    def _ruled_out(self, formulas: frozenset[Term]) -> bool:
        """Are some among them that cannot hold together, as was found before?"""
        return any(some <= formulas for one in formulas for some in self._impossible.get(one, ()))

    def _seen(self, formulas: Sequence[Term]) -> bool:
        """Do they hold for values that were found for others before?"""
        for at, model in enumerate(self._models):
            if model.holds(formulas):
                self._models.insert(0, self._models.pop(at))
                return True
        return False

    def _solved(self, formulas: Sequence[Term]) -> bool:
        solver = Solver(BUDGET)
        solver.add(formulas)
        said = solver.check()
        if said == "sat":
            self._models.insert(0, solver.model(symbols(formulas)))
            del self._models[MODELS:]
        return said != "unsat"

    def keys(self, term: Term) -> frozenset[Key]:
        """The measures that a term speaks of."""
        if plain(term):
            return frozenset()
        if term not in self._keys:
            self._keys[term] = keys_of(term)
        return self._keys[term]

    def names(self, term: Term) -> frozenset[Name]:
        """Kinds and names of the measures that a term speaks of."""
        return frozenset(key[:2] for key in self.keys(term))
