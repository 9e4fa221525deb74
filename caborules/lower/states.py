"""The state of a machine: one immutable value; where control stands, the table, registers, and cards in the hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.engine.chance import Chance, Outcome
from caborules.engine.events import Event, Kind, Seen
from caborules.engine.state import Store
from caborules.ir.lowered import Source
from caborules.ir.swift import swift
from caborules.ir.types import Spot, Value
from caborules.lower.loaded import Machine

Held: TypeAlias = tuple[str, int, Spot]
"""A card in the hand of the operations: the register, the card, and where it lay."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed choice: who made it, the number of the offer at its point, and the registers that it sets."""

    point: int
    seat: int
    offer: int
    sets: tuple[tuple[str, Value], ...]


@swift
@dataclass(frozen=True, slots=True)
class MachineState:
    """``node``: where control stands. ``registers`` and ``passed`` follow the registers and windows of the system."""

    node: int
    store: Store
    registers: tuple[Value, ...]
    passed: tuple[tuple[int, ...], ...]
    hand: tuple[Held, ...]
    sealed: tuple[Sealed, ...]
    chance: Chance


@swift
@dataclass(frozen=True, slots=True)
class Step:
    """The state at the next decision or the end, what happened on the way, and the chance outcomes used."""

    state: MachineState
    events: tuple[Event, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    def then(self, later: Step) -> Step:
        return Step(later.state, self.events + later.events, self.outcomes + later.outcomes)


class Fault(Exception):  # noqa: N818  # what it is called in the engine too: a fault of the rules
    """The machine cannot go on: something is undefined or out of range, nobody can choose, or there is no end."""

    def __init__(
        self, kind: Literal["undefined", "out of range", "stuck", "endless"], reason: str, state: MachineState
    ) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.state = state


# ---------------------------------------------------------------- registers and events
def read(machine: Machine, state: MachineState, name: str) -> Value:
    return state.registers[machine.register_index[name]]


def set_register(
    machine: Machine, state: MachineState, name: str, value: Value, node: int | None = None
) -> MachineState:
    """The state with another value in a register, and, where it is given, control at another node."""
    index = machine.register_index[name]
    registers = (*state.registers[:index], value, *state.registers[index + 1 :])
    at = state.node if node is None else node
    return MachineState(at, state.store, registers, state.passed, state.hand, state.sealed, state.chance)


def going_to(state: MachineState, node: int) -> MachineState:
    """The state with control at another node."""
    return MachineState(node, state.store, state.registers, state.passed, state.hand, state.sealed, state.chance)


def with_store(state: MachineState, store: Store, node: int, hand: tuple[Held, ...] | None = None) -> MachineState:
    """The state with another table, control at a node, and, where it is given, other cards in the hand."""
    holding = state.hand if hand is None else hand
    return MachineState(node, store, state.registers, state.passed, holding, state.sealed, state.chance)


def values_of(machine: Machine, state: MachineState, names: tuple[str, ...]) -> dict[str, Value]:
    """The values of the registers and passes that are read."""
    found: dict[str, Value] = {}
    for name in names:
        at = machine.register_index.get(name)
        found[name] = state.registers[at] if at is not None else state.passed[machine.pass_index[name]]
    return found


def event(
    kind: Kind,
    source: Source,
    *,
    seat: int | None = None,
    name: str = "",
    value: Value = None,
    cards: tuple[Seen, ...] = (),
) -> Event:
    return Event(kind, seat, name, value, cards, span=source.span, cites=source.cites)
