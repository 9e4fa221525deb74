"""What measures a lowered system has: their names, their kinds of values, and between which numbers they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, NumberType, PlayerType
from caborules.symbolic.places import SHARED
from caborules.symbolic.shape import NOBODY, Codes
from caborules.symbolic.terms import Term, boolean, implies, integer

Key: TypeAlias = tuple[str, str, int]
"""A measure: its kind, its name, and the seat it belongs to (``SHARED`` if to none).

Kinds: ``size`` of a place, ``var`` of a variable, ``reg`` of a register, ``set``: is the seat in the register's
collection, ``count``: how many elements a register's collection of anything else has, ``open`` and ``passed`` of a
window, ``sealed``: how many choices of a decision point (its number) are sealed and have not come to light.
"""


@dataclass(frozen=True, slots=True)
class Seating:
    """A collection of players: for each seat, is it in?"""

    has: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A collection of cards or other things, of which only the size is told. ``place``: where these cards lie."""

    size: Term
    place: PlaceOf | None = None


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """A place and whose it is."""

    name: str
    owner: Term


Where: TypeAlias = Callable[[str], "PlaceOf | None"]
"""In which place the card or spot of a register lies, if that is known."""


@dataclass(frozen=True, slots=True)
class Table:
    """What measures there are in a system. ``cards``: how many there are at most; ``seats``: players at most."""

    system: lo.LoweredSystem
    cards: int
    codes: Codes = field(default_factory=Codes)

    @property
    def seats(self) -> int:
        return self.system.players[1]

    def players(self) -> Term:
        """The number of players."""
        low, high = self.system.players
        return low if low == high else integer("players")

    def seated(self, seat: int) -> Term:
        """Is there somebody at this seat?"""
        return True if seat < self.system.players[0] else self.players() > seat

    def owners(self, per_player: bool) -> Iterable[int]:
        return range(self.seats) if per_player else (SHARED,)

    def base(self, key: Key) -> Term:
        """The term of a measure before a step."""
        kind, name, seat = key
        written = f"{kind}:{name}" if seat == SHARED else f"{kind}:{name}:{seat}"
        return boolean(written) if self.is_truth(key) else integer(written)

    def is_truth(self, key: Key) -> bool:
        kind, name, _ = key
        if kind == "var":
            return isinstance(self.system.variables[name].type, BoolType)
        if kind == "reg":
            return isinstance(self.system.registers[name], BoolType)
        return kind in ("set", "open", "passed")

    def bounds(self, key: Key) -> tuple[int | None, int | None]:
        """Between which numbers a measure lies wherever it is read. A variable out of its range ends the play."""
        kind, name, _ = key
        if kind in ("size", "count", "sealed"):
            return 0, self.cards if kind == "size" else None
        if kind in ("var", "reg"):
            of = self.system.variables[name].type if kind == "var" else self.system.registers[name]
            if isinstance(of, NumberType) and kind == "var":
                return of.low, of.high
            if isinstance(of, PlayerType):
                return (NOBODY if of.optional else 0), self.seats - 1
        return None, None

    def facts(self, keys: Iterable[Key]) -> list[Term]:
        """What always holds of these measures."""
        low, high = self.system.players
        found: list[Term] = [] if low == high else [self.players() >= low, self.players() <= high]
        for key in keys:
            if self.is_truth(key):
                if key[0] == "set":
                    found.append(implies(self.base(key), self.seated(key[2])))
                continue
            term, (least, most) = self.base(key), self.bounds(key)
            if least is not None:
                found.append(term >= least)
            if self._is_seat(key):
                found.append(term < self.players())
            elif most is not None:
                found.append(term <= most)
        return [one for one in found if one is not True]

    def _is_seat(self, key: Key) -> bool:
        kind, name, _ = key
        if kind == "var":
            return isinstance(self.system.variables[name].type, PlayerType)
        return kind == "reg" and isinstance(self.system.registers.get(name), PlayerType)
