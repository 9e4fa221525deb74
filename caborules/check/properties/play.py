"""Games that break a property of the author's, or in which its claim begins: random ones first, then small decks."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final, TypeAlias, cast

from caborules.check.properties.stacked import stacked
from caborules.diagnostics.record import Refused
from caborules.engine.chance import Outcome, seeded
from caborules.engine.decisions import Action
from caborules.engine.values import evaluate
from caborules.explore.confirm import breaks, choosing, first
from caborules.explore.find import find_broken
from caborules.explore.found import Found, Script, played
from caborules.explore.scopes import Scope, fewest, real_table, scope, scopes
from caborules.explore.watch import BROKEN, Mark, Watch, Watches
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import Value
from caborules.lower.listing import Legal, legal
from caborules.lower.machine import Fault, MachineState

GAMES: Final = 30
"""Random games on the real deck, and as many again with the deck stacked."""
LENGTH: Final = 60
"""Actions in a game at most."""
BEGINNINGS: Final = 8
"""Random games in which it is looked whether a claim begins."""
LIMIT: Final = 3000
"""Positions of a small deck that are looked at."""
SMALLER: Final = (10, 12, 16, 24)
"""Cards in the smaller decks of random games."""
SCOPES: Final = 3
"""Small decks that are looked at."""

Marks: TypeAlias = tuple[Hashable, ...]
"""By watch."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A game that breaks the property, and where one was looked for."""

    found: Found | None
    where: str


def find(system: System, settings: Mapping[str, Value], claims: Sequence[PropertyDef]) -> list[Looked]:
    """By property, the shortest game found that breaks it: on the real deck if there is one, else on a small one.

    A game counts only if the property is broken in it when it is played once more and watched (``confirm``).
    """
    found: dict[int, Found] = {}
    tables = tuple(_tables(system, settings))
    for real in tables:
        _random_games(real, claims, "property", found)
        _random_games(real, claims, "stacked", found, stack=True)
    small = tuple(islice(scopes(system, settings, levels=(None,)), SCOPES)) if len(found) < len(claims) else ()
    for at, claim in enumerate(claims):
        for one in small if at not in found else ():
            game, _ = find_broken(one, claim, limit=LIMIT)
            if game is not None and breaks(game, claim):
                found[at] = game
                break
    for one in _smaller(system, settings) if len(found) < len(claims) else ():
        _random_games(one, claims, "smaller", found)
    where = (
        f"no game was found that breaks it, in {2 * GAMES * len(tables)} random games (half of them with like cards "
        f"together) and among {LIMIT} positions of each of {len(small)} small decks"
    )
    return [Looked(found.get(at), "" if at in found else where) for at in range(len(claims))]


def _random_games(
    table: Scope, claims: Sequence[PropertyDef], seed: str, found: dict[int, Found], *, stack: bool = False
) -> None:
    """Find random games for those properties for which none is found yet; ``stack``: with stacked decks."""
    still = [at for at in range(len(claims)) if at not in found]
    best = _shortest(table, [Watch(table, claims[at]) for at in still], seed, stack=stack)
    for at, script in zip(still, best, strict=True):
        if script is not None:
            game = played(f"not so: {claims[at].title}", table, script)
            if breaks(game, claims[at]):
                found[at] = game


def _tables(system: System, settings: Mapping[str, Value]) -> Iterator[Scope]:
    """The real deck, for the fewest players and for one more."""
    few = fewest(system, settings)
    for players in (few, few + 1):
        if players <= system.players[1]:
            try:
                yield real_table(replace(system, players=(players, players)), settings)
            except Refused:
                continue


def after_shuffle(system: System, settings: Mapping[str, Value], claim: PropertyDef) -> Found | None:
    """A short game on a smaller deck in which a condition does not hold just after a shuffle; the options are as they
    are. The turn in which it happens is played to its end."""
    for small in _smaller(system, settings):
        best = _shortest(small, [_AfterShuffle(small, claim)], "small")[0]
        if best is not None:
            return played(claim.title, small, best)
    return None


