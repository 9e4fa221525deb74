"""One operation taken by the machine and by the proofs' own step: where do they come to different states?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType, SpotType
from caborules.lower.machine import Machine, MachineState, Step
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import SHARED, Loc
from caborules.symbolic.shape import Codes, shape_of
from caborules.symbolic.state import Base, State
from caborules.symbolic.steps import step as symbolic_step
from caborules.symbolic.symbols import Diary
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Way
from tests.support.concrete import Concrete, Position, register_value


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
                every = len(result.machine.setup.faces)  # gaps stay: a hand may have been longer before
                found.extend(_hand_differences(result, family, shape.name, owner, every))
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
    found: list[str] = []
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
