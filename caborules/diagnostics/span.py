"""Where something stands in a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file: line and column, both from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file, from ``start`` up to and not including ``end``; ``file`` is the name shown to people."""

    file: str
    start: Position
    end: Position
