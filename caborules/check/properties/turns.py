"""Conditions on a variable of whoever a rule or a claim names: the same of any player, and whether it is that one."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from caborules.check.properties.atoms import ANY, Pool, normal, parts, reads, same
from caborules.check.properties.watch import Watch
from caborules.ir import expressions as ex
from caborules.ir.types import PLAYER, PlayerType
from caborules.ir.walk import subexpressions, with_children
from caborules.lower.rewrite import substitute


def turns(watch: Watch, pool: Pool) -> tuple[ex.Expr, ...]:
    """For each test or guard on the watched variables of one player whom a register holds (``bribes of player is less
    than 3``): the condition, asked of any player, and whether any player is the one in the register."""
    names = pool.watched(watch)
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


def named(watch: Watch, pool: Pool) -> tuple[ex.Expr, ...]:
    """For a claim about a player whom it names itself (``first-seat``, or whoever is in a variable), besides: what it
    says of that player, asked of any player, and whether any player is that one."""
    found: dict[ex.Expr, None] = {}
    for expr in watch.expressions():
        for part in parts(expr):
            owners = {
                one.owner for one in subexpressions(part) if isinstance(one, ex.VariableRef) and is_named(one.owner)
            }
            told = reads(part)
            if len(owners) == 1 and not told.registers and not told.places:
                (owner,) = owners
                found[normal(_of_any(part, owner), pool.system)] = None
                found[normal(same(ANY, owner), pool.system)] = None
    held = turns(watch, pool) if found else ()
    return (*found, *held) if held else ()


def is_named(owner: ex.Expr | None) -> TypeGuard[ex.FirstSeat | ex.VariableRef]:
    """Is it one player, whom a claim can name without any rule?"""
    return isinstance(owner, ex.FirstSeat) or (isinstance(owner, ex.VariableRef) and owner.owner is None)


def _of_any(expr: ex.Expr, owner: ex.Expr) -> ex.Expr:
    """The same of any player, in the place of that one as the owner of a variable."""
    if isinstance(expr, ex.VariableRef) and expr.owner == owner:
        return replace(expr, owner=ANY)
    return with_children(expr, lambda part: _of_any(part, owner))
