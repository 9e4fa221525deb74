"""What seats are called: A, B, C, ... in their order; after Z come A2, B2, ..."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import count, islice
from string import ascii_uppercase


def seat_name(seat: int) -> str:
    """The name of a seat, counted from 0."""
    letter = ascii_uppercase[seat % 26]
    return letter if seat < 26 else f"{letter}{seat // 26 + 1}"


def spare_names(taken: Collection[str], number: int) -> tuple[str, ...]:
    """So many names (none, if the number is not positive), the first ones that are not taken."""
    return tuple(islice((name for name in map(seat_name, count()) if name not in taken), max(number, 0)))


def is_seat(name: str) -> bool:
    """Whether a seat may be called so."""
    return re.fullmatch(r"[A-Z]([2-9]|[1-9][0-9]+)?", name) is not None


def seated(seats: Collection[str], other: str) -> str:
    """The names of the players who sit there, and of others up to another seat: ``A, B, C, D`` for A, B and D."""
    most = next((index for index in range(64) if seat_name(index) == other), 0) + 1
    missing = spare_names((), most)
    return (
        ", ".join(dict.fromkeys([*seats, *missing, other]))
        if set(seats) <= set(missing)
        else ", ".join([*seats, other])
    )
