"""The state of a game: one finite, immutable value; what lies where, who has seen what, and where the rules stand.

``Store`` is what expressions read. ``control`` is the stack of frames, the innermost last; it is empty when the game is
over. A position in the rules is the number of a block and the index of a statement in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.engine.chance import Chance
from caborules.ir.swift import swift
from caborules.ir.types import Value

Cards: TypeAlias = tuple[int | None, ...]
"""The contents of a place: numbers of cards, None for a gap of a row; of a pile the uppermost first."""

Env: TypeAlias = tuple[tuple[str, Value], ...]
"""The names that hold in a block, in the order in which they were given their values."""


@dataclass(frozen=True, slots=True)
class Window:
    """``number`` counts the openings, from 1; 0 before the first."""

    open: bool = False
    number: int = 0


@swift
@dataclass(frozen=True, slots=True)
class Store:
    """``places``, ``variables`` and ``windows`` follow the order of the ``Setup``; the rest goes by card number.

    ``turned`` tells cards that lie otherwise than their place says (True: face up). ``known`` has a bit for each seat
    that has been shown the card and could follow it since.
    """

    places: tuple[Cards, ...]
    turned: tuple[bool | None, ...]
    known: tuple[int, ...]
    variables: tuple[Value, ...]
    windows: tuple[Window, ...]

    def with_place(self, at: int, cards: Cards) -> Store:
        places = (*self.places[:at], cards, *self.places[at + 1 :])
        return Store(places, self.turned, self.known, self.variables, self.windows)

    def with_variable(self, at: int, value: Value) -> Store:
        variables = (*self.variables[:at], value, *self.variables[at + 1 :])
        return Store(self.places, self.turned, self.known, variables, self.windows)

    def with_window(self, at: int, window: Window) -> Store:
        return replace(self, windows=(*self.windows[:at], window, *self.windows[at + 1 :]))

    def with_card(self, card: int, turned: bool | None, known: int) -> Store:
        """The card turned so, and known to so many. Itself where that is so already."""
        if self.turned[card] is turned and self.known[card] == known:
            return self
        return Store(
            self.places,
            (*self.turned[:card], turned, *self.turned[card + 1 :]),
            (*self.known[:card], known, *self.known[card + 1 :]),
            self.variables,
            self.windows,
        )


# ---------------------------------------------------------------- frames
@dataclass(frozen=True, slots=True)
class At:
    """A block, from the statement ``index`` on."""

    block: int
    index: int
    env: Env


@dataclass(frozen=True, slots=True)
class Inside:
    """Marks a run of ``rule``: what lies above belongs to it. ``end`` cuts the stack here."""

    rule: str


@dataclass(frozen=True, slots=True)
class Looping:
    """The loop at (block, index), with the rounds still to come: elements, or numbers; none for ``repeat until``."""

    block: int
    index: int
    env: Env
    rest: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret choice: the index of the choice in its decision (None: declined), and what it was made with."""

    seat: int
    choice: int | None
    arguments: tuple[Value, ...]
    env: Env


@dataclass(frozen=True, slots=True)
class Deciding:
    """The decision at (block, index). ``todo``: the seats still to act; ``acting``: the one whose choice runs above."""

    block: int
    index: int
    env: Env
    todo: tuple[int, ...]
    acting: int | None = None
    sealed: tuple[Sealed, ...] = ()


@dataclass(frozen=True, slots=True)
class Reacting:
    """Marks a reaction in ``window``, which is held meanwhile."""

    window: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The ``await`` at (block, index). ``passed`` are the seats that have passed since opening ``number``."""

    block: int
    index: int
    number: int
    passed: tuple[int, ...]


Frame: TypeAlias = At | Inside | Looping | Deciding | Reacting | Waiting


@dataclass(frozen=True, slots=True)
class State:
    """See the module. Two states are equal if the same can happen in them with the same chance outcomes."""

    store: Store
    control: tuple[Frame, ...]
    chance: Chance

    @property
    def over(self) -> bool:
        return not self.control
