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
from itertools import product

from caborules.check.prove import Proof
from caborules.check.reach.plays import Key, Play, Player
from caborules.engine.chance import seeded
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, EnumType, NumberType, PlayerType, Type, Value
from caborules.lower.machine import load

SEEDS = 40
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
    """At the node ``head`` the loop goes on by its way ``way``; then one of the plays can be played."""

    head: int
    way: int
    bound: Bound
    plays: tuple[Play, ...]


def bounds(system: lo.LoweredSystem, head: int, way: int) -> Iterator[Bound]:
    """What the condition of a loop says of numbers while the loop goes on."""
    operation = system.nodes[head].operation
    if isinstance(operation, lo.Test):
        yield from _bounds(operation.condition, way == 0)


def _bounds(condition: ex.Expr, holds: bool) -> Iterator[Bound]:
    match condition:
        case ex.Not(operand=operand):
            yield from _bounds(operand, not holds)
        case ex.Logic(op=op, left=left, right=right) if (op == "and") == holds:
            yield from _bounds(left, holds)
            yield from _bounds(right, holds)
        case ex.Exists(variable=name, among=ex.Seats(), where=where) if not holds:
            for bound, owner in _compared(where, holds):
                if isinstance(owner, ex.LocalRef) and owner.name == name:
                    yield bound
        case ex.Compare():
            for bound, owner in _compared(condition, holds):
                if owner is None:
                    yield bound


def _compared(condition: ex.Expr, holds: bool) -> Iterator[tuple[Bound, ex.Expr | None]]:
    match condition:
        case ex.Compare(op=op, left=ex.VariableRef(variable=name, owner=owner), right=ex.Const(value=int(limit))):
            if (op == "is at least" and not holds) or (op == "is less than" and holds):
                yield Bound(name, limit - 1), owner
            if (op == "is more than" and not holds) or (op == "is at most" and holds):
                yield Bound(name, limit), owner


# ---------------------------------------------------------------- plays
def find(proof: Proof, head: int, way: int, order: Mapping[int, tuple[int, ...]]) -> Renewal | str:
    """Plays from the head of a loop that bring it nearer to its end; or why there are none."""
    system = proof.graph.system
    reason = "its condition bounds no number that is added to"
    for bound in bounds(system, head, way):
        fixed = unwritten(proof, head)
        if bound.variable in fixed:
            continue
        plays: list[Play] = []
        for players in range(system.players[0], system.players[1] + 1):
            player = Player(proof, load(system, players), fixed, bound.variable, order)
            found = _all_cases(proof, player, system, head, way, bound)
            if isinstance(found, str):
                reason = f"{found}, with {players} players"
                break
            plays += found
        else:
            return Renewal(head, way, bound, tuple(plays))
    return reason


def _all_cases(
    proof: Proof, player: Player, system: lo.LoweredSystem, head: int, way: int, bound: Bound
) -> list[Play] | str:
    """A play for each value of the variables that plays turn out to depend on."""
    depends: tuple[str, ...] = ()
    while True:
        plays: list[Play] = []
        for given in cases(system, player, depends):
            play = _raising(proof, player, head, way, bound, given)
            if isinstance(play, Play):
                plays.append(play)
                continue
            if play is None:
                return "no play was found that brings it nearer to its end"
            if play in depends:
                return f"a play cannot do without {play}"
            depends = (*depends, play)
            break
        else:
            return plays
        if _count(system, player, depends) > CASES:
            return f"there are too many cases of {', '.join(depends)}"


def _raising(
    proof: Proof, player: Player, head: int, way: int, bound: Bound, given: Mapping[Key, Value]
) -> Play | str | None:
    """A play that adds something and takes nothing away; the name of a variable that has to be given for one; None."""
    start = proof.graph.targets[head][way]
    needed: str | None = None
    for seed in range(SEEDS):
        play = player.play(start, given, seeded(f"renewal {seed}"), frozenset({head}))
        if play is None:
            continue
        if raises(proof, play, head, bound):
            return play
        names = [name for kind, name in play.unsettled if kind == "variable" and name != bound.variable]
        if names and needed is None and not play.added:
            needed = names[0]
            break
    return needed


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
    return play.stop == head or not _writes(proof, play.stop, head, bound.variable)


def _writes(proof: Proof, start: int, head: int, variable: str) -> bool:
    """May the variable be set between the node and the head?"""
    waiting, seen = [start], {start, head}
    while waiting:
        number = waiting.pop()
        operation = proof.graph.system.nodes[number].operation
        if isinstance(operation, lo.SetVariable) and operation.variable == variable:
            return True
        for way, target in enumerate(proof.graph.targets[number]):
            if (number, way) not in proof.closed and target not in seen:
                seen.add(target)
                waiting.append(target)
    return False


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


def cases(system: lo.LoweredSystem, player: Player, names: tuple[str, ...]) -> Iterator[dict[Key, Value]]:
    """All values of the variables, of all owners."""
    keys = [key for name in names for key in _keys(system, player, name)]
    for values in product(*(_values(system.variables[name].type, player) for name, _ in keys)):
        yield dict(zip(keys, values, strict=True))


def _count(system: lo.LoweredSystem, player: Player, names: tuple[str, ...]) -> int:
    count = 1
    for name in names:
        count *= len(_values(system.variables[name].type, player)) ** len(_keys(system, player, name))
    return count


def _keys(system: lo.LoweredSystem, player: Player, name: str) -> list[Key]:
    if system.variables[name].per_player:
        return [(name, seat) for seat in player.machine.setup.seats]
    return [(name, None)]


def _values(kind: Type, player: Player) -> list[Value]:
    match kind:
        case PlayerType(optional=optional):
            return [*([None] if optional else []), *player.machine.setup.seats]
        case BoolType():
            return [False, True]
        case NumberType(low=low, high=high):
            return list(range(low, high + 1))
        case EnumType(members=members):
            return list(members)
    return []
