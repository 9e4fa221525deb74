"""The author's properties, watched while a game goes on: which claims have begun, what each remembers and counts.

A claim begins each time that ``after`` comes true (or at the start, if it is true there), each time that a run of
``during`` has renewed its state, else with the play. It lasts until ``until``, the end of that run, or of the play;
where ``until`` holds already it does not begin. Every claim that goes on is followed, however many overlap.

``R is over`` is told of each claim for itself: the run of R that went on when it began has ended; where none did, it
is over. In ``after``, before any claim, it says that a run of R has ended and none is going on.

``always``, ``never``, ``unchanged`` and ``conserved`` are looked at where somebody is to decide and at the end; starts
of a rule are counted whenever they happen. In the middle of a step, with a card in the hand or half of a payment made,
nothing begins or ends. Claims about every play that goes on, such as ``ends``, are for ``find.find_endless``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeGuard, cast

from caborules.engine.basics import Undefined, elements
from caborules.engine.values import evaluate
from caborules.engine.values import over as run_is_over
from caborules.explore.keys import Wanted
from caborules.explore.scopes import Scope
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import CardType, CollectionType, PlaceId, PlaceType, Value
from caborules.ir.walk import subexpressions
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
_OF_FACES: Final = (ex.AttributeOf, ex.Lookup, ex.PrintedNumber, ex.CardNamed)
"""Expressions by which a claim tells faces apart, though the rules may not."""
_CARDS: Final = (CardType, CollectionType, PlaceType)
"""Types of values that may be cards."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One that goes on: the rules whose runs are over, what ``unchanged`` remembers, starts counted, by seat."""

    over: frozenset[str]
    kept: Value = None
    counts: tuple[tuple[int | None, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """The claims that go on; was ``after`` true last? ``ended``, for it: rules that have ended and do not run."""

    claims: frozenset[Claim]
    was: bool
    ended: frozenset[str] = frozenset()

    @property
    def lasts(self) -> bool:
        """Does any claim go on?"""
        return bool(self.claims)


@dataclass(frozen=True, eq=False)
class Watch:
    """Watches a property in the games of a scope: all the claims that it makes of a game."""

    scope: Scope
    claim: PropertyDef

    @cached_property
    def _read(self) -> tuple[ex.Expr, ...]:
        parts = [one for one in (self.claim.claim, self.claim.after, self.claim.until) if one is not None]
        return tuple(_everything(self.scope.setup.system, parts))

    @cached_property
    def _quiet(self) -> tuple[type, ...]:
        """Operations that change nothing that this property speaks of."""
        if any(isinstance(one, _OF_CARDS) for one in self._read):
            return _QUIET
        return (*_QUIET, lo.Lift, lo.Lay, lo.MoveAll, lo.MoveCards, lo.SwapCards, lo.ShufflePlace, lo.ShowCards)

    @cached_property
    def _overs(self) -> frozenset[str]:
        """The rules of which it is asked whether they are over."""
        return frozenset(one.rule for one in self._read if isinstance(one, ex.IsOver))

    @cached_property
    def _inside(self) -> tuple[frozenset[str], ...]:
        """By node, the rules that matter and that it is a part of."""
        wanted = self._overs | ({self.claim.during} - {None})
        return tuple(frozenset(node.source.rules) & wanted for node in self.scope.machine.lowered.nodes)

    @cached_property
    def _renewals(self) -> frozenset[int]:
        """The nodes by which a run of ``during`` renews its state."""
        rules = self.scope.setup.system.rules
        if self.claim.during is None:
            return frozenset()
        spans = {one.span for one in rules[self.claim.during].resets.statements}
        nodes = self.scope.machine.lowered.nodes
        inside = (n for n, node in enumerate(nodes) if node.source.rules[-1:] == (self.claim.during,))
        return frozenset(n for n in inside if nodes[n].source.span in spans and not _starts(nodes[n].operation))

    @cached_property
    def still(self) -> frozenset[int]:
        """The nodes that never change a mark, wherever they lead: nothing begins or ends there that matters."""
        system = self.scope.machine.lowered
        return frozenset(
            number
            for number, node in enumerate(system.nodes)
            if isinstance(node.operation, self._quiet)
            and number not in self._renewals
            and all(self._inside[number] <= self._going_on(target) for target in _onward(system, node))
        )

    @property
    def wanted(self) -> Wanted:
        """What positions must be told apart by, so that those that count as one have the same to be watched."""
        read = self._read
        cards = self.claim.kind == "unchanged" and any(isinstance(one.type, _CARDS) for one in read)
        return Wanted(
            frozenset(one.variable for one in read if isinstance(one, ex.VariableRef)),
            any(isinstance(one, ex.Knows) for one in read),
            any(isinstance(one, ex.FaceUp) for one in read),
            any(isinstance(one, _OF_FACES) for one in read),
            frozenset(one.window for one in read if isinstance(one, ex.WindowOpen)),
            cards,
        )

    def start(self, state: MachineState) -> Hashable:
        """The mark of a game that has not begun."""
        now = self._true(self.claim.after, state, frozenset(), False)
        begins = self.claim.during is None and (now or self.claim.after is None)
        return Mark(frozenset(self._begun(state) if begins else ()), now)

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        """The mark when the operation at the node of ``before`` has been carried out, or an action taken there."""
        if before.node in self.still or not isinstance(mark, Mark):
            return mark
        operation = self.scope.machine.lowered.nodes[before.node].operation
        left = self._left(before, state)
        renewed = self._renewed(before, state)
        counted = _starts(operation) and operation.rule == self.claim.rule
        if not (left or renewed or counted) and (
            isinstance(operation, (*self._quiet, lo.Mark)) or self._half(before, state)
        ):
            return mark
        going = [replace(one, over=one.over | (left & self._overs)) for one in mark.claims]
        if counted:
            going = [self._counted(one, operation, before) for one in going]
            if any(self._too_many(one) for one in going):
                return BROKEN
        lasting = [one for one in going if not self._ends(one, state, left)]
        if self.claim.kind == "exactly" and any(self._too_few(one) for one in going if one not in lasting):
            return BROKEN
        ended = (mark.ended | (left & self._overs)) - self._runs(state)
        now = self._true(self.claim.after, state, ended, mark.was)
        if renewed or (self.claim.after is not None and now and not mark.was):
            lasting += self._begun(state)
        return Mark(frozenset(lasting), now, ended)

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        """The mark where somebody is to decide, or at the end."""
        if not isinstance(mark, Mark):
            return mark
        stops = isinstance(self.scope.machine.lowered.nodes[state.node].operation, lo.Stop)
        looked = [self._looked(one, state, stops) for one in mark.claims]
        going = frozenset(one for one in looked if one is not None)
        return replace(mark, claims=going) if all(one is not None for one in looked) else BROKEN

    def _looked(self, claim: Claim, state: MachineState, stops: bool) -> Claim | None:
        """What a claim remembers now; None where it is broken."""
        what = self.claim.claim
        match self.claim.kind:
            case "exactly" if stops:
                return None if self._too_few(claim) else claim
            case "always" if what is not None:
                return claim if self._true(what, state, claim.over, True) else None
            case "never" if what is not None:
                return None if self._true(what, state, claim.over, False) else claim
            case "unchanged" | "conserved" if what is not None:
                now = self._known(what, state, claim.over)
                kept = now if claim.kept is None else claim.kept
                return replace(claim, kept=kept) if kept == now else None
            case _:
                return claim

    # ------------------------------------------------------------ runs of rules
    def _runs(self, state: MachineState) -> frozenset[str]:
        """The rules that matter and are going on: all around the node, but for one that starts there."""
        return self._going_on(state.node)

    def _going_on(self, node: int) -> frozenset[str]:
        operation = self.scope.machine.lowered.nodes[node].operation
        return self._inside[node] - ({operation.rule} if _starts(operation) else set())

    def _left(self, before: MachineState, state: MachineState) -> frozenset[str]:
        """The rules that matter of which a run has ended; a jump out of several ends them all."""
        operation = self.scope.machine.lowered.nodes[before.node].operation
        ended = {operation.rule} if isinstance(operation, lo.Mark) and operation.what == "end" else set()
        inside = self._inside[before.node]
        return (inside - self._runs(state)) | (inside & ended)

    def _renewed(self, before: MachineState, state: MachineState) -> bool:
        """Has a run of ``during`` just begun, with its state renewed?"""
        operation = self.scope.machine.lowered.nodes[before.node].operation
        begun = _starts(operation) and operation.rule == self.claim.during
        return (begun or before.node in self._renewals) and state.node not in self._renewals

    def _half(self, before: MachineState, state: MachineState) -> bool:
        """Is a step half done: a card in the hand, or one of two variables of a payment set?"""
        nodes = self.scope.machine.lowered.nodes
        one, next_ = nodes[before.node], nodes[state.node]
        both = isinstance(one.operation, lo.SetVariable) and isinstance(next_.operation, lo.SetVariable)
        return bool(state.hand) or (both and one.source == next_.source and one.source.span is not None)

    # ------------------------------------------------------------ beginning, counting, ending
    def _begun(self, state: MachineState) -> list[Claim]:
        """A claim that begins; none where ``until`` holds already."""
        over = self._overs - self._runs(state)
        what = self.claim.claim
        if self._true(self.claim.until, state, over, False):
            return []
        if self.claim.kind == "unchanged" and what is not None:
            return [Claim(over, self._known(what, state, over))]
        if self.claim.count is None:
            return [Claim(over)]
        if self.claim.each is None or what is None:
            return [Claim(over, None, ((None, 0),))]
        seats = sorted(cast("tuple[int, ...]", elements(self._value(what, state, over))))
        return [Claim(over, None, tuple((seat, 0) for seat in seats))]

    def _counted(self, claim: Claim, operation: lo.Operation, state: MachineState) -> Claim:
        """The claim with one more start of the rule."""
        seat = None
        if self.claim.each is not None and isinstance(operation, lo.Mark) and operation.player is not None:
            machine = self.scope.machine
            local = values_of(machine, state, machine.reads[state.node])
            seat = evaluate(machine.setup, state.store, operation.player, local)
        return replace(claim, counts=tuple((who, times + (who == seat)) for who, times in claim.counts))

    def _too_many(self, claim: Claim) -> bool:
        return any(times > (self.claim.count or 0) for _, times in claim.counts)

    def _too_few(self, claim: Claim) -> bool:
        return any(times < (self.claim.count or 0) for _, times in claim.counts)

    def _ends(self, claim: Claim, state: MachineState, left: frozenset[str]) -> bool:
        if self.claim.during is not None:
            return self.claim.during in left
        return self._true(self.claim.until, state, claim.over, False)

    # ------------------------------------------------------------ values
    def _true(self, condition: ex.Expr | None, state: MachineState, over: frozenset[str], otherwise: bool) -> bool:
        """Does a condition hold? ``otherwise``: what counts where there is none, or where it has no value."""
        if condition is None:
            return otherwise
        try:
            return bool(self._value(condition, state, over))
        except Undefined:
            return otherwise

    def _known(self, expr: ex.Expr, state: MachineState, over: frozenset[str]) -> Value:
        """A value to be remembered: in brackets; empty ones where it is not defined."""
        try:
            return (self._value(expr, state, over),)
        except Undefined:
            return ()

    def _value(self, expr: ex.Expr, state: MachineState, over: frozenset[str]) -> Value:
        """A value; of a place, the cards that lie there."""
        table = self.scope.store(state)
        runs: dict[str, Value] = {run_is_over(rule): rule in over for rule in self._overs}
        found = evaluate(self.scope.setup, table, expr, runs)
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
            frozenset().union(*(one.windows for one in wanted)),
            any(one.cards for one in wanted),
        )

    def start(self, state: MachineState) -> Hashable:
        return tuple(one.start(state) for one in self.each)

    @cached_property
    def still(self) -> frozenset[int]:
        """The nodes that change none of the marks."""
        return frozenset.intersection(*(one.still for one in self.each)) if self.each else frozenset()

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        if before.node in self.still:
            return mark
        marks = cast("tuple[Hashable, ...]", mark)
        return tuple(one.after(mine, before, state) for one, mine in zip(self.each, marks, strict=True))

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        marks = cast("tuple[Hashable, ...]", mark)
        return tuple(one.rest(mine, state) for one, mine in zip(self.each, marks, strict=True))


def _onward(system: lo.LoweredSystem, node: lo.Node) -> Iterator[int]:
    """Where control can go from a node at which nobody is asked."""
    yield node.next
    match node.operation:
        case lo.Test(otherwise=target) | lo.NextOf(done=target):
            yield target
        case lo.Unseal(point=point, done=target):
            yield target
            yield from (offer.target for offer in system.points[point].offers)


def _starts(operation: lo.Operation) -> TypeGuard[lo.Mark]:
    """Does a run of a rule start here?"""
    return isinstance(operation, lo.Mark) and operation.what == "start"


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
