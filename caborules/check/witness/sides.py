"""Two positions side by side: what a player sees, the same in both, and what lies there in each deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.check.alike import knows
from caborules.ir.seats import seat_name
from caborules.lower.machine import Machine, MachineState

MOST: Final = 8
"""Cards of one place that are written out; of a longer one the first, and those that differ."""


def side_by_side(machine: Machine, first: MachineState, second: MachineState, seat: int) -> tuple[str, ...]:
    """Lines of a table: the place, what the seat sees, and the two deals; a star where the deals differ."""
    rows = [
        ("", f"what {seat_name(seat)} sees", "first deal", "second deal"),
        *_rows(machine, first, second, seat),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return tuple("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def _rows(
    machine: Machine, first: MachineState, second: MachineState, seat: int
) -> Iterator[tuple[str, str, str, str]]:
    names = machine.setup.place_ids
    for (name, owner), left, right in zip(names, first.store.places, second.store.places, strict=True):
        if not left and not right:
            continue
        place = name if owner is None else f"{name} of {seat_name(owner)}"
        at = range(max(len(left), len(right)))
        told = [index for index in at if index < MOST or left[index : index + 1] != right[index : index + 1]]
        texts = [_seen(machine, first, left, told, seat), _all(machine, left, told), _all(machine, right, told)]
        mark = " *" if left != right else ""
        more = f" (+{len(at) - len(told)})" if len(at) > len(told) else ""
        yield place + mark, texts[0] + more, texts[1] + more, texts[2] + more


def _seen(machine: Machine, state: MachineState, cards: tuple[int | None, ...], told: list[int], seat: int) -> str:
    shown = []
    for index in told:
        card = cards[index] if index < len(cards) else None
        shown.append("_" if card is None else _face(machine, card) if knows(state, card, seat) else "?")
    return " ".join(shown)


def _all(machine: Machine, cards: tuple[int | None, ...], told: list[int]) -> str:
    there = [cards[index] if index < len(cards) else None for index in told]
    return " ".join("_" if card is None else _face(machine, card) for card in there)


def _face(machine: Machine, card: int) -> str:
    return machine.setup.card_names.literal(machine.setup.faces[card])
