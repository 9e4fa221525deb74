"""Do two games look the same to a player who has seen neither of the two cards in which they differ?"""

from __future__ import annotations

from dataclasses import replace

from caborules.engine import views
from caborules.engine.events import Event
from caborules.lower.machine import Machine, MachineState, Step


def knows(state: MachineState, card: int, seat: int) -> bool:
    return bool(state.store.known[card] >> seat & 1)


def difference(machine: Machine, other: Machine, left: Step, right: Step, seat: int, cards: tuple[int, int]) -> str:
    """What looks different to the seat after a step, told in words; empty if nothing does.

    ``other`` is the same machine with the faces of ``cards`` exchanged. What shows one of the cards to the seat, or is
    announced, may differ; nothing is compared after that.
    """
    mine, yours = _told(left.events), _told(right.events)
    for one, two in zip(mine, yours, strict=False):
        shown = _shows(one, seat, cards) or _shows(two, seat, cards)
        announced = one.kind == two.kind == "announced" and one.value != two.value
        first = views.seen_event(machine.setup, one, seat)
        second = views.seen_event(other.setup, two, seat)
        if shown or announced:
            first, second = _faceless(first, announced), _faceless(second, announced)
        if first != second:
            return f"what happens: {_words(first)}, and in the other deal {_words(second)}"
        if shown or announced:
            return ""
    if len(mine) != len(yours):
        return f"{len(mine)} things happen, and in the other deal {len(yours)}"
    if _view(machine, left.state, seat) != _view(other, right.state, seat):
        return "the table looks different"
    return ""


def alike(machine: Machine, other: Machine, left: Step, right: Step, seat: int, cards: tuple[int, int]) -> bool:
    """Do a step of a game and the same step of its twin look the same to the seat, neither card being shown to it?

    The twin is played on the same machine from another deal, so each of the two cards has the other's part there.
    """
    first, second = cards
    names = {first: second, second: first}
    if any(knows(left.state, card, seat) or knows(right.state, card, seat) for card in cards):
        return False
    mine = [views.seen_event(machine.setup, event, seat) for event in _told(left.events)]
    yours = [views.seen_event(machine.setup, event, seat) for event in _told(right.events)]
    if mine != yours or _view(machine, left.state, seat) != _view(machine, right.state, seat):
        return False
    places = tuple(tuple(names.get(c, c) if c is not None else None for c in p) for p in left.state.store.places)
    return places == right.state.store.places and bool(other)


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


def _words(event: views.EventView) -> str:
    who = "" if event.seat is None else f" of seat {event.seat}"
    value = "" if event.value is None else f" to {event.value}"
    return f"{event.kind} {event.name}{who}{value}".replace("  ", " ")
