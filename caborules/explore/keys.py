"""Which states count as the same: equal but for cards that rules cannot tell apart, and for what is never read again.

A key has, of each place, the kinds of its cards; the registers, variables, windows and passes that are still needed;
where control stands; knowledge and facing only where the rules ask for them or the search wants them. The number of a
window's opening is left out: it only grows. Two states with one key allow the same actions, with successors of one key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias, cast

from caborules.engine.basics import Undefined
from caborules.engine.values import evaluate
from caborules.explore.liveness import Names, needed
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in
from caborules.ir.types import CardType, CollectionType, PlaceId, Type, Value
from caborules.lower.machine import Machine, MachineState
from caborules.lower.states import values_of

Key: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search looks at besides what the rules read: ``variables``, ``knowledge``, which way cards face, and
    ``faces``: each face for itself, though no rule tells it from another; ``windows``: whether they are open;
    ``cards``: each card for itself, even one with the face of another."""

    variables: frozenset[str] = frozenset()
    knowledge: bool = False
    facing: bool = False
    faces: bool = False
    windows: frozenset[str] = frozenset()
    cards: bool = False


NOTHING_MORE: Final = Wanted()
"""What the rules read, and no more."""


@dataclass(frozen=True, eq=False)
class Keys:
    """Makes the keys of a machine's states."""

    machine: Machine
    wanted: Wanted = NOTHING_MORE

    # ------------------------------------------------------------ what counts
    @cached_property
    def _expressions(self) -> tuple[ex.Expr, ...]:
        system = self.machine.lowered
        return (*all_expressions_in(tuple(n.operation for n in system.nodes)), *all_expressions_in(system.points))

    @cached_property
    def knowledge(self) -> bool:
        return self.wanted.knowledge or any(isinstance(one, ex.Knows) for one in self._expressions)

    @cached_property
    def facing(self) -> bool:
        return self.wanted.facing or any(isinstance(one, ex.FaceUp) for one in self._expressions)

    @cached_property
    def late(self) -> bool:
        """Can an attempt that comes too late change anything?"""
        return any(offer.kind == "late" for point in self.machine.lowered.points for offer in point.offers)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each card a number, equal for cards that the rules cannot tell apart."""
        setup, cells = self.machine.setup, self.machine.lowered.cells
        if self.wanted.cards:
            return tuple(range(len(setup.faces)))
        whole = self.wanted.faces or any(isinstance(one, ex.CardNamed) for one in self._expressions)
        numbers = any(isinstance(one, ex.PrintedNumber) for one in self._expressions)
        read = sorted({one.attribute for one in self._expressions if isinstance(one, ex.AttributeOf)})
        looked_up = sorted({(o.table, o.column) for o in self._expressions if isinstance(o, ex.Lookup)})
        seen: dict[Hashable, int] = {}
        found = []
        for card, face in enumerate(setup.faces):
            kind: Hashable = face
            if not whole:
                worth = tuple(repr(cells[one].get(face)) for one in looked_up if one in cells)
                marks = tuple(face[setup.attribute_index[one]] for one in read)
                kind = (marks, worth, setup.printed_numbers[card] if numbers else None)
            found.append(seen.setdefault(kind, len(seen)))
        return tuple(found)

    @cached_property
    def _needed(self) -> tuple[Names, ...]:
        windows: Names = frozenset(("window", one) for one in self.wanted.windows)
        return tuple(names | windows for names in needed(self.machine.lowered, self.wanted.variables))

    @cached_property
    def _readers(self) -> dict[Names, _Reader]:
        """What reads these names, as far as it has been asked for: at many nodes they are the same."""
        return {}

    def _reader(self, node: int) -> _Reader:
        names = self._needed[node]
        if names not in self._readers:
            self._readers[names] = _reader(self.machine, names)
        return self._readers[names]

    # ------------------------------------------------------------ keys
    def key(self, state: MachineState) -> Key:
        """The key of a state at a decision, at the end, or before a random event."""
        code = self._coder(state)
        places: list[Hashable] = [tuple(map(code, place)) for place in state.store.places]
        shuffled = self.shuffled(state)
        if shuffled is not None:
            mixed = self.machine.setup.place_index[shuffled]
            places[mixed] = tuple(sorted(self.kinds[card] for card in state.store.places[mixed] if card is not None))
        past = tuple(one.number > int(one.open) for one in state.store.windows) if self.late else ()
        rest = self._reader(state.node)(state, self._spots(state))
        hand = tuple((name, self.kinds[card], spot) for name, card, spot in state.hand)
        return (state.node, tuple(places), rest, hand, state.sealed, past)

    def shuffled(self, state: MachineState) -> PlaceId | None:
        """The place that is shuffled next, if control stands before a shuffle of two cards or more."""
        operation = self.machine.lowered.nodes[state.node].operation
        if not isinstance(operation, lo.ShufflePlace):
            return None
        local = values_of(self.machine, state, self.machine.reads[state.node])
        try:
            place = cast(PlaceId, evaluate(self.machine.setup, state.store, operation.place, local))
        except Undefined:
            return None
        cards = state.store.places[self.machine.setup.place_index[place]]
        return place if sum(card is not None for card in cards) > 1 else None

    def _coder(self, state: MachineState) -> Callable[[int | None], Hashable]:
        kinds, known, turned = self.kinds, state.store.known, state.store.turned
        if not self.knowledge and not self.facing:
            return lambda card: None if card is None else kinds[card]

        def code(card: int | None) -> Hashable:
            if card is None:
                return None
            return (kinds[card], known[card] if self.knowledge else 0, turned[card] if self.facing else None)

        return code

    def _spots(self, state: MachineState) -> Callable[[int], Hashable]:
        """A card that a register names is told by where it lies."""

        def spot(card: int) -> Hashable:
            for at, place in enumerate(state.store.places):
                if card in place:
                    return (at, place.index(card))
            return ("nowhere", self.kinds[card])

        return spot


@lru_cache(maxsize=8)
def keys_of(machine: Machine, wanted: Wanted = NOTHING_MORE) -> Keys:
    """The keys of a machine, the same ones where they are asked for again: what they rest on is worked out once."""
    return Keys(machine, wanted)


# ---------------------------------------------------------------- registers, variables, windows
_Spots: TypeAlias = Callable[[int], Hashable]
_Reader: TypeAlias = Callable[[MachineState, _Spots], Hashable]


def _reader(machine: Machine, names: Names) -> _Reader:
    """What of these names a state holds, as a hashable value."""
    registers = [
        (at, kind) for at, (name, kind) in enumerate(machine.lowered.registers.items()) if ("register", name) in names
    ]
    variables = [
        (at, machine.lowered.variables[name].type)
        for at, (name, _) in enumerate(machine.setup.variable_ids)
        if ("variable", name) in names
    ]
    windows = [at for at, name in enumerate(machine.lowered.windows) if ("window", name) in names]
    passes = [at for name, at in machine.pass_index.items() if ("passes", name) in names]

    def read(state: MachineState, spots: _Spots) -> Hashable:
        return (
            tuple(_plain(state.registers[at], kind, spots) for at, kind in registers),
            tuple(_plain(state.store.variables[at], kind, spots) for at, kind in variables),
            tuple(state.store.windows[at].open for at in windows),
            tuple(state.passed[at] for at in passes),
        )

    return read


def _plain(value: Value, kind: Type, spots: _Spots) -> Hashable:
    match kind, value:
        case CardType(), int():
            return spots(value)
        case CollectionType(CardType()), tuple():
            return tuple(spots(cast(int, one)) for one in value)
        case _:
            return value
