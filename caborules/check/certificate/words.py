"""Facts in words, and words read back as facts. Words that are not exactly those of a fact are refused."""

from __future__ import annotations

import re
from typing import Final

from caborules.symbolic.facts import EACH, SHARED_PLACE, Fact, Scope

_NAME: Final = r"(?:variable )?[^\s]+"
_WHO: Final = rf"everybody|the owner|{_NAME}"

_FORMS: Final = {
    "hand empty": "the hand is empty",
    "empty": "{place} is empty",
    "filled": "{place} has a card",
    "known": "cards of {place} are known to {who}",
    "lies": "{register} lies in {place}",
    "lives": "{register} lies somewhere",
    "exists": "{register} is somewhere",
    "spot": "{register} is a spot of {place}",
    "free": "{register} is free",
    "told": "{register} is known to {who}",
    "face": "the face of {register} is known to {who}",
    "agrees": "{who} can tell {register}",
    "in hand": "{register} is in the hand",
    "place": "{register} is the place {place}",
    "same": "{register} is equal to {who}",
    "at": "{register} is the spot of {who}",
    "open": "all of {place} lie face up",
    "among": "{register} are cards of {place}",
    "some": "{register} has an element",
}
"""By kind of fact. A fact has the parts that its form names, and no others. Tried in this order."""

_SCOPES: Final = {
    "one": "{place} of {name}",
    "each": "{place} of each player",
    "but": "{place} of each player but {name}",
    "outside": "{place} of each player outside {collection}",
    "outside but": "{place} of each player outside {collection} but {name}",
}


def fact_text(fact: Fact) -> str:
    """The fact in words. Raises ValueError where they would not lead back to it."""
    scope = fact.scope
    form = _SCOPES.get(scope.kind, "{place}")
    place = form.format(place=fact.place, name=scope.name, collection=scope.collection)
    text = _FORMS[fact.kind].format(place=place, register=fact.register, who=fact.who)
    if read_fact(text) != fact:
        raise ValueError(f"{fact} has no words")
    return text


def read_fact(text: str) -> Fact:
    """The fact that the words say. Raises ValueError."""
    for kind, form in _FORMS.items():
        found = _pattern(form).fullmatch(text)
        if found is None:
            continue
        parts = found.groupdict()
        name, scope = _place(parts.get("place") or "")
        return Fact(kind, name, parts.get("register") or "", scope, parts.get("who") or "")  # type: ignore[arg-type]  # a key of _FORMS
    raise ValueError(f"no fact says: {text}")


def _pattern(form: str) -> re.Pattern[str]:
    named = form.format(place="(?P<place>.+?)", register=rf"(?P<register>{_NAME})", who=f"(?P<who>{_WHO})")
    return re.compile(named)


def _place(text: str) -> tuple[str, Scope]:
    if not text:
        return "", SHARED_PLACE
    if found := re.fullmatch(r"(\S+) of each player", text):
        return found[1], EACH
    if found := re.fullmatch(rf"(\S+) of each player outside (\S+) but ({_NAME})", text):
        return found[1], Scope("outside but", found[3], found[2])
    if found := re.fullmatch(r"(\S+) of each player outside (\S+)", text):
        return found[1], Scope("outside", "", found[2])
    if found := re.fullmatch(rf"(\S+) of each player but ({_NAME})", text):
        return found[1], Scope("but", found[2])
    if found := re.fullmatch(rf"(\S+) of ({_NAME})", text):
        return found[1], Scope("one", found[2])
    if not re.fullmatch(r"\S+", text):
        raise ValueError(f"no place is called: {text}")
    return text, SHARED_PLACE
