"""The search for a game in which two rulesets part: every short game on some deals, then random play made shorter, and
where that is still long, games that learn from it.

Limits are numbers of positions, never seconds: the same search finds the same game.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from caborules.tools.difference.learnt import Learning
from caborules.tools.difference.position import Deed, Pair, parted
from caborules.tools.difference.record import Looked
from caborules.tools.difference.shorten import Shortening, Way
from caborules.tools.difference.sides import Deal, Sides, deals

DEALS: Final = 8
"""Deals on which every short game is tried."""
LENGTHS: Final = (15, 30, 15, 60, 15, 30, 15, 240)
"""Moves at most in a random game, by turns."""
MOST: Final = max(LENGTHS)
LONG: Final = 12
"""Where a game in which the two part has more moves, games are played that learn from it, and positions of examples are
looked at as well."""
AFTERWARDS: Final = 4
"""Once a random game parts, shorter ones are looked for in so small a part (a fourth) of the positions allowed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Positions looked at breadth-first, and positions of random games (as many again go into making what is found
    shorter, and into games that learn from it where it is long); the seed of the deals."""

    breadth: int
    random: int
    seed: int | str


def search(sides: Sides, limits: Limits) -> tuple[Way | None, Looked]:
    """A game in which the two part, and how far was looked for it."""
    some = list(islice(deals(sides, limits.seed), DEALS))
    found, depth, positions = breadth(sides, some, limits.breadth)
    looked = Looked(len(some), depth, positions, 0, 0)
    if found is not None:
        return found, looked
    found, games = at_random(sides, limits)
    looked = replace(looked, games=games, length=MOST)
    if found is None:
        return None, looked
    if len(found.deeds) > LONG:
        learning = Learning(sides, limits.seed, limits.random)
        sooner = learning.shorter(len(found.deeds) - 1)
        looked = replace(looked, learnt=learning.games)
        if sooner is not None:
            found = Shortening(sides, limits.random // AFTERWARDS).shortened(sooner)
    shorter, depth, _ = breadth(sides, [found.deal], limits.breadth, len(found.deeds) - 1)
    return replace(found if shorter is None else shorter, how="random", shorter=depth), looked


# ---------------------------------------------------------------- every short game
@dataclass(frozen=True, slots=True)
class Node:
    """A position of the search, and how it was come to."""

    deal: int
    pair: Pair
    before: Node | None = None
    deed: Deed | None = None

    def deeds(self) -> tuple[Deed, ...]:
        found: list[Deed] = []
        node: Node | None = self
        while node is not None and node.deed is not None:
            found.append(node.deed)
            node = node.before
        return tuple(reversed(found))


def breadth(sides: Sides, some: list[Deal], limit: int, depth: int | None = None) -> tuple[Way | None, int, int]:
    """The shortest game that parts, on any of the deals; the number of moves up to which all games were looked at; the
    number of positions. At most ``limit`` positions, and games of at most ``depth`` moves."""
    level = [Node(at, Pair(*deal.begin(sides))) for at, deal in enumerate(some)]
    for node in level:
        if parted(sides, node.pair):
            return Way(some[node.deal], (), "breadth"), -1, len(level)
    met: set[Hashable] = set()
    positions, done = len(level), 0
    while level and (depth is None or done < depth):
        following: list[Node] = []
        for node in level:
            for deed in _possible(node.pair):
                if positions >= limit:
                    return None, done, positions
                positions += 1
                there = Node(node.deal, node.pair.after(deed), node, deed)
                if parted(sides, there.pair):
                    return Way(some[node.deal], there.deeds(), "breadth", done), done, positions
                if _is_new(met, there):
                    following.append(there)
        level, done = following, done + 1
    return None, done, positions


def _possible(pair: Pair) -> list[Deed]:
    return pair.deeds() if pair.going else []


def _is_new(met: set[Hashable], node: Node) -> bool:
    if not node.pair.going:
        return False
    first, second = node.pair.states()
    key = (node.deal, first.key(), second.key())
    if key in met:
        return False
    met.add(key)
    return True


# ---------------------------------------------------------------- random games
def at_random(sides: Sides, limits: Limits) -> tuple[Way | None, int]:
    """A random game that parts, made shorter, or a shorter one found after it; and how many games were played."""
    best: Way | None = None
    shortening = Shortening(sides, limits.random)
    positions = games = 0
    left = limits.random
    for number, deal in enumerate(deals(sides, f"{limits.seed}/random")):
        if positions >= left:
            break
        most = min(LENGTHS[number % len(LENGTHS)], MOST if best is None else len(best.deeds) - 1)
        games += 1
        done: list[Deed] = []
        for pair, deed in _random_game(sides, deal, number, most):
            positions += 1
            if deed is not None:
                done.append(deed)
            if parted(sides, pair):
                left = positions + limits.random // AFTERWARDS if best is None else left
                best = shortening.shortened(Way(deal, tuple(done), "random"))
                break
    return best, games


def _random_game(sides: Sides, deal: Deal, number: int, most: int) -> Iterator[tuple[Pair, Deed | None]]:
    """A game of random moves. A choice is drawn first and then one way to make it; in every other game reactions are
    seldom, so that it comes to an end sooner."""
    rng = random.Random(f"moves/{deal.later}")
    pair = Pair(*deal.begin(sides))
    yield pair, None
    for _ in range(most):
        if not pair.going:
            return
        deed = _any(pair, rng, quiet=number % 2 == 1)
        if deed is None:
            return
        pair = pair.after(deed)
        yield pair, deed


def _any(pair: Pair, rng: random.Random, quiet: bool) -> Deed | None:
    kinds: dict[str, list[Deed]] = {}
    reactions: dict[str, list[Deed]] = {}
    for action, deed in zip(pair.states()[0].legal_actions(), pair.deeds(), strict=True):
        into = reactions if action.opening is not None and action.arguments else kinds
        into.setdefault(action.choice, []).append(deed)
    if reactions and (not kinds or not quiet or rng.randrange(8) == 0):
        kinds = {**kinds, **reactions}
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None
