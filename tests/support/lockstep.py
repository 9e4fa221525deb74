"""The reference engine and a machine for the lowered system, side by side: they must agree after every step.

Compared are places, facing, knowledge, variables, windows, the chance source, the legal actions of every seat in their
order, and what happened on the way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from caborules.engine import machine as engine
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, offers
from caborules.engine.events import Event
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.game import domain, fixed
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.lowered import LoweredSystem
from caborules.ir.system import System
from caborules.ir.types import BoolType, EnumType, NumberType, RuleType, Value
from caborules.lower import lower, machine
from caborules.lower.states import Fault, MachineState

UNLIKE = ("entered", "left", "skipped", "chose", "declined", "sealed", "late")
"""Kinds of events that the two tell in their own ways."""

Chooser = Callable[[random.Random, tuple[Action, ...]], Action]


class Difference(AssertionError):  # noqa: N818  # what it is: a difference
    """The two are not in the same position; the message says in what they differ, and after which actions."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How far a game went, and which choices were made on the way; ``faulty``: it ended in a fault of the rules."""

    actions: int
    over: bool
    faulty: bool
    choices: frozenset[str]


def run(
    setup: Setup,
    seed: int,
    most: int,
    *,
    lowered: LoweredSystem | None = None,
    choose: Chooser | None = None,
    late: float = 0.1,
) -> Ran:
    """Play at most so many random actions. ``late``: how often a late attempt is thrown in. Raises Difference."""
    if lowered is None:
        lowered = lower(setup.system, setup.options, (setup.players, setup.players))
    other = machine.load(lowered, setup.players)
    if other.setup.faces != setup.faces:
        raise Difference("the decks differ")
    rng = random.Random(seed)
    actions: list[Action] = []
    made: set[str] = set()
    begin, begin_there = partial(engine.start, setup, seeded(seed)), partial(machine.start, other, seeded(seed))
    state, there = _both(actions, begin, begin_there)
    while state is not None and there is not None:
        legal = tuple(offer.action for offer in offers(setup, state))
        _compare(setup, other, state, there, legal, actions)
        if not legal or len(actions) == most:
            return Ran(len(actions), not legal, False, frozenset(made))
        action = (choose or _any)(rng, legal)
        if rng.random() < late:
            action = _late_attempt(rng, setup, other, state) or action
        actions.append(action)
        made.add(action.choice)
        state, there = _both(
            actions, partial(engine.act, setup, state, action), partial(machine.act, other, there, action)
        )
    return Ran(len(actions), True, True, frozenset(made))


def _any(rng: random.Random, legal: tuple[Action, ...]) -> Action:
    """A legal action; or a choice and then a way to make it, so that rare ones come up. Seldom an event."""
    own = tuple(action for action in legal if action.seat is not None)
    if rng.random() < 0.9 and own:
        legal = own
    if rng.random() < 0.5:
        return rng.choice(legal)
    choice = rng.choice(sorted({action.choice for action in legal}))
    return rng.choice([action for action in legal if action.choice == choice])


def _late_attempt(rng: random.Random, setup: Setup, other: machine.Machine, state: State) -> Action | None:
    """A reaction that answers an earlier opening, if there was one."""
    windows = [(name, state.store.windows[setup.window_index[name]]) for name in setup.system.windows]
    past = [(name, window) for name, window in windows if window.number - window.open >= 1]
    if not past:
        return None
    name, window = rng.choice(past)
    choice = rng.choice(setup.system.windows[name].choices)
    if choice.path not in other.window_of_choice:
        return None
    attempt = Action(rng.randrange(setup.players), choice.path, (), window.number - window.open)
    return attempt if machine_takes_it(setup, state, attempt) else None


def machine_takes_it(setup: Setup, state: State, action: Action) -> bool:
    """Is the action one that the reference engine takes as late?"""
    try:
        engine.act(setup, state, action)
    except IllegalAction:
        return False
    return True


def _both(
    actions: list[Action], here: Callable[[], engine.Step], there: Callable[[], machine.Step]
) -> tuple[State | None, MachineState | None]:
    """One step of each. Where both find a fault of the rules, the game is over."""
    try:
        mine = here()
    except RulesFault as fault:
        try:
            there()
        except Fault:
            return None, None
        raise Difference(f"only the engine finds a fault: {fault} {_after(actions)}") from fault
    try:
        theirs = there()
    except (Fault, IllegalAction, KeyError, AssertionError, TypeError) as fault:
        raise Difference(f"only the machine finds a fault: {fault!r} {_after(actions)}") from fault
    told = [_told(event) for event in mine.events if event.kind not in UNLIKE]
    told_there = [_told(event) for event in theirs.events if event.kind not in UNLIKE]
    if mine.outcomes != theirs.outcomes:
        raise Difference(f"chance: {mine.outcomes} and {theirs.outcomes} {_after(actions)}")
    if told != told_there:
        raise Difference(f"events: {told} and {told_there} {_after(actions)}")
    return mine.state, theirs.state


def _told(event: Event) -> tuple[object, ...]:
    """An event without the names that the lowering gives to registers."""
    name = "" if event.kind == "picked" else event.name
    return (event.kind, event.seat, name, event.value, event.cards)


def _compare(
    setup: Setup,
    other: machine.Machine,
    state: State,
    there: MachineState,
    legal: tuple[Action, ...],
    actions: list[Action],
) -> None:
    mine, theirs = state.store, there.store
    try:
        legal_there = tuple(one.action for one in machine.legal(other, there))
    except Fault as fault:
        raise Difference(f"only the machine finds a fault: {fault!r} {_after(actions)}") from fault
    pairs: dict[str, tuple[object, object]] = {
        "places": (
            dict(zip(setup.place_ids, mine.places, strict=True)),
            dict(zip(other.setup.place_ids, theirs.places, strict=True)),
        ),
        "facing": (mine.turned, theirs.turned),
        "knowledge": (mine.known, theirs.known),
        "variables": (
            dict(zip(setup.variable_ids, mine.variables, strict=True)),
            dict(zip(other.setup.variable_ids, theirs.variables, strict=True)),
        ),
        "windows": (mine.windows, theirs.windows),
        "chance": (state.chance, there.chance),
        "legal actions": (legal, legal_there),
        "conservation": ((), machine.audit(other, there)),
        "the end": (state.over, machine.is_over(other, there)),
    }
    for what, (left, right) in pairs.items():
        if left != right:
            raise Difference(f"{what}: {left} and {right} {_after(actions)}")


def _after(actions: list[Action]) -> str:
    return f"after {len(actions)} actions, the last {actions[-1:]}"


def any_options(rng: random.Random, system: System, players: int) -> dict[str, Value]:
    """Values for some of the options, fixed ones too, whether or not the ruleset allows them: the rules must go on."""
    plain = fixed(system, players, {})
    found: dict[str, Value] = {}
    for key, option in system.options.items():
        match option.type:
            case BoolType():
                values: tuple[Value, ...] = (True, False)
            case EnumType(_, members):
                values = members
            case NumberType():
                values = domain(plain, option)[:12]
            case RuleType():
                values = domain(plain, option)
            case _:
                continue
        if values and rng.random() < 0.4:
            found[key] = rng.choice(values)
    return found
