"""Conditions on what variables were when a claim began.

Where something is counted for each player while a turn goes round the table, those who are done sit between the player
at whom the turn was when the claim began and the one at whom it is now. No variable need hold that first player.
"""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.properties.atoms import ANY, Pool, between, normal, reads, same
from caborules.check.properties.watch import PAST, Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import PLAYER as PLAYER_TYPE
from caborules.ir.types import BoolType, PlayerType


def remembered(watch: Watch, pool: Pool, followed: tuple[ex.Expr, ...]) -> tuple[ex.Expr, ...]:
    """For a property that counts for each player, beside the conditions ``followed``: who it was in the variables that
    go round the table, who sits between that player and the one there now, and what is so of that player."""
    if not watch.for_each or watch.after is None:
        return ()
    system = pool.system
    names = reads(*followed).variables
    found: dict[ex.Expr, None] = {}
    for name in sorted(names & _walking(pool)):
        then = ex.LocalRef(PLAYER_TYPE, None, name + PAST)
        now = ex.VariableRef(system.variables[name].type, None, name, None)
        found[normal(same(ANY, then), system)] = None
        found[normal(same(now, then), system)] = None
        found[between(then, ANY, now)] = None
        found.update(dict.fromkeys(_of(then, followed)))
    return tuple(found)


def _walking(pool: Pool) -> frozenset[str]:
    """The variables that are set to a neighbour, and always to some player."""
    return frozenset(
        op.variable
        for op, _ in pool.sets
        if isinstance(op, lo.SetVariable)
        and isinstance(op.value, ex.Neighbour)
        and op.owner is None
        and isinstance(kind := pool.system.variables[op.variable].type, PlayerType)
        and not kind.optional
    )


def _of(player: ex.Expr, followed: tuple[ex.Expr, ...]) -> Iterator[ex.Expr]:
    """What is followed of any player in a variable of yes or no, of this one."""
    for atom in followed:
        if isinstance(atom, ex.VariableRef) and atom.owner == ANY and isinstance(atom.type, BoolType):
            yield ex.VariableRef(atom.type, None, atom.variable, player)
