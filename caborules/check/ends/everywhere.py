"""Conditions that hold whenever control is at a node, whatever was played: "somebody is in play".

Candidates are given. To show them, conditions that tests and assignments establish on the way are carried along, and
what a loop over players does to each of them. All is guessed at every node and dropped where the solver does not
confirm it on an edge, until nothing changes.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from caborules.check.ends.conditions import (
    ANYBODY,
    Condition,
    Name,
    either,
    equals,
    everybody,
    player,
    put_in,
    somebody,
)
from caborules.check.ends.recurring import Known
from caborules.check.ends.space import Space
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, PLAYERS, CollectionType, PlayerType
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.terms import Term, same

Holding: TypeAlias = Mapping[int, tuple[Condition, ...]]
"""By node."""


def wanted(features: Iterable[ex.Expr]) -> tuple[Condition, ...]:
    """Worth knowing of collections of players: that there is somebody for whom a part of the condition holds."""
    found: dict[Condition, None] = {}
    for among in features:
        if isinstance(among, ex.Those):
            for part in _conjuncts(among.where):
                found[Condition(somebody(ex.Seats(PLAYERS, None), among.variable, part))] = None
    return tuple(found)


def _conjuncts(expr: ex.Expr) -> Iterator[ex.Expr]:
    if isinstance(expr, ex.Logic) and expr.op == "and":
        yield from _conjuncts(expr.left)
        yield from _conjuncts(expr.right)
    else:
        yield expr


def everywhere(space: Space, known: Known, candidates: Sequence[Condition]) -> Holding:
    """Which of the candidates hold at which nodes."""
    some = [one for one in candidates if known.term(one) is not None and _of_variables(known.names(one))]
    if not some:
        return {}
    return _Search(space, known, tuple(some)).run()


def _of_variables(names: frozenset[Name]) -> bool:
    """Does it speak of variables alone, so that it means the same everywhere?"""
    return bool(names) and all(kind == "var" for kind, _ in names)


class _Search:
    def __init__(self, space: Space, known: Known, candidates: tuple[Condition, ...]) -> None:
        self.space, self.known, self.candidates = space, known, candidates
        self.interest = self._closure(frozenset().union(*(known.names(one) for one in candidates)))
        loops = (*self._filled(), *self._loops())
        self.asked = tuple(
            one
            for one in dict.fromkeys((*candidates, *loops))
            if known.term(one) is not None and known.names(one) <= self.interest
        )

    def _closure(self, names: frozenset[Name]) -> frozenset[Name]:
        """With what is assigned to them, and so on: one step of sources that are registers and what they hold."""
        for _ in range(3):
            more = set(names)
            for node in self.space.graph.system.nodes:
                match node.operation:
                    case lo.SetVariable(variable=name, value=value) if ("var", name) in names:
                        more |= self._read(value)
                    case lo.SetRegister(register=name, value=value) if {("set", name), ("reg", name)} & names:
                        more |= self._read(value)
                    case lo.NextOf(register=name, collection=collection) if ("reg", name) in names:
                        more.add(("set", collection))
            names = frozenset(more)
        return names

    def _read(self, value: ex.Expr) -> frozenset[Name]:
        start = self.space.mover.start(self.space.graph.system.entry)
        start.value(value)
        return frozenset(key[:2] for key in start.read)

    def _filled(self) -> Iterator[Condition]:
        """There is somebody in what a register holds: players who are counted first and put in charge afterwards."""
        for name, kind in self.space.graph.system.registers.items():
            if isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType):
                held = ex.LocalRef(kind, None, name)
                yield Condition(ex.Not(BOOL, None, ex.IsEmpty(BOOL, None, held)))

    def _loops(self) -> Iterator[Condition]:
        """Of a loop over players that sets a variable of each: those who are done have it."""
        system = self.space.graph.system
        for node in system.nodes:
            match node.operation:
                case lo.SetVariable(variable=name, owner=ex.LocalRef(name=who) as owner, value=value):
                    for other in system.nodes:
                        match other.operation:
                            case lo.NextOf(register=register, collection=rest) if register == who:
                                yield from self._done(name, owner, value, rest)

    def _done(self, name: str, owner: ex.LocalRef, value: ex.Expr, rest: str) -> Iterator[Condition]:
        system, anybody = self.space.graph.system, player(ANYBODY)
        kind = system.registers[rest]
        if not isinstance(kind, CollectionType) or not isinstance(kind.of, PlayerType):
            return
        variable = ex.VariableRef(system.variables[name].type, None, name, anybody)
        has_it = equals(variable, put_in(value, owner, anybody))
        waiting = ex.IsIn(BOOL, None, anybody, ex.LocalRef(kind, None, rest))
        yield Condition(everybody(ANYBODY, either(waiting, has_it)))
        yield Condition(everybody(ANYBODY, either(waiting, equals(anybody, owner), has_it)))

    # ------------------------------------------------------------ confirming
    def run(self) -> Holding:
        space, entry = self.space, self.space.skip(self.space.graph.system.entry)
        held: dict[int, frozenset[Condition]] = {entry: self._at_start()}
        queue = [entry]
        while queue:
            node = heapq.heappop(queue)
            for move in space.moves(node):
                target = space.skip(move.target)
                after = frozenset(self._after(move, held[node]))
                old = held.get(target)
                new = after if old is None else old & after
                if new != old:
                    held[target] = new
                    if target not in queue:
                        heapq.heappush(queue, target)
        return {
            node: tuple(one for one in self.candidates if one in some)
            for node, some in sorted(held.items())
            if any(one in some for one in self.candidates)
        }

    def _at_start(self) -> frozenset[Condition]:
        """What holds before anything is done: by the first values of variables."""
        space = self.space
        start = space.mover.start(space.graph.system.entry)
        first: list[Term] = []
        for name, variable in space.graph.system.variables.items():
            if ("var", name) not in self.interest:
                continue
            if not isinstance(variable.initial, ex.Const):
                continue
            value = start.value(variable.initial)
            owners = space.mover.table.owners(variable.per_player)
            first.extend(same(start.get(("var", name, owner)), value) for owner in owners)
        return frozenset(one for one in self.asked if space.asker.follows(self.known.term(one), first))

    def _after(self, move: Move, held: frozenset[Condition]) -> Iterator[Condition]:
        known, wrote = self.known, move.wrote
        before: tuple[Term, ...] | None = None
        carried = [one for one in held if not known.names(one) & wrote]
        yield from carried
        for one in known.established(move):
            if known.names(one) <= self.interest and known.sure(one, move):
                yield one
        tested = self.space.condition_names(move) & self.interest
        for one in self.asked:
            if one in held and not known.names(one) & wrote:
                continue
            if not (known.names(one) & wrote or tested):
                continue
            if before is None:
                supposed = [t for c in sorted(held, key=known.number) if (t := known.term(c)) is not None]
                before = (move.condition, *move.supposed, *supposed)
            after = known.after(one, move)
            if after is not None and self.space.asker.follows(after, before):
                yield one
