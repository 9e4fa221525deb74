"""What each operation does to a state of a machine, exactly as it is written."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from caborules.engine import cards as card_moves
from caborules.engine.basics import Undefined, cards_in, elements, fits, seat, spot_of
from caborules.engine.chance import Outcome
from caborules.engine.decisions import outward
from caborules.engine.events import Event, Kind, Seen
from caborules.engine.state import Store, Window
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import PlaceId, Spot, Value
from caborules.lower.loaded import Machine
from caborules.lower.states import (
    Fault,
    Held,
    MachineState,
    Step,
    event,
    going_to,
    read,
    set_register,
    values_of,
    with_store,
)


def step(machine: Machine, state: MachineState) -> Step:
    """Carry out the operation at the state's node, which is no decision and not the end. Raises Fault."""
    node = machine.lowered.nodes[state.node]
    local = values_of(machine, state, machine.reads[state.node])
    try:
        return _carry_out(machine, state, node, local)
    except Undefined as undefined:
        raise Fault("undefined", undefined.reason, state) from undefined


def _carry_out(machine: Machine, state: MachineState, node: lo.Node, local: dict[str, Value]) -> Step:
    def value(expr: ex.Expr) -> Value:
        return evaluate(machine.setup, state.store, expr, local)

    def on(changed: MachineState, *events: Event, outcomes: tuple[Outcome, ...] = (), to: int = node.next) -> Step:
        return Step(going_to(changed, to), events, outcomes)

    match node.operation:
        case lo.Test(condition, otherwise):
            return on(state, to=node.next if value(condition) else otherwise)
        case lo.SetRegister(register, expr):
            return Step(set_register(machine, state, register, value(expr), node.next))
        case lo.NextOf(register, collection, done):
            return _next_of(machine, state, register, collection, node.next, done)
        case lo.Rotate(register, start_at):
            first = seat(value(start_at), None)
            among = cast("tuple[int, ...]", _collection(machine, state, node, register))
            turned = tuple(sorted(among, key=lambda one: (one - first) % machine.setup.players))
            return Step(set_register(machine, state, register, turned, node.next))
        case lo.SetVariable(variable, owner, expr):
            whose = None if owner is None else seat(value(owner), None)
            return _assigned(machine, state, node, variable, whose, value(expr))
        case lo.MoveWindow(window, what):
            return on(*_window(machine, state, node, window, what))
        case lo.Mark(rule, what):
            kind: Kind = "entered" if what == "start" else "left"
            return on(state, event(kind, node.source, name=rule))
        case lo.Say(text, said):
            told = None if said is None else outward(machine.setup, state.store, said.type, value(said))
            return on(state, event("announced", node.source, name=text, value=told))
        case lo.Unseal(point, done):
            return _unseal(machine, state, point, done)
        case lo.PickOne(register, among_expr):
            among_all = elements(value(among_expr))
            if not among_all:
                raise Undefined("there is nothing to choose from", node.source.span)
            index, chance = state.chance.index(len(among_all))
            picked = outward(machine.setup, state.store, among_expr.type, among_all[index])
            changed = set_register(machine, replace(state, chance=chance), register, among_all[index])
            return on(changed, event("picked", node.source, name=register, value=picked), outcomes=(index,))
        case _:
            return _with_cards(machine, state, node, local)


