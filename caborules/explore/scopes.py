"""Small scopes of a ruleset: the fewest players, a few cards, and, if wanted, number options at their smallest.

A scope is a ruleset of its own, made from the other by putting a few faces in place of its deck and constants in place
of defaults of options. So it is lowered, checked, played and replayed like any other. Its ``text`` says what was made
small: whatever is found out about it holds for this scope only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from caborules.diagnostics.record import Refused
from caborules.engine.game import set_up, value_text
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in
from caborules.ir.system import DeckLine, Face, OptionDef, System
from caborules.ir.types import NumberType, Value
from caborules.lower import lower
from caborules.lower.machine import Machine, MachineState, load

SIZES: Final = (3, 4, 5)
"""Numbers of cards tried; more by the level where number options are above their smallest."""
LEVELS: Final[tuple[int | None, ...]] = (None, 0, 1)
"""Options as they are, then number options at their smallest value, then at one more."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A small ruleset: for the reference engine (``setup``) and lowered (``machine``); ``text``: what is small.

    ``fewer``: it has fewer cards than the ruleset.
    """

    setup: Setup
    machine: Machine
    text: str
    fewer: bool = False

    def store(self, state: MachineState) -> Store:
        """The table of a state of the machine as the reference engine has it: variables in its own order."""
        if self.machine.setup.variable_ids == self.setup.variable_ids:
            return state.store
        there = self.machine.setup.variable_index
        values = tuple(state.store.variables[there[one]] for one in self.setup.variable_ids)
        return replace(state.store, variables=values)

    def broken(self, lowered: lo.LoweredSystem) -> Scope:
        """The same scope with another lowered system: for tests of broken ones."""
        return Scope(self.setup, load(lowered, self.setup.players), self.text, self.fewer)


def scopes(
    system: System,
    settings: Mapping[str, Value] | None = None,
    sizes: tuple[int, ...] = SIZES,
    levels: tuple[int | None, ...] = LEVELS,
) -> Iterator[Scope]:
    """Small scopes, the smallest first.

    ``levels``: how far above their smallest value number options stand; None: all options are as the ruleset has them,
    so that a game of the scope is one of the ruleset but for the deck. ``settings``: options that stay as they are
    given. Raises Refused where no number of players is allowed.
    """
    before: set[Hashable] = set()
    full = real_table(system, settings).machine
    for level in levels:
        for size in sizes:
            for faces in decks(full, size + (level or 0)):
                made = scope(system, settings or {}, faces, level)
                mark = (made.setup.faces, made.text)
                if mark not in before:
                    before.add(mark)
                    yield made


def scope(system: System, settings: Mapping[str, Value], faces: tuple[Face, ...], level: int | None = None) -> Scope:
    """The scope with these faces as its deck, for the fewest players that the settings allow. Raises Refused."""
    players = fewest(system, settings)
    small = replace(
        system,
        players=(players, players),
        deck=(DeckLine(None, (), "some", faces, None, None),),
        examples=(),
        presets={},
    )
    told = []
    for key, value in ({} if level is None else _smallest(system, settings, level)).items():
        tried = with_default(small, key, value)
        if _allowed(tried, players, settings):
            small = tried
            told.append(f"{key} {value_text(value)}")
    setup = set_up(small, players, settings)
    lowered = lower(small, setup.options, (players, players))
    names = " ".join(setup.card_names.literal(face) for face in faces)
    text = ", ".join([f"{players} players, {len(faces)} cards ({names})", *told])
    whole = set_up(system, players, settings)
    return Scope(setup, load(lowered, players), text, len(faces) < len(whole.faces))


def real_table(system: System, settings: Mapping[str, Value] | None = None) -> Scope:
    """The ruleset as it is, for the fewest players: its real deck and all its options. Raises Refused."""
    return _real_table(_Itself(system), tuple(sorted((settings or {}).items())))


@dataclass(frozen=True, slots=True, eq=False)
class _Itself:
    """A system as what it is remembered by: itself, and none that is alike."""

    system: System

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.system is other.system

    def __hash__(self) -> int:
        return id(self.system)


@lru_cache(maxsize=4)
def _real_table(one: _Itself, settings: tuple[tuple[str, Value], ...]) -> Scope:
    players = fewest(one.system, dict(settings))
    setup = set_up(one.system, players, dict(settings))
    lowered = lower(one.system, setup.options, (players, players))
    return Scope(setup, load(lowered, players), f"{players} players, {len(setup.faces)} cards")


def fewest(system: System, settings: Mapping[str, Value]) -> int:
    """The smallest number of players that the settings allow. Raises Refused with the faults of the smallest."""
    refused: Refused | None = None
    for players in range(system.players[0], system.players[1] + 1):
        try:
            set_up(system, players, settings)
        except Refused as fault:
            refused = refused or fault
        else:
            return players
    assert refused is not None, "a ruleset is for at least one number of players"
    raise refused


def with_default(system: System, key: str, value: Value) -> System:
    """The system in which an option has another default."""
    option = system.options[key]
    new = replace(option, default=ex.Const(option.type, option.span, value))
    return replace(system, options={**system.options, key: new})


def _allowed(system: System, players: int, settings: Mapping[str, Value]) -> bool:
    try:
        set_up(system, players, settings)
    except Refused:
        return False
    return True


def _smallest(system: System, settings: Mapping[str, Value], level: int) -> dict[str, Value]:
    """For each option that is a number and is not set, its smallest value or ``level`` more, but never a larger one."""
    now = set_up(system, fewest(system, settings), settings).options
    found: dict[str, Value] = {}
    for key, option in system.options.items():
        value, low = now[key], _low(option)
        if low is not None and key not in settings and isinstance(value, int) and value > low:
            found[key] = min(low + level, value)
    return {key: value for key, value in found.items() if value != now[key]}


def _low(option: OptionDef) -> int | None:
    if not isinstance(option.type, NumberType):
        return None
    match option.domain:
        case (int() as low, int()):
            return low
        case _:
            return option.type.low


# ---------------------------------------------------------------- decks
def decks(full: Machine, size: int) -> Iterator[tuple[Face, ...]]:
    """Decks of so many cards of a real deck: a pair that the rules take for equal, and one of each other class.

    Faces are of one class where all tables that the rules read say the same of them, numbers by their sign. There is
    a deck for each class, which the pair is taken from; classes follow in their order.
    """
    classes = _classes(full)
    for at, members in enumerate(classes):
        others = classes[at + 1 :] + classes[:at]
        order = [*_pair(full, members), *(one[0] for one in others)]
        order += [face for one in (members, *others) for face in one if face not in order]
        yield tuple(order[:size])


def _classes(machine: Machine) -> list[list[Face]]:
    cells = machine.lowered.cells
    found: dict[Hashable, list[Face]] = {}
    for face in dict.fromkeys(machine.setup.faces):
        mark = tuple((at, _sign(cells[at][face])) for at in sorted(cells) if face in cells[at])
        found.setdefault(mark, []).append(face)
    return list(found.values())


def _sign(value: Value) -> Hashable:
    if isinstance(value, int) and not isinstance(value, bool):
        return (value > 0) - (value < 0)
    return repr(value)


def _pair(machine: Machine, members: list[Face]) -> tuple[Face, ...]:
    """The first two of a class that agree in every attribute that the rules read, or else its first."""
    system = machine.lowered
    parts = (*all_expressions_in(tuple(node.operation for node in system.nodes)), *all_expressions_in(system.points))
    read = sorted({one.attribute for one in parts if isinstance(one, ex.AttributeOf)})
    marks: dict[Hashable, Face] = {}
    for face in members:
        mark = tuple(face[machine.setup.attribute_index[one]] for one in read)
        if mark in marks:
            return (marks[mark], face)
        marks[mark] = face
    return tuple(members[:1])
