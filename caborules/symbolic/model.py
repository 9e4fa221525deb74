"""Values of symbols for which some terms held, as the solver found them: other terms may hold for them too.

Looking that up is much cheaper than asking again. A term that is not worked out here counts as one that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from caborules.symbolic.terms import App, Term

_OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    "+": lambda *some: sum(some),
    "-": lambda one, *others: one - sum(others) if others else -one,
    "*": lambda one, other: one * other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "=": lambda one, other: one == other,
    "=>": lambda one, other: not one or other,
    "not": lambda one: not one,
    "and": lambda *some: all(some),
    "or": lambda *some: any(some),
    "ite": lambda condition, one, other: one if condition else other,
}


def symbols(terms: Iterable[Term]) -> list[App]:
    """The symbols in terms, but for those of functions."""
    found: list[App] = []
    waiting = [term for term in terms if isinstance(term, App)]
    done = set(waiting)
    while waiting:
        one = waiting.pop()
        if one.declared and not one.parts:
            found.append(one)
        for part in one.parts:
            if isinstance(part, App) and part not in done:
                done.add(part)
                waiting.append(part)
    return found


@dataclass(slots=True)
class Model:
    """``values``: of symbols, then of all terms that were worked out. A symbol without one is no, or nought."""

    values: dict[App, bool | int] = field(default_factory=dict)

    def holds(self, terms: Iterable[Term]) -> bool:
        """Do all these hold?"""
        return all(self.value(term) is True for term in terms)

    def value(self, term: Term) -> bool | int | None:
        """What a term is worth; None where it has operators that are not known here."""
        if not isinstance(term, App):
            return term  # type: ignore[no-any-return]  # a plain number or truth value
        values = self.values
        waiting = [term]
        while waiting:
            one = waiting[-1]
            if one in values:
                waiting.pop()
                continue
            missing = [part for part in one.parts if isinstance(part, App) and part not in values]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if one.declared or one.op not in _OPERATORS:
                if one.parts:
                    return None
                values[one] = False if one.sort == "Bool" else 0
            else:
                values[one] = _OPERATORS[one.op](*(values[p] if isinstance(p, App) else p for p in one.parts))
        return values[term]
