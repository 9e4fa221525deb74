"""What only a whole game of Kabu shows: the deal goes to the left, it ends when somebody cannot pay, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.diagnostics.record import Refused
from caborules.engine.basics import Undefined
from caborules.engine.chance import seeded
from caborules.engine.decisions import offers
from caborules.engine.faults import RulesFault
from caborules.engine.game import fixed
from caborules.engine.machine import act, start
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.values import evaluate
from caborules.ir.system import System

MOST = 60


def match_faults(system: System) -> Iterator[str]:
    """A game without an agreed time, in which nobody takes more cards; and when the time can be up."""
    try:
        yield from _game(fixed(system, 3, {}))
        yield from _time(system)
    except (RulesFault, Undefined, Refused) as fault:
        yield f"a game stops: {fault}"


def _game(setup: Setup) -> Iterator[str]:
    step, dealers = start(setup, seeded("1")), []
    dealers.append(_value(setup, step.state, "dealer"))
    for _ in range(MOST):
        every = [one.action for one in offers(setup, step.state) if one.action.choice == "decline"]
        if step.state.over or not every:
            break
        step = act(setup, step.state, every[0])
        dealers += [event.value for event in step.events if event.kind == "set" and event.name == "dealer"]
    if not step.state.over:
        yield "F1: somebody cannot pay, and the game is not over"
    if dealers != [(dealers[0] + number) % 3 for number in range(len(dealers))]:  # type: ignore[operator]  # seats are numbers
        yield f"S3: the deal goes {dealers}"
    chips = [_value(setup, step.state, "chips", seat) for seat in setup.seats]
    most = tuple(seat for seat in setup.seats if chips[seat] == max(chips))  # type: ignore[type-var]  # chips are numbers
    won = setup.system.won
    if won is not None and evaluate(setup, step.state.store, won, {}) != most:
        yield f"F1: with {chips} others than those with most have won"


def _value(setup: Setup, state: State, name: str, seat: int | None = None) -> object:
    return state.store.variables[setup.variable_index[name, seat]]


def _time(system: System) -> Iterator[str]:
    """F3: the time can be up once, and only where a time was agreed."""
    for timed in (False, True):
        setup = fixed(system, 2, {"timed": timed})
        state = start(setup, seeded("1")).state
        found = [one.action for one in offers(setup, state) if one.action.seat is None]
        if bool(found) is not timed:
            yield f"F3: with timed {timed} the time can {'' if found else 'not '}be up"
        if found and any(one.action.seat is None for one in offers(setup, act(setup, state, found[0]).state)):
            yield "F3: the time can be up twice"
