"""What a ranking counts: numbers made of measures that can only go up or down so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.check.ends.conditions import ANYBODY, Condition, mentions, parts, player, put_in
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, PLAYER, PLAYERS, BoolType, CollectionType, NumberType, PlayerType
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.measure_table import Seating, Table
from caborules.symbolic.measures import Measures
from caborules.symbolic.places import SHARED
from caborules.symbolic.terms import Term, all_of, choose, one_if, plus

FeatureKind: TypeAlias = Literal["cards", "number", "elements", "yes", "passed", "open", "sealed", "nearest", "sum"]


@dataclass(frozen=True, slots=True)
class Feature:
    """A number that a state has.

    * ``cards`` in a place, of all owners
    * ``number``: what a variable (of all owners together) or a register holds
    * ``elements`` of a register's collection
    * ``yes``: for how many a yes/no variable holds; a register: 1 if it holds
    * ``passed``: how many have passed in a window; ``open``: 1 if it is open
    * ``sealed``: how many choices of a decision point wait to come to light
    * ``nearest``: how many seats to go from the player in ``name`` (to the ``side``) to the nearest in ``among``; the
      greatest number of players if there is none
    * ``sum``: of ``parts``, each a feature and its weight
    """

    kind: FeatureKind
    of: Literal["variable", "register", "place", "window", "point"]
    name: str
    side: Literal["left", "right"] = "left"
    among: ex.Expr | None = None
    parts: tuple[tuple[Feature, int], ...] = ()
    _hash: int = field(init=False, compare=False, repr=False)
    """Worked out once: expressions are deep."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.kind, self.of, self.name, self.side, self.among, self.parts)))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        match self.kind:
            case "cards":
                return f"cards in {self.name}"
            case "elements":
                return f"size of {self.name}"
            case "yes":
                return f"{self.name} is yes"
            case "passed":
                return f"passed in {self.name}"
            case "open":
                return f"{self.name} is open"
            case "sealed":
                return f"choices sealed at point {self.name}"
            case "nearest":
                return f"seats from {self.name} to the nearest on the {self.side}"
            case "sum":
                return " + ".join(f"{weight} x {feature}" for feature, weight in self.parts)
        return self.name

    def term(self, measures: Measures) -> Term:
        """The number in a state."""
        table = measures.table
        match self.kind:
            case "cards":
                per = table.system.places[self.name].per_player
                return _sum(measures.get(("size", self.name, owner)) for owner in table.owners(per))
            case "passed":
                return _sum(one_if(measures.get(("passed", self.name, seat))) for seat in range(table.seats))
            case "open":
                return one_if(measures.get(("open", self.name, SHARED)))
            case "sealed":
                return measures.get(("sealed", self.name, SHARED))
            case "elements":
                if isinstance(table.system.registers[self.name], CollectionType) and self._of_seats(table):
                    return _sum(one_if(measures.get(("set", self.name, seat))) for seat in range(table.seats))
                return measures.get(("count", self.name, SHARED))
            case "nearest":
                return self._nearest(measures)
            case "sum":
                return _sum(weight * feature.term(measures) for feature, weight in self.parts)
        if self.of == "register":
            value = measures.get(("reg", self.name, SHARED))
            return one_if(value) if self.kind == "yes" else value
        per = table.system.variables[self.name].per_player
        values = [measures.get(("var", self.name, owner)) for owner in table.owners(per)]
        return _sum(one_if(one) for one in values) if self.kind == "yes" else _sum(values)

    def conditions(self) -> tuple[Condition, ...]:
        """What makes seats fewer on the way round: there is one to come to, and it is not the one where one is."""
        if self.kind != "nearest" or self.among is None or self.of != "variable":
            return ()
        here = ex.VariableRef(PLAYER, None, self.name, None)
        return (
            Condition(ex.IsEmpty(BOOL, None, self.among), False),
            Condition(ex.IsIn(BOOL, None, here, self.among), False),
        )

    def _of_seats(self, table: Table) -> bool:
        kind = table.system.registers[self.name]
        return isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType)

    def _nearest(self, measures: Measures) -> Term:
        table = measures.table
        assert self.among is not None
        among = measures.value(self.among)
        kind = "var" if self.of == "variable" else "reg"
        begin, players = measures.get((kind, self.name, SHARED)), table.players()
        if not isinstance(among, Seating):
            return 0
        left = self.side == "left"
        result: Term = table.seats
        # What is written last is tested first: the nearest of those to whom no way leads over the end of the circle.
        for over in (True, False):
            for seat in range(table.seats)[:: -1 if left else 1]:
                steps = seat - begin if left else begin - seat
                fits = among.has[seat] if over else all_of(among.has[seat], steps >= 0)
                result = choose(fits, steps + players if over else steps, result)
        return result

    def bounds(self, table: Table) -> tuple[int | None, int | None]:
        """Between which numbers it always lies, as far as that is known."""
        match self.kind:
            case "cards":
                return 0, table.cards
            case "sealed":
                return 0, None
            case "elements":
                return 0, table.seats if self._of_seats(table) else None
            case "number" if self.of == "variable":
                definition = table.system.variables[self.name]
                if not isinstance(definition.type, NumberType):
                    return None, None
                times = table.seats if definition.per_player else 1
                low, high = definition.type.low, definition.type.high
                return min(low, low * times), max(high, high * times)
            case "number":
                return None, None
            case "sum":
                return _bounds_of_sum(table, self.parts)
        return 0, table.seats


