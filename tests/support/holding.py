"""Facts looked at in positions of real games: are they so, by their meaning in words and not by the encoding?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caborules.lower.machine import Machine, MachineState
from caborules.symbolic.facts import EVERYBODY, OWNER, VARIABLE, Fact


def holds(machine: Machine, state: MachineState, fact: Fact) -> bool:
    """Is the fact so in the position? What is about two plays side by side (``agrees``) counts as so."""
    return _Position(machine, state).holds(fact)


class _Position:
    def __init__(self, machine: Machine, state: MachineState) -> None:
        self.machine, self.setup, self.state = machine, machine.setup, state

    def value(self, name: str) -> Any:
        if name.startswith(VARIABLE):
            return self.state.store.variables[self.setup.variable_index[name.removeprefix(VARIABLE), None]]
        return self.state.registers[self.machine.register_index[name]]

    def cards(self, place: str, owner: int | None) -> list[int]:
        there = self.state.store.places[self.setup.place_index[place, owner]]
        return [card for card in there if card is not None]

    def where(self, card: int) -> tuple[str, int | None] | None:
        for place, there in zip(self.setup.place_ids, self.state.store.places, strict=True):
            if card in there:
                return place
        return None

    def owners(self, fact: Fact) -> Iterator[int | None]:
        """Those in scope."""
        scope = fact.scope
        if scope.kind == "shared":
            yield None
            return
        for seat in self.setup.seats:
            outside = not scope.collection or seat not in self.value(scope.collection)
            one = not scope.name or (seat == self.value(scope.name)) == (scope.kind == "one")
            if outside and one:
                yield seat

    def knows(self, who: str, owner: int | None, card: int) -> bool:
        seats = list(self.setup.seats) if who == EVERYBODY else [owner if who == OWNER else self.value(who)]
        return all(seat is not None and self.state.store.known[card] >> seat & 1 for seat in seats)

    def free(self, spot: Any) -> bool:
        place, owner, index = spot
        there = self.state.store.places[self.setup.place_index[place, owner]]
        return index >= len(there) or there[index] is None

    def holds(self, fact: Fact) -> bool:
        hand = [card for _, card, _ in self.state.hand]
        owners = list(self.owners(fact)) if fact.place else []
        match fact.kind:
            case "empty":
                return all(not self.cards(fact.place, owner) for owner in owners)
            case "filled":
                return bool(owners) and all(self.cards(fact.place, owner) for owner in owners)
            case "known":
                return all(self.knows(fact.who, o, card) for o in owners for card in self.cards(fact.place, o))
            case "hand empty":
                return not hand
            case "in hand":
                return self.value(fact.register) in hand
            case "agrees" | "face":
                return True
        value = self.value(fact.register)
        match fact.kind:
            case "lies":
                return self.where(value) in [(fact.place, owner) for owner in owners]
            case "lives":
                return self.where(value) is not None
            case "exists":
                return self.where(value) is not None or value in hand
            case "told":
                return self.knows(fact.who, None, value)
            case "spot":
                return tuple(value[:2]) in [(fact.place, owner) for owner in owners]
            case "place":
                return tuple(value) in [(fact.place, owner) for owner in owners]
            case "free":
                return self.free(value)
            case "some":
                return bool(value)
            case "same":
                return bool(value == self.value(fact.who))
            case "at":
                place = self.where(self.value(fact.who))
                return place is not None and tuple(value[:2]) == place and not self.free(value)
        raise AssertionError(fact)
