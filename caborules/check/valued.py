"""Values in a game that is told to people, by their types: players by their letters, spots counted from 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from caborules.diagnostics.span import Span
from caborules.engine.decisions import Action, element_type
from caborules.engine.game import value_text
from caborules.ir import lowered as lo
from caborules.ir.seats import seat_name
from caborules.ir.types import CollectionType, PlayerType, Type, Value
from caborules.lower.machine import Machine

ChoiceTexts: TypeAlias = Mapping[tuple[str, Span | None], str]
"""What people read for a choice, by its path and where it is written: two choices may have one path. Without a place:
what they read for the first of that path."""


def value_words(machine: Machine, value: Value, kind: Type | None = None) -> str:
    """A value; without its type only places and spots are told from numbers."""
    match kind, value:
        case PlayerType(), None:
            return "nobody"
        case PlayerType(), int():
            return seat_name(value)
        case _, (str() as name, (int() | None) as owner, int() as index) if name in machine.lowered.places:
            return f"{name}{whose(owner)} {index + 1}"
        case _, (str() as name, (int() | None) as owner) if name in machine.lowered.places:
            return name + whose(owner)
        case _, ():
            return "nothing"
        case _, tuple():
            of = kind.of if isinstance(kind, CollectionType) else None
            return "(" + ", ".join(value_words(machine, one, of) for one in value) + ")"
    return value_text(value)


def whose(owner: int | None) -> str:
    """`` of B``; nothing for what belongs to nobody."""
    return "" if owner is None else f" of {seat_name(owner)}"


def event_words(
    machine: Machine, kind: str, seat: int | None, name: str, value: Value, of: Type | None, cards: str
) -> str:
    """What happened, as it is told to people; ``of``: the type of the value; ``cards``: those it is about, in words."""
    told = "" if value is None and of is None else value_words(machine, value, of)
    match kind:
        case "set":
            return f"set {name}{whose(seat)} to {told}"
        case "announced":
            return f'announced "{name}"' + (f": {told}" if told else "")
        case "flipped":
            return f"turned {'up' if value else 'down'} {cards or 'a card'}"
        case "shown":
            seats = [seat_name(one) for one in value if isinstance(one, int)] if isinstance(value, tuple) else []
            return f"shown {cards or 'a card'}" + (f" to {' and '.join(seats)}" if seats else "")
        case "shuffled":
            return f"shuffled {told}"
        case "moved" | "swapped":
            return f"{kind} {cards or 'a card'}"
    return f"{kind} {name}{whose(seat)}" + (f": {told}" if told else "")


def argument_types(machine: Machine, action: Action) -> tuple[Type | None, ...]:
    """The types of what an action was done with."""
    for point in machine.lowered.points:
        for offer in point.offers:
            if offer.path == action.choice and len(offer.domains) == len(action.arguments):
                return tuple(element_type(domain.among.type) for domain in offer.domains)
    return (None,) * len(action.arguments)


def event_type(machine: Machine, kind: str, name: str, span: Span | None) -> Type | None:
    """The type of the value of something that happened, where it is an announcement or a variable that is set."""
    if kind == "set":
        return machine.lowered.variables[name].type if name in machine.lowered.variables else None
    if kind != "announced":
        return None
    types = [
        (node.source.span, node.operation.value.type)
        for node in machine.lowered.nodes
        if isinstance(node.operation, lo.Say) and node.operation.text == name and node.operation.value is not None
    ]
    here = [one for where, one in types if where == span] or [one for _, one in types]
    return here[0] if here else None
