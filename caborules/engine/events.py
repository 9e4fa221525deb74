"""Events: what an action brought about, step by step: the referee's record. ``views`` says who sees what of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.swift import swift
from caborules.ir.types import Spot, Value

Kind: TypeAlias = Literal[
    "chose",  # seat, name: the choice's path, value: its arguments
    "sealed",  # seat: has made a secret choice
    "declined",  # seat
    "passed",  # seat, name: the window
    "skipped",  # seat: had nothing to decide, or (name "otherwise") had to and could not
    "late",  # seat, name: the choice's path: an attempt for an earlier opening
    "happened",  # name: the outside event
    "entered",  # name: a rule begins
    "left",  # name: a rule is over
    "moved",  # cards
    "swapped",  # cards: two
    "shown",  # cards, value: seats that look
    "flipped",  # cards, value: face up?
    "shuffled",  # value: the place
    "picked",  # name: of the value, value
    "announced",  # name: the text, value
    "set",  # name: the variable, seat: its owner, value
    "opened",  # name: the window, value: its number
    "closed",  # name: the window
]


@swift
@dataclass(frozen=True, slots=True)
class Seen:
    """A card in an event: where it lay before and after, who knows its face now, and who is told of it at all.

    ``face`` and ``told`` are masks of seats.
    """

    card: int
    start: Spot
    end: Spot
    face: int
    told: int


@swift
@dataclass(frozen=True, slots=True)
class Event:
    """What the fields say depends on the kind. Cards in ``value`` are spots. ``span``, ``cites``: the rule's line."""

    kind: Kind
    seat: int | None = None
    name: str = ""
    value: Value = None
    cards: tuple[Seen, ...] = ()
    span: Span | None = field(default=None, compare=False)
    cites: tuple[str, ...] = field(default=(), compare=False)
