"""The proofs' own step on a concrete state: symbols that have the values of a machine's state.

``caborules.symbolic`` builds its terms with connectives that compute where all parts are plain values. Given symbols
that are the values of a real state, its step therefore yields the real state after it, which can be compared with what
the machine makes of the same operation. Whatever is supposed of the symbols on the way must be true as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType, PlaceType, SpotType, Type, Value
from caborules.lower.machine import Machine, MachineState, Step
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import SHARED, Loc, Whose
from caborules.symbolic.sets import Many, same_element
from caborules.symbolic.shape import Codes, Shape, shape_of
from caborules.symbolic.state import Base, State
from caborules.symbolic.steps import step as symbolic_step
from caborules.symbolic.symbols import Diary, Symbols
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Way


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
            return [card for _, card, _ in self.state.hand][:1] or [None]
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


@dataclass(slots=True)
class Compared:
    """One operation taken by the machine and by the proofs' step; ``differences`` in words."""

    operation: str
    differences: tuple[str, ...]


def compare(machine: Machine, before: MachineState, after: Step, fewest: int = 2) -> Compared:
    """Hold the machine's step against the proofs' own. Raises NoValueError where the latter asks for a summary."""
    lowered = machine.lowered
    node = lowered.nodes[before.node]
    position = Position(machine, shape_of(lowered, Codes(), fewest), before)
    result = Position(machine, position.shape, after.state)
    watched = next((card for cards in before.store.places for card in cards if card is not None), 0)
    diary = Diary()
    symbols = Concrete("", diary, position, watched, _choices(position, result, node.operation, after, watched))
    base = Base(position.shape, lowered.registers, symbols, watched)
    registers = {
        name: register_value(position, value, kind)
        for (name, kind), value in zip(lowered.registers.items(), before.registers, strict=True)
        if value is not None
    }
    reader = Reader(base.state(registers), base)
    taken = symbolic_step(node.operation, node.next, None, reader, Mover(base))
    wrong = [f"not defined: {need.what}" for need in taken.needs if need.claim is not True]
    ways = [way for way in taken.ways if way.condition is True]
    if [way.target for way in ways] != [after.state.node]:
        wrong.append(f"goes to {[way.target for way in ways]} and not to {after.state.node}")
    else:
        wrong.extend(_differences(result, ways[0], base, watched))
    wrong.extend(f"supposed and not so: {fact}" for fact in diary.facts.values() if fact is False)
    return Compared(type(node.operation).__name__, tuple(wrong))


def _choices(
    position: Position, result: Position, operation: lo.Operation, after: Step, watched: int
) -> dict[str, Any]:
    """What the step leaves open, as the machine chose it."""
    moved: dict[Loc, Loc] = {}
    for card in range(len(position.machine.setup.faces)):
        moved[position.loc(card)] = result.loc(card)
    chosen: dict[str, Any] = {}
    if isinstance(operation, lo.Lay):
        card = position.state.hand[-1][1] if position.state.hand else 0
        chosen["gap"] = result.loc(card).index
    if isinstance(operation, lo.NextOf | lo.PickOne):
        kind, name = position.machine.lowered.registers[operation.register], operation.register
        at = position.machine.register_index[name]
        what = "next" if isinstance(operation, lo.NextOf) else "picked"
        if after.state.registers[at] is not None:
            value = register_value(result, after.state.registers[at], kind)
            parts = {"place": value.place, "owner": value.owner, "index": value.index} if isinstance(value, Loc) else {}
            chosen.update({f"{what}.{name}.{part}": one for part, one in parts.items()} or {f"{what}.{name}": value})
    if isinstance(operation, lo.NextOf):
        left = after.state.registers[position.machine.register_index[operation.collection]]
        chosen[f"more.{operation.collection}"] = bool(left)
        chosen.setdefault(f"next.{operation.register}", 0)
    if isinstance(operation, lo.ShufflePlace):
        place = next(((old.place, old.owner) for old, new in moved.items() if old != new), None)
        back = {new.index: old.index for old, new in moved.items() if (old.place, old.owner) == place}
        forth = {old.index: new.index for old, new in moved.items() if (old.place, old.owner) == place}
        chosen["order"] = lambda i: back.get(i, i)
        chosen["order back"] = lambda i: forth.get(i, i)
    if isinstance(operation, lo.MoveAll | lo.MoveCards):
        went = {o: n for o, n in moved.items() if (o.place, o.owner) != (n.place, n.owner)}
        start = {n.index: o.index for o, n in went.items()}
        end = {o.index: n.index for o, n in went.items()}
        chosen["came from"] = lambda i: start.get(i, -1)
        chosen["goes to"] = lambda i: end.get(i, -1)
        chosen["newly filled"] = lambda i: i in start
        cards = range(len(position.machine.setup.faces))
        hidden = [loc.index for card in cards if (loc := position.loc(card)) in went and not position.up(card)]
        chosen["followed"] = lambda i: hidden == [i] and i == max(end)
        chosen["copies moved"] = sum(o == position.loc(watched) for o in went)
        chosen["a hidden card moves"], chosen["the hidden one"] = bool(hidden), max(hidden, default=-1)
        chosen["stands at"], chosen["stood at"] = _closed_up(moved, went)
        chosen |= {f"{name} in both": value for name, value in chosen.items()}
    return chosen


