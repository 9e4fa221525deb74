"""The legal actions at a decision point of a lowered system, named and ordered as the reference engine has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import cast

from caborules.engine.basics import Undefined, elements
from caborules.engine.decisions import Action, in_order, ways
from caborules.engine.values import evaluate
from caborules.ir import lowered as lo
from caborules.ir.swift import swift
from caborules.ir.types import PLAYER, Value
from caborules.lower.loaded import Machine
from caborules.lower.states import Fault, MachineState, values_of


@swift
@dataclass(frozen=True, slots=True)
class Legal:
    """A legal action, the number of its offer at the point, and the values that it puts in registers."""

    action: Action
    offer: int
    sets: tuple[tuple[str, Value], ...]


def legal(machine: Machine, state: MachineState) -> tuple[Legal, ...]:
    """All legal actions in the documented order: by kind of offer, by seat, as written, by arguments.

    Raises Fault where a guard or a domain is not defined. Those of the last states that were asked about are
    remembered: who lists actions takes one next.
    """
    for known, listed in machine.lately:
        if known is state:
            return listed
    operation = machine.lowered.nodes[state.node].operation
    if not isinstance(operation, lo.Ask):
        return ()
    try:
        found = tuple(_listed(machine, state, operation.point))
    except Undefined as undefined:
        raise Fault("undefined", undefined.reason, state) from undefined
    machine.lately.append((state, found))
    return found


def first_ways(machine: Machine, state: MachineState) -> tuple[Legal, ...]:
    """Of each offer the first legal way to take it, in the order of ``legal``: no other is worked out. Raises Fault."""
    operation = machine.lowered.nodes[state.node].operation
    if not isinstance(operation, lo.Ask):
        return ()
    try:
        return tuple(_listed(machine, state, operation.point, 1))
    except Undefined as undefined:
        raise Fault("undefined", undefined.reason, state) from undefined


def ways_of(machine: Machine, state: MachineState, number: int) -> Iterator[Legal]:
    """The legal ways to take one offer, by its number, in order; each is worked out when it is asked for. Raises
    Fault."""
    operation = machine.lowered.nodes[state.node].operation
    if not isinstance(operation, lo.Ask) or machine.lowered.points[operation.point].offers[number].kind == "late":
        return
    try:
        yield from _ways(machine, state, operation.point, number)
    except Undefined as undefined:
        raise Fault("undefined", undefined.reason, state) from undefined


def _listed(machine: Machine, state: MachineState, point: int, most: int | None = None) -> Iterator[Legal]:
    """Offers of one kind and window stand together, by seat; within a seat as they are written. ``most``: so many ways
    to take each offer."""
    offers = machine.choices[point]
    at = 0
    while at < len(offers):
        first = offers[at][0]
        end = at
        while end < len(offers) and (offers[end][0].kind, offers[end][0].window) == (first.kind, first.window):
            end += 1
        if first.kind != "late":
            ways_here = (islice(_ways(machine, state, point, number), most) for number in range(at, end))
            found = [one for some in ways_here for one in some]
            yield from sorted(found, key=lambda one: -1 if one.action.seat is None else one.action.seat)
        at = end


def _ways(machine: Machine, state: MachineState, point: int, number: int, each: int | None = None) -> Iterator[Legal]:
    """The ways to take one offer, by seat. ``each``: so many of each seat."""
    offer, choice, reads = machine.choices[point][number]
    local = values_of(machine, state, reads)
    if offer.actor is None:
        if offer.guard is None or evaluate(machine.setup, state.store, offer.guard, local):
            yield Legal(Action(None, offer.path), number, ())
        return
    opening = None
    if offer.window is not None:
        opening = state.store.windows[machine.setup.window_index[offer.window]].number
    reading = machine.setup.readings.of(state.store)
    same = machine.same_for_all_ways[point][number]
    for actor in _seats(machine, state, offer, local):
        env = (*((name, value) for name, value in local.items() if name != offer.actor), (offer.actor, actor))
        for arguments, inner in islice(ways(reading, choice, env, same), each):
            chosen = tuple(inner[len(env) :])
            yield Legal(Action(actor, offer.path, arguments, opening), number, ((offer.actor, actor), *chosen))


def _seats(machine: Machine, state: MachineState, offer: lo.Offer, local: dict[str, Value]) -> list[int]:
    assert offer.actor is not None
    if offer.among is None:
        return [cast(int, state.registers[machine.register_index[offer.actor]])]
    among = elements(evaluate(machine.setup, state.store, offer.among, local))
    return cast("list[int]", in_order(machine.setup, state.store, PLAYER, among))


def check_somebody_can(machine: Machine, state: MachineState, ask: lo.Ask) -> None:
    """Raise a Fault where somebody must choose and cannot. Of each offer one way is looked for, for each seat."""
    point = machine.lowered.points[ask.point]
    if not point.must:
        return
    own = [number for number, offer in enumerate(point.offers) if offer.kind == "choice"]
    try:
        able = {one.action.seat for number in own for one in _ways(machine, state, ask.point, number, 1)}
        asked = {one for number in own for one in _asked(machine, state, ask.point, number)}
    except Undefined as undefined:
        raise Fault("undefined", undefined.reason, state) from undefined
    if not own or asked - able:
        raise Fault("stuck", "a player must choose, and nothing is possible", state)


def _asked(machine: Machine, state: MachineState, point: int, number: int) -> list[int]:
    """Who is asked by an offer, whether or not they can take it."""
    offer, _, reads = machine.choices[point][number]
    return _seats(machine, state, offer, values_of(machine, state, reads))
