"""A view as plain data for JSON: what a server sends to the client of one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from caborules.engine.formats import written, written_action
from caborules.ir.system import Face
from caborules.ir.types import PlaceId

if TYPE_CHECKING:
    from caborules.engine.views import CardView, EventView, SeenCard, View

SCHEMA: Final = "caborules/view/1"


def view_json(view: View) -> dict[str, Any]:
    """The view; only lists, dictionaries with texts for keys, texts, numbers, true, false and null.

    A face is a list, the values of its attributes in their order, and null where it is not known; a place is
    ``[name, owner]``, a spot ``[name, owner, position]``; actions are as in a trace.
    """
    return {
        "schema": SCHEMA,
        "seat": view.seat,
        "over": view.over,
        "rule": view.rule,
        "asked": list(view.asked),
        "sealed": list(view.sealed),
        "places": [
            {**_place(one.place), "cards": [None if card is None else _card(card) for card in one.cards]}
            for one in view.places
        ],
        "variables": [{"name": name, "owner": owner, "value": written(value)} for name, owner, value in view.variables],
        "windows": [
            {"name": one.name, "open": one.open, "held": one.held, "number": one.number} for one in view.windows
        ],
        "legal": [written_action(action) for action in view.legal],
        "events": [_event(event) for event in view.events],
    }


def _place(place: PlaceId) -> dict[str, Any]:
    name, owner = place
    return {"place": name, "owner": owner}


def _card(card: CardView) -> dict[str, Any]:
    return {"face": _face(card.face), "up": card.up, "look": card.look}


def _face(face: Face | None) -> list[Any] | None:
    return None if face is None else list(face)


def _event(event: EventView) -> dict[str, Any]:
    place = None if event.span is None else f"{event.span.file}:{event.span.start.line}"
    return {
        "kind": event.kind,
        "seat": event.seat,
        "name": event.name,
        "value": written(event.value),
        "cards": [_seen(card) for card in event.cards],
        "place": place,
        "clauses": list(event.cites),
    }


def _seen(card: SeenCard) -> dict[str, Any]:
    return {"face": _face(card.face), "start": written(card.start), "end": written(card.end)}
