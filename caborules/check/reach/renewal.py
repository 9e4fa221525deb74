"""Loops that nothing forces to end, but that can always be played so that they come nearer to their end.

A match is played round by round until somebody has so many points, and a round may bring no points to anybody. But
from whatever position a round begins, some shuffle and some choices bring points to somebody and take none from
anybody. Such plays, one for each number of players and each value of what they depend on, together with what
the loop's condition says (nobody has so many points yet), bring the loop to its end: the sum of what is missing to the
limit is a whole number, not negative, and each play makes it smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from caborules.check.ends.space import Space
from caborules.check.prove import Proof
from caborules.check.reach.circles import writes
from caborules.check.reach.given import Values
from caborules.check.reach.plays import Play, Player
from caborules.check.reach.unknown import Key
from caborules.engine.chance import seeded
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import NumberType, Value
from caborules.ir.walk import subexpressions
from caborules.lower.machine import load
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.places import SHARED
from caborules.symbolic.terms import implies

SEEDS = 12
"""So many shuffles are tried for each play."""
CASES = 200
"""So many cases of given variables, at most, for each number of players."""


@dataclass(frozen=True, slots=True)
class Bound:
    """While the loop goes on the variable, of each owner, is at most ``most``."""

    variable: str
    most: int


@dataclass(frozen=True, slots=True)
class Renewal:
    """At the node ``head`` the loop goes on by its way ``way``; then one of the plays can be played.

    ``cases``: by number of players, from the least on, the variables that the plays depend on, and the seeds of the
    shuffles, one for each case.
    """

    head: int
    way: int
    bound: Bound
    cases: tuple[Cases, ...]
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """``depends``: variables all of whose values are gone through; ``seeds``: of the play in each case."""

    depends: tuple[str, ...]
    seeds: tuple[int, ...]


def bounds(space: Space, head: int, way: int) -> Iterator[Bound]:
    """What the condition of a loop says of numbers while the loop goes on: of each the least bound that follows.

    Bounds are looked for among the numbers in the condition and those next to them.
    """
    operation = space.graph.system.nodes[head].operation
    move = next((one for one in space.moves(head) if one.way == way), None)
    if not isinstance(operation, lo.Test) or move is None:
        return
    parts = list(subexpressions(operation.condition))
    names = sorted({one.variable for one in parts if isinstance(one, ex.VariableRef)})
    limits = sorted({one.value for one in parts if isinstance(one, ex.Const) and type(one.value) is int})
    for name in names:
        if isinstance(space.graph.system.variables[name].type, NumberType):
            for most in sorted({one + more for one in limits for more in (-1, 0)}):
                if _follows(space, move, Bound(name, most)):
                    yield Bound(name, most)
                    break


def _follows(space: Space, move: Move, bound: Bound) -> bool:
    """Does the bound hold of each owner where the move is taken?"""
    start, table = space.mover.start(move.node), space.mover.table
    supposed = (move.condition, *move.supposed)
    for owner in table.owners(space.graph.system.variables[bound.variable].per_player):
        goal = start.get(("var", bound.variable, owner)) <= bound.most
        if owner != SHARED:
            goal = implies(owner < table.players(), goal)
        if not space.asker.follows(goal, supposed):
            return False
    return True


# ---------------------------------------------------------------- plays
def find(proof: Proof, space: Space, head: int, way: int, order: Mapping[int, tuple[int, ...]]) -> Renewal | str:
    """Plays from the head of a loop that bring it nearer to its end; or why there are none. ``space``: of the proof."""
    system = proof.graph.system
    reason = "its condition bounds no number that is added to"
    for bound in bounds(space, head, way):
        if bound.variable in unwritten(proof, head):
            continue
        found: list[Cases] = []
        plays: list[Play] = []
        for players in range(system.players[0], system.players[1] + 1):
            hand = Hand(proof, head, way, bound, players, order)
            some = hand.all_cases()
            if isinstance(some, str):
                reason = f"{some}, with {players} players"
                break
            found.append(some[0])
            plays += some[1]
        else:
            return Renewal(head, way, bound, tuple(found), tuple(plays))
    return reason


class Hand:
    """Plays from one loop, for one number of players."""

    def __init__(
        self, proof: Proof, head: int, way: int, bound: Bound, players: int, order: Mapping[int, tuple[int, ...]]
    ) -> None:
        self.proof, self.head, self.bound = proof, head, bound
        self.start = proof.graph.targets[head][way]
        machine = load(proof.graph.system, players)
        self.values = Values(proof.graph.system, machine.setup.seats)
        self.player = Player(proof, machine, unwritten(proof, head), bound.variable, order)

    def all_cases(self) -> tuple[Cases, list[Play]] | str:
        """A play for each value of the variables that plays turn out to depend on; or why there is none."""
        depends: tuple[str, ...] = ()
        while True:
            seeds: list[int] = []
            plays: list[Play] = []
            for given in self.values.cases(depends):
                found = self._raising(given)
                if isinstance(found, tuple):
                    seeds.append(found[0])
                    plays.append(found[1])
                    continue
                if found is None:
                    return "no play was found that brings it nearer to its end"
                if found in depends:
                    return f"a play cannot do without {found}"
                depends = (*depends, found)
                break
            else:
                return Cases(depends, tuple(seeds)), plays
            if not 0 < self.values.count(depends) <= CASES:
                return f"there are too many cases of {', '.join(depends)}"

    def play(self, given: Mapping[Key, Value], seed: int) -> Play | None:
        """The play with the shuffles of a seed; None where it goes wrong."""
        return self.player.play(self.start, given, seeded(f"renewal {seed}"), frozenset({self.head}))

    def _raising(self, given: Mapping[Key, Value]) -> tuple[int, Play] | str | None:
        """A play that adds something and takes nothing away, with its seed; a variable that has to be given; None."""
        for seed in range(SEEDS):
            play = self.play(given, seed)
            if play is None:
                continue
            if raises(self.proof, play, self.head, self.bound):
                return seed, play
            names = [name for kind, name in play.unsettled if kind == "variable" and name != self.bound.variable]
            if names and not play.added:
                return names[0]
        return None


def raises(proof: Proof, play: Play, head: int, bound: Bound) -> bool:
    """Does the play add something, take nothing away, and stay within the variable's range, and is nothing set to
    another value on the way from its end back to the head? Or does it end the game?"""
    system = proof.graph.system
    if isinstance(system.nodes[play.stop].operation, lo.Stop):
        return True
    kind = system.variables[bound.variable].type
    assert isinstance(kind, NumberType)
    total = sum(amount for _, amount in play.added)
    if total < 1 or any(amount < 0 for _, amount in play.added) or bound.most + total > kind.high:
        return False
    return play.stop == head or not writes(proof, play.stop, head, bound.variable)


# ---------------------------------------------------------------- variables
def unwritten(proof: Proof, head: int) -> frozenset[str]:
    """Variables that are set nowhere before control comes to the head: they have their first values there."""
    graph = proof.graph
    before: dict[int, list[int]] = {}
    for number, targets in enumerate(graph.targets):
        for target in targets:
            if proof.facts[number] is not None:
                before.setdefault(target, []).append(number)
    waiting, seen = [head], {head}
    written: set[str] = set()
    while waiting:
        operation = graph.system.nodes[waiting[-1]].operation
        if isinstance(operation, lo.SetVariable):
            written.add(operation.variable)
        for one in before.get(waiting.pop(), ()):
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return frozenset(graph.system.variables) - written
