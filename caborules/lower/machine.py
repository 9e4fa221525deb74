"""A machine that runs lowered systems, one operation after another, as they are written: broken ones break in it.

It computes values, cards, knowledge and chance with the reference engine's own functions, and lists and names actions
in the same way, so that the two can be held against each other step by step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from caborules.engine.chance import Chance
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.machine import dealt, initial_values
from caborules.ir import lowered as lo
from caborules.ir.seats import seat_name
from caborules.lower.listing import Legal, check_somebody_can, legal
from caborules.lower.loaded import Machine, load
from caborules.lower.operations import step
from caborules.lower.states import Fault, MachineState, Sealed, Step, event, set_register

__all__ = [
    "Fault",
    "Legal",
    "Machine",
    "MachineState",
    "Sealed",
    "Step",
    "act",
    "audit",
    "legal",
    "load",
    "start",
    "step",
]

PATIENCE: Final = 400_000
"""So many operations without a decision are taken for a loop without end."""


def start(machine: Machine, chance: Chance) -> Step:
    """Begin a game and run to the first decision. Raises Fault, and OutcomeMissing from a supplied source."""
    return run(machine, Step(before_anything(machine, chance)))


def before_anything(machine: Machine, chance: Chance) -> MachineState:
    """Where every game starts, before its first operation."""
    setup = machine.setup
    store = initial_values(setup, dealt(setup, setup.empty_store()), {})
    nothing = (None,) * len(machine.lowered.registers)
    return MachineState(machine.lowered.entry, store, nothing, ((),) * len(machine.lowered.windows), (), (), chance)


def act(machine: Machine, state: MachineState, action: Action) -> Step:
    """Take an action and run to the next decision. Raises IllegalAction, and Fault."""
    for one in legal(machine, state):
        if one.action == action:
            return run(machine, taken(machine, state, one))
    return run(machine, late(machine, state, action))


def run(machine: Machine, step_so_far: Step) -> Step:
    """Carry on to the next decision or the end. Raises Fault."""
    events, outcomes = list(step_so_far.events), list(step_so_far.outcomes)
    state = step_so_far.state
    for _ in range(PATIENCE):
        operation = machine.lowered.nodes[state.node].operation
        if isinstance(operation, lo.Ask):
            check_somebody_can(machine, state, operation)
            return Step(state, tuple(events), tuple(outcomes))
        if isinstance(operation, lo.Stop):
            return Step(state, tuple(events), tuple(outcomes))
        done = step(machine, state)
        events += done.events
        outcomes += done.outcomes
        state = done.state
    raise Fault("endless", f"{PATIENCE} operations without a decision", state)


def at_decision(machine: Machine, state: MachineState) -> bool:
    """Does control stand at a decision point?"""
    return isinstance(machine.lowered.nodes[state.node].operation, lo.Ask)


def is_over(machine: Machine, state: MachineState) -> bool:
    """Is the play over?"""
    return isinstance(machine.lowered.nodes[state.node].operation, lo.Stop)


# ---------------------------------------------------------------- taking an action
def taken(machine: Machine, state: MachineState, one: Legal) -> Step:
    """An action is taken; nothing that follows from it is carried out yet."""
    node = machine.lowered.nodes[state.node]
    assert isinstance(node.operation, lo.Ask)
    point = machine.lowered.points[node.operation.point]
    offer = point.offers[one.offer]
    seat_acting, action = one.action.seat, one.action
    if point.sealed and offer.kind == "choice":
        assert seat_acting is not None
        sealed = Sealed(node.operation.point, seat_acting, one.offer, one.sets)
        # The actor's register is set all the same: who acts is seen, and struck from those who are still to act.
        state = set_register(machine, state, *one.sets[0])
        state = replace(state, sealed=(*state.sealed, sealed), node=node.next)
        return Step(state, (event("sealed", offer.source, seat=seat_acting),))
    for name, value in one.sets:
        state = set_register(machine, state, name, value)
    passing = offer.window if offer.kind == "pass" else None
    if passing is not None:
        at = machine.setup.window_index[passing]
        who = tuple(sorted({*state.passed[at], cast(int, seat_acting)}))
        state = replace(state, passed=(*state.passed[:at], who, *state.passed[at + 1 :]))
    match offer.kind:
        case "decline":
            told = event("declined", offer.source, seat=seat_acting)
        case "pass":
            told = event("passed", offer.source, seat=seat_acting, name=passing or "")
        case "event":
            told = event("happened", offer.source, name=action.choice)
        case _:
            told = event("chose", offer.source, seat=seat_acting, name=action.choice, value=action.arguments)
    return Step(replace(state, node=offer.target), (told,))


def late(machine: Machine, state: MachineState, action: Action) -> Step:
    """A late attempt: what the window says, or nothing. Raises IllegalAction where the action is not one."""
    window = late_window(machine, state, action)
    if window is None:
        raise IllegalAction(action, "It is not possible now.")
    operation = machine.lowered.nodes[state.node].operation
    assert isinstance(operation, lo.Ask)
    for offer in machine.lowered.points[operation.point].offers:
        if offer.kind == "late" and offer.window == window and offer.actor is not None:
            state = replace(set_register(machine, state, offer.actor, action.seat), node=offer.target)
            return Step(state, (event("late", offer.source, seat=action.seat, name=action.choice),))
    return Step(state)


def late_window(machine: Machine, state: MachineState, action: Action) -> str | None:
    """The window for whose present opening the action comes too late, if it is such an action and may come here."""
    operation = machine.lowered.nodes[state.node].operation
    if action.seat not in machine.setup.seats or not isinstance(action.opening, int):
        return None
    if not isinstance(operation, lo.Ask) or machine.lowered.points[operation.point].alone:
        return None
    window = machine.window_of_choice.get(action.choice)
    if window is None:
        return None
    there = state.store.windows[machine.setup.window_index[window]]
    past = there.number - 1 if there.open else there.number
    return window if 1 <= action.opening <= past else None


# ---------------------------------------------------------------- conservation
def audit(machine: Machine, state: MachineState) -> tuple[str, ...]:
    """Which cards lie in two places, or nowhere; empty where each lies in exactly one spot.

    A card in the hand counts as lying there while operations run, not at a decision or at the end.
    """
    running = not at_decision(machine, state) and not is_over(machine, state)
    found: list[str] = []
    for card, face in enumerate(machine.setup.faces):
        spots = [
            f"{name} {index + 1}" if owner is None else f"{name} of {seat_name(owner)} {index + 1}"
            for (name, owner), cards in zip(machine.setup.place_ids, state.store.places, strict=True)
            for index, one in enumerate(cards)
            if one == card
        ]
        spots += ["a hand that moves it" for _, one, _ in state.hand if one == card and running]
        if len(spots) != 1:
            name = " ".join(str(part) for part in face)
            found.append(f"{name} (card {card}) lies in " + (" and ".join(spots) or "no place"))
    return tuple(found)
