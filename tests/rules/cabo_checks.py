"""Positions of Cabo for the tests of its edge cases."""

from __future__ import annotations

from caborules.engine.play import Play
from tests.support.positions import cabo, position

OPEN = ("match",)
REST = "7♣ 3♠ 8♠ ..."


def lap(
    cards: dict[str, str],
    values: dict[str, object] | None = None,
    windows: tuple[str, ...] = (),
    players: int = 2,
    **options: object,
) -> Play:
    """A lap that begins in this position; seat 0 is to move unless ``values`` say otherwise."""
    return position(cabo(players, **options), "lap", cards, {"active": 0, **(values or {})}, windows)
