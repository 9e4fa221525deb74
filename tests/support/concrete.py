"""The proofs' own step on a concrete state: symbols that have the values of a machine's state.

``caborules.symbolic`` builds its terms with connectives that compute where all parts are plain values. Given symbols
that are the values of a real state, its step therefore yields the real state after it, which can be compared with what
the machine makes of the same operation. Whatever is supposed of the symbols on the way must be true as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from caborules.ir.types import CardType, CollectionType, PlaceType, SpotType, Type, Value
from caborules.lower.machine import Machine, MachineState
from caborules.symbolic.places import SHARED, Loc, Whose
from caborules.symbolic.sets import Many, same_element
from caborules.symbolic.shape import Shape
from caborules.symbolic.symbols import Symbols


class NoValueError(Exception):
    """The step asks for a symbol that no state has a value for (a sum, say)."""


@dataclass(slots=True)
class Position:
    """A machine's state by the numbers that the proofs use: piles from the bottom, owners, the hand last."""

    machine: Machine
    shape: Shape
    state: MachineState

    def cards(self, family: int, owner: int) -> list[int | None]:
        shape = self.shape.families[family]
        if family == self.shape.hand:
            return [*[card for _, card, _ in self.state.hand][:1]] or [None]
        key = (shape.name, owner if shape.per_player else None)
        there = list(self.state.store.places[self.machine.setup.place_index[key]])
        return there[::-1] if shape.kind == "pile" else there

    def at(self, family: int, owner: int, index: int) -> int | None:
        cards = self.cards(family, owner)
        return cards[index] if 0 <= index < len(cards) else None

    def loc(self, card: int) -> Loc:
        """Where a card lies; nowhere is a place that does not exist."""
        for family, shape in enumerate(self.shape.families):
            for owner in self.machine.setup.seats if shape.per_player else (SHARED,):
                for index, one in enumerate(self.cards(family, owner)):
                    if one == card:
                        return Loc(family, owner, index)
        return Loc(len(self.shape.families), SHARED, 0)

    def spot(self, spot: tuple[Any, ...]) -> Loc:
        name, owner, index = spot
        family = self.shape.numbers[name]
        if self.shape.families[family].kind == "pile":
            index = len(self.cards(family, SHARED if owner is None else owner)) - 1 - index
        return Loc(family, SHARED if owner is None else owner, index)

    def up(self, card: int) -> bool:
        turned = self.state.store.turned[card]
        loc = self.loc(card)
        if loc.place == self.shape.hand:
            return False
        return self.shape.families[loc.place].sight == "face up" if turned is None else turned


