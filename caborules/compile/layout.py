"""Where everything stands in the working state of generated code, and the names under which it finds its constants.

Generated code is made of names of our own (``r3``, ``v1``, ``k12``) and whole numbers. Whatever comes from a ruleset is
a constant in the pool.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from caborules.ir import lowered as lo
from caborules.ir.system import PlaceDef
from caborules.ir.types import PlaceId
from caborules.lower.loaded import Machine

GAP: Final = -1
"""A gap of a row, where the engine has None: comparing whole numbers is quicker."""

OVER: Final = -1
"""The number that stands for the end of the play where points have theirs."""


BREADTH: Final = 4096
"""More than any position in a place: the radix of positions in the numbers of actions."""

SET_BREADTH: Final = 256
"""The same for the positions of cards in a set, which is told by its bits."""


class Unsupported(Exception):  # noqa: N818 - a reason to use the reference engine, never shown as an error
    """This lowered system has something that no code is generated for."""


@dataclass(slots=True)
class Pool:
    """Constants of generated code by their names; equal ones of one type share a name."""

    values: dict[str, object] = field(default_factory=dict)
    _names: dict[tuple[str, str], str] = field(default_factory=dict)

    def name(self, value: object) -> str:
        """The name under which generated code finds ``value``."""
        key = (type(value).__name__, repr(value))
        if key not in self._names:
            self._names[key] = f"k{len(self._names)}"
            self.values[self._names[key]] = value
        return self._names[key]

    def of(self, value: object) -> str:
        """``value`` as generated code writes it: plain ones as they are, others by name."""
        if value is None or isinstance(value, bool | int):
            return repr(value)
        return self.name(value)


@dataclass(frozen=True, eq=False)
class Layout:
    """The machine, and the name of each part of its state.

    The places are lists in ``s.pl`` by their index in a ``Store``; of a pile the uppermost card is the last. ``s.at``
    is the place of each card, ``s.kn`` who knows it, ``s.tu`` its flip.
    """

    machine: Machine
    pool: Pool

    @property
    def lowered(self) -> lo.LoweredSystem:
        return self.machine.lowered

    @property
    def players(self) -> int:
        return self.machine.setup.players

    @property
    def cards(self) -> int:
        return len(self.machine.setup.faces)

    @property
    def everyone(self) -> int:
        return self.machine.setup.everyone

    def register(self, name: str) -> str:
        return f"s.r{self.machine.register_index[name]}"

    def window(self, name: str) -> int:
        return self.machine.setup.window_index[name]

    def place_def(self, name: str) -> PlaceDef:
        return self.lowered.places[name]

    def first_index(self, name: str) -> int:
        """The index of a place; of one that each player has, that of the first seat's."""
        place: PlaceId = (name, 0 if self.place_def(name).per_player else None)
        return self.machine.setup.place_index[place]

    def variable(self, name: str) -> str:
        return f"s.v{list(self.lowered.variables).index(name)}"

    def slots(self) -> list[str]:
        """The attributes of the working state."""
        windows = range(len(self.lowered.windows))
        return [
            *("pt", "pl", "at", "kn", "tu", "sealed", "ch", "ev", "oc"),
            *(f"r{i}" for i in range(len(self.lowered.registers))),
            *(f"v{i}" for i in range(len(self.lowered.variables))),
            *(f"{letter}{i}" for i in windows for letter in "omq"),
        ]
