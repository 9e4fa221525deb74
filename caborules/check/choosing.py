"""How loops and choices change the facts: what holds of the element that is taken, of the player who acts. Guesses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caborules.check.known import Facts, closed, forget_name
from caborules.check.reading import Words
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, Type
from caborules.symbolic.facts import EACH, EVERYBODY, Fact, Scope


def agrees(register: str) -> Fact:
    """Everybody can tell what the register holds."""
    return Fact("agrees", register=register, who=EVERYBODY)


def next_of(loop: lo.NextOf, facts: Facts, registers: Mapping[str, Type]) -> Iterable[Fact]:
    """Where a loop has taken its next element."""
    left = forget_name(facts, loop.register)
    moved: set[Fact] = {agrees(loop.register)}
    for fact in left:
        if fact.scope.kind == "outside" and fact.scope.collection == loop.collection:
            scope = Scope("outside but", loop.register, loop.collection)
            moved.add(Fact(fact.kind, fact.place, fact.register, scope, fact.who))
        else:
            moved.add(fact)
    if isinstance(registers[loop.register], CardType):
        moved.add(Fact("lives", register=loop.register))
    return moved


def used_up(collection: str, facts: Facts) -> Iterable[Fact]:
    """Where no element is left in a collection."""
    for fact in facts:
        if fact.scope.kind == "outside" and fact.scope.collection == collection:
            yield Fact(fact.kind, fact.place, fact.register, EACH, fact.who)
        yield fact


def chosen(offer: lo.Offer, facts: Facts, *, sealed: bool) -> Iterable[Fact]:
    """Where somebody has chosen; a sealed choice has not come to light yet."""
    left: Iterable[Fact] = facts
    gained: set[Fact] = set()
    if offer.actor is not None and offer.among is not None:
        left = forget_name(left, offer.actor)
        gained.add(agrees(offer.actor))
    if sealed:
        return {*left, *gained}
    for domain in offer.domains:
        left = forget_name(left, domain.register)
    words = Words(closed({*left, *gained}))
    if offer.actor is not None and offer.among is not None:
        gained.update(words.element(offer.actor, offer.among))
    for domain in offer.domains:
        gained.add(agrees(domain.register))
        if not domain.many:
            gained.update(words.element(domain.register, domain.among))
        elif (spot := words.among(domain.among)) is not None and spot.scope != EACH:
            gained.add(Fact("among", spot.place, domain.register, spot.scope))
            if domain.low > 0:
                gained.add(Fact("filled", spot.place, "", spot.scope))
        if domain.many and domain.low > 0:
            gained.add(Fact("some", register=domain.register))
        if domain.where is not None:
            gained.update(words.told_by(domain.where, True))
    if offer.guard is not None:
        gained.update(words.told_by(offer.guard, True))
    return {*left, *gained}


def unsealed(offer: lo.Offer, facts: Facts, types: Mapping[str, Type]) -> Iterable[Fact]:
    """Where a sealed choice has come to light."""
    registers = [offer.actor] if offer.actor is not None else []
    registers.extend(domain.register for domain in offer.domains)
    left: Iterable[Fact] = facts
    gained = set()
    for register in registers:
        left = forget_name(left, register)
        gained.add(agrees(register))
        if isinstance(types[register], CardType):
            gained.add(Fact("lives", register=register))
    return {*left, *gained}
