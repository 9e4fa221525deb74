"""Where symbols come from, and the diary of what was asked of them.

Two runs that are compared share every symbol that all players can see; a symbol that belongs to one run carries its
tag. Whatever position of a place is read is written into the diary, since a hypothesis about all positions is
used at the positions read (and at the goal's own), never with a quantifier.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from caborules.symbolic.terms import Term, boolean, function, integer, plain

Key: TypeAlias = tuple[object, ...]


def term_key(term: Term) -> object:
    """What identifies a term as written."""
    return ("plain", term) if plain(term) else term


@dataclass(frozen=True, slots=True)
class Summary:
    """A value that stands for a whole collection (a sum, whether some element fits): what it depends on.

    ``element`` makes a generic element, ``has`` says whether it belongs, ``parts`` what of it goes into the value.
    """

    result: Any
    element: Callable[[str], Any]
    has: Callable[[Any], Term]
    parts: Callable[[Any], tuple[Term, ...]]
    agree: Term = None
    """For a value that is a collection itself: do both runs have the same?"""


@dataclass(slots=True)
class Diary:
    """Positions read, owners met, facts that hold of the symbols by their making, and summaries of both runs.

    ``witnesses``: elements that fit where some element does, by the number of the summary that says so; ``alike``:
    summaries that say the same of what may be the same elements, by form and run.
    """

    positions: dict[Key, tuple[int, Term, Term]] = field(default_factory=dict)
    owners: dict[Key, tuple[int, Term]] = field(default_factory=dict)
    facts: dict[object, Term] = field(default_factory=dict)
    summaries: dict[Key, dict[str, Summary]] = field(default_factory=dict)
    names: dict[Key, int] = field(default_factory=dict)
    witnesses: dict[int, Any] = field(default_factory=dict)
    alike: dict[Key, list[tuple[Key, Summary]]] = field(default_factory=dict)

    def read(self, family: int, owner: Term, index: Term) -> None:
        key = (family, term_key(owner), term_key(index))
        if key not in self.positions:
            self.positions[key] = (family, owner, index)
            self.meet(family, owner)

    def meet(self, family: int, owner: Term) -> None:
        self.owners.setdefault((family, term_key(owner)), (family, owner))

    def suppose(self, fact: Term) -> None:
        if fact is not True:
            self.facts.setdefault(term_key(fact), fact)

    def number_of(self, key: Key) -> int:
        """A number for something, the same for both runs."""
        return self.names.setdefault(key, len(self.names))


@dataclass(slots=True)
class Symbols:
    """Symbols for one run. ``run`` is "" where there is only one, else its tag."""

    run: str
    diary: Diary

    def whole(self, name: str, own: bool = False) -> Term:
        """An integer; ``own``: it belongs to this run."""
        return integer(self._name(name, own))

    def truth(self, name: str, own: bool = False) -> Term:
        return boolean(self._name(name, own))

    def integers(self, name: str, arity: int, own: bool = False) -> Callable[..., Term]:
        return function(self._name(name, own), "Int")

    def truths(self, name: str, arity: int, own: bool = False) -> Callable[..., Term]:
        return function(self._name(name, own), "Bool")

    def attribute(self, name: str, card: Term) -> Term:
        """What a card's face says: a function of the card, about which nothing more is supposed."""
        return function(f"face:{name}", "Int")(card)

    def cell(self, name: str, card: Term, *, truth: bool) -> Term:
        """A cell of a table by card."""
        return function(f"cell:{name}", "Bool" if truth else "Int")(card)

    def _name(self, name: str, own: bool) -> str:
        return f"{name}/{self.run}" if own else name
