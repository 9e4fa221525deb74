"""Conditions on how many cards the places of players hold, while loops fill and empty them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from caborules.check.properties.atoms import ANY, Pool, at_most, normal, reads, same
from caborules.check.properties.watch import Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL
from caborules.ir.walk import subexpressions, with_children

MOST: Final = 8
"""So many cards, or rounds of a loop, are told apart."""


def filling(watch: Watch, pool: Pool) -> tuple[ex.Expr, ...]:
    """For a property that compares the size of a place of each player with a number: how many cards the place has, up
    to that number; whether the player is still to come in the loops that fill or empty it; how often they go on."""
    sizes = dict.fromkeys(_sizes(watch))
    if not sizes:
        return ()
    system = pool.system
    found: dict[ex.Expr, None] = {}
    for size, most in sizes:
        found.update((normal(at_most(size, number), system), None) for number in range(most + 1))
    places = reads(*watch.expressions()).places
    rests = {n.operation.register: n.operation.collection for n in system.nodes if isinstance(n.operation, lo.NextOf)}
    for owner in dict.fromkeys(_owners(pool, places)):
        if owner.name in rests:
            rest = rests[owner.name]
            found[ex.IsIn(BOOL, None, ANY, ex.LocalRef(system.registers[rest], None, rest))] = None
            found[normal(same(ANY, owner), system)] = None
    found.update((normal(one, system), None) for one in _rounds(pool))
    return tuple(found)


def is_filling(part: ex.Expr) -> bool:
    """Does a condition compare how many cards there are with a number?"""
    return isinstance(part, ex.Compare) and isinstance(part.left, ex.SizeOf) and isinstance(part.right, ex.Const)


def of_any(expr: ex.Expr, owner: str) -> ex.Expr:
    """The same of any player, in the place of the one whom a register holds."""
    if isinstance(expr, ex.LocalRef) and expr.name == owner:
        return ANY
    return with_children(expr, lambda part: of_any(part, owner))


def _sizes(watch: Watch) -> Iterator[tuple[ex.Expr, int]]:
    for expr in watch.expressions():
        for part in subexpressions(expr):
            match part:
                case ex.Compare(left=ex.SizeOf() as size, right=ex.Const(value=int(most))) if most <= MOST:
                    match size.collection:
                        case ex.CardsIn(place=ex.PlaceRef(owner=owner) as place) as cards if owner is not None:
                            yield replace(size, collection=replace(cards, place=replace(place, owner=ANY))), most


def _owners(pool: Pool, places: frozenset[str]) -> Iterator[ex.LocalRef]:
    """The registers with the players to whose places, among these, cards come, or whose places they leave."""
    for expr in pool.touching:
        for part in subexpressions(expr):
            if isinstance(part, ex.PlaceRef) and part.place in places and isinstance(part.owner, ex.LocalRef):
                yield part.owner


def _rounds(pool: Pool) -> Iterator[ex.Expr]:
    """How many rounds are left of loops of a few rounds."""
    counted = {
        op.register
        for op, _ in pool.sets
        if isinstance(op, lo.SetRegister) and isinstance(op.value, ex.Arithmetic) and op.value.op == "minus"
    }
    for op, _ in pool.sets:
        match op:
            case lo.SetRegister(register=name, value=ex.Const(value=int(rounds))) if name in counted and rounds <= MOST:
                for number in range(rounds + 1):
                    yield at_most(ex.LocalRef(pool.system.registers[name], None, name), number)