@dataclass(slots=True)
class Concrete(Symbols):
    """Symbols with the values of a position. ``chosen`` are those that tell what the step is free to choose."""

    position: Position = None  # type: ignore[assignment]  # given in every call
    watched: int = 0
    chosen: dict[str, Any] = field(default_factory=dict)

    def whole(self, name: str, own: bool = False) -> Any:
        if name in self.chosen:
            return self.chosen[name]
        if name == "players":
            return self.position.machine.setup.players
        if name.startswith("variable:"):
            return self._variable(name.removeprefix("variable:"), SHARED)
        if name.startswith("any"):
            return 0  # a generic element, of which only what it needs is asked
        if name.endswith(" copies"):
            return self._total(name.removesuffix(".all copies"), lambda card: card == self.watched)
        if name.endswith(".all"):
            return self._total(name.removesuffix(".all"), lambda card: True)
        raise NoValueError(name)

    def truth(self, name: str, own: bool = False) -> Any:
        if name.startswith("open:"):
            window = name.removeprefix("open:")
            return self.position.state.store.windows[self.position.machine.setup.window_index[window]].open
        return self.whole(name)

    def integers(self, name: str, arity: int, own: bool = False) -> Callable[..., Any]:
        if name in self.chosen:
            return self.chosen[name]  # type: ignore[no-any-return]  # a function of the test's own
        if name.startswith("variable:"):
            return lambda owner: self._variable(name.removeprefix("variable:"), owner)
        family, _, what = name.rpartition(".")
        number = self._family(family)
        match what:
            case "card":
                return lambda *key: -1 if (c := self._at(number, key)) is None else c
            case "size":
                return lambda owner: self._count(number, owner, lambda card: True)
            case "copies":
                return lambda owner: self._count(number, owner, lambda card: card == self.watched)
        raise NoValueError(name)

    def truths(self, name: str, arity: int, own: bool = False) -> Callable[..., Any]:
        if name in self.chosen:
            return self.chosen[name]  # type: ignore[no-any-return]  # a function of the test's own
        if name.startswith("variable:"):
            return lambda owner: self._variable(name.removeprefix("variable:"), owner)
        if name.startswith("passed:"):
            at = self.position.machine.setup.window_index[name.removeprefix("passed:")]
            return lambda seat: seat in self.position.state.passed[at]
        family, _, what = name.rpartition(".")
        number = self._family(family)
        match what:
            case "there":
                return lambda *key: self._at(number, key) is not None
            case "up":
                return lambda *key: (c := self._at(number, key)) is not None and self.position.up(c)
            case "known":
                return lambda seat, *key: (c := self._at(number, key)) is not None and self._knows(seat, c)
        raise NoValueError(name)

    def attribute(self, name: str, card: Any) -> Any:
        setup = self.position.machine.setup
        value = setup.faces[card][list(setup.system.attributes).index(name)]
        return self.position.shape.codes.code(value, setup.system.attributes[name])

    def cell(self, name: str, card: Any, *, truth: bool) -> Any:
        table, _, column = name.partition(".")
        cells = self.position.shape.cells[table, column]
        return self.position.shape.codes.code(cells[self.position.machine.setup.faces[card]], SpotType())

    # ------------------------------------------------------------ parts
    def _family(self, name: str) -> int:
        for number, family in enumerate(self.position.shape.families):
            if family.name == name:
                return number
        raise NoValueError(name)

    def _at(self, family: int, key: tuple[Any, ...]) -> int | None:
        owner, index = key if len(key) == 2 else (SHARED, key[0])
        return self.position.at(family, owner, index)

    def _knows(self, seat: int, card: int) -> bool:
        return bool(self.position.state.store.known[card] >> seat & 1)

    def _count(self, family: int, owner: int, counts: Callable[[int], bool]) -> int:
        return sum(card is not None and counts(card) for card in self.position.cards(family, owner))

    def _total(self, name: str, counts: Callable[[int], bool]) -> int:
        family = self._family(name)
        return sum(self._count(family, owner, counts) for owner in self.position.machine.setup.seats)

    def _variable(self, name: str, owner: int) -> Any:
        setup = self.position.machine.setup
        at = setup.variable_index[name, None if owner == SHARED else owner]
        return self.position.shape.codes.code(
            self.position.state.store.variables[at], self.position.machine.lowered.variables[name].type
        )


def register_value(position: Position, value: Value, kind: Type) -> Any:
    """The value of a register as the proofs have it."""
    match kind:
        case CardType():
            assert isinstance(value, int)
            return position.loc(value)
        case SpotType():
            assert isinstance(value, tuple)
            return position.spot(value)
        case PlaceType():
            assert isinstance(value, tuple)
            name, owner = value
            assert isinstance(name, str)
            return Whose(position.shape.numbers[name], SHARED if owner is None else owner)
        case CollectionType():
            assert isinstance(value, tuple)
            elements = [register_value(position, one, kind.of) for one in value]
            places = {(one.place, one.owner) for one in elements} if isinstance(kind.of, CardType) else set()
            lies = Whose(*places.pop()) if len(places) == 1 else None
            return Many(
                lambda x: any(same_element(x, one) is True for one in elements),
                lambda name: (_ for _ in ()).throw(NoValueError(name)),
                lambda: bool(elements),
                lambda: len(elements),
                lies=lies,
            )
    return position.shape.codes.code(value, kind)
