"""The reference engine and generated code, side by side: they must agree after every step.

Compared are places, facing, knowledge, variables, windows, the chance source and its outcomes, the legal actions in
their order, and the events. Where the engine finds a fault of the rules, generated code must find one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from caborules.compile.live import Live, Past
from caborules.compile.program import Fault, Program, Working
from caborules.engine import machine as engine
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, late_window, offers
from caborules.engine.events import Event
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.views import view


class Difference(AssertionError):  # noqa: N818  # what it is: a difference
    """The two are not in the same position; the message says in what they differ, and after which actions."""


Differ: TypeAlias = Callable[[str, object, object], Difference]
"""Tells what differs, there and here."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How far a game went, and which choices were made on the way; ``faulty``: it ended in a fault of the rules."""

    actions: int
    over: bool
    faulty: bool
    choices: frozenset[str]


def told(events: tuple[Event, ...]) -> list[object]:
    """Events with the lines of the rules that they come from, which take no part in their comparison."""
    return [(event, event.span, event.cites) for event in events]


def run(setup: Setup, program: Program, seed: int, most: int, *, late: float = 0.1, views: bool = False) -> Ran:
    """Play at most so many random actions. ``views``: compare what every seat sees as well. Raises Difference."""
    rng = random.Random(seed)
    actions: list[Action] = []
    made: set[str] = set()

    def differ(what: str, left: object, right: object) -> Difference:
        return Difference(f"{what}: {left} and {right} after {len(actions)} actions, the last {actions[-1:]}")

    step: engine.Step | None
    try:
        step = engine.start(setup, seeded(seed))
    except RulesFault:
        step = None
    try:
        s = program.start(seeded(seed))
    except Fault as fault:
        if step is not None:
            raise differ("a fault of generated code", "", fault.__cause__) from fault
        return Ran(0, True, True, frozenset())
    while True:
        if step is None:
            raise differ("a fault of the engine", "", "")
        _compare(setup, program, step, s, differ)
        if views:
            live = Live(program, setup, s, Past(None, None, (), step.state))
            for seat in setup.seats:
                mine, theirs = view(setup, step.state, seat, step.events), live.view(seat)
                if mine != theirs:
                    raise differ(f"the view of seat {seat}", mine, theirs)
        legal = tuple(offer.action for offer in offers(setup, step.state))
        try:
            numbers = program.legal(s)
        except Fault as fault:
            raise differ("a fault in the list of actions", legal, fault.__cause__) from fault
        there = tuple(program.action(s, number) for number in numbers)
        if legal != there:
            raise differ("legal actions", legal, there)
        if not legal or len(actions) == most:
            return Ran(len(actions), not legal, False, frozenset(made))
        action = _any(rng, legal)
        window = None
        if rng.random() < late:
            attempt = _late_attempt(rng, setup, step.state)
            window = None if attempt is None else late_window(setup, step.state, attempt)
            action = action if attempt is None or window is None else attempt
        actions.append(action)
        made.add(action.choice)
        s = program.copied(s)
        faulted: BaseException | None = None
        try:
            if window is None:
                program.do(s, numbers[legal.index(action)])
            else:
                program.do_late(s, action, window, setup.system.windows[window])
            program.legal(s)
        except Fault as fault:
            faulted = fault
        try:
            step = engine.act(setup, step.state, action)
        except RulesFault as fault:
            if faulted is None:
                raise differ("a fault of the engine only", fault, "") from fault
            return Ran(len(actions), True, True, frozenset(made))
        if faulted is not None:
            raise differ("a fault of generated code only", "", faulted.__cause__) from faulted


def _compare(setup: Setup, program: Program, step: engine.Step, s: Working, differ: Differ) -> None:
    mine, theirs = step.state.store, program.store(s)
    other = program.machine.setup
    pairs: dict[str, tuple[object, object]] = {
        "places": (
            dict(zip(setup.place_ids, mine.places, strict=True)),
            dict(zip(other.place_ids, theirs.places, strict=True)),
        ),
        "facing": (mine.turned, theirs.turned),
        "knowledge": (mine.known, theirs.known),
        "variables": (
            repr(sorted(zip(map(str, setup.variable_ids), mine.variables, strict=True))),
            repr(sorted(zip(map(str, other.variable_ids), theirs.variables, strict=True))),
        ),
        "windows": (mine.windows, theirs.windows),
        "chance": (step.state.chance, s.ch),
        "outcomes": (step.outcomes, program.outcomes(s)),
        "the end": (step.state.over, program.over(s)),
        "events": (told(step.events), told(program.events(s))),
    }
    for what, (left, right) in pairs.items():
        if left != right:
            raise differ(what, left, right)


def _any(rng: random.Random, legal: tuple[Action, ...]) -> Action:
    """A legal action; or a choice and then a way to make it, so that rare ones come up. Seldom an event."""
    own = tuple(action for action in legal if action.seat is not None)
    if rng.random() < 0.9 and own:
        legal = own
    if rng.random() < 0.5:
        return rng.choice(legal)
    choice = rng.choice(sorted({action.choice for action in legal}))
    return rng.choice([action for action in legal if action.choice == choice])


def _late_attempt(rng: random.Random, setup: Setup, state: State) -> Action | None:
    """A reaction that answers an earlier opening, if there was one."""
    windows = [(name, state.store.windows[setup.window_index[name]]) for name in setup.system.windows]
    past = [(name, window) for name, window in windows if window.number - window.open >= 1]
    if not past:
        return None
    name, window = rng.choice(past)
    choice = rng.choice(setup.system.windows[name].choices)
    return Action(rng.randrange(setup.players), choice.path, (), window.number - window.open)
