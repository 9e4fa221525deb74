"""Do two games look the same to a player who has seen neither of the two cards in which they differ?"""

from __future__ import annotations

from dataclasses import replace

from caborules.check.valued import event_type, event_words
from caborules.diagnostics.span import Span
from caborules.engine import views
from caborules.engine.events import Event
from caborules.ir.types import CardType, CollectionType, Type, Value
from caborules.lower.machine import Machine, MachineState, Step


def knows(state: MachineState, card: int, seat: int) -> bool:
    return bool(state.store.known[card] >> seat & 1)


def exchanged(machine: Machine, state: MachineState, cards: tuple[int, int]) -> MachineState:
    """The state in which two cards have each other's part."""
    first, second = cards
    names = {first: second, second: first}
    store = state.store
    known, turned = list(store.known), list(store.turned)
    known[first], known[second] = known[second], known[first]
    turned[first], turned[second] = turned[second], turned[first]
    places = tuple(tuple(names.get(c, c) if c is not None else None for c in place) for place in store.places)
    types = machine.lowered.registers
    registers = tuple(_renamed(v, kind, names) for v, kind in zip(state.registers, types.values(), strict=True))
    sealed = tuple(
        replace(one, sets=tuple((name, _renamed(v, types[name], names)) for name, v in one.sets))
        for one in state.sealed
    )
    table = replace(store, places=places, known=tuple(known), turned=tuple(turned))
    return replace(state, store=table, registers=registers, sealed=sealed)


def _renamed(value: Value, kind: Type, names: dict[int, int]) -> Value:
    if isinstance(kind, CardType) and isinstance(value, int):
        return names.get(value, value)
    if isinstance(kind, CollectionType) and isinstance(value, tuple):
        return tuple(_renamed(one, kind.of, names) for one in value)
    return value


def difference(machine: Machine, left: Step, right: Step, seat: int, cards: tuple[int, int]) -> str:
    """What looks different to the seat after a step, told in words; empty if nothing does.

    In the second game ``cards`` have each other's part. What shows one of them to the seat, or is announced, may
    differ; nothing is compared after that.
    """
    mine, yours = _told(left.events), _told(right.events)
    for one, two in zip(mine, yours, strict=False):
        shown = _shows(one, seat, cards) or _shows(two, seat, cards)
        announced = one.kind == two.kind == "announced" and one.value != two.value
        first = views.seen_event(machine.setup, one, seat)
        second = views.seen_event(machine.setup, two, seat)
        if shown or announced:
            first, second = _faceless(first, announced), _faceless(second, announced)
        if first != second:
            here, there = _words(machine, first, one.span), _words(machine, second, two.span)
            return f"what happens: {here}, and in the other deal {there}"
        if shown or announced:
            return ""
    if len(mine) != len(yours):
        return f"{len(mine)} things happen, and in the other deal {len(yours)}"
    if _view(machine, left.state, seat) != _view(machine, right.state, seat):
        return "the table looks different"
    return ""


def alike(machine: Machine, left: Step, right: Step, seat: int, cards: tuple[int, int]) -> bool:
    """Do a step of a game and the same step of its twin look the same to the seat, neither card being known to it?

    Each of the two cards must have the other's part in the twin.
    """
    if any(knows(one.state, card, seat) for one in (left, right) for card in cards):
        return False
    mine = [views.seen_event(machine.setup, event, seat) for event in _told(left.events)]
    yours = [views.seen_event(machine.setup, event, seat) for event in _told(right.events)]
    if mine != yours or _view(machine, left.state, seat) != _view(machine, right.state, seat):
        return False
    return exchanged(machine, left.state, cards).store.places == right.state.store.places


def _view(machine: Machine, state: MachineState, seat: int) -> object:
    """What the seat sees of the table: cards by place, variables, windows, where the rules stand."""
    setup, store = machine.setup, state.store
    places = []
    for place, cards in zip(setup.place_ids, store.places, strict=True):
        seen = [
            None if c is None else (setup.faces[c] if knows(state, c, seat) else "hidden", store.turned[c])
            for c in cards
        ]
        hidden = setup.shape(place) == "hand" and not setup.onlookers(place) >> seat & 1
        places.append(sorted(seen, key=repr) if hidden else seen)
    return places, store.variables, store.windows, state.node, state.passed


def _told(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event.kind not in ("entered", "left")]


def _shows(event: Event, seat: int, cards: tuple[int, int]) -> bool:
    return any(one.card in cards and one.face & one.told & 1 << seat for one in event.cards)


def _faceless(event: views.EventView, announced: bool) -> views.EventView:
    """The event without what it tells on purpose."""
    cards = tuple(replace(card, face=None) for card in event.cards)
    return replace(event, cards=cards, value=None if announced else event.value)


def _words(machine: Machine, event: views.EventView, span: Span | None) -> str:
    kind = event_type(machine, event.kind, event.name, span)
    return event_words(machine, event.kind, event.seat, event.name, event.value, kind, "")
