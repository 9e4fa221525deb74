"""Many operations in one go, without a state or an event in between: all that lets nobody decide and nothing to chance.

What comes of them is what comes of ``operations.step``, one after the other; a test holds the two together. What is not
defined here, or out of range, is left to that one, which says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from caborules.engine import cards as card_moves
from caborules.engine.basics import Undefined, cards_in, elements, fits, seat, spot_of
from caborules.engine.decisions import element_type
from caborules.engine.reading import Readings
from caborules.engine.state import Store
from caborules.engine.values import MEANINGS
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, PlaceId, Spot, Value
from caborules.lower.loaded import Machine
from caborules.lower.states import Held, MachineState


@dataclass(slots=True)
class Going:
    """A state that is being worked on. ``marks``: of rules, whether they start or end."""

    readings: Readings
    store: Store
    registers: list[Value]
    hand: tuple[Held, ...]
    marks: list[tuple[str, str]]


Does: TypeAlias = Callable[[Going], int]
"""Carries out an operation, and says which node is next. Raises Undefined before anything is changed."""
_Worth: TypeAlias = Callable[[Going], Value]


def go_on(
    machine: Machine, state: MachineState, most: int, within: Collection[int] | None = None
) -> tuple[MachineState, list[tuple[str, str]], int]:
    """Carry out at most so many operations, up to the first that somebody decides or that is left to chance.

    ``within``: only at these nodes. Gives the state, the marks on the way (a rule and whether it starts or ends), and
    how many operations it were.
    """
    node = state.node
    does = _at(machine, node, within)
    if does is None:
        return state, [], 0
    going = Going(machine.setup.readings, state.store, list(state.registers), state.hand, [])
    count = 0
    while does is not None and count < most:
        try:
            node = does(going)
        except Undefined:
            break
        count += 1
        does = _at(machine, node, within)
    registers = tuple(going.registers)
    after = MachineState(node, going.store, registers, state.passed, going.hand, state.sealed, state.chance)
    return after, going.marks, count


def _at(machine: Machine, number: int, within: Collection[int] | None) -> Does | None:
    """What carries out the operation at a node; None where it is of another kind."""
    if within is not None and number not in within:
        return None
    known = machine.quick
    if number not in known:
        node = machine.lowered.nodes[number]
        kind = _KINDS.get(type(node.operation))
        passes = any(name in machine.pass_index for name in machine.reads[number])
        known[number] = None if kind is None or passes else kind(machine, number, node.operation, node.next)
    return known[number]


def _value(machine: Machine, number: int, expr: ex.Expr) -> _Worth:
    """The value of an expression of an operation, from the registers that the operation reads."""
    meaning = MEANINGS[type(expr)]
    reads = tuple((name, machine.register_index[name]) for name in machine.reads[number])
    if not reads:
        return lambda g: meaning(g.readings.of(g.store), expr, {})
    return lambda g: meaning(g.readings.of(g.store), expr, {name: g.registers[at] for name, at in reads})


# ---------------------------------------------------------------- control, registers and variables
def _test(machine: Machine, number: int, operation: lo.Test, following: int) -> Does:
    holds, otherwise = _value(machine, number, operation.condition), operation.otherwise
    return lambda g: following if holds(g) else otherwise


def _mark(machine: Machine, number: int, operation: lo.Mark, following: int) -> Does:
    mark = (operation.rule, operation.what)

    def does(g: Going) -> int:
        g.marks.append(mark)
        return following

    return does


def _set_register(machine: Machine, number: int, operation: lo.SetRegister, following: int) -> Does:
    value, at = _value(machine, number, operation.value), machine.register_index[operation.register]

    def does(g: Going) -> int:
        g.registers[at] = value(g)
        return following

    return does


def _next_of(machine: Machine, number: int, operation: lo.NextOf, following: int) -> Does:
    at, among = machine.register_index[operation.register], machine.register_index[operation.collection]
    done = operation.done

    def does(g: Going) -> int:
        rest = _collection(g, among)
        if not rest:
            return done
        g.registers[among] = rest[1:]
        g.registers[at] = rest[0]
        return following

    return does


def _rotate(machine: Machine, number: int, operation: lo.Rotate, following: int) -> Does:
    value, at = _value(machine, number, operation.start), machine.register_index[operation.register]
    players = machine.setup.players

    def does(g: Going) -> int:
        first = seat(value(g), None)
        among = cast("tuple[int, ...]", _collection(g, at))
        turned = tuple(sorted(among, key=lambda one: (one - first) % players))
        g.registers[at] = turned
        return following

    return does


def _set_variable(machine: Machine, number: int, operation: lo.SetVariable, following: int) -> Does | None:
    """A card in a variable is told of by its spot: whether it has one is looked at elsewhere."""
    value, name = _value(machine, number, operation.value), operation.variable
    owned = None if operation.owner is None else _value(machine, number, operation.owner)
    kind, players, index = machine.lowered.variables[name].type, machine.setup.players, machine.setup.variable_index
    if isinstance(element_type(kind), CardType):
        return None

    def does(g: Going) -> int:
        whose = None if owned is None else seat(owned(g), None)
        new = value(g)
        if not fits(kind, new, players):
            raise Undefined("out of range", None)
        g.store = g.store.with_variable(index[name, whose], new)
        return following

    return does


def _collection(g: Going, at: int) -> tuple[Value, ...]:
    found = g.registers[at]
    if found is None:
        raise Undefined("it was never set", None)
    return elements(found)


# ---------------------------------------------------------------- cards
def _lift(machine: Machine, number: int, operation: lo.Lift, following: int) -> Does:
    value, name, setup = _value(machine, number, operation.card), operation.register, machine.setup
    goal = None if operation.to is None else _value(machine, number, operation.to)
    at = machine.register_index[name]

    def does(g: Going) -> int:
        card = cast(int, value(g))
        begun = spot_of(setup, g.store, card)
        to = begun if goal is None else cast("PlaceId | Spot", goal(g))
        g.store = card_moves.take_up(setup, card_moves.forget(setup, g.store, card, (to[0], to[1])), card)
        g.registers[at] = card
        g.hand = (*g.hand, (name, card, begun))
        return following

    return does


def _lay(machine: Machine, number: int, operation: lo.Lay, following: int) -> Does:
    value, at, setup = _value(machine, number, operation.to), machine.register_index[operation.register], machine.setup

    def does(g: Going) -> int:
        card = cast(int, g.registers[at])
        laid = card_moves.lay(setup, g.store, (card,), cast("PlaceId | Spot", value(g)))
        g.store = laid
        g.hand = tuple([one for one in g.hand if one[1] != card])
        return following

    return does


def _move_all(machine: Machine, number: int, operation: lo.MoveAll, following: int) -> Does:
    source, to, setup = _value(machine, number, operation.source), _value(machine, number, operation.to), machine.setup
    rest = operation.rest

    def does(g: Going) -> int:
        there = cards_in(setup, g.store, cast(PlaceId, source(g)))
        g.store = card_moves.moved(setup, g.store, there[1:] if rest else there, cast("PlaceId | Spot", to(g)))
        return following

    return does


def _show_cards(machine: Machine, number: int, operation: lo.ShowCards, following: int) -> Does:
    cards, to = _value(machine, number, operation.cards), _value(machine, number, operation.to)

    def does(g: Going) -> int:
        shown, mask = _several(cards(g)), sum(1 << one for one in dict.fromkeys(_several(to(g))))
        for card in shown:
            spot_of(machine.setup, g.store, card)
        g.store = card_moves.show(g.store, shown, mask)
        return following

    return does


def _turn_cards(machine: Machine, number: int, operation: lo.TurnCards, following: int) -> Does:
    cards, up, setup = _value(machine, number, operation.cards), operation.up, machine.setup

    def does(g: Going) -> int:
        g.store = card_moves.flip(setup, g.store, _several(cards(g)), up)
        return following

    return does


def _several(value: Value) -> tuple[int, ...]:
    return cast("tuple[int, ...]", value if isinstance(value, tuple) else (value,))


_KINDS: Final = cast(
    "Mapping[type, Callable[[Machine, int, lo.Operation, int], Does | None]]",
    {
        lo.Test: _test,
        lo.Mark: _mark,
        lo.SetRegister: _set_register,
        lo.NextOf: _next_of,
        lo.Rotate: _rotate,
        lo.SetVariable: _set_variable,
        lo.Lift: _lift,
        lo.Lay: _lay,
        lo.MoveAll: _move_all,
        lo.ShowCards: _show_cards,
        lo.TurnCards: _turn_cards,
    },
)
