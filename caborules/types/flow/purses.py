"""Payments: what covers the payments of a loop, and what no purse can ever hold more than.

A loop that does nothing but pay, for each of a collection, one part of a sum is covered if the sum is known to be
covered before it. What is only ever paid from one to another stays in all what there was at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.system import System, VariableDef
from caborules.ir.types import NumberType
from caborules.ir.walk import subexpressions
from caborules.types.flow.names import Env, resolved
from caborules.types.flow.said import Side, at_most
from caborules.types.substitute import applied, substitute


def compared(fact: object, amount: x.Expr, source: tuple[str, x.Expr | None], env: Env) -> bool:
    """Does a comparison that is known to hold say that the payer has the amount?"""
    sides = at_most(fact)
    return sides is not None and sides[0] == resolved(amount, env) and _is_purse(sides[1], source, env)


def covered(loop: s.ForEach, facts: Iterable[object], system: System, env: Env) -> s.Pay | None:
    """The payment that is all that a loop does, if its sum over the loop is known to be covered before it.

    That the payment changes nothing that its amount depends on, and that no amount is negative, is left to the caller.
    """
    match loop:
        case s.ForEach(where=None, body=s.Block(statements=(s.Pay() as pay,))):
            pass
        case _:
            return None
    source = (pay.source, pay.source_owner)
    for fact in facts:
        sides = at_most(fact)
        if sides is None or not _is_purse(sides[1], source, env):
            continue
        total, names = sides[0]
        if isinstance(total, x.Apply):
            total = applied(system.functions[total.function], total.arguments)
        if not isinstance(total, x.Fold) or total.which != "sum" or total.where is not None:
            continue
        if any(env.get(name) != value for name, value in names) or total.among != loop.among:
            continue
        element = next((e for e in _locals(pay.amount) if e.name == loop.variable), None)
        if element is not None and substitute(total.measure, {total.variable: element}) == pay.amount:
            return pay
    return None


def _is_purse(side: Side, source: tuple[str, x.Expr | None], env: Env) -> bool:
    purse = side[0]
    if not isinstance(purse, x.VariableRef) or (purse.variable, purse.owner) != source:
        return False
    return side == resolved(purse, env)


def _locals(expr: x.Expr) -> Iterator[x.LocalRef]:
    return (part for part in subexpressions(expr) if isinstance(part, x.LocalRef))


# ---------------------------------------------------------------- what there is in all
def closed(system: System) -> frozenset[str]:
    """Numbers that never leave their ranges upwards, because they are only paid from one to another.

    A group of variables that payments connect is closed if nothing else ever sets one of them, none may be negative,
    and each has room for all that there is at first.
    """
    statements = [one for block in system.blocks.values() for one in block.statements]
    payments = [one for one in statements if isinstance(one, s.Pay)]
    set_otherwise = {one.variable for one in statements if isinstance(one, s.Assign)}
    found: set[str] = set()
    waiting = {name for pay in payments for name in (pay.source, pay.target)}
    while waiting:
        group = {min(waiting)}
        while more := {n for p in payments if {p.source, p.target} & group for n in (p.source, p.target)} - group:
            group |= more
        waiting -= group
        if group & set_otherwise:
            continue
        kinds = [_numbers(system.variables[name], system.players[1]) for name in group]
        in_all = sum(most for _, most in kinds)
        if all(kind.low >= 0 and kind.high >= in_all for kind, _ in kinds):
            found |= group
    return frozenset(found)


def _numbers(variable: VariableDef, players: int) -> tuple[NumberType, int]:
    """The range of a variable, and what all of its owners have at first, at most."""
    assert isinstance(variable.type, NumberType)
    first = variable.initial.type
    most = first.high if isinstance(first, NumberType) else variable.type.high
    return variable.type, most * (players if variable.per_player else 1)
