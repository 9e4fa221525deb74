"""Whether a fact can be said of a system: names exist, are of the right kind, and none is explained by itself.

The encoding of facts relies on it, so what a certificate says is looked at before it is encoded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType, PlaceType, PlayerType, SpotType, Type
from caborules.symbolic.facts import EVERYBODY, OWNER, RELATIONAL, VARIABLE, Fact, Scope

_SCOPES: Final[Mapping[str, tuple[str, ...]]] = {
    "empty": ("shared", "one", "each", "but", "outside", "outside but"),
    "known": ("shared", "one", "each", "but", "outside", "outside but"),
    "open": ("shared", "one", "each", "but", "outside", "outside but"),
    "filled": ("shared", "one"),
    "lies": ("shared", "one", "each"),
    "spot": ("shared", "one", "each"),
    "place": ("shared", "one"),
    "among": ("shared", "one"),
}
_REGISTERS: Final[Mapping[str, type]] = {
    "lies": CardType,
    "lives": CardType,
    "exists": CardType,
    "face": CardType,
    "told": CardType,
    "in hand": CardType,
    "spot": SpotType,
    "free": SpotType,
    "at": SpotType,
    "place": PlaceType,
    "among": CollectionType,
    "some": CollectionType,
}
_DEFINING: Final = ("same", "at", "lies", "spot", "place", "among")


def misfits(facts: Iterable[Fact], system: lo.LoweredSystem) -> tuple[str, ...]:
    """What is wrong with the facts of one node, in words."""
    found = []
    stands_for: dict[str, set[str]] = {}
    for fact in sorted(facts):
        if why := _misfit(fact, system):
            found.append(why)
        elif fact.kind in _DEFINING:
            others = {fact.who, fact.scope.name} - {""}
            stands_for.setdefault(fact.register, set()).update(others)
    found += [f"{name} is explained by itself" for name in sorted(stands_for) if _leads_back(name, stands_for)]
    return tuple(found)


def _leads_back(name: str, stands_for: Mapping[str, set[str]]) -> bool:
    seen: set[str] = set()
    waiting = sorted(stands_for[name])
    while waiting:
        one = waiting.pop()
        if one == name:
            return True
        if one not in seen:
            seen.add(one)
            waiting.extend(sorted(stands_for.get(one, ())))
    return False


def _misfit(fact: Fact, system: lo.LoweredSystem) -> str:
    if fact.place:
        place = system.places.get(fact.place)
        if place is None:
            return f"there is no place {fact.place}"
        if (fact.scope.kind == "shared") == place.per_player or fact.scope.kind not in _SCOPES.get(fact.kind, ()):
            return f"{fact.kind} cannot be said of {fact.place} like this"
    if fact.register:
        kind = system.registers.get(fact.register)
        if kind is None:
            return f"there is no register {fact.register}"
        if not isinstance(kind, _REGISTERS.get(fact.kind, object)):
            return f"{fact.register} is not of the kind that {fact.kind} is about"
        if fact.kind == "among" and not (isinstance(kind, CollectionType) and isinstance(kind.of, CardType)):
            return f"{fact.register} holds no cards"
    return _scope_misfit(fact.scope, system) or _who_misfit(fact, system)


def _scope_misfit(scope: Scope, system: lo.LoweredSystem) -> str:
    if scope.name and not isinstance(_type(scope.name, system), PlayerType):
        return f"{scope.name} is no player"
    if scope.collection:
        kind = system.registers.get(scope.collection)
        if not (isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType)):
            return f"{scope.collection} does not hold players"
    return ""


def _who_misfit(fact: Fact, system: lo.LoweredSystem) -> str:
    if not fact.who or (fact.who == EVERYBODY and fact.kind in ("known", "told", *RELATIONAL)):
        return ""
    if fact.who == OWNER:
        told = fact.kind == "known" and system.places[fact.place].per_player
        return "" if told else f"{fact.kind} has no owner"
    kind = _type(fact.who, system)
    if kind is None:
        return f"there is no {fact.who}"
    match fact.kind:
        case "same":
            same = type(kind) is type(system.registers[fact.register])
            return "" if same else f"{fact.who} is of another kind than {fact.register}"
        case "at":
            return "" if isinstance(kind, CardType) else f"{fact.who} is no card"
    return "" if isinstance(kind, PlayerType) else f"{fact.who} is no player"


def _type(name: str, system: lo.LoweredSystem) -> Type | None:
    """The type of a register, or of a variable that nobody owns; None where there is none."""
    if not name.startswith(VARIABLE):
        return system.registers.get(name)
    variable = system.variables.get(name.removeprefix(VARIABLE))
    return None if variable is None or variable.per_player else variable.type
