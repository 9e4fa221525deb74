"""Events in sentences, as one player is told of them. Reads ``EventView`` only, never the referee's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import TypeAlias

from caborules.engine.views import EventView, SeenCard
from caborules.ir.seats import seat_name
from caborules.ir.types import Value
from caborules.tools.words import Words

Standing: TypeAlias = Mapping[tuple[str, int | None], Value]
"""The values of the variables (name, owner), as a player last saw them."""


def narrated(
    words: Words, events: Iterable[EventView], before: Standing = MappingProxyType({}), me: int | None = None
) -> list[str]:
    """A sentence or more for each event that is worth one.

    Unseen cards that go the same way one after another are told together; a variable that is set to what it was
    ``before`` is not told. What the seat ``me`` does is told to it as ``you``.
    """
    values = dict(before)
    lines: list[str] = []
    for event in _together(events):
        key = (event.name, event.seat)
        if event.kind == "set":
            if key in values and values[key] == event.value:
                continue
            values[key] = event.value
        lines += sentences(words, event, me)
    return lines


def _together(events: Iterable[EventView]) -> Iterator[EventView]:
    """The events; moves of unseen cards from one place to another, one after the other, as one event."""
    for way, group in groupby(events, key=_way):
        together = list(group)
        if way is None:
            yield from together
        else:
            yield replace(together[0], cards=tuple(card for event in together for card in event.cards))


def _way(event: EventView) -> tuple[object, object] | None:
    """From which place to which the unseen cards of a move go; None for anything else."""
    if event.kind != "moved" or any(card.face is not None for card in event.cards):
        return None
    ways = {(_place_of(card.start), _place_of(card.end)) for card in event.cards}
    return ways.pop() if len(ways) == 1 else None


def _place_of(spot: Value) -> Value:
    return spot[:2] if isinstance(spot, tuple) else spot


def sentences(words: Words, event: EventView, me: int | None = None) -> Iterator[str]:
    """What one event says to the seat ``me``; nothing where nothing can be seen of it."""
    mine = event.seat is not None and event.seat == me
    who = "you" if mine else "" if event.seat is None else seat_name(event.seat)
    match event.kind:
        case "chose":
            arguments = words.arguments(event.name, event.value)
            yield f"{who}: {words.choice(event.name, event.span)}" + (f": {arguments}" if arguments else "")
        case "sealed":
            yield f"{who} {'have' if mine else 'has'} chosen in secret"
        case "declined":
            yield f"{who} {'decline' if mine else 'declines'}"
        case "passed":
            yield f"{who} {'pass' if mine else 'passes'}"
        case "skipped":
            if event.name:
                yield f"{who} cannot do anything"
        case "late":
            yield f"{who} {'are' if mine else 'is'} too late: {words.choice(event.name)}"
        case "happened":
            yield words.choice(event.name)
        case "moved":
            yield from _moved(words, event.cards)
        case "swapped":
            yield from _swapped(words, event.cards)
        case "shown":
            yield from _shown(words, event, me)
        case "flipped":
            cards = ", ".join(_lying(words, card) for card in event.cards)
            if cards:
                yield f"turned {'up' if event.value else 'down'}: {cards}"
        case "shuffled":
            match event.value:
                case (str() as name, (int() | None) as owner):
                    yield f"shuffled: {words.place(name, owner)}"
        case "picked":
            yield "chance picks"
        case "announced":
            value = (
                words.value(event.value, words.announcements[event.name]) if event.name in words.announcements else ""
            )
            yield f'"{event.name}"' + (f": {value}" if value else "")
        case "set":
            kind = words.system.variables[event.name].type
            yield f"{words.place(event.name, event.seat)} is now {words.value(event.value, kind)}"
        case "opened":
            yield f"open: {words.window(event.name)}"
        case "closed":
            yield f"closed: {words.window(event.name)}"
        case "entered" | "left":
            return


def _lying(words: Words, card: SeenCard) -> str:
    face = "" if card.face is None else f" ({words.face(card.face)})"
    return f"{words.spot(card.start)}{face}"


def _moved(words: Words, cards: tuple[SeenCard, ...]) -> Iterator[str]:
    """One line for the cards that go the same way; a single card is told by its spots."""
    for _, group in groupby(cards, key=lambda card: (_place_of(card.start), _place_of(card.end))):
        together = list(group)
        single = len(together) == 1
        start, end = (_end(words, spot, single) for spot in (together[0].start, together[0].end))
        if all(card.face is None for card in together):
            what = "a card" if single else f"{len(together)} cards"
        else:
            what = " ".join(words.face(card.face) for card in together)
        yield f"{what}: {start} to {end}" if start != end else f"{what}: stays at {end}"


def _end(words: Words, spot: Value, single: bool) -> str:
    match spot:
        case (str() as name, (int() | None) as owner, *_) if not single:
            return words.place(name, owner)
        case _:
            return words.spot(spot)


def _swapped(words: Words, cards: tuple[SeenCard, ...]) -> Iterator[str]:
    if len(cards) == 2:
        yield f"{_lying(words, cards[0])} and {_lying(words, cards[1])} change places"


def _shown(words: Words, event: EventView, me: int | None) -> Iterator[str]:
    cards = ", ".join(_lying(words, card) for card in event.cards)
    if not cards:
        return
    seats: tuple[Value, ...] = event.value if isinstance(event.value, tuple) else ()
    who = ["you" if seat == me else seat_name(seat) for seat in seats if isinstance(seat, int)]
    yield f"{' and '.join(who)} {'look' if len(who) > 1 or who == ['you'] else 'looks'} at {cards}"
