"""What rules may change, and forgetting what others may have changed meanwhile.

Reactions and events may run any number of times at a decision. What they did is known only by kind of place and by
variable; that is all that is kept of it here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from caborules.types.flow.bounds import Range
from caborules.types.flow.facts import SHUFFLED, UNKNOWN, CardFact, CardName, Key, State
from caborules.types.flow.symbols import reassign


@dataclass(frozen=True, slots=True)
class Effects:
    """Places that cards come to, leave, exchange or are shuffled in; variables; windows; rules that are ended."""

    gains: frozenset[str] = frozenset()
    loses: frozenset[str] = frozenset()
    mixes: frozenset[str] = frozenset()
    shuffles: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    opens: frozenset[str] = frozenset()
    closes: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()

    def parts(self) -> tuple[frozenset[str], ...]:
        """Every kind of effect, in the order of the fields."""
        return (
            self.gains,
            self.loses,
            self.mixes,
            self.shuffles,
            self.variables,
            self.opens,
            self.closes,
            self.ends,
        )

    def join(self, others: Iterable[Effects]) -> Effects:
        """All these effects together."""
        joined = self
        for other in others:
            if not joined.covers(other):
                pairs = zip(joined.parts(), other.parts(), strict=True)
                joined = Effects(*(mine | theirs for mine, theirs in pairs))
        return joined

    def covers(self, other: Effects) -> bool:
        """Is all of the other in this?"""
        return other is self or (
            other.gains <= self.gains
            and other.loses <= self.loses
            and other.mixes <= self.mixes
            and other.shuffles <= self.shuffles
            and other.variables <= self.variables
            and other.opens <= self.opens
            and other.closes <= self.closes
            and other.ends <= self.ends
        )


NOTHING = Effects()


@dataclass(slots=True)
class Log:
    """What has been done since the log was begun."""

    effects: Effects = field(default=NOTHING)

    def add(self, effects: Effects) -> None:
        self.effects = self.effects.join([effects])


def suffer(state: State, effects: Effects, decision: str = "") -> State:
    """What still holds after ``effects`` have happened any number of times, or not at all.

    ``decision``: that at which they are those of reactions, which only it makes possible.
    """
    if effects == NOTHING:
        return state
    state = _cards(state, effects, decision or SHUFFLED)
    stirred = effects.gains | effects.mixes | effects.shuffles
    sizes = {}
    for key, size in state.sizes.items():
        room = state.world.room(key[0])
        low = 0 if key[0] in effects.loses else size.low
        high = room.high if key[0] in effects.gains else size.high
        sizes[key] = size if (low, high) == (size.low, size.high) else Range(low, high)
    state = state.but(
        sizes=sizes,
        seen={k: v for k, v in state.seen.items() if k[0] not in stirred},
        values={k: v for k, v in state.values.items() if k[0] not in effects.variables},
        said=frozenset(),
    )
    for variable in effects.variables:
        state = reassign(state, variable, None)
    if effects.opens or effects.closes:
        windows = dict(state.windows)
        for window in effects.opens:
            if not windows.get(window, False):
                windows.pop(window, None)
        for window in effects.closes:
            if windows.get(window, True):
                windows.pop(window, None)
        state = state.but(windows=windows)
    return state


def _cards(state: State, effects: Effects, cause: str) -> State:
    left = effects.loses | effects.mixes
    reached: frozenset[Key] = frozenset(
        (family, UNKNOWN if state.world.places[family].per_player else None) for family in effects.gains | effects.mixes
    )
    touched = left | effects.gains | effects.mixes | effects.shuffles
    cards: dict[CardName, CardFact] = {}
    for name, fact in state.cards.items():
        if isinstance(name, tuple) and name[1][0] in touched:
            continue
        lies, seen, lost = fact.lies, fact.seen, fact.lost
        if lies is None or any(key[0] in left for key in lies):
            seen = state.face(fact)
            lies = None if lies is None else lies | reached
        if effects.shuffles and (lies is None or any(key[0] in effects.shuffles for key in lies)):
            seen, lost = state.face(fact), max(lost, cause)
        cards[name] = CardFact(lies, seen, lost)
    return state.but(cards=cards)
