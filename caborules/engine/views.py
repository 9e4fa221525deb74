"""What a player sees: the table, what they remember, what they can do, and what just happened.

Everything here follows from the visibility that places, looks and flips declare. Numbers of cards never appear: a card
is told by its face, where it can be seen or is known, and by its spot. Cards in a hand that the player does not see are
put in order of their faces, unknown ones last, because their order there means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.engine.decisions import Action, Offer, awaited, decision, held, offers, outward, waited_for
from caborules.engine.events import Event, Kind, Seen
from caborules.engine.reading import Reading
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, State, Store, Waiting
from caborules.ir.system import Face
from caborules.ir.types import PlaceId, Value

Look: TypeAlias = Literal["seen", "remembered", "unknown"]


@dataclass(frozen=True, slots=True)
class CardView:
    """``face`` is None where the player does not know it; ``up``: does the card lie face up on the table?"""

    face: Face | None
    up: bool
    look: Look


UNKNOWN: Final = CardView(None, False, "unknown")
"""A card that lies face down and that the player does not know."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """The cards by position, None for a gap; of a pile the uppermost first."""

    place: PlaceId
    cards: tuple[CardView | None, ...]


@dataclass(frozen=True, slots=True)
class WindowView:
    name: str
    open: bool
    held: bool
    number: int


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in an event, as one player sees it. An index of None in a spot: somewhere in a hand."""

    face: Face | None
    start: Value
    end: Value


@dataclass(frozen=True, slots=True)
class EventView:
    """An event as one player sees it; see ``events.Kind`` for what the fields say.

    ``cites``: of the line, or of the rule or choice around it where the engine follows those.
    """

    kind: Kind
    seat: int | None
    name: str
    value: Value
    cards: tuple[SeenCard, ...]
    span: Span | None
    cites: tuple[str, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class View:
    """All that ``seat`` may see now. ``asked`` are the seats that must act; ``rule`` the rule that asks them.

    ``sealed`` are the seats whose secret choices wait; ``legal`` is what ``seat`` itself can do. ``events`` is what the
    last action brought about.
    """

    seat: int
    places: tuple[PlaceView, ...]
    variables: tuple[tuple[str, int | None, Value], ...]
    windows: tuple[WindowView, ...]
    rule: str
    asked: tuple[int, ...]
    sealed: tuple[int, ...]
    legal: tuple[Action, ...]
    events: tuple[EventView, ...]
    over: bool

    def to_json(self) -> dict[str, Any]:
        """The view as plain data for JSON; see ``view_json``."""
        from caborules.engine.view_json import view_json

        return view_json(self)


def view(
    setup: Setup, state: State, seat: int, events: tuple[Event, ...] = (), offered: tuple[Offer, ...] | None = None
) -> View:
    """The view of a seat, with the events of the last action. ``offered``: the state's offers, if at hand."""
    offered = offers(setup, state) if offered is None else offered
    rule, asked, sealed = _asked(setup, state, offered)
    r = setup.readings.of(state.store)
    return View(
        seat,
        tuple([_place(r, place, seat) for place in setup.place_ids]),
        _variables(setup, state.store, seat),
        tuple(
            WindowView(name, window.open, held(r, state.control, name), window.number)
            for name, window in zip(setup.system.windows, state.store.windows, strict=True)
        ),
        rule,
        asked,
        sealed,
        legal_actions(offered, seat),
        seen_events(setup, events, seat),
        state.over,
    )


def legal_actions(offered: tuple[Offer, ...], seat: int) -> tuple[Action, ...]:
    """What one seat can do, of all that is on offer, in the documented order."""
    return tuple(offer.action for offer in offered if offer.action.seat == seat)


def seen_events(setup: Setup, events: tuple[Event, ...], seat: int) -> tuple[EventView, ...]:
    """The events that a seat is told of, as it sees them: all but the entering and leaving of rules."""
    return tuple(seen_event(setup, event, seat) for event in events if event.kind not in ("entered", "left"))


def seen_event(setup: Setup, event: Event, seat: int) -> EventView:
    """One event as a seat is told of it. What was picked at random shows in what becomes of it, and not before."""
    own = event.kind == "chose" and event.seat == seat
    value = None if event.kind == "picked" else event.value if own else _told(setup, event.value, seat)
    cards = tuple(_seen_card(setup, card, seat) for card in event.cards if card.told >> seat & 1)
    return EventView(event.kind, event.seat, event.name, value, cards, event.span, event.cites)


# ---------------------------------------------------------------- the parts of it
def _asked(setup: Setup, state: State, offered: tuple[Offer, ...]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    match state.control[-1] if state.control else None:
        case Deciding() as frame:
            sealed = tuple(sorted(one.seat for one in frame.sealed))
            return decision(setup, frame).rule, tuple(sorted(frame.todo)), sealed
        case Waiting() as frame:
            reacting = tuple(offer for offer in offered if offer.window is not None)
            return awaited(setup, frame), tuple(waited_for(frame, reacting)), ()
        case _:
            return "", (), ()


def _variables(setup: Setup, store: Store, seat: int) -> tuple[tuple[str, int | None, Value], ...]:
    """The variables with their owners; one that says which card or spot is told as an event would tell it."""
    found = []
    for (name, owner), value in zip(setup.variable_ids, store.variables, strict=True):
        if name in setup.variables_about_cards:
            value = _told(setup, outward(setup, store, setup.system.variables[name].type, value), seat)
        found.append((name, owner, value))
    return tuple(found)


def _place(r: Reading, place: PlaceId, seat: int) -> PlaceView:
    setup, at = r.setup, r.setup.place_index[place]
    there, lies_open, sees = r.store.places[at], setup.open_to_all(place), setup.onlookers(place)
    if not lies_open and r.hidden(at, seat) and not sees >> seat & 1:
        cards: tuple[CardView | None, ...] = tuple([None if card is None else UNKNOWN for card in there])
    else:
        cards = tuple([None if card is None else _card(r, card, lies_open, sees, seat) for card in there])
    if _unordered(setup, place, seat):
        cards = tuple(sorted(cards, key=_by_face))
    return PlaceView(place, cards)


def _card(r: Reading, card: int, lies_open: bool, onlookers: int, seat: int) -> CardView:
    """A card in a place that is open or not, and whose faces the ``onlookers`` see."""
    turned = r.store.turned[card]
    up = lies_open if turned is None else turned
    if up or onlookers >> seat & 1:
        return CardView(r.setup.faces[card], up, "seen")
    if r.store.known[card] >> seat & 1:
        return CardView(r.setup.faces[card], up, "remembered")
    return UNKNOWN


def _by_face(card: CardView | None) -> tuple[bool, str]:
    return (card is None or card.face is None, repr(card))


def _unordered(setup: Setup, place: PlaceId, seat: int) -> bool:
    return setup.shape(place) == "hand" and not setup.onlookers(place) >> seat & 1


def _told(setup: Setup, value: Value, seat: int) -> Value:
    """A value as a seat is told it: which card of a hand it speaks of is not seen."""
    if not isinstance(value, tuple):
        return value
    match value:
        case (str() as name, (int() | None) as owner, int()) if name in setup.system.places:
            return (name, owner, None) if _unordered(setup, (name, owner), seat) else value
        case _:
            return tuple(_told(setup, one, seat) for one in value)


def _seen_card(setup: Setup, card: Seen, seat: int) -> SeenCard:
    face = setup.faces[card.card] if card.face >> seat & 1 else None
    return SeenCard(face, _told(setup, card.start, seat), _told(setup, card.end, seat))