def _closed_up(moved: dict[Loc, Loc], went: dict[Loc, Loc]) -> tuple[Callable[[int], int], Callable[[int], int]]:
    """Where the cards that stay lie after the others have left, and where they lay before."""
    left = {(loc.place, loc.owner) for loc in went}
    stands = {o.index: n.index for o, n in moved.items() if o not in went and (o.place, o.owner) in left}
    stood = {new: old for old, new in stands.items()}
    return (lambda i: stands.get(i, -1)), (lambda i: stood.get(i, -1))


def _differences(result: Position, way: Way, base: Base, watched: int) -> list[str]:
    """Where the proofs' state after the step is not the machine's."""
    found: list[str] = []
    seats = result.machine.setup.seats
    longest = max(len(cards) for cards in result.state.store.places) + 2
    for number, shape in enumerate(result.shape.families):
        family = way.state.families[number]
        for owner in seats if shape.per_player else (SHARED,):
            cards = result.cards(number, owner)
            size = sum(card is not None for card in cards)
            if family.size(owner) != size:
                found.append(f"{shape.name} of {owner}: {family.size(owner)} cards and not {size}")
            copies = sum(card == watched for card in cards)
            if family.copies(owner) != copies:
                found.append(f"{shape.name} of {owner}: {family.copies(owner)} copies and not {copies}")
            if shape.forgets:
                found.extend(_hand_differences(result, family, shape.name, owner, longest))
                continue
            for index in range(longest):
                card = result.at(number, owner, index)
                if family.there(owner, index) is not (card is not None):
                    found.append(f"{shape.name} of {owner}: position {index} filled or not")
                elif card is not None:
                    found.extend(_card_differences(result, family, shape.name, owner, index, card))
        total = sum(c is not None for o in (seats if shape.per_player else (SHARED,)) for c in result.cards(number, o))
        if number != result.shape.hand and family.all_size != total:
            found.append(f"{shape.name}: {family.all_size} cards in all and not {total}")
    found.extend(_register_differences(result, way.state, base))
    return found


def _hand_differences(result: Position, family: Any, name: str, owner: int, longest: int) -> list[str]:
    """In a hand the order means nothing: the machine closes gaps, the proofs leave them."""
    here = sorted(family.at(owner, index) for index in range(longest) if family.there(owner, index))
    cards = sorted(card for card in result.cards(result.shape.numbers[name], owner) if card is not None)
    if here != cards:
        return [f"{name} of {owner}: cards {here} and not {cards}"]
    return [
        one
        for index in range(longest)
        if family.there(owner, index)
        for one in _card_differences(result, family, name, owner, index, family.at(owner, index))
    ]


def _card_differences(result: Position, family: Any, name: str, owner: int, index: int, card: int) -> list[str]:
    found = []
    if family.at(owner, index) != card:
        found.append(f"{name} of {owner}: card {family.at(owner, index)} at {index} and not {card}")
    if name != "the hand" and family.up(owner, index) is not result.up(card):
        found.append(f"{name} of {owner}: card {card} face up or not")
    for seat in result.machine.setup.seats:
        knows = bool(result.state.store.known[card] >> seat & 1)
        if family.known(seat, owner, index) is not knows:
            found.append(f"{name} of {owner}: seat {seat} knows card {card} or not")
    return found


def _lies(result: Position, state: State, card: int) -> Loc | None:
    """Where the card lies in the proofs' state, whose hands have gaps."""
    loc = result.loc(card)
    if loc.place >= len(state.families):
        return None
    if not result.shape.families[loc.place].forgets:
        return loc
    family = state.families[loc.place]
    indices = range(len(result.machine.setup.faces))
    return next(
        (
            Loc(loc.place, loc.owner, index)
            for index in indices
            if family.there(loc.owner, index) and family.at(loc.owner, index) == card
        ),
        None,
    )


def _in_a_pile(result: Position, spot: Any) -> bool:
    return result.shape.families[result.shape.numbers[spot[0]]].kind == "pile"


def _register_differences(result: Position, state: State, base: Base) -> list[str]:
    found = []
    lowered = result.machine.lowered
    for (name, kind), value in zip(lowered.registers.items(), result.state.registers, strict=True):
        if value is None or name not in state.registers:
            continue
        if isinstance(kind, CollectionType):
            if isinstance(kind.of, CardType):
                has = state.registers[name].has
                inside: tuple[Any, ...] = value  # type: ignore[assignment]  # of a collection
                wrong = [
                    card
                    for card in range(len(result.machine.setup.faces))
                    if (loc := _lies(result, state, card)) is not None and has(loc) is not (card in inside)
                ]
                found.extend(f"register {name} has card {card} or not" for card in wrong)
            continue
        if isinstance(kind, CardType):
            loc = state.registers[name]
            if loc.place < len(state.families) and state.card_at(loc) != value:
                found.append(f"register {name} is the card {state.card_at(loc)} and not {value}")
        elif isinstance(kind, SpotType) and _in_a_pile(result, value):
            continue  # it counts from the top, for which the proofs have no encoding, and say so
        elif state.registers[name] != register_value(result, value, kind):
            found.append(f"register {name} is {state.registers[name]}")
    for name, of in state.variables.items():
        definition = lowered.variables[name]
        for owner in result.machine.setup.seats if definition.per_player else (SHARED,):
            at = result.machine.setup.variable_index[name, None if owner == SHARED else owner]
            real = result.shape.codes.code(result.state.store.variables[at], definition.type)
            if of(owner) != real:
                found.append(f"variable {name} of {owner} is {of(owner)} and not {real}")
    return found
