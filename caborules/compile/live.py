"""A state of a compiled game that never changes: what the public ``State`` holds, with the engine's value when asked.

The value is computed by the reference engine: it takes the same actions again, with the chance outcomes that the
compiled game used, from the last state of the game whose value was asked for. It must come to the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from caborules.compile.program import Fault, Program
from caborules.engine import machine
from caborules.engine.chance import Chance, Outcome, Supplied
from caborules.engine.decisions import Action, Offer, offers
from caborules.engine.events import Event
from caborules.engine.faults import IllegalAction
from caborules.engine.setup import Setup
from caborules.engine.state import State, Store
from caborules.engine.views import View, view


@dataclass(slots=True, eq=False)
class Past:
    """How a state came about: the action (None: the start) after an earlier past; or the value, once it is known.

    ``again``: computes the value, where it did not come about by one action.
    """

    before: Past | None
    action: Action | None
    outcomes: tuple[Outcome, ...]
    value: State | None = None
    again: Callable[[], State] | None = None


@dataclass(slots=True, eq=False)
class Live:
    """See the module. ``working`` is never changed: an action is taken in a copy."""

    program: Program
    setup: Setup
    working: Any
    past: Past
    _numbers: list[int] | None = None
    _actions: tuple[Action, ...] | None = None
    _events: tuple[Event, ...] | None = None
    _store: Store | None = None

    # ------------------------------------------------------------ playing
    def numbers(self) -> list[int]:
        """The numbers of the legal actions, in the documented order. Raises RulesFault."""
        if self._numbers is None:
            try:
                self._numbers = self.program.legal(self.working)
            except Fault as fault:
                offers(self.setup, self.value())
                raise AssertionError("only the compiled engine finds a fault") from fault
        return self._numbers

    def actions(self) -> tuple[Action, ...]:
        """The legal actions. Raises RulesFault."""
        if self._actions is None:
            self._actions = self.program.actions(self.working, self.numbers())
        return self._actions

    def act(self, action: Action) -> Live:
        """The state after an action. Raises IllegalAction, RulesFault, OutcomeMissing."""
        program = self.program
        number = self._looked_up(action)
        after = program.copied(self.working)
        try:
            if number is None:
                self._late(after, action)
            else:
                program.do(after, number)
            there = Live(program, self.setup, after, Past(self.past, action, tuple(after.oc)))
            if program.must[after.pt]:
                there._numbers = program.legal(after)
        except Fault as fault:
            before = replace(self.value(), chance=Supplied(tuple(after.oc)))
            machine.act(self.setup, before, action)
            raise AssertionError("only the compiled engine finds a fault") from fault
        return there

    def _looked_up(self, action: Action) -> int | None:
        actions = self.actions()
        for at, one in enumerate(actions):
            if one is action:
                return self.numbers()[at]
        return self.numbers()[actions.index(action)] if action in actions else None

    def _late(self, working: Any, action: Action) -> None:
        """A late attempt, in a copy. Raises IllegalAction where it is none."""
        window = self.program.late_window(self.setup, working, action)
        if window is None:
            raise IllegalAction(action, machine.refusal(tuple(Offer(one) for one in self.actions()), action))
        self.program.do_late(working, action, window, self.setup.system.windows[window])

    # ------------------------------------------------------------ what it holds
    def over(self) -> bool:
        return self.program.over(self.working)

    def events(self) -> tuple[Event, ...]:
        if self._events is None:
            self._events = self.program.events(self.working)
        return self._events

    def key(self) -> Hashable:
        """Equal where the same can happen, and the same is known, with the same chance."""
        return (self.program.frozen(self.working), self.working.ch)

    def store(self) -> Store:
        """The table as the engine has it."""
        if self._store is None:
            self._store = self.program.ordered_store(self.setup, self.working)
        return self._store

    def value(self) -> State:
        """The state as the reference engine has it."""
        chain: list[Past] = []
        at: Past | None = self.past
        while at is not None and at.value is None:
            chain.append(at)
            at = at.before
        value = None if at is None else at.value
        for one in reversed(chain):
            value = _again(self.setup, value, one)
        assert value is not None
        if chain:
            value = replace(value, chance=self.working.ch)
            if value.store != self.store():
                raise AssertionError("the compiled and the reference engine are not in the same state")
            self.past.value, self.past.before, self.past.again = value, None, None
        return value

    def view(self, seat: int) -> View:
        """What a player sees now."""
        program, s = self.program, self.working
        offered = tuple(Offer(action) for action in self.actions())
        table = State(self.store(), (), s.ch)
        seen = view(self.setup, table, seat, self.events(), offered)
        held = dict(zip(program.machine.lowered.windows, program.held(s), strict=True))
        return replace(
            seen,
            windows=tuple(replace(window, held=held[window.name]) for window in seen.windows),
            rule=program.rule(s),
            asked=program.asked(s),
            sealed=program.sealed(s),
            over=program.over(s),
        )


def _again(setup: Setup, value: State | None, one: Past) -> State:
    """The state after one step, taken by the reference engine."""
    if one.again is not None:
        return one.again()
    chance = Supplied(one.outcomes)
    if one.action is None:
        return machine.start(setup, chance).state
    assert value is not None
    return machine.act(setup, replace(value, chance=chance), one.action).state


def begin(program: Program, setup: Setup, chance: Chance) -> Live:
    """A new game at its first decision. Raises RulesFault, OutcomeMissing."""
    try:
        working = program.start(chance)
        live = Live(program, setup, working, Past(None, None, tuple(working.oc)))
        if program.must[working.pt]:
            live._numbers = program.legal(working)
    except Fault as fault:
        machine.start(setup, chance)
        raise AssertionError("only the compiled engine finds a fault") from fault
    return live
