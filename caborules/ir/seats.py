"""What seats are called: A, B, C, ... in their order; after Z come A2, B2, ..."""

from __future__ import annotations

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
