"""Tables that fill themselves when something is first wanted: runs of numbers, what hangs on an action's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from caborules.engine.decisions import Action
from caborules.ir.types import Value

T = TypeVar("T")


class Runs(dict[int, tuple[int, ...]]):
    """Runs of numbers by their first one, made when they are first wanted."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def __missing__(self, first: int) -> tuple[int, ...]:
        self[first] = tuple(range(first, first + self.length))
        return self[first]


class Memo(dict[int, T]):
    """What hangs on the number of an action alone, worked out when it is first wanted."""

    def __init__(self, work_out: Callable[[int], T]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, number: int) -> T:
        self[number] = self.work_out(number)
        return self[number]


class Book(dict[int, Action]):
    """Actions by number, for one opening of a window, or for no window."""

    def __init__(self, parts: Memo[tuple[int | None, str, tuple[Value, ...]]], opening: int | None) -> None:
        super().__init__()
        self.parts = parts
        self.opening = opening

    def __missing__(self, number: int) -> Action:
        action = self[number] = Action(*self.parts[number], self.opening)
        return action
