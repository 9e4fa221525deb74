"""Many operations in one go come to what the machine comes to, one after the other; ways are worked out as needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from caborules.engine import decisions
from caborules.engine.chance import Supplied, seeded
from caborules.explore.scopes import real_table
from caborules.explore.transfer import narrowed
from caborules.ir import lowered as lo
from caborules.ir.system import System
from caborules.lower import groups, listing, lower, quick
from caborules.lower.machine import Fault, Machine, MachineState, act, legal, load, start, step
from caborules.lower.quick import go_on
from tests.support.defects import CONSERVATION
from tests.support.lockstep_games import GAMES
from tests.support.operations import operations
from tests.support.rulesets import HEAD, shipped, system_of

MARKED = ("entered", "left")
SHIPPED = ("cabo", "shithead", "first-edition", "magic-cards")


def machines() -> Iterator[tuple[str, Machine]]:
    for name in SHIPPED:
        yield name, _loaded(shipped(name))
    for name, rules in GAMES.items():
        yield name, _loaded(system_of(HEAD + rules))
    for name, broken in CONSERVATION.items():
        yield name, load(broken(_lowered(shipped("cabo"))), 2)


def _lowered(system: System) -> lo.LoweredSystem:
    numbers, options = groups(system)[0]
    return lower(system, options, numbers)


def _loaded(system: System) -> Machine:
    lowered = _lowered(system)
    return load(lowered, lowered.players[0])


def differing(machine: Machine, games: int = 2) -> str | None:
    """The kind of the first operation of some games of which something else comes, in one go or at all."""
    for seed in range(games):
        at: MachineState | None = None
        try:
            for before, after in operations(machine, seed, 600):
                node = machine.lowered.nodes[before.node]
                done, marks, count = go_on(machine, before, 1)
                told = ["start" if one.kind == "entered" else "end" for one in after.events if one.kind in MARKED]
                if count and (done != after.state or [what for _, what in marks] != told):
                    return type(node.operation).__name__
                at = after.state
        except Fault as fault:
            assert at is not None
            if go_on(machine, fault.state, 1) != (fault.state, [], 0):
                return "Fault"
    return None


@pytest.mark.parametrize(("name", "machine"), [*machines()])
def test_each_operation_does_what_the_machine_does(name: str, machine: Machine) -> None:
    assert differing(machine) is None


@pytest.mark.parametrize("name", ["cabo", "shithead"])
def test_and_so_do_many_up_to_where_somebody_decides(name: str) -> None:
    machine = _loaded(shipped(name))
    known = [before for before, _ in operations(machine, 5, 600)]
    for state in known:
        after, _, count = go_on(machine, state, 50)
        one = state
        for _ in range(count):
            one = step(machine, one).state
        assert after == one
        if count > 1:
            assert go_on(machine, state, 1, frozenset({state.node}))[0] == step(machine, state).state
        assert go_on(machine, state, 50, frozenset()) == (state, [], 0)


def _stays(_machine: Machine, _number: int, _operation: lo.Operation, following: int) -> quick.Does:
    """A defect: nothing is done."""
    return lambda _g: following


KINDS: list[type] = sorted(quick._KINDS, key=lambda one: one.__name__)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_does_something_else_is_noticed(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "_KINDS", {**quick._KINDS, kind: _stays})
    found = {differing(machine, 4) for name, machine in machines() if name not in CONSERVATION}
    assert kind.__name__ in found


# ---------------------------------------------------------------- ways
def positions(machine: Machine, most: int = 40) -> Iterator[MachineState]:
    state = start(machine, seeded(3)).state
    for _ in range(most):
        yield state
        some = legal(machine, state)
        if not some:
            return
        state = act(machine, state, some[len(some) // 3].action).state


@pytest.mark.parametrize(("name", "machine"), [one for one in machines() if one[0] not in CONSERVATION])
def test_first_ways_are_the_first_of_all(name: str, machine: Machine) -> None:
    for state in positions(machine):
        every = legal(machine, state)
        firsts: dict[str, listing.Legal] = {}
        for one in every:
            firsts.setdefault(one.action.choice, one)
        told = listing.first_ways(machine, state)
        assert {one.action.choice: one for one in reversed(told)} == firsts
        assert told[:1] == every[:1]
        operation = machine.lowered.nodes[state.node].operation
        if isinstance(operation, lo.Ask):
            for number, offer in enumerate(machine.lowered.points[operation.point].offers):
                some = tuple(listing.ways_of(machine, state, number))
                assert some == (() if offer.kind == "late" else tuple(one for one in every if one.offer == number))


HUGE = """
rule game
    repeat 12 times
        move top of stock to hand of first-seat otherwise nothing
    first-seat must
        pick (2..6 cs in hand of first-seat) when discard is empty "pick"
            move cs to discard
        rest "rest"
            nothing
"""


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the ways that are worked out."""
    made: list[int] = []
    real: Callable[..., Any] = decisions.ways

    def ways(*arguments: Any) -> Iterator[Any]:
        for one in real(*arguments):
            made.append(1)
            yield one

    monkeypatch.setattr(listing, "ways", ways)
    return made


def test_of_thousands_of_ways_those_are_worked_out_that_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch)
    scope = real_table(system_of(HEAD + HUGE))
    state = start(scope.machine, Supplied()).state
    assert len(made) == 2, "whether somebody can: one way of each offer"
    made.clear()
    space = narrowed(scope, ("game.pick",))
    assert [move.action.choice for move in space.moves(state) if move.action is not None] == ["game.pick"]
    assert len(made) == 2
    made.clear()
    assert len(legal(scope.machine, state)) > 1000, "all of them, when they are asked for"
    assert len(made) > 1000


@pytest.mark.parametrize(("guard", "same"), [("discard is empty", True), ("size of cs is 3", False)])
def test_a_guard_is_asked_once_if_it_speaks_of_no_argument(guard: str, same: bool) -> None:
    machine = real_table(system_of(HEAD + HUGE.replace("discard is empty", guard))).machine
    assert machine.same_for_all_ways == ((same, True),)
    chosen = [one.action.arguments[0] for one in legal(machine, start(machine, Supplied()).state) if one.offer == 0]
    assert {len(one) for one in chosen if isinstance(one, tuple)} == ({2, 3, 4, 5, 6} if same else {3})
