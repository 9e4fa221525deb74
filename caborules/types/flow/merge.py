"""Where paths meet: what holds on both; and, in loops, giving up ranges that go on growing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from caborules.types.flow.bounds import Possible, either
from caborules.types.flow.facts import NOBODY, REST, CardFact, CardName, Key, Label, State, both
from caborules.types.ranges import union

K = TypeVar("K")
T = TypeVar("T")


def join(left: State | None, right: State | None) -> State | None:
    """What holds whichever way we came; None is a way that cannot be gone."""
    if left is None or left is right:
        return right
    if right is None or left == right:
        return left
    labels: dict[str, Label] = dict(left.labels)
    for name, label in right.labels.items():
        labels[name] = labels.get(name, frozenset()) | label
    return left.but(
        sizes=_families(left, right, left.sizes, right.sizes, State.size, union),
        seen=_families(left, right, left.seen, right.seen, _known, both),
        values=_families(left, right, left.values, right.values, State.value, either),
        options=_shared(left.options, right.options, either),
        locals=_shared(left.locals, right.locals, either),
        people=_agreed(left.people, right.people),
        cards=_cards(left, right),
        labels=labels,
        apart=left.apart & right.apart,
        windows=_agreed(left.windows, right.windows),
        owed=left.owed | right.owed,
        said=left.said & right.said,
    )


def join_all(states: Iterable[State | None]) -> State | None:
    result: State | None = None
    for state in states:
        result = join(result, state)
    return result


def widen(before: State, after: State) -> State:
    """``after``, without the ranges that grew since ``before``."""
    world = after.world
    return after.but(
        sizes={k: v if before.sizes.get(k) == v else world.room(k[0]) for k, v in after.sizes.items()},
        values={k: v if before.values.get(k) == v else world.domain(k[0]) for k, v in after.values.items()},
        locals={k: v for k, v in after.locals.items() if before.locals.get(k) == v},
    )


def _known(state: State, key: Key) -> frozenset[str]:
    return state.look(state.seen, key, both, NOBODY)


def _families(
    left: State,
    right: State,
    lefts: dict[Key, T],
    rights: dict[Key, T],
    look: Callable[[State, Key], T],
    meet: Callable[[T, T], T],
) -> dict[Key, T]:
    if lefts == rights:
        return lefts
    new: dict[Key, T] = {}
    for key in lefts.keys() | rights.keys():
        known = lefts.get(key)
        if known is not None and known is rights.get(key):
            new[key] = known
        elif key[1] == REST:
            if key in lefts and key in rights:
                new[key] = meet(lefts[key], rights[key])
        else:
            new[key] = meet(look(left, key), look(right, key))
    return new


def _shared(
    left: dict[K, Possible], right: dict[K, Possible], meet: Callable[[Possible, Possible], Possible]
) -> dict[K, Possible]:
    return left if left == right else {k: meet(v, right[k]) for k, v in left.items() if k in right}


def _agreed(left: dict[str, T], right: dict[str, T]) -> dict[str, T]:
    return left if left == right else {k: v for k, v in left.items() if right.get(k) == v}


def _cards(left: State, right: State) -> dict[CardName, CardFact]:
    """Who has seen a card by where it lies on one way has seen it, wherever it lies on the other."""
    if not left.cards or not right.cards:
        return {}
    new: dict[CardName, CardFact] = {}
    seen_alike = left.seen == right.seen and left.apart == right.apart
    for name in left.cards.keys() & right.cards.keys():
        one, other = left.cards[name], right.cards[name]
        if seen_alike and one == other:
            new[name] = CardFact(one.lies, left.face(one), one.lost)
            continue
        lies = None if one.lies is None or other.lies is None else one.lies | other.lies
        new[name] = CardFact(lies, both(left.face(one), right.face(other)), max(one.lost, other.lost))
    return new
