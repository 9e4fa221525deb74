"""What rankings are made of: their steps, what came of the search, and what is tried on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from caborules.check.ends.conditions import Condition, Name
from caborules.check.ends.features import Feature
from caborules.check.ends.recurring import Held
from caborules.check.ends.space import Edge, Spot
from caborules.ir import expressions as ex
from caborules.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Component:
    """One number of a ranking, for the plays that stay among ``edges``.

    ``coefficients`` of features; ``offsets`` by spot; ``strict``: numbers of the edges that always lower it; ``equal``:
    of those that may lower it; ``held``: what was supposed before edges (it holds there from some time on). Without
    coefficients the strict edges are those that cannot be taken any more from some time on.
    """

    edges: tuple[int, ...]
    coefficients: tuple[tuple[Feature, int], ...]
    offsets: tuple[tuple[Spot, int], ...]
    strict: tuple[int, ...]
    equal: tuple[int, ...] = ()
    held: tuple[tuple[int, tuple[Condition, ...]], ...] = ()
    which: int = 0
    """The how manieth feature of those that are told in the same words."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """Edges that an assumption about players takes away: a play that goes on taking them breaks the assumption."""

    edges: tuple[int, ...]
    gone: tuple[int, ...]
    assumption: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """What came of the search. ``stuck``: the edges of the part for which no ranking was found; none: it is proved."""

    splits: tuple[ex.Expr, ...]
    edges: tuple[Edge, ...]
    steps: tuple[Component | Excluded, ...]
    stuck: tuple[Edge, ...]

    @property
    def proved(self) -> bool:
        return not self.stuck


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a feature does along the edges of a part, none of which raises it.

    By number of the edge, the ``changes`` and the most that each may add (``weights``). ``strict``: edges that always
    lower it; ``tight``: edges that may leave it as it is.
    """

    feature: Feature
    sign: int
    changes: Mapping[int, Term]
    weights: Mapping[int, int]
    held: Held
    offset: Mapping[Spot, int]
    strict: Sequence[Edge]
    tight: Sequence[Edge]


class Fairness(Protocol):
    """What is assumed of players."""

    def excludes(
        self,
        edges: Sequence[Edge],
        holds: Callable[[Spot], tuple[Term, ...]],
        before: Callable[[Edge, frozenset[Name]], tuple[Term, ...]],
    ) -> tuple[str, frozenset[int]] | None:
        """Edges that no play takes for ever while it stays among these, by number, and the assumption's name.

        ``holds``: what holds at a spot; ``before``: before an edge, and of it, as far as it concerns some measures.
        """


@dataclass(frozen=True, slots=True)
class Nothing:
    """No assumption."""

    def excludes(
        self,
        edges: Sequence[Edge],
        holds: Callable[[Spot], tuple[Term, ...]],
        before: Callable[[Edge, frozenset[Name]], tuple[Term, ...]],
    ) -> tuple[str, frozenset[int]] | None:
        return None
