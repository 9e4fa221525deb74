"""Witnesses on a ruleset's own deck, where looking at every position is out of the question.

The search is narrowed: few choices, each in the first way that is legal, no more than one order of a shuffle. Loops of
real games are often of this kind: nobody does anything but one thing, again and again, until all is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from caborules.engine.decisions import DECLINE, PASS, Action
from caborules.explore.find import find_endless, find_position
from caborules.explore.found import Found, Player
from caborules.explore.keys import NOTHING_MORE, Wanted, keys_of
from caborules.explore.loops import Test
from caborules.explore.scopes import Scope
from caborules.explore.search import explore
from caborules.explore.space import Position, Space

LIMIT: Final = 250
"""Positions looked at with one set of choices."""
GIVING_WAY: Final = (DECLINE, PASS)
"""What is done where none of the choices can be made."""


def narrowed(scope: Scope, choices: Sequence[str], wanted: Wanted = NOTHING_MORE) -> Space:
    """The plays in which nobody makes another choice where one of these can be made, each in its first way.

    Where none of them can, somebody declines or passes; where that is not possible either, the first action is taken.
    """

    def narrow(legal: Sequence[Action]) -> Sequence[Action]:
        for paths in (choices, GIVING_WAY):
            firsts: dict[str, Action] = {}
            for action in legal:
                if action.choice in paths:
                    firsts.setdefault(action.choice, action)
            if firsts:
                return tuple(firsts.values())
        return legal[:1]

    return Space(scope.machine, keys_of(scope.machine, wanted), orders=1, narrow=narrow)


def loop_on(
    scope: Scope,
    rule: str,
    needs: Sequence[Test] = (),
    without: Sequence[str] = (),
    like: Found | None = None,
    by: Player = "engine",
) -> Found | None:
    """The first loop inside a run of ``rule`` that a narrowed search finds, the shortest with its set of choices.

    ``needs``: see ``loops.find_loop``; ``without``: choices that the cycle does not make. ``like``: a loop of a small
    scope, whose choices are tried first. Raises NotReplayed.
    """
    for choices in _sets(scope, without, like):
        found, _ = find_endless(
            scope, rule, needs=needs, without=without, by=by, graph=explore(narrowed(scope, choices), LIMIT)
        )
        if found is not None:
            return found
    return None


def position_on(
    scope: Scope,
    what: str,
    goal: Callable[[Position], bool],
    like: Found | None = None,
    wanted: Wanted = NOTHING_MORE,
    by: Player = "engine",
) -> Found | None:
    """The first game to a position that fits ``goal`` which a narrowed search finds."""
    for choices in _sets(scope, (), like):
        found, _ = find_position(scope, what, goal, limit=LIMIT, by=by, space=narrowed(scope, choices, wanted))
        if found is not None:
            return found
    return None


def _sets(scope: Scope, without: Sequence[str], like: Found | None) -> Iterator[tuple[str, ...]]:
    """Sets of choices: those of the loop that is known, then each one, then two of them."""
    points = scope.machine.lowered.points
    kinds = ("choice", "reaction")
    listed = dict.fromkeys(offer.path for point in points for offer in point.offers if offer.kind in kinds)
    paths = [path for path in listed if path not in without]
    if like is not None:
        turns = like.turns[like.back_to + 1 :] if like.back_to is not None else like.turns
        made = dict.fromkeys(turn.action.choice for turn in turns if turn.action is not None)
        yield tuple(path for path in paths if path in made)
    yield from combinations(paths, 1)
    yield from combinations(paths, 2)