def _bounds_of_sum(table: Table, parts: tuple[tuple[Feature, int], ...]) -> tuple[int | None, int | None]:
    low: int | None = 0
    high: int | None = 0
    for feature, weight in parts:
        ends = feature.bounds(table)
        least, most = ends if weight > 0 else ends[::-1]
        low = None if low is None or least is None else low + weight * least
        high = None if high is None or most is None else high + weight * most
    return low, high


def _sum(terms: Iterable[Term]) -> Term:
    total: Term = 0
    for one in terms:
        total = plus(total, one)
    return total


def simple(table: Table, wrote: Iterable[tuple[str, str]]) -> Iterator[Feature]:
    """The features of measures that change, in a fixed order: the ones that loops use first."""
    names = sorted(wrote)
    system = table.system
    for kind, name in names:
        if kind in ("set", "count"):
            yield Feature("elements", "register", name)
    for kind, name in names:
        if kind == "sealed":
            yield Feature("sealed", "point", name)
    for kind, name in names:
        if kind == "reg" and isinstance(system.registers[name], NumberType):
            yield Feature("number", "register", name)
    for kind, name in names:
        if kind == "var" and isinstance(system.variables[name].type, NumberType):
            yield Feature("number", "variable", name)
    for kind, name in names:
        if kind == "var" and isinstance(system.variables[name].type, BoolType):
            yield Feature("yes", "variable", name)
    for kind, name in names:
        if kind == "passed":
            yield Feature("passed", "window", name)
    for kind, name in names:
        if kind == "size":
            yield Feature("cards", "place", name)


def seats_to_go(table: Table, moves: Iterable[Move]) -> Iterator[Feature]:
    """For each player variable that goes round the table: how far to the nearest for whom a test comes out right."""
    some = list(moves)
    for name, side in _going_round(table.system, some):
        variable = ex.VariableRef(table.system.variables[name].type, None, name, None)
        found: dict[ex.Expr, None] = {}
        for test in _tests(table.system, some):
            for condition in (*parts(test, True), *parts(test, False)):
                if isinstance(condition.expr, ex.Exists) and _about_players(condition.expr.among):
                    found[_those(condition.expr)] = None
            if mentions(test, variable):
                fits = put_in(test, variable, player(ANYBODY))
                found[ex.Those(PLAYERS, None, ANYBODY, ex.Seats(PLAYERS, None), fits)] = None
        for among in found:
            if _of_players(table, among, frozenset()):
                yield Feature("nearest", "variable", name, side, among)


def more_seats_to_go(table: Table, moves: Iterable[Move]) -> Iterator[Feature]:
    """As well to the nearest of whom only a part of a test speaks, or who has cards where these moves move none."""
    some = list(moves)
    known = frozenset(seats_to_go(table, some))
    moved = frozenset(name for one in some for kind, name in one.wrote if kind == "size")
    still = frozenset(table.system.places) - moved
    for name, side in _going_round(table.system, some):
        for among in dict.fromkeys(one for test in _tests(table.system, some) for one in _inside(test)):
            feature = Feature("nearest", "variable", name, side, among)
            if feature not in known and _of_players(table, among, still):
                yield feature


def _tests(system: lo.LoweredSystem, moves: Iterable[Move]) -> Iterator[ex.Expr]:
    for move in moves:
        operation = system.nodes[move.node].operation
        if isinstance(operation, lo.Test):
            yield operation.condition


def _inside(test: ex.Expr) -> Iterator[ex.Those]:
    """The players of whom parts of a test say that there are some, or none."""
    match test:
        case ex.Not():
            yield from _inside(test.operand)
        case ex.Logic():
            yield from (one for part in (test.left, test.right) for one in _inside(part))
        case ex.Either():
            yield from (one for part in (test.condition, test.then, test.otherwise) for one in _inside(part))
        case ex.Exists() if _about_players(test.among):
            yield _those(test)
        case ex.IsEmpty(collection=ex.Those() as those) if _about_players(those.among):
            yield those


def _those(some: ex.Exists) -> ex.Those:
    return ex.Those(PLAYERS, None, some.variable, some.among, some.where)


def _about_players(among: ex.Expr) -> bool:
    return isinstance(among.type, CollectionType) and isinstance(among.type.of, PlayerType)


def _of_players(table: Table, among: ex.Expr, still: frozenset[str]) -> bool:
    """Does the collection hang on variables and registers alone, and on how many cards lie in places that keep them?"""
    measures = Measures(table, lambda _name: None)
    measures.value(among)
    return measures.unknown[0] == 0 and all(
        kind in ("var", "reg", "set") or (kind == "size" and name in still) for kind, name, _ in measures.read
    )


def _going_round(system: lo.LoweredSystem, moves: Iterable[Move]) -> Iterator[tuple[str, Literal["left", "right"]]]:
    found: dict[tuple[str, Literal["left", "right"]], None] = {}
    for move in moves:
        match system.nodes[move.node].operation:
            case lo.SetVariable(
                variable=name, owner=None, value=ex.Neighbour(side=side, player=ex.VariableRef(variable=of, owner=None))
            ) if of == name:
                found[name, side] = None
    yield from found
