"""What a lowered system is about, in numbers: families of places, codes of constants, types of registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caborules.ir.lowered import LoweredSystem
from caborules.ir.system import PlaceDef, Sight, VariableDef
from caborules.ir.types import PlayerType, RuleType, RuleValue, Type, Value
from caborules.symbolic.places import Kind
from caborules.symbolic.terms import Term

NOBODY = -1
_MEMBERS, _RULES = -1_000_000, -2_000_000


@dataclass(slots=True)
class Codes:
    """Integers for members of enumerations and for rules held by cells; a member that is a number stands for itself.

    Codes are given in the order of asking, so that they are the same in every run.
    """

    _given: dict[Value, int] = field(default_factory=dict)

    def code(self, value: Value, kind: Type) -> Term:
        """The plain term of a constant: a bool or an int."""
        if isinstance(value, bool | int):
            return value
        if isinstance(kind, RuleType) or isinstance(value, RuleValue):
            return self._given.setdefault(value, _RULES - len(self._given))
        if value is None:
            return NOBODY
        return self._given.setdefault(value, _MEMBERS - len(self._given))


@dataclass(frozen=True, slots=True)
class FamilyShape:
    """A place as the proofs see it. ``sight`` of the hand is face down: what is in it teaches nobody."""

    name: str
    kind: Kind
    sight: Sight
    per_player: bool
    forgets: bool
    """A ``hand``: whoever does not see which card leaves it no longer knows its cards."""


@dataclass(frozen=True, slots=True)
class Shape:
    """See the module. The hand of an operation is the last family."""

    families: tuple[FamilyShape, ...]
    numbers: Mapping[str, int]
    variables: Mapping[str, VariableDef]
    windows: tuple[str, ...]
    cells: Mapping[tuple[str, str], Mapping[object, Value]]
    fewest: int
    """The least number of players."""
    codes: Codes

    @property
    def hand(self) -> int:
        return len(self.families) - 1


def shape_of(system: LoweredSystem, codes: Codes, fewest: int) -> Shape:
    """The shape of a system; ``fewest`` is the least number of players that the proofs are to cover."""
    families = tuple(_family(place) for place in system.places.values())
    hand = FamilyShape("the hand", "one", "face down", False, False)
    return Shape(
        (*families, hand),
        {name: number for number, name in enumerate(system.places)},
        system.variables,
        system.windows,
        {key: dict[object, Value](cells.items()) for key, cells in system.cells.items()},
        fewest,
        codes,
    )


def _family(place: PlaceDef) -> FamilyShape:
    kinds: dict[str, Kind] = {"pile": "pile", "row": "slots", "hand": "slots", "one card": "one"}
    return FamilyShape(place.name, kinds[place.shape], place.sight, place.per_player, place.shape == "hand")


def is_seat(kind: Type) -> bool:
    return isinstance(kind, PlayerType)
