"""A reading of a store: what has been worked out about it already, kept for as long as one question is answered."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

from caborules.engine.state import Store
from caborules.ir.types import Value

if TYPE_CHECKING:
    from caborules.engine.setup import Setup


class Readings:
    """Remembers the reading of the store that was asked about last: questions about one store come together."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.latest = Reading(setup, setup.empty_store())

    def of(self, store: Store) -> Reading:
        """The reading of a store, the same one where it is asked about again."""
        latest = self.latest
        if latest.store is not store:
            latest = self.latest = Reading(self.setup, store)
        return latest


class Reading:
    """The store does not change, so that what is asked twice has the same answer.

    ``applied`` has the values of defined functions, by name and arguments; ``told`` has cards in order of their spots,
    with these, by the cards; ``reacting`` who may react in a window, while it is open.
    """

    def __init__(self, setup: Setup, store: Store) -> None:
        self.setup = setup
        self.store = store
        self.applied: dict[tuple[Value, ...], Value] = {}
        self.told: dict[tuple[int, ...], dict[Value, Value]] = {}
        self._shown: dict[int, int] = {}
        self.reacting: dict[str, list[Value]] = {}

    @cached_property
    def spots(self) -> dict[int, tuple[int, int]]:
        """Where each card lies: the index of its place in the store, and its index there."""
        return {
            card: (at, index)
            for at, cards in enumerate(self.store.places)
            for index, card in enumerate(cards)
            if card is not None
        }

    def hidden(self, at: int, seat: int) -> bool:
        """Is no card of the place (by its index) turned up, and none known to the seat?"""
        if at not in self._shown:
            cards = [card for card in self.store.places[at] if card is not None]
            turned, known = self.store.turned, self.store.known
            up = any(turned[card] for card in cards)
            self._shown[at] = -1 if up else reduce(or_, [known[card] for card in cards], 0)
        return not self._shown[at] >> seat & 1
