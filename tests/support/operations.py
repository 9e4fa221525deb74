"""Random games of the machine, an operation at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from caborules.engine.chance import seeded
from caborules.engine.machine import dealt, initial_values
from caborules.ir import lowered as lo
from caborules.lower.machine import Legal, Machine, MachineState, Step, legal, step


def operations(machine: Machine, seed: int, most: int = 1200) -> Iterator[tuple[MachineState, Step]]:
    """The operations of a random game, one at a time: the state before each, and what the machine makes of it."""
    rng = random.Random(seed)
    lowered, setup = machine.lowered, machine.setup
    store = initial_values(setup, dealt(setup, setup.empty_store()), {})
    windows = ((),) * len(lowered.windows)
    state = MachineState(lowered.entry, store, (None,) * len(lowered.registers), windows, (), (), seeded(seed))
    for _ in range(most):
        operation = lowered.nodes[state.node].operation
        if isinstance(operation, lo.Stop):
            return
        if isinstance(operation, lo.Ask):
            kinds: dict[str, list[Legal]] = {}
            for possible in legal(machine, state):
                kinds.setdefault(possible.action.choice, []).append(possible)
            if not kinds:
                return
            one = rng.choice(kinds[rng.choice(sorted(kinds))])
            offer = lowered.points[operation.point].offers[one.offer]
            for name, value in one.sets:
                at = machine.register_index[name]
                state = replace(state, registers=(*state.registers[:at], value, *state.registers[at + 1 :]))
            if offer.kind == "pass" and offer.window is not None:
                where = setup.window_index[offer.window]
                assert one.action.seat is not None
                who = (*state.passed[where], one.action.seat)
                state = replace(state, passed=(*state.passed[:where], who, *state.passed[where + 1 :]))
            state = replace(state, node=offer.target)
            continue
        after = step(machine, state)
        yield state, after
        state = after.state
