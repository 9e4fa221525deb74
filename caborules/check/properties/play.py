"""Games that break a property of the author's, or in which its claim begins: random ones first, then small decks."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from caborules.diagnostics.record import Refused
from caborules.engine.chance import Outcome, seeded
from caborules.engine.decisions import Action
from caborules.engine.values import evaluate
from caborules.explore.confirm import breaks, first, following
from caborules.explore.find import find_broken
from caborules.explore.found import Found, Script, played
from caborules.explore.scopes import Scope, fewest, real_table, scope, scopes
from caborules.explore.watch import BROKEN, Mark, Watch
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import Value
from caborules.lower.machine import Fault, MachineState, legal

GAMES: Final = 30
"""Random games on the real deck."""
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


@dataclass(frozen=True, slots=True)
class Looked:
    """A game that breaks the property, and where one was looked for."""

    found: Found | None
    where: str


def find(system: System, settings: Mapping[str, Value], claim: PropertyDef) -> Looked:
    """The shortest game found that breaks the property: on the real deck if there is one, else on a small one.

    A game counts only if the property is broken in it when it is played once more and watched (``confirm``).
    """
    tables = tuple(_tables(system, settings))
    for real in tables:
        games = (one for number in range(GAMES) if (one := _broken_game(real, claim, f"property {number}")) is not None)
        best = min(games, key=len, default=None)
        if best is not None:
            game = played(f"not so: {claim.title}", real, best)
            if breaks(game, claim):
                return Looked(game, "")
    where = f"no game was found that breaks it, in {GAMES * len(tables)} random games"
    some = 0
    for small in scopes(system, settings, levels=(None,)):
        found, _ = find_broken(small, claim, limit=LIMIT)
        if found is not None and breaks(found, claim):
            return Looked(found, "")
        some += 1
        if some == SCOPES:
            break
    for small in _smaller(system, settings):
        games = (one for number in range(GAMES) if (one := _broken_game(small, claim, f"smaller {number}")) is not None)
        best = min(games, key=len, default=None)
        if best is not None:
            game = played(f"not so: {claim.title}", small, best)
            if breaks(game, claim):
                return Looked(game, "")
    return Looked(None, f"{where} and among {LIMIT} positions of each of {some} small decks")


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
        watch = _AfterShuffle(small, claim)
        games = (one for number in range(GAMES) if (one := _script(small, watch, f"small {number}")) is not None)
        best = min(games, key=len, default=None)
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

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
        """The mark when the operation at the node of ``before`` has been carried out."""
        operation = self.scope.machine.lowered.nodes[before.node].operation
        if not isinstance(operation, lo.ShufflePlace) or self.claim.claim is None:
            return mark
        return mark if evaluate(self.scope.setup, self.scope.store(state), self.claim.claim, {}) else BROKEN

    def rest(self, mark: Hashable, state: MachineState) -> Hashable:
        """Nothing is looked at where somebody is to decide."""
        return mark


def begins(system: System, settings: Mapping[str, Value], claim: PropertyDef) -> bool:
    """Does the claim begin in a random game?"""
    real = real_table(system, settings)
    watch = Watch(real, claim)
    for number in range(BEGINNINGS):
        for _, _, mark in _game(real, watch, f"property {number}"):
            if isinstance(mark, Mark) and mark.lasts:
                return True
    return False


def _broken_game(scope: Scope, claim: PropertyDef, seed: str) -> Script | None:
    """The game up to where the property is broken, with its outcomes of chance."""
    return _script(scope, Watch(scope, claim), seed)


def _script(scope: Scope, watch: Watch, seed: str) -> Script | None:
    script: list[tuple[Action | None, tuple[Outcome, ...]]] = []
    for action, outcomes, mark in _game(scope, watch, seed):
        script.append((action, outcomes))
        if mark == BROKEN:
            return tuple(script)
    return None


def _game(scope: Scope, watch: Watch, seed: str) -> Iterator[tuple[Action | None, tuple[Outcome, ...], Hashable]]:
    """A game of random actions, watched operation by operation: action, outcomes, and the mark after each turn."""
    rng = random.Random(seed)
    action: Action | None = None
    try:
        now = first(watch, seeded(seed))
        for _ in range(LENGTH):
            yield action, now.outcomes, now.mark
            action = _any(scope, now.state, rng)
            if action is None or now.mark == BROKEN:
                return
            now = following(watch, now.state, now.mark, action)
    except Fault:
        return


def _any(scope: Scope, state: MachineState, rng: random.Random) -> Action | None:
    """A legal action: first its kind is drawn, then one of the kind."""
    if isinstance(scope.machine.lowered.nodes[state.node].operation, lo.Stop):
        return None
    kinds: dict[str, list[Action]] = {}
    for one in legal(scope.machine, state):
        kinds.setdefault(one.action.choice, []).append(one.action)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None
