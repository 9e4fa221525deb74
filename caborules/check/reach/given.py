"""All values that variables may have, where a play has to be told of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from caborules.check.reach.unknown import Key
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, EnumType, NumberType, PlayerType, Value


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the variables of a system, for a number of players."""

    system: lo.LoweredSystem
    seats: range

    def cases(self, names: tuple[str, ...]) -> Iterator[dict[Key, Value]]:
        """All values of the variables, of all owners."""
        keys = [key for name in names for key in self.keys(name)]
        for values in product(*(self.of(name) for name, _ in keys)):
            yield dict(zip(keys, values, strict=True))

    def count(self, names: tuple[str, ...]) -> int:
        """How many cases there are."""
        return prod(len(self.of(name)) ** len(self.keys(name)) for name in names)

    def keys(self, name: str) -> list[Key]:
        """The variable of each owner."""
        if self.system.variables[name].per_player:
            return [(name, seat) for seat in self.seats]
        return [(name, None)]

    def of(self, name: str) -> list[Value]:
        """The values of a variable; none where they are not told."""
        match self.system.variables[name].type:
            case PlayerType(optional=optional):
                return [*([None] if optional else []), *self.seats]
            case BoolType():
                return [False, True]
            case NumberType(low=low, high=high):
                return list(range(low, high + 1))
            case EnumType(members=members):
                return list(members)
        return []
