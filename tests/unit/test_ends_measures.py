"""Measures against the machine: each step of a game is a step of its measures, with the values that it really has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from caborules.check.ends.analyse import space_of
from caborules.check.ends.space import Space
from caborules.check.prove import Proof
from caborules.engine.chance import seeded
from caborules.ir import lowered as lo
from caborules.ir.types import CollectionType
from caborules.lower.machine import Machine, MachineState, before_anything, legal, load, step, taken
from caborules.symbolic import measure_steps, measures
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.measure_table import Key
from caborules.symbolic.places import SHARED
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import choose, same
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.works import work_of

SEVERAL = """
state
    count: 0..20, at first 0
    done of each player: yes or no, at first no
    turn: player, at first first-seat

rule game
    shuffle stock
    for each p in players
        repeat 2 times
            move top of stock to hand of p
    repeat until no p in players where not done of p
        turn must
            lay (c in hand of turn) "lay"
                move c to discard
                add 1 to count
            stop when not done of turn "stop"
                set done of turn to yes
                if size of discard is at least 2
                    move rest of discard to stock
        otherwise
            set done of turn to yes
        set turn to left of turn
    for each c in discard
        move c to stock
"""


SEALED = """
state
    bids of each player: 0..20, at first 0
    rounds: 0..20, at first 0
rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
    repeat until rounds is 4
        add 1 to rounds
        each q in players may secretly
            bid (n in (1..3)) "bid"
                set bids of q to n
            lay (c in hand of q) "lay"
                move c to discard
"""


def values(machine: Machine, state: MachineState, space: Space, keys: frozenset[Key]) -> Iterator[tuple[Key, object]]:
    """What a state has for the measures, as far as it has anything."""
    system, codes = machine.lowered, space.mover.table.codes
    setup = machine.setup
    for kind, name, seat in sorted(keys):
        owner = None if seat == SHARED else seat
        if seat >= setup.players:
            continue
        match kind:
            case "size":
                cards = state.store.places[setup.place_index[name, owner]]
                yield (kind, name, seat), sum(card is not None for card in cards)
            case "var":
                value = state.store.variables[setup.variable_index[name, owner]]
                yield (kind, name, seat), codes.code(value, system.variables[name].type)
            case "open":
                yield (kind, name, seat), state.store.windows[setup.window_index[name]].open
            case "passed":
                yield (kind, name, seat), seat in state.passed[setup.window_index[name]]
            case "sealed":
                yield (kind, name, seat), sum(one.point == int(name) for one in state.sealed)
            case _:
                value = state.registers[machine.register_index[name]]
                if value is None:
                    continue
                if kind == "set":
                    yield (kind, name, seat), seat in value  # type: ignore[operator]  # a collection
                elif kind == "count":
                    if isinstance(value, tuple) and ("set", name, 0) in keys:
                        continue  # players are told one by one: their number is a measure of nothing
                    yield (kind, name, seat), len(value)  # type: ignore[arg-type]  # a collection
                elif not isinstance(system.registers[name], CollectionType):
                    yield (kind, name, seat), codes.code(value, system.registers[name])


def admits(space: Space, machine: Machine, move: Move, before: MachineState, after: MachineState) -> bool:
    """Is there a way to read the move that leads from one state to the other?"""
    table = space.mover.table
    changed = move.after.changed
    read = frozenset(move.after.read)
    solver = Solver(4_000_000)
    keys = read | frozenset(key for key in changed)
    solver.add((move.condition, *move.supposed, *table.facts(sorted(read))))
    if table.system.players[0] != table.system.players[1]:
        solver.add((same(table.players(), machine.setup.players),))
    for key, value in values(machine, before, space, read):
        solver.add((same(table.base(key), value),))
    for key, value in values(machine, after, space, keys):
        term = changed.get(key, table.base(key) if key in read else None)
        if term is not None:
            solver.add((same(term, value),))
    return solver.check() == "sat"


def untouched(space: Space, machine: Machine, move: Move, before: MachineState, after: MachineState) -> list[Key]:
    """Measures that the step changes and the move does not."""
    table, system = space.mover.table, machine.lowered
    keys = {("var", name, owner) for name, v in system.variables.items() for owner in table.owners(v.per_player)}
    keys |= {("size", name, owner) for name, p in system.places.items() for owner in table.owners(p.per_player)}
    keys |= {("open", name, SHARED) for name in system.windows}
    keys |= {("passed", name, seat) for name in system.windows for seat in range(table.seats)}
    keys |= {("sealed", str(number), SHARED) for number, point in enumerate(system.points) if point.sealed}
    rest = frozenset(keys) - frozenset(move.after.changed)
    old, new = dict(values(machine, before, space, rest)), dict(values(machine, after, space, rest))
    return [key for key in sorted(rest) if old.get(key) != new.get(key)]


def follow(proof: Proof, players: int, seed: int, steps: int) -> int:
    """Play at random and hold each step against its measures; how many steps there were."""
    space = space_of(proof)
    machine = load(proof.graph.system, players)
    state = before_anything(machine, seeded(seed))
    rng = random.Random(seed)
    for count in range(steps):
        operation = machine.lowered.nodes[state.node].operation
        if isinstance(operation, lo.Stop):
            return count
        if isinstance(operation, lo.Ask):
            one = rng.choice(legal(machine, state))
            after = taken(machine, state, one).state
            moves = [move for move in space.moves(state.node) if move.way == one.offer]
        else:
            after = step(machine, state).state
            moves = [move for move in space.moves(state.node) if move.target == after.node]
        fitting = [m for m in moves if admits(space, machine, m, state, after)]
        assert fitting, f"no move of node {state.node} ({operation}) is like the step to {after.node}"
        assert any(not untouched(space, machine, m, state, after) for m in fitting), operation
        state = after
    return steps


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_every_step_of_a_game_is_a_step_of_its_measures(players: int) -> None:
    work = work_of(shipped("cabo"), players=players)
    assert follow(work.proofs[0], players, players, 400) == 400


def test_steps_of_small_rules() -> None:
    work = work_of(system_of(HEAD + SEVERAL))
    for seed in range(4):
        follow(work.proofs[0], 2 + seed % 3, seed, 400)


def test_steps_of_sealed_choices() -> None:
    work = work_of(system_of(HEAD + SEALED))
    for seed in range(4):
        follow(work.proofs[0], 2 + seed % 3, seed, 200)


@pytest.mark.parametrize("broken", ["left", "sizes", "guards"])
def test_a_broken_encoding_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if broken == "left":
        real = measures.Measures._neighbour

        def one_too_far(table: measures.Measures, expr: Any) -> Any:
            seat = real(table, expr) + 1
            return choose(seat >= table.table.players(), 0, seat)

        monkeypatch.setattr(measures.Measures, "_neighbour", one_too_far)
    elif broken == "sizes":
        monkeypatch.setattr(measure_steps.Mover, "_add", lambda *_: None)
    else:
        monkeypatch.setattr(measures.Measures, "_size", lambda *_: 0)
    work = work_of(system_of(HEAD + SEVERAL))
    with pytest.raises(AssertionError):
        for seed in range(4):
            follow(work.proofs[0], 2 + seed % 3, seed, 400)
