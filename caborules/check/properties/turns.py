"""Conditions on a variable of whoever a rule names: the same of any player, and whether it is that player."""

from __future__ import annotations

from caborules.check.properties.atoms import ANY, Pool, normal, parts, reads, same
from caborules.check.properties.watch import Watch
from caborules.ir import expressions as ex
from caborules.ir.types import PLAYER, PlayerType
from caborules.lower.rewrite import substitute


def turns(watch: Watch, pool: Pool) -> tuple[ex.Expr, ...]:
    """For each test or guard on the watched variables of one player whom a register holds (``bribes of player is less
    than 3``): the condition, asked of any player, and whether any player is the one in the register."""
    names = reads(*watch.expressions()).variables
    registers = pool.system.registers
    found: dict[ex.Expr, None] = {}
    for condition in pool.conditions:
        for part in parts(condition):
            told = reads(part)
            holders = [name for name in sorted(told.registers) if isinstance(registers.get(name), PlayerType)]
            if not told.variables or not told.variables <= names or told.places or len(holders) != 1:
                continue
            if told.registers != frozenset(holders):
                continue
            found[normal(substitute(part, {holders[0]: ANY}), pool.system)] = None
            found[normal(same(ANY, ex.LocalRef(PLAYER, None, holders[0])), pool.system)] = None
    return tuple(found)
