"""A lowered system made ready to run for one number of players: its deck, tables, and what each step reads."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caborules.engine.game import fixed
from caborules.engine.setup import Setup, speaks_of_arguments
from caborules.engine.values import passed
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in
from caborules.ir.statements import Block, Choice, OneOf, SomeOf
from caborules.ir.system import System, TableDef, TableRow, WindowDef
from caborules.ir.types import CARD, PLAYERS, EnumType, NumberType

if TYPE_CHECKING:
    from caborules.lower.listing import Legal
    from caborules.lower.quick import Does
    from caborules.lower.states import MachineState

NOTHING = Block(0, ())


@dataclass(frozen=True, eq=False)
class Machine:
    """``setup`` is what values and cards are computed with: the places, variables, windows and tables."""

    lowered: lo.LoweredSystem
    setup: Setup

    @cached_property
    def lately(self) -> deque[tuple[MachineState, tuple[Legal, ...]]]:
        """The last states whose legal actions were listed, with these: see ``listing.legal``."""
        return deque(maxlen=2)

    @cached_property
    def quick(self) -> dict[int, Does | None]:
        """By node what carries out its operation where that is quick, as far as it has been asked: see ``quick``."""
        return {}

    @cached_property
    def register_index(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.lowered.registers)}

    @cached_property
    def pass_index(self) -> Mapping[str, int]:
        """The index of a window by the local name for who has passed."""
        return {passed(window): at for at, window in enumerate(self.lowered.windows)}

    @cached_property
    def window_of_choice(self) -> Mapping[str, str]:
        """The window that a reaction belongs to, by its path."""
        return {
            offer.path: offer.window
            for point in self.lowered.points
            for offer in point.offers
            if offer.kind == "reaction" and offer.window is not None
        }

    @cached_property
    def reads(self) -> tuple[tuple[str, ...], ...]:
        """For each node, the registers (and passes) that its operation reads."""
        return tuple(self._known(_names(node.operation)) for node in self.lowered.nodes)

    @cached_property
    def choices(self) -> tuple[tuple[tuple[lo.Offer, Choice, tuple[str, ...]], ...], ...]:
        """For each point, its offers, each with its parameters and guard as a choice, and what it reads."""
        return tuple(
            tuple((offer, _as_choice(offer), self._known(_names(offer))) for offer in point.offers)
            for point in self.lowered.points
        )

    @cached_property
    def same_for_all_ways(self) -> tuple[tuple[bool, ...], ...]:
        """For each point, of each of its offers: is the guard the same for all ways to take it?"""
        return tuple(tuple(not speaks_of_arguments(choice) for _, choice, _ in offers) for offers in self.choices)

    def _known(self, names: Iterator[str]) -> tuple[str, ...]:
        """Those of the names that are registers or passes; the others belong to binders."""
        known = {**self.register_index, **self.pass_index}
        return tuple(name for name in dict.fromkeys(names) if name in known)


def load(lowered: lo.LoweredSystem, players: int) -> Machine:
    """A machine for a number of players, which must be one of those that the system is for."""
    assert lowered.players[0] <= players <= lowered.players[1], "the system is not for so many players"
    return Machine(lowered, fixed(_stand_in(lowered), players, {}))


def _names(part: object) -> Iterator[str]:
    """The local names and passes that the expressions of an operation or an offer read."""
    for expr in all_expressions_in(part):
        if isinstance(expr, ex.LocalRef):
            yield expr.name
        elif isinstance(expr, ex.HasPassed):
            yield passed(expr.window)


def _as_choice(offer: lo.Offer) -> Choice:
    """The parameters and the guard of an offer, as the reference engine lists the ways to make a choice."""
    params: list[OneOf | SomeOf] = []
    for one in offer.domains:
        if one.many:
            params.append(SomeOf(one.register, one.among, one.low, one.high, one.variable, one.measure, one.where))
        else:
            params.append(OneOf(one.register, one.among, one.where))
    return Choice(
        None, (), offer.path, offer.path, tuple(params), offer.guard, offer.announces, "", offer.public, NOTHING
    )


def _stand_in(lowered: lo.LoweredSystem) -> System:
    """A system with the places, variables, windows and tables of a lowered one, and no rules."""
    nobody = ex.Const(PLAYERS, None, ())
    parts: dict[str, Any] = {field.name: {} for field in fields(System)}
    parts |= {
        "name": lowered.name,
        "title": lowered.name,
        "file": "",
        "players": lowered.players,
        "attributes": lowered.attributes,
        "requires": (),
        "deck_place": lowered.deck_place,
        "deck": lowered.deck,
        "places": lowered.places,
        "variables": lowered.variables,
        "initial_order": tuple(lowered.variables),
        "tables": {table: _table(lowered, table) for table, _ in lowered.cells},
        "windows": {
            name: WindowDef(None, (), name, "", (), (), (), NOTHING, "", nobody, ()) for name in lowered.windows
        },
        "begin": "",
        "examples": (),
        "properties": (),
    }
    return System(**parts)


def _table(lowered: lo.LoweredSystem, table: str) -> TableDef:
    """The columns of a table that the lowered system reads, one row for each key."""
    columns = {column: values for (name, column), values in lowered.cells.items() if name == table}
    keys = list(next(iter(columns.values())))
    kind = NumberType(0, 0)
    rows = tuple(
        TableRow(None, (), "", {column: ex.Const(kind, None, values[key]) for column, values in columns.items()})
        for key in keys
    )
    members = tuple(key for key in keys if not isinstance(key, tuple))
    return TableDef(
        None,
        (),
        table,
        "",
        EnumType(table, members) if members else CARD,
        (),
        dict.fromkeys(columns, kind),
        rows,
        {key: at for at, key in enumerate(keys)},
    )