def _smaller(system: System, settings: Mapping[str, Value]) -> Iterator[Scope]:
    """Smaller decks, their cards taken evenly from the real one; the options are as they are."""
    faces = real_table(system, settings).setup.faces
    for size in SMALLER:
        if size < len(faces):
            yield scope(system, settings, tuple(faces[len(faces) * at // size] for at in range(size)))


class _AfterShuffle(Watch):
    """Looks at the condition just after every shuffle, and at no other time."""

    @cached_property
    def still(self) -> frozenset[int]:
        """The nodes at which nothing is shuffled."""
        nodes = self.scope.machine.lowered.nodes
        return frozenset(n for n, node in enumerate(nodes) if not isinstance(node.operation, lo.ShufflePlace))

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        """The mark when the operation at the node of ``before`` has been carried out."""
        operation = self.scope.machine.lowered.nodes[before.node].operation
        if mark == BROKEN or not isinstance(operation, lo.ShufflePlace) or self.claim.claim is None:
            return mark
        return mark if evaluate(self.scope.setup, self.scope.store(state), self.claim.claim, {}) else BROKEN

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        """Nothing is looked at where somebody is to decide."""
        return mark


def begins(system: System, settings: Mapping[str, Value], claim: PropertyDef) -> bool:
    """Does the claim begin in a random game?"""
    real = real_table(system, settings)
    watches = Watches((Watch(real, claim),))
    for number in range(BEGINNINGS):
        for _, _, (mark,) in _game(real, watches, f"property {number}"):
            if isinstance(mark, Mark) and mark.lasts:
                return True
            if mark == BROKEN:
                break
    return False


def _shortest(table: Scope, watches: Sequence[Watch], seed: str, *, stack: bool = False) -> list[Script | None]:
    """By watch the shortest of some random games, up to where what is watched is broken; the first of those as long.

    Each game is played once for all of them, and only so long as one may still find a shorter one.
    """
    best: list[Script | None] = [None] * len(watches)
    for number in range(GAMES):
        if all(one is not None and len(one) == 1 for one in best):
            break
        script: list[tuple[Action | None, tuple[Outcome, ...]]] = []
        for action, outcomes, marks in _game(table, Watches(tuple(watches)), f"{seed} {number}", stack=stack):
            script.append((action, outcomes))
            going_on = False
            for at, mark in enumerate(marks):
                most = len(best[at] or ()) or LENGTH + 1
                if mark == BROKEN and len(script) < most:
                    best[at] = tuple(script)
                going_on = going_on or (mark != BROKEN and len(script) + 1 < most)
            if not going_on:
                break
    return best


def _game(
    scope: Scope, watches: Watches, seed: str, *, stack: bool = False
) -> Iterator[tuple[Action | None, tuple[Outcome, ...], Marks]]:
    """A game of random actions, watched operation by operation: action, outcomes, and the marks after each turn."""
    rng = random.Random(seed)
    action: Action | None = None
    try:
        now = first(scope.machine, watches, seeded(seed))
        chance = stacked(scope.setup, now.outcomes, seed) if stack else None
        now = now if chance is None else first(scope.machine, watches, chance)
        for _ in range(LENGTH):
            yield action, now.outcomes, cast(Marks, now.mark)
            one = _any(scope, now.state, rng)
            if one is None:
                return
            action = one.action
            now = choosing(scope.machine, watches, now.state, now.mark, one)
    except Fault:
        return


def _any(scope: Scope, state: MachineState, rng: random.Random) -> Legal | None:
    """A legal action: first its kind is drawn, then one of the kind."""
    if isinstance(scope.machine.lowered.nodes[state.node].operation, lo.Stop):
        return None
    kinds: dict[str, list[Legal]] = {}
    for one in legal(scope.machine, state):
        kinds.setdefault(one.action.choice, []).append(one)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None
