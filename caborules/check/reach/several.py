"""Loops that one of several plays brings on, whatever the numbers are that differ from round to round.

A play that reads scores or chips does good in some positions and none in others (``branching``). Several plays do if in
each position one of them does good: the solver shows that no values of the variables, within their ranges and
where the loop goes on, leave all of them without. Then a number of one player, which has a range, comes nearer to one
end of it each time, until the loop is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from caborules.check.ends.space import Space
from caborules.check.prove import Proof
from caborules.check.reach.branching import Branched, Brancher, Measure
from caborules.check.reach.circles import writes
from caborules.check.reach.given import Values
from caborules.check.reach.handed import sums
from caborules.check.reach.renewal import CASES, SEEDS, unwritten
from caborules.check.reach.unknown import Forks, Key, total
from caborules.engine.chance import seeded
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, NumberType, Value
from caborules.ir.walk import subexpressions
from caborules.lower.machine import load
from caborules.symbolic.places import SHARED
from caborules.symbolic.terms import Term, any_of, negate, same

MEASURES: Final = 3
"""So many variables are tried as measures."""


@dataclass(frozen=True, slots=True)
class SeveralCases:
    """``depends``: variables all of whose values are gone through; ``unknown``: variables that plays read without
    knowing them, the measure's first; ``seeds``: of the shuffles of the plays, in each case."""

    depends: tuple[str, ...]
    unknown: tuple[str, ...]
    seeds: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Several:
    """At the node ``head`` the loop goes on by its way ``way``; then one of some plays moves the measure as it is to,
    or leaves the loop. ``cases``: by number of players, from the least on."""

    head: int
    way: int
    measure: Measure
    cases: tuple[SeveralCases, ...]


def find(proof: Proof, space: Space, head: int, way: int, order: Mapping[int, tuple[int, ...]]) -> Several | str:
    """Plays of which one always brings the loop nearer to its end; or why there are none. ``space``: of the proof."""
    low, high = proof.graph.system.players
    reason = "no number was found that plays could bring nearer to a limit"
    for measure in measures(proof, head, way):
        found: list[SeveralCases] = []
        for players in range(low, high + 1):
            cases = Table(proof, space, head, way, measure, players, order).search()
            if isinstance(cases, str):
                reason = f"{cases}, with {players} players"
                break
            found.append(cases)
        else:
            return Several(head, way, measure, tuple(found))
    return reason


def measures(proof: Proof, head: int, way: int) -> Iterator[Measure]:
    """Numbers that are set in the loop: those that its condition speaks of first; of players, the first one's."""
    graph = proof.graph
    operation = graph.system.nodes[head].operation
    assert isinstance(operation, lo.Test)
    tested = {one.variable for one in subexpressions(operation.condition) if isinstance(one, ex.VariableRef)}
    names = [
        name
        for name, variable in graph.system.variables.items()
        if isinstance(variable.type, NumberType) and writes(proof, graph.targets[head][way], head, name)
    ]
    for name in sorted(names, key=lambda one: one not in tested)[:MEASURES]:
        for rising in (True, False):
            yield Measure(name, 0 if graph.system.variables[name].per_player else None, rising)


class Table:
    """Plays from one loop, for one number of players."""

    def __init__(
        self,
        proof: Proof,
        space: Space,
        head: int,
        way: int,
        measure: Measure,
        players: int,
        order: Mapping[int, tuple[int, ...]],
    ) -> None:
        system = proof.graph.system
        machine = load(system, players)
        self.space, self.measure = space, measure
        self.values = Values(system, machine.setup.seats)
        self.player = Brancher(proof, machine, unwritten(proof, head), "", order, head=head, way=way)
        kinds = ((name, one.type) for name, one in system.variables.items())
        self.forks = Forks({name: (k.low, k.high) for name, k in kinds if isinstance(k, NumberType)}, self.base)
        self.supposed = tuple(self._supposed(proof, head, way, players))

    def base(self, key: Key) -> Term:
        """The term of a variable at the head."""
        name, owner = key
        return self.space.mover.table.base(("var", name, SHARED if owner is None else owner))

    def _supposed(self, proof: Proof, head: int, way: int, players: int) -> Iterator[Term]:
        """What holds where the loop goes on: so many players, its condition, and sums of what only changes hands."""
        yield same(self.space.mover.table.players(), players)
        for move in self.space.moves(head):
            if move.way == way:
                yield from (move.condition, *move.supposed)
        for name, whole in sums(proof.graph, self.player.machine, head).items():
            yield same(total(self.base((name, seat)) for seat in self.values.seats), whole)

    # ------------------------------------------------------------ plays
    def play(self, given: Mapping[Key, Value], unknown: tuple[str, ...], seed: int) -> Branched | None:
        """What the play with the shuffles of a seed does on all its paths; None where there are too many."""
        keys = tuple(key for name in unknown for key in self.values.keys(name))
        return self.player.branches(given, keys, seeded(f"renewal {seed}"), self.measure, self.forks)

    def left(self, given: Mapping[Key, Value], unknown: tuple[str, ...], seeds: tuple[int, ...]) -> tuple[Term, ...]:
        """What holds in a position in which none of the plays does good."""
        played = (self.play(given, unknown, seed) for seed in seeds)
        return (*self.supposed, *(negate(one) for play in played if play is not None for one in play.good))

    def may_be(self, name: str) -> bool:
        """Can plays read the variable without knowing it?"""
        return isinstance(self.values.system.variables[name].type, NumberType | BoolType)

    # ------------------------------------------------------------ looking for plays
    def search(self) -> SeveralCases | str:
        """Plays for each value of the variables that they turn out to depend on; or why there are none."""
        depends: tuple[str, ...] = ()
        unknown: tuple[str, ...] = (self.measure.variable,)
        while True:
            seeds: list[tuple[int, ...]] = []
            for given in self.values.cases(depends):
                found = self._enough(given, unknown)
                if isinstance(found, tuple):
                    seeds.append(found)
                    continue
                if not found:
                    return "no plays were found of which one always brings it nearer to its end"
                if found in (*depends, *unknown):
                    return f"a play cannot do without {found}"
                if self.may_be(found):
                    unknown = (*unknown, found)
                else:
                    depends = (*depends, found)
                break
            else:
                return SeveralCases(depends, unknown, tuple(seeds))
            if not 0 < self.values.count(depends) <= CASES:
                return f"there are too many cases of {', '.join(depends)}"

    def _enough(self, given: Mapping[Key, Value], unknown: tuple[str, ...]) -> tuple[int, ...] | str:
        """The seeds of plays of which one always does good; else a variable that they would have to know, or ""."""
        asker = self.space.asker
        left, seeds, perhaps = self.supposed, tuple[int, ...](), ""
        for seed in range(SEEDS):
            played = self.play(given, unknown, seed)
            if played is None:
                continue
            if played.wanted:
                return played.wanted
            perhaps = perhaps or played.perhaps
            without = tuple(negate(one) for one in played.good)
            if not asker.possible((*self.supposed, *without)):
                return (seed,)
            if asker.possible((*left, any_of(*played.good))):
                left, seeds = (*left, *without), (*seeds, seed)
                if not asker.possible(left):
                    return seeds
        return perhaps
