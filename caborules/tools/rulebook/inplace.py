"""Terms that are said in place: those that only rename something, and short ones that are used once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.rebuild import rebuilt
from caborules.ir.system import FunctionDef, System, WindowDef
from caborules.ir.types import BoolType
from caborules.ir.walk import choice_expressions, expressions_in, subexpressions, with_children
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.special import changed, expressions_of

RENAMES: Final = 3
"""A term is no more than another name where its body has at most so many expressions."""
SHORT: Final = 8
"""A term that is used once is said in place where its body has at most so many expressions, unless it is a sentence."""

Cites = Mapping[str, tuple[str, ...]]


def in_place(system: System, cites: Cites) -> System:
    """The system with such terms written out, from the inside out; their clauses go where they are said.

    ``cites`` are the clauses of things by kind and name, ``define total``.
    """
    while (found := _next(system)) is not None:
        system = _Writer(system, found, (*found.cites, *cites.get(f"define {found.name}", ()))).system_without()
    return system


def _next(system: System) -> FunctionDef | None:
    uses = _uses(system)
    for one in system.functions.values():
        if one.text and _can_go(one):
            size = sum(1 for _ in subexpressions(one.body))
            clause = isinstance(one.type, BoolType) and not one.parameters
            if size <= RENAMES or (size <= SHORT and uses.get(one.name, 0) == 1 and not clause):
                return one
    return None


def _can_go(one: FunctionDef) -> bool:
    """Is nothing lost with the name? A word for what is not so, or for cases, or for a sum says more than they do."""
    if isinstance(one.body, ex.Either | ex.Fold) or denies(one.body):
        return False
    return _speaks_of_its_parts(one)


def denies(body: ex.Expr) -> bool:
    """Is it those of whom a term does not hold?"""
    return isinstance(body, ex.Those) and isinstance(body.where, ex.Not) and isinstance(body.where.operand, ex.Apply)


def _speaks_of_its_parts(one: FunctionDef) -> bool:
    read = {part.name for part in subexpressions(one.body) if isinstance(part, ex.LocalRef)}
    return not read or all(part.name in read for part in one.parameters)


def _uses(system: System) -> dict[str, int]:
    uses: dict[str, int] = {}
    for expr in expressions_of(system):
        if isinstance(expr, ex.Apply):
            uses[expr.function] = uses.get(expr.function, 0) + 1
    return uses


@dataclass(frozen=True, slots=True)
class _Writer:
    system: System
    term: FunctionDef
    cites: tuple[str, ...]

    def system_without(self) -> System:
        """The system without the term."""
        old = self.system
        cited = replace(
            old,
            rules={n: replace(r, body=rebuilt(r.body, self._line, self._choice)) for n, r in old.rules.items()},
            windows={n: self._window(w) for n, w in old.windows.items()},
            events={n: replace(e, body=rebuilt(e.body, self._line, self._choice)) for n, e in old.events.items()},
            functions={
                n: replace(f, cites=self._added(f.cites, f.body))
                for n, f in old.functions.items()
                if n != self.term.name
            },
        )
        return changed(cited, self._written)

    def _written(self, expr: ex.Expr) -> ex.Expr:
        expr = with_children(expr, self._written)
        if isinstance(expr, ex.Apply) and expr.function == self.term.name:
            return inlined(
                self.term.body, {p.name: a for p, a in zip(self.term.parameters, expr.arguments, strict=True)}
            )
        return expr

    def _added(self, cites: tuple[str, ...], *exprs: ex.Expr) -> tuple[str, ...]:
        uses = any(
            isinstance(part, ex.Apply) and part.function == self.term.name
            for expr in exprs
            for part in subexpressions(expr)
        )
        return tuple(dict.fromkeys((*cites, *self.cites))) if uses else cites

    def _line(self, one: st.Statement) -> st.Statement:
        if isinstance(one, st.Decide):
            who = one.actors.player if isinstance(one.actors, st.OneActor) else one.actors.among
            return replace(one, cites=self._added(one.cites, who))
        return replace(one, cites=self._added(one.cites, *expressions_in(one)))

    def _choice(self, choice: st.Choice) -> st.Choice:
        return replace(choice, cites=self._added(choice.cites, *choice_expressions(choice)))

    def _window(self, window: WindowDef) -> WindowDef:
        choices = tuple(
            replace(self._choice(one), body=rebuilt(one.body, self._line, self._choice)) for one in window.choices
        )
        late = rebuilt(window.late, self._line, self._choice)
        return replace(window, cites=self._added(window.cites, window.among), choices=choices, late=late)
