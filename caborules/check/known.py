"""Sets of facts: which fact follows from others, where two ways meet, what is lost when something changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from caborules.symbolic.facts import EACH, EVERYBODY, VARIABLE, Fact, Scope

Facts: TypeAlias = frozenset[Fact]

_OF_PLACES = ("empty", "known", "open")
_WHEREABOUTS = ("lies", "lives", "in hand")
"""The kinds of facts that say where a card is."""


def one(name: str) -> Scope:
    return Scope("one", name)


def but(name: str) -> Scope:
    return Scope("but", name)


def follows(fact: Fact, facts: Facts) -> bool:
    """Does a fact follow from a set of facts (by rules that cost nothing)?"""
    if fact in facts:
        return True
    match fact.kind:
        case "empty" | "known" | "open":
            return any(f in facts for f in _wider(fact))
        case "told" | "agrees":
            return fact.who != EVERYBODY and _with(fact, who=EVERYBODY) in facts
        case "lives":
            return any(f.kind == "lies" and f.register == fact.register for f in facts)
        case "exists":
            return any(f.kind in _WHEREABOUTS and f.register == fact.register for f in facts)
        case "face":
            if fact.who != EVERYBODY and _with(fact, who=EVERYBODY) in facts:
                return True
            about = (Fact(kind, register=fact.register, who=fact.who) for kind in ("told", "agrees"))
            return all(follows(f, facts) for f in (*about, Fact("lives", register=fact.register)))
        case "lies" | "spot":
            same_place = ((f.kind, f.place, f.register) == (fact.kind, fact.place, fact.register) for f in facts)
            return fact.scope == EACH and any(same_place)
    return False


def _with(fact: Fact, *, scope: Scope | None = None, who: str | None = None) -> Fact:
    return Fact(
        fact.kind,
        fact.place,
        fact.register,
        fact.scope if scope is None else scope,
        fact.who if who is None else who,
    )


def _wider(fact: Fact) -> Iterable[Fact]:
    """Single facts from which the fact about a place follows."""
    scopes = [fact.scope]
    match fact.scope.kind:
        case "one" | "but" | "outside":
            scopes.append(EACH)
        case "outside but":
            scopes += [EACH, Scope("outside", "", fact.scope.collection), but(fact.scope.name)]
    people = [fact.who] if fact.who in ("", EVERYBODY) else [fact.who, EVERYBODY]
    for scope in scopes:
        for who in people:
            yield _with(fact, scope=scope, who=who)


def meet(left: Facts, right: Facts) -> Facts:
    """What holds whichever way control came."""
    if left == right:
        return left
    both = {f for f in left if follows(f, right)}
    both.update(f for f in right if follows(f, left))
    return frozenset(both)


def closed(facts: Iterable[Fact]) -> Facts:
    """With what follows when the one left out is known as well, and without what is said twice."""
    found = set(facts)
    for fact in list(found):
        if fact.kind in _OF_PLACES and fact.scope.kind in ("but", "outside but"):
            other = _with(fact, scope=one(fact.scope.name))
            if follows(other, frozenset(found)):
                wider = EACH if fact.scope.kind == "but" else Scope("outside", "", fact.scope.collection)
                found.add(_with(fact, scope=wider))
    return frozenset(f for f in found if not _said_twice(f, found))


def _said_twice(fact: Fact, facts: set[Fact]) -> bool:
    if fact.kind in _OF_PLACES:
        return any(f != fact and f in facts for f in _wider(fact))
    if fact.kind in ("told", "agrees") and fact.who != EVERYBODY:
        return _with(fact, who=EVERYBODY) in facts
    if fact.kind == "lives":
        return any(f.kind == "lies" and f.register == fact.register for f in facts)
    if fact.kind in ("lies", "spot", "exists", "face"):
        return follows(fact, frozenset(facts - {fact}))
    return False


def without(facts: Iterable[Fact], gone: Callable[[Fact], bool]) -> set[Fact]:
    return {fact for fact in facts if not gone(fact)}


def forget_name(facts: Iterable[Fact], name: str) -> set[Fact]:
    """What is left when a register or variable gets another value.

    A name that held the same stands in for it. A card lies where it lies, though its owner has no name any more.
    """
    listed = list(facts)
    twin = next((f.register for f in listed if f.kind == "same" and f.who == name and f.register != name), None)
    if twin is None:
        twin = next((f.who for f in listed if f.kind == "same" and f.register == name), None)
    kept: set[Fact] = set()
    for fact in listed:
        if name not in fact.names():
            kept.add(fact)
        elif twin is not None:
            renamed = fact.renamed({name: twin})
            itself = renamed.kind == "same" and renamed.register == renamed.who
            if not itself and not (renamed.kind == "agrees" and twin.startswith(VARIABLE)):
                kept.add(renamed)
        elif fact.kind in ("lies", "spot") and fact.register != name:
            kept.add(_with(fact, scope=EACH))
    return kept
