"""Z3, asked with terms: a budget in its own units of work, never in seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import z3

from caborules.symbolic.model import Model
from caborules.symbolic.smt import assertions
from caborules.symbolic.terms import App, Term

Said: TypeAlias = Literal["unsat", "sat", "unknown"]


class Solver:
    """A solver for one question, or for some about the same hypotheses. ``budget`` (``rlimit``): for each answer."""

    __slots__ = ("_begun", "_solver", "_symbols")

    def __init__(self, budget: int) -> None:
        self._solver = z3.SimpleSolver()
        self._solver.set("rlimit", budget)
        self._begun = False
        self._symbols: dict[App, Any] = {}

    def add(self, terms: Iterable[Term]) -> None:
        """Suppose that all these hold. They are read from their text: what Z3 is asked is what ``smt`` writes."""
        kept = [term for term in terms if term is not True]
        if not kept:
            return
        text = assertions(kept)
        if self._begun:
            # A solver that reads a second text refuses what the first declared.
            self._solver.add(z3.parse_smt2_string(text))
        else:
            self._solver.from_string(text)
            self._begun = True

    def check(self, supposing: App | None = None) -> Said:
        """Can all that is supposed hold together? ``supposing``: a symbol that is to be true for this answer alone."""
        said = self._solver.check() if supposing is None else self._solver.check(self._symbol(supposing))
        return "unsat" if said == z3.unsat else "sat" if said == z3.sat else "unknown"

    def push(self) -> None:
        """From here on, what is supposed is forgotten with the next ``pop``."""
        self._begun = True
        self._solver.push()

    def pop(self) -> None:
        self._solver.pop()

    def holding(self, symbols: Iterable[App]) -> list[bool]:
        """The values of these symbols of truth values in what the last answer, ``sat``, was found with."""
        model = self._solver.model()
        return [z3.is_true(model.eval(self._symbol(one), model_completion=True)) for one in symbols]

    def numbers(self, symbols: Iterable[App]) -> list[int]:
        """The values of these symbols of integers in it."""
        model = self._solver.model()
        return [model.eval(self._symbol(one), model_completion=True).as_long() for one in symbols]

    def model(self, symbols: Iterable[App]) -> Model:
        """The values of these symbols in what the last answer, ``sat``, was found with, as far as it has any."""
        model, values = self._solver.model(), dict[App, bool | int]()
        for one in symbols:
            value = model[self._symbol(one).decl()]
            if value is not None:
                values[one] = z3.is_true(value) if one.sort == "Bool" else value.as_long()
        return Model(values)

    def rule_out(self, values: Mapping[App, bool]) -> None:
        """Suppose that not all of these symbols have these values."""
        some = [(self._symbol(one), holds) for one, holds in values.items()]
        self._solver.add(z3.Or([z3.Not(one) if holds else one for one, holds in some]))

    def _symbol(self, one: App) -> Any:
        if one not in self._symbols:
            self._symbols[one] = _named(one.op, one.sort)
        return self._symbols[one]


@lru_cache(maxsize=1 << 14)
def _named(name: str, sort: str) -> Any:
    """Z3's own symbol. (It has one context, in which a name stands for one symbol.)"""
    return z3.Bool(name) if sort == "Bool" else z3.Int(name)
