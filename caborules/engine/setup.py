"""A setup: a ruleset with its options and its number of players fixed, and everything that is constant in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from caborules.engine.reading import Readings
from caborules.engine.state import Store, Window
from caborules.ir.content_hash import content_hash
from caborules.ir.expressions import Compare, Const, LocalRef, Logic, Not, OptionRef
from caborules.ir.statements import Choice, Decide
from caborules.ir.system import Face, System
from caborules.ir.types import BoolType, EnumType, NumberType, PlaceId, PlayerType, Value
from caborules.ir.walk import subexpressions
from caborules.types.faces import CardNames


@dataclass(frozen=True, eq=False)
class Setup:
    """``options`` has every option of the system. ``faces`` go by card number, in deck order.

    ``place_ids``, ``variable_ids`` (name and owner) and ``window_names`` tell what stands where in a ``Store``.
    """

    system: System
    players: int
    options: Mapping[str, Value]
    faces: tuple[Face, ...]

    @cached_property
    def card_names(self) -> CardNames:
        return CardNames(self.system.attributes, self.faces)

    @cached_property
    def printed_numbers(self) -> tuple[int | None, ...]:
        """The printed number of each card, by card number."""
        return tuple(self.card_names.number(face) for face in self.faces)

    @cached_property
    def attribute_index(self) -> Mapping[str, int]:
        """Where in a face each attribute stands."""
        return {attribute: at for at, attribute in enumerate(self.system.attributes)}

    @cached_property
    def hash(self) -> str:
        """The content hash of the ruleset."""
        return content_hash(self.system)

    @cached_property
    def seats(self) -> range:
        return range(self.players)

    @cached_property
    def everyone(self) -> int:
        """A mask with the bit of every seat."""
        return (1 << self.players) - 1

    @cached_property
    def place_ids(self) -> tuple[PlaceId, ...]:
        return tuple(
            (name, owner) for name, place in self.system.places.items() for owner in self._owners(place.per_player)
        )

    @cached_property
    def variable_ids(self) -> tuple[tuple[str, int | None], ...]:
        return tuple(
            (name, owner) for name, one in self.system.variables.items() for owner in self._owners(one.per_player)
        )

    @cached_property
    def variables_about_cards(self) -> frozenset[str]:
        """The variables whose values are not plain: cards, spots, places, or several of something."""
        plain = (BoolType, NumberType, EnumType, PlayerType)
        return frozenset(name for name, one in self.system.variables.items() if not isinstance(one.type, plain))

    @cached_property
    def place_index(self) -> Mapping[PlaceId, int]:
        return {place: at for at, place in enumerate(self.place_ids)}

    @cached_property
    def variable_index(self) -> Mapping[tuple[str, int | None], int]:
        return {variable: at for at, variable in enumerate(self.variable_ids)}

    @cached_property
    def window_index(self) -> Mapping[str, int]:
        return {window: at for at, window in enumerate(self.system.windows)}

    @cached_property
    def readings(self) -> Readings:
        """What has been worked out about the store that was asked about last."""
        return Readings(self)

    @cached_property
    def same_for_all_ways(self) -> frozenset[int]:
        """The choices (by identity) whose guard speaks of none of their arguments: it is the same for all of these."""
        return frozenset(id(choice) for choice in self._choices() if not speaks_of_arguments(choice))

    @cached_property
    def settled_guards(self) -> Mapping[int, bool]:
        """The choices (by identity) whose guard speaks of options only, and whether it holds in this game."""
        from caborules.engine.values import evaluate  # values needs the setup

        return {
            id(choice): bool(evaluate(self, self.empty_store(), choice.guard, {}))
            for choice in self._choices()
            if choice.guard is not None and all(isinstance(part, _OPTIONS) for part in subexpressions(choice.guard))
        }

    def _choices(self) -> Iterator[Choice]:
        for block in self.system.blocks.values():
            for statement in block.statements:
                if isinstance(statement, Decide):
                    yield from statement.choices
        for window in self.system.windows.values():
            yield from window.choices

    def _owners(self, per_player: bool) -> tuple[int | None, ...]:
        return tuple(self.seats) if per_player else (None,)

    def shape(self, place: PlaceId) -> str:
        return self.system.places[place[0]].shape

    def open_to_all(self, place: PlaceId) -> bool:
        """Do cards in this place lie face up, unless they are flipped?"""
        return self.system.places[place[0]].sight == "face up"

    def onlookers(self, place: PlaceId) -> int:
        """The seats that see the faces of cards in this place, whatever is flipped (a mask)."""
        match self.system.places[place[0]].sight, place[1]:
            case "face up", _:
                return self.everyone
            case "seen by its owner", int(owner):
                return 1 << owner
            case _:
                return 0

    def empty_store(self) -> Store:
        """Empty places, closed windows, and variables without a value."""
        cards = len(self.faces)
        return Store(
            places=((),) * len(self.place_ids),
            turned=(None,) * cards,
            known=(0,) * cards,
            variables=(None,) * len(self.variable_ids),
            windows=(Window(),) * len(self.system.windows),
        )


_OPTIONS: Final = (Const, OptionRef, Compare, Logic, Not)
"""What a condition on options is made of; it has a value whatever is on the table."""


def speaks_of_arguments(choice: Choice) -> bool:
    """Does the guard of a choice speak of one of its arguments?"""
    names = {param.name for param in choice.params}
    return choice.guard is not None and any(
        isinstance(part, LocalRef) and part.name in names for part in subexpressions(choice.guard)
    )