def _with_cards(machine: Machine, state: MachineState, node: lo.Node, local: dict[str, Value]) -> Step:
    setup, store = machine.setup, state.store

    def value(expr: ex.Expr) -> Value:
        return evaluate(setup, store, expr, local)

    def on(changed: Store, *events: Event, hand: tuple[Held, ...] | None = None) -> Step:
        return Step(with_store(state, changed, node.next, hand), events)

    match node.operation:
        case lo.Lift(register, card_expr, to):
            card = cast(int, value(card_expr))
            begun = spot_of(setup, store, card)
            goal = begun if to is None else cast("PlaceId | Spot", value(to))
            lifted = card_moves.take_up(setup, card_moves.forget(setup, store, card, (goal[0], goal[1])), card)
            moved = set_register(machine, state, register, card)
            return Step(with_store(moved, lifted, node.next, (*state.hand, (register, card, begun))))
        case lo.Lay(register, to):
            card = cast(int, read(machine, state, register))
            laid = card_moves.lay(setup, store, (card,), cast("PlaceId | Spot", value(to)))
            end = spot_of(setup, laid, card)
            begun = next((spot for _, one, spot in state.hand if one == card), end)
            hand = tuple(one for one in state.hand if one[1] != card)
            seen = Seen(card, begun, end, laid.known[card], setup.everyone)
            return on(laid, event("moved", node.source, cards=(seen,)), hand=hand)
        case lo.MoveAll(source, rest, to):
            there = cards_in(setup, store, cast(PlaceId, value(source)))
            moved_store, all_seen = card_moves.move(
                setup, store, there[1:] if rest else there, cast("PlaceId | Spot", value(to))
            )
            return on(moved_store, event("moved", node.source, cards=all_seen))
        case lo.MoveCards(cards, to):
            moved_store, all_seen = card_moves.move(
                setup, store, _cards(value(cards)), cast("PlaceId | Spot", value(to))
            )
            return on(moved_store, event("moved", node.source, cards=all_seen))
        case lo.SwapCards(left, right):
            moved_store, all_seen = card_moves.swap(setup, store, cast(int, value(left)), cast(int, value(right)))
            return on(moved_store, event("swapped", node.source, cards=all_seen))
        case lo.ShufflePlace(place_expr):
            place = cast(PlaceId, value(place_expr))
            size = len(cards_in(setup, store, place))
            told = event("shuffled", node.source, value=place)
            if size < 2:
                return on(store, told)
            order, chance = state.chance.permutation(size)
            shuffled = card_moves.shuffle(setup, store, place, order)
            return Step(replace(with_store(state, shuffled, node.next), chance=chance), (told,), (order,))
        case lo.ShowCards(cards, to, secretly):
            shown = _cards(value(cards))
            looking = _cards(value(to))
            mask = sum(1 << one for one in dict.fromkeys(looking))
            known = card_moves.show(store, shown, mask)
            lying = _lying(machine, known, shown, mask if secretly else setup.everyone)
            return on(known, event("shown", node.source, value=looking, cards=lying))
        case lo.TurnCards(cards, up):
            turned = _cards(value(cards))
            flipped = card_moves.flip(setup, store, turned, up)
            lying = _lying(machine, flipped, turned, setup.everyone)
            return on(flipped, event("flipped", node.source, value=up, cards=lying))
        case _:
            raise AssertionError(node.operation)


def _collection(machine: Machine, state: MachineState, node: lo.Node, register: str) -> tuple[Value, ...]:
    """What a loop is over. Raises Undefined where that was never set: a lowering of rules does set it."""
    found = read(machine, state, register)
    if found is None:
        raise Undefined(f"{register} was never set", node.source.span)
    return elements(found)


def _next_of(machine: Machine, state: MachineState, register: str, collection: str, following: int, done: int) -> Step:
    rest = _collection(machine, state, machine.lowered.nodes[state.node], collection)
    if not rest:
        return Step(going_to(state, done))
    left = set_register(machine, state, collection, rest[1:])
    return Step(set_register(machine, left, register, rest[0], following))


def _assigned(
    machine: Machine, state: MachineState, node: lo.Node, variable: str, owner: int | None, value: Value
) -> Step:
    kind = machine.lowered.variables[variable].type
    if not fits(kind, value, machine.setup.players):
        raise Fault("out of range", f"{variable} cannot be {value}", state)
    store = state.store.with_variable(machine.setup.variable_index[variable, owner], value)
    told = event("set", node.source, name=variable, seat=owner, value=outward(machine.setup, store, kind, value))
    return Step(with_store(state, store, node.next), (told,))


def _window(
    machine: Machine, state: MachineState, node: lo.Node, window: str, what: str
) -> tuple[MachineState, *tuple[Event, ...]]:
    at = machine.setup.window_index[window]
    there = state.store.windows[at]
    if what == "close":
        if not there.open:
            return (state,)
        store = state.store.with_window(at, Window(False, there.number))
        return replace(state, store=store), event("closed", node.source, name=window)
    state = replace(state, passed=(*state.passed[:at], (), *state.passed[at + 1 :]))
    if what == "forget":
        return (state,)
    store = state.store.with_window(at, Window(True, there.number + 1))
    return replace(state, store=store), event("opened", node.source, name=window, value=there.number + 1)


def _unseal(machine: Machine, state: MachineState, point: int, done: int) -> Step:
    here = sorted((one for one in state.sealed if one.point == point), key=lambda one: one.seat)
    if not here:
        return Step(going_to(state, done))
    first = here[0]
    offer = machine.lowered.points[point].offers[first.offer]
    for name, value in first.sets:
        state = set_register(machine, state, name, value)
    state = replace(state, sealed=tuple(one for one in state.sealed if one != first), node=offer.target)
    return Step(state, (event("chose", offer.source, seat=first.seat, name=offer.path),))


def _cards(value: Value) -> tuple[int, ...]:
    return cast("tuple[int, ...]", value if isinstance(value, tuple) else (value,))


def _lying(machine: Machine, store: Store, cards: tuple[int, ...], told: int) -> tuple[Seen, ...]:
    """Cards that stay where they are, as an event tells of them."""
    spots = [(card, spot_of(machine.setup, store, card)) for card in cards]
    return tuple(Seen(card, spot, spot, store.known[card], told) for card, spot in spots)
