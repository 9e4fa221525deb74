"""What phrases are made from: the chosen rules, and how the names in reach are spoken of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from caborules.ir.expressions import Expr
from caborules.ir.system import System
from caborules.types.faces import CardNames


@dataclass(frozen=True, slots=True)
class Talk:
    """``names`` are the phrases for local names; ``seats`` the players' names, in examples.

    ``recalled`` are conditions by the names that were given to whether they hold, with the number of the step before
    which they were looked at. ``single`` are collections of which it is known here that they have one member.
    """

    system: System
    cards: CardNames
    names: Mapping[str, str]
    seats: tuple[str, ...] = ()
    recalled: Mapping[str, tuple[Expr, int]] = field(default_factory=dict)
    single: tuple[Expr, ...] = ()

    def naming(self, **phrases: str) -> Talk:
        """The same, with phrases for more names. Names of the language may have hyphens: see ``with_name``."""
        return replace(self, names={**self.names, **phrases})

    def with_name(self, name: str, phrase: str) -> Talk:
        return replace(self, names={**self.names, name: phrase})

    def recalling(self, name: str, condition: Expr, step: int) -> Talk:
        return replace(self, recalled={**self.recalled, name: (condition, step)})

    def free(self, *phrases: str) -> str:
        """The first of the phrases that stands for nothing yet, else the last."""
        taken = set(self.names.values())
        return next((phrase for phrase in phrases if phrase not in taken), phrases[-1])


def talk_of(system: System) -> Talk:
    """To begin with: no local names."""
    faces = tuple(dict.fromkeys(face for line in system.deck for face in line.faces))
    return Talk(system, CardNames(system.attributes, faces), {})
