"""The running log of a person at the table: which events are told at once, and which only when they ask for all.

Left out are changes of variables, which the table shows, save those of numbers that each player has (scores are of this
kind); and the shuffling of a place that has less than two cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from caborules.engine.views import EventView, View
from caborules.ir.types import NumberType, Value
from caborules.tools.words import Words

Sizes: TypeAlias = Mapping[Value, int]
"""How many cards lie in each place; a place that is missing may have any number."""


def sizes(view: View) -> Sizes:
    """How many cards lie in each place, as everybody sees."""
    return {place.place: sum(card is not None for card in place.cards) for place in view.places}


def worth_telling(words: Words, events: Iterable[EventView], before: Sizes) -> Iterator[EventView]:
    """The events that are told at once; ``before``: how many cards lay where before the first of them."""
    now = Counter(before)
    for event in events:
        if event.kind == "moved":
            for card in event.cards:
                now[_place(card.start)] -= 1
                now[_place(card.end)] += 1
        if event.kind == "set":
            variable = words.system.variables[event.name]
            if not (variable.per_player and isinstance(variable.type, NumberType)):
                continue
        if event.kind == "shuffled" and event.value in before and now[event.value] < 2:
            continue
        yield event


def _place(spot: Value) -> Value:
    return spot[:2] if isinstance(spot, tuple) else spot
