"""The author's properties, watched while a game goes on: what has begun, what is remembered, what was counted.

A claim begins each time that ``after`` comes true (without it: at the start; with ``during``: with each run of that
rule) and lasts until ``until``. ``always``, ``never``, ``unchanged`` and ``conserved`` are looked at where somebody is
to decide and at the end; starts of a rule are counted whenever they happen. Claims about every play that goes on, such
as ``ends``, are for ``find.find_endless``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, cast

from caborules.engine.basics import Undefined, elements
from caborules.engine.values import evaluate
from caborules.explore.keys import Wanted
from caborules.explore.scopes import Scope
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import BOOL, CardType, CollectionType, PlaceId, PlaceType, Value
from caborules.ir.walk import subexpressions, with_children
from caborules.lower.machine import MachineState
from caborules.lower.states import values_of

BROKEN: Final = "broken"
"""The mark of a game that breaks the claim."""
WATCHED: Final = ("always", "never", "unchanged", "exactly", "at most", "conserved")
"""The kinds of properties that can be watched."""

_QUIET: Final = (lo.Test, lo.SetRegister, lo.NextOf, lo.Rotate, lo.Say, lo.PickOne, lo.Unseal)
"""Operations that change nothing that a claim can speak of."""
_OF_CARDS: Final = (ex.PlaceRef, ex.Knows, ex.FaceUp, ex.WindowOpen, ex.HasPassed)
"""Expressions by which a claim speaks of more than variables."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Does the claim last? Was ``after`` true last? What ``unchanged`` remembers; starts counted, by seat."""

    lasts: bool
    was: bool
    kept: Value = None
    counts: tuple[tuple[int | None, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Watch:
    """Watches one claim in the games of a scope."""

    scope: Scope
    claim: PropertyDef

    @cached_property
    def _read(self) -> tuple[ex.Expr, ...]:
        parts = [one for one in (self.claim.claim, self.claim.after, self.claim.until) if one is not None]
        return tuple(_everything(self.scope.setup.system, parts))

    @cached_property
    def _quiet(self) -> tuple[type, ...]:
        """Operations that change nothing that this claim speaks of."""
        if any(isinstance(one, _OF_CARDS) for one in self._read):
            return _QUIET
        return (*_QUIET, lo.Lift, lo.Lay, lo.MoveAll, lo.MoveCards, lo.SwapCards, lo.ShufflePlace, lo.ShowCards)

    @cached_property
    def _rules(self) -> frozenset[str | None]:
        """The rules whose starts and ends matter."""
        over = (one.rule for one in self._read if isinstance(one, ex.IsOver))
        return frozenset((self.claim.rule, self.claim.during, *over))

    @property
    def wanted(self) -> Wanted:
        """What positions must be told apart by, so that those that count as one have the same to be watched."""
        parts = [one for one in (self.claim.claim, self.claim.after, self.claim.until) if one is not None]
        read = self._read
        cards = any(isinstance(one.type, CardType | CollectionType | PlaceType) for one in parts)
        return Wanted(
            frozenset(one.variable for one in read if isinstance(one, ex.VariableRef)),
            any(isinstance(one, ex.Knows) for one in read),
            any(isinstance(one, ex.FaceUp) for one in read),
            cards and self.claim.kind == "unchanged",
        )

    def start(self, state: MachineState) -> Hashable:
        """The mark of a game that has not begun."""
        if self.claim.after is None and self.claim.during is None:
            return self._begun(state, False)
        return Mark(False, False)

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        """The mark when the operation at the node of ``before`` has been carried out."""
        operation = self.scope.machine.lowered.nodes[before.node].operation
        if not isinstance(mark, Mark) or isinstance(operation, self._quiet):
            return mark
        if isinstance(operation, lo.Mark) and operation.rule not in self._rules:
            return mark
        over = operation.rule if isinstance(operation, lo.Mark) and operation.what == "end" else None
        if mark.lasts:
            counted = self._counted(mark, operation, before)
            if counted is None:
                return BROKEN
            mark = counted
            if self._finished(state, over):
                if self.claim.kind == "exactly" and any(times != self.claim.count for _, times in mark.counts):
                    return BROKEN
                mark = replace(mark, lasts=False)
        now = self._true(self.claim.after, state, over, mark.was)
        starts = isinstance(operation, lo.Mark) and operation.what == "start" and operation.rule == self.claim.during
        if not mark.lasts and (starts or (now and not mark.was)):
            return self._begun(state, now)
        return replace(mark, was=now)

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        """The mark where somebody is to decide, or at the end."""
        if not isinstance(mark, Mark) or not mark.lasts or self.claim.claim is None:
            return mark
        match self.claim.kind:
            case "always":
                return mark if self._true(self.claim.claim, state, None, True) else BROKEN
            case "never":
                return BROKEN if self._true(self.claim.claim, state, None, False) else mark
            case "unchanged" | "conserved":
                now = self._value(self.claim.claim, state)
                if mark.kept is None:
                    return replace(mark, kept=(now,))
                return mark if mark.kept == (now,) else BROKEN
            case _:
                return mark

    # ------------------------------------------------------------ beginning, counting, ending
    def _begun(self, state: MachineState, was: bool) -> Mark:
        kept: Value = None
        counts: tuple[tuple[int | None, int], ...] = ()
        if self.claim.kind == "unchanged" and self.claim.claim is not None:
            kept = (self._value(self.claim.claim, state),)
        if self.claim.count is not None:
            counts = ((None, 0),)
            if self.claim.each is not None and self.claim.claim is not None:
                seats = elements(self._value(self.claim.claim, state))
                counts = tuple((cast(int, seat), 0) for seat in sorted(seats, key=repr))
        return Mark(True, was, kept, counts)

    def _counted(self, mark: Mark, operation: lo.Operation, state: MachineState) -> Mark | None:
        """The mark with one more start counted, if it is one; None where there are too many."""
        if not isinstance(operation, lo.Mark) or operation.what != "start" or operation.rule != self.claim.rule:
            return mark
        seat = None
        if self.claim.each is not None and operation.player is not None:
            machine = self.scope.machine
            local = values_of(machine, state, machine.reads[state.node])
            seat = evaluate(machine.setup, state.store, operation.player, local)
        counts = tuple((who, times + (who == seat)) for who, times in mark.counts)
        most = self.claim.count or 0
        return None if any(times > most for _, times in counts) else replace(mark, counts=counts)

    def _finished(self, state: MachineState, over: str | None) -> bool:
        if self.claim.during is not None and over == self.claim.during:
            return True
        return self.claim.until is not None and self._true(self.claim.until, state, over, False)

    # ------------------------------------------------------------ values
    def _true(self, condition: ex.Expr | None, state: MachineState, over: str | None, otherwise: bool) -> bool:
        if condition is None:
            return otherwise
        try:
            return bool(self._value(self._at_end[over].get(condition, condition), state))
        except Undefined:
            return otherwise

    @cached_property
    def _at_end(self) -> Mapping[str | None, Mapping[ex.Expr, ex.Expr]]:
        """The conditions of the claim where just this rule has ended (None: no rule)."""
        parts = [one for one in (self.claim.claim, self.claim.after, self.claim.until) if one is not None]
        return {
            over: {one: _ended(one, over) for one in parts} for over in (None, *sorted(self._rules - {None}, key=str))
        }

    def _value(self, expr: ex.Expr, state: MachineState) -> Value:
        """A value; of a place, the cards that lie there."""
        table = self.scope.store(state)
        found = evaluate(self.scope.setup, table, expr, _NO_NAMES)
        if isinstance(expr.type, PlaceType):
            return table.places[self.scope.setup.place_index[cast(PlaceId, found)]]
        return found


@dataclass(frozen=True, eq=False)
class Watches:
    """Watches several claims of a scope at once. The mark has one for each."""

    each: tuple[Watch, ...]

    @property
    def wanted(self) -> Wanted:
        """What any of them wants."""
        wanted = [one.wanted for one in self.each]
        return Wanted(
            frozenset().union(*(one.variables for one in wanted)),
            any(one.knowledge for one in wanted),
            any(one.facing for one in wanted),
            any(one.faces for one in wanted),
        )

    def start(self, state: MachineState) -> Hashable:
        return tuple(one.start(state) for one in self.each)

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        marks = cast("tuple[Hashable, ...]", mark)
        return tuple(one.after(mine, before, state) for one, mine in zip(self.each, marks, strict=True))

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        marks = cast("tuple[Hashable, ...]", mark)
        return tuple(one.rest(mine, state) for one, mine in zip(self.each, marks, strict=True))


_NO_NAMES: Final[Mapping[str, Value]] = {}


def _ended(expr: ex.Expr, over: str | None) -> ex.Expr:
    """The expression where just this rule has ended (None: no rule)."""
    if isinstance(expr, ex.IsOver):
        return ex.Const(BOOL, expr.span, expr.rule == over)
    return with_children(expr, lambda one: _ended(one, over))


def _everything(system: System, parts: list[ex.Expr]) -> Iterator[ex.Expr]:
    """Every expression in these, in the functions they use and in the cells they look up."""
    todo, seen = list(parts), set[str]()
    while todo:
        for one in subexpressions(todo.pop()):
            yield one
            if isinstance(one, ex.Apply) and one.function not in seen:
                seen.add(one.function)
                todo.append(system.functions[one.function].body)
            if isinstance(one, ex.Lookup) and f"{one.table}.{one.column}" not in seen:
                seen.add(f"{one.table}.{one.column}")
                todo += [row.cells[one.column] for row in system.tables[one.table].rows if one.column in row.cells]
