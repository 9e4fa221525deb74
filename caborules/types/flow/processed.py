"""Loops over all players: what the body brings about for one player holds in the end for every player.

While the loop is followed, a witness stands for any player whose round is over. The body must keep what holds of the
witness; when the loop ends, everybody is such a player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from caborules.types.flow.bounds import Possible, Range, common, either, ranged
from caborules.types.flow.facts import NOBODY, REST, Audience, Key, State, World, both
from caborules.types.flow.facts import either as either_audience
from caborules.types.flow.symbols import forget, leave
from caborules.types.ranges import union

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Processed:
    """What holds of every player whose round is over, by kind of place and variable."""

    sizes: dict[str, Range]
    seen: dict[str, Audience]
    values: dict[str, Possible]


def inject(state: State, witness: str, facts: Processed | None, other: str) -> State:
    """The state with a witness, who is not the player ``other``."""
    if facts is None:
        return state
    return state.but(
        sizes=state.sizes | {(f, witness): v for f, v in facts.sizes.items()},
        seen=state.seen | {(f, witness): v for f, v in facts.seen.items()},
        values=state.values | {(f, witness): v for f, v in facts.values.items()},
        apart=state.apart | {frozenset((witness, other))},
    )


def extract(state: State, witness: str, facts: Processed | None, done: str) -> tuple[State, Processed]:
    """The round of ``done`` is over: what holds of all who are done, and the state without the two names."""

    def known(key: Key) -> Audience:
        return state.look(state.seen, key, both, NOBODY)

    def families(table: dict[Key, T]) -> set[str]:
        return {f for f, owner in table if owner in (witness, done)}

    def of(look: object, meet: object, table: dict[Key, T]) -> dict[str, T]:
        assert callable(look) and callable(meet)
        found = {f: look((f, done)) for f in families(table)}
        if facts is not None:
            found = {f: meet(v, look((f, witness))) for f, v in found.items()}
        return found

    everybody = Processed(
        of(state.size, union, state.sizes), of(known, both, state.seen), of(state.value, either, state.values)
    )
    names = frozenset({witness, done})
    state = leave(_kept(state, names), names)
    return state, everybody


def _kept(state: State, names: frozenset[str]) -> State:
    """Without facts about places of these names; the rest is not weakened, since what is processed holds of them."""
    held = names & frozenset(state.people.values())

    def gone(key: Key) -> bool:
        return key[1] in names and key[1] not in held

    return state.but(
        sizes={k: v for k, v in state.sizes.items() if not gone(k)},
        seen={k: v for k, v in state.seen.items() if not gone(k)},
        values={k: v for k, v in state.values.items() if not gone(k)},
    )


def join_processed(left: Processed | None, right: Processed) -> Processed:
    """What holds of those who were done before and of those who are done now."""
    if left is None:
        return right
    return Processed(
        {f: union(left.sizes.get(f, v), v) for f, v in right.sizes.items()},
        {f: both(left.seen.get(f, v), v) for f, v in right.seen.items()},
        {f: either(left.values.get(f, v), v) for f, v in right.values.items()},
    )


def widen(before: Processed, after: Processed, world: World) -> Processed:
    """``after``, without the ranges that grew since ``before``."""
    return Processed(
        {f: v if before.sizes.get(f) == v else world.room(f) for f, v in after.sizes.items()},
        after.seen,
        {f: v if before.values.get(f) == v else world.domain(f) for f, v in after.values.items()},
    )


def finish(state: State, witness: str, facts: Processed | None, everybody: bool) -> State:
    """After the loop: everybody is done, or some are."""
    if facts is None:
        return state
    if not everybody:
        return forget(inject(state, witness, facts, witness), witness)
    return state.but(
        sizes=_of_all(state.sizes, facts.sizes, _narrower),
        seen=_of_all(state.seen, facts.seen, either_audience),
        values=_of_all(state.values, facts.values, common),
    )


def _narrower(left: Range, right: Range) -> Range | None:
    return ranged(max(left.low, right.low), min(left.high, right.high))


def _of_all(table: dict[Key, T], facts: dict[str, T], meet: Callable[[T, T], T | None]) -> dict[Key, T]:
    """What holds of everybody holds of those of whom something is known already as well."""
    new = dict(table)
    for family, fact in facts.items():
        for key, known in table.items():
            if key[0] == family:
                both_hold = meet(known, fact)
                new[key] = fact if both_hold is None else both_hold
        new[family, REST] = fact
    return new
