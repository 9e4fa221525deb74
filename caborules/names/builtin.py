"""The names that the language itself gives: nobody may declare them again."""

from __future__ import annotations

from typing import Final

THINGS: Final = frozenset(
    {
        "top", "bottom", "rest", "all", "size", "first-cards", "spot", "new-spot", "position", "left", "right",
        "others", "others-right", "players", "everyone", "player-count", "first-seat", "nobody", "yes", "no", "number",
    }
)  # fmt: skip
"""Functions and values of section 4, and ``number`` of section 5: they share the one space of names."""

TYPES: Final = frozenset({"card", "cards", "number", "player", "place", "spot", "set", "rule", "nobody", "yes", "no"})
"""The types of section 3 and the words that types are made of."""
