"""Plays in which a stage goes on for ever: games that come back to where they were, found by search and replayed.

On the real deck those games are looked at in which one choice is made again and again. Then small decks are looked at
in full, with the options as they are; what is found there is tried on the real deck. Last come random games on a deck
that is larger, which may come back to where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from caborules.explore.find import NotAgain, decides, find_endless, loop_found, space_of, takes
from caborules.explore.found import Found
from caborules.explore.loops import Loop as Cycle
from caborules.explore.loops import Test, inside
from caborules.explore.scopes import Scope, real_table, scopes
from caborules.explore.search import Edge, Graph, explore
from caborules.explore.transfer import LIMIT, narrowed
from caborules.explore.walks import WALKS, returning_walks
from caborules.ir.system import AssumeDef, System
from caborules.ir.types import Value

SIZES: Final = (3,)
"""Cards in the small decks."""
MOVES: Final = 12_000
"""So many moves are made on all small decks together."""
WALKED: Final = 12
"""Cards in the deck on which random games are looked at."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop, of the real deck if one is known; what was looked at where none was found."""

    found: Found | None
    looked: str = ""

    @property
    def whole(self) -> bool:
        """Is it of the real deck?"""
        return self.found is not None and not self.found.scope.fewer


def leaves(rule: str) -> Test:
    """A step in which a run of the rule ends."""

    def left(edge: Edge) -> bool:
        return rule in edge.left

    return left


@dataclass(slots=True)
class Search:
    """Looks for loops of one ruleset with one choice of options. Small decks are looked at once."""

    system: System
    settings: Mapping[str, Value]
    _small: list[tuple[Scope, Graph]] = field(default_factory=list)
    _returns: list[tuple[Scope, Graph, Cycle]] = field(default_factory=list)
    _narrow: dict[str, Graph] = field(default_factory=dict)
    _scopes: Iterator[Scope] = field(init=False)
    _walks: Iterator[tuple[Scope, Graph, Cycle]] = field(init=False)

    def __post_init__(self) -> None:
        self._scopes = scopes(self.system, self.settings, SIZES, (None,))
        larger = islice(scopes(self.system, self.settings, (WALKED,), (None,)), 1)
        self._walks = ((one, graph, cycle) for one in larger for graph, cycle in returning_walks(one))

    def loop(self, rule: str, inner: str | None = None, assumed: Sequence[AssumeDef] = ()) -> Loop:
        """A loop inside a run of ``rule`` that keeps what is assumed; in it ``inner`` ends again and again.

        A loop keeps an assumption about a choice if it takes that choice. (That the choice is legal nowhere in it would
        do as well, and is not looked for.)
        """
        tries = [self._of_one_choice, self._of_small_decks]
        if rule == self.system.begin:
            tries.reverse()
        small: Found | None = None
        for attempt in tries:
            found = attempt(rule, inner, assumed)
            if found is not None and not found.scope.fewer:
                return Loop(found)
            small = small or found
        if small is None or len(real_table(self.system, self.settings).setup.faces) <= WALKED:
            small = self._of_random_games(rule, inner, assumed) or small
        if small is not None:
            return Loop(small)
        looked = f"{_decks(len(self._small))}, games on the real one, and {WALKS} random ones on {WALKED} cards"
        return Loop(None, f"{looked}, show no loop")

    def _of_small_decks(self, rule: str, inner: str | None, assumed: Sequence[AssumeDef]) -> Found | None:
        """A loop of a small deck, on the real deck if it can be had there too."""
        for scope, graph in self._graphs():
            small, _ = find_endless(scope, rule, needs=_needs(scope, inner, assumed), graph=graph)
            if small is not None:
                return self._on_the_real_deck(small, rule, inner, assumed) or small
        return None

    def _of_random_games(self, rule: str, inner: str | None, assumed: Sequence[AssumeDef]) -> Found | None:
        """A loop of a random game on a deck that is too large to be looked at in full."""
        for scope, graph, cycle in self._all_returns():
            within = inside(graph, rule)
            needs = _needs(scope, inner, assumed)
            if not all(map(within, cycle.cycle)) or not all(any(map(need, cycle.cycle)) for need in needs):
                continue
            try:
                return loop_found(scope, graph, cycle, f"{rule} goes on for ever", "engine")
            except NotAgain:
                continue
        return None

    def _all_returns(self) -> Iterator[tuple[Scope, Graph, Cycle]]:
        yield from self._returns
        for one in self._walks:
            self._returns.append(one)
            yield one

    def _graphs(self) -> Iterator[tuple[Scope, Graph]]:
        yield from self._small
        for scope in self._scopes:
            made = sum(graph.moves for _, graph in self._small)
            if made >= MOVES:
                return
            self._small.append((scope, explore(space_of(scope), moves=MOVES - made)))
            yield self._small[-1]

    def _of_one_choice(self, rule: str, inner: str | None, assumed: Sequence[AssumeDef]) -> Found | None:
        """A loop of the real deck in which one choice is made again and again, and no other that can be left out."""
        real = real_table(self.system, self.settings)
        for path in _paths(real):
            if path not in self._narrow:
                self._narrow[path] = explore(narrowed(real, (path,)), LIMIT)
            found, _ = find_endless(real, rule, needs=_needs(real, inner, assumed), graph=self._narrow[path])
            if found is not None:
                return found
        return None

    def _on_the_real_deck(
        self, small: Found, rule: str, inner: str | None, assumed: Sequence[AssumeDef]
    ) -> Found | None:
        """A loop of the real deck in which the same choices are made."""
        real = real_table(self.system, self.settings)
        turns = small.turns[(small.back_to or 0) + 1 :]
        made = tuple(dict.fromkeys(turn.action.choice for turn in turns if turn.action is not None))
        graph = explore(narrowed(real, made), LIMIT)
        return find_endless(real, rule, needs=_needs(real, inner, assumed), graph=graph)[0]


def _paths(scope: Scope) -> tuple[str, ...]:
    """The choices and reactions of a scope, in the order of the rules."""
    points = scope.machine.lowered.points
    kinds = ("choice", "reaction")
    return tuple(dict.fromkeys(offer.path for point in points for offer in point.offers if offer.kind in kinds))


def _decks(count: int) -> str:
    return "1 small deck" if count == 1 else f"{count} small decks"


def _needs(scope: Scope, inner: str | None, assumed: Sequence[AssumeDef]) -> tuple[Test, ...]:
    needs: list[Test] = [] if inner is None else [leaves(inner)]
    needs.extend(decides(scope) if one.kind == "decides" else takes(*one.paths) for one in assumed)
    return tuple(needs)
