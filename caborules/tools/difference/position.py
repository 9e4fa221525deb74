"""Two games at the same moment: what is so in one and not in the other, as far as somebody at the table could tell.

Held against each other: what each player can do; what the last move brought about and each player saw of it; what lies
in the places that both games have, as each player sees it (the order of the cards in a hand means nothing, see
``unordered``); the values that both have; whether the game is over, and who has won. Left out: places, values and
windows that only one of the two has (they show in what becomes of them), which rule asks, the numbers of openings, and
the values of variables on the way from one decision to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

from caborules.api.game import State
from caborules.engine.decisions import Action
from caborules.engine.events import Event
from caborules.engine.faults import RulesFault
from caborules.engine.views import EventView, View, seen_event
from caborules.ir.types import Value
from caborules.tools.difference import unordered
from caborules.tools.difference.sides import Sides

Deed: TypeAlias = tuple[int | None, str, tuple[Value, ...]]
"""An action without the number of the opening that it answers, and with cards of hands named by what they are."""

_QUIET: Final = frozenset({"entered", "left", "opened", "closed", "skipped", "picked", "set"})
"""Events that say how the rules go on, or what is seen at the next decision."""


@dataclass(frozen=True)
class Pair:
    """The two games at the same moment. A side where the rules broke down is a fault."""

    first: State | RulesFault
    second: State | RulesFault

    @property
    def going(self) -> bool:
        """Can both go on?"""
        return isinstance(self.first, State) and isinstance(self.second, State)

    def states(self) -> tuple[State, State]:
        """Both states. Only where both go on."""
        assert isinstance(self.first, State) and isinstance(self.second, State)
        return self.first, self.second

    @cached_property
    def possible(self) -> tuple[list[Deed], list[Deed]]:
        """What can be done in each."""
        first, second = self.states()
        return deeds(first), deeds(second)

    def after(self, deed: Deed) -> Pair:
        """The two games after both took an action that is legal in both."""
        first, second = (_taken(*one, deed) for one in zip(self.states(), self.possible, strict=True))
        return Pair(first, second)

    def deeds(self) -> list[Deed]:
        """What can be done, in the order of the first game."""
        return self.possible[0]


def deeds(state: State) -> list[Deed]:
    """What can be done."""
    actions, setup = state.legal_actions(), state.game.setup
    if not unordered.has_hands(setup):
        return [(action.seat, action.choice, action.arguments) for action in actions]
    names = unordered.names_in_hands(setup, state.store)
    return [(action.seat, action.choice, unordered.named(names, action.arguments)) for action in actions]


def deed_of(state: State, action: Action) -> Deed:
    """What the action of this state does."""
    names = unordered.names_in_hands(state.game.setup, state.store)
    return (action.seat, action.choice, unordered.named(names, action.arguments))


def action_of(state: State, deed: Deed) -> Action:
    """The legal action of this state that the deed is."""
    return state.legal_actions()[deeds(state).index(deed)]


def _taken(state: State, there: list[Deed], deed: Deed) -> State | RulesFault:
    try:
        return state.apply_action(state.legal_actions()[there.index(deed)])
    except RulesFault as fault:
        return fault


# ---------------------------------------------------------------- is there a difference?
def parted(sides: Sides, pair: Pair) -> bool:
    """Can somebody at the table tell the two games apart by what is so now?"""
    if not pair.going:
        return isinstance(pair.first, State) != isinstance(pair.second, State)
    first, second = pair.states()
    if first.is_terminal() != second.is_terminal():
        return True
    here, there = pair.possible
    if here != there and set(here) != set(there):
        return True
    if not _same_table(sides, first, second) and any(
        _differ(sides, first, second, seat) for seat in range(sides.players)
    ):
        return True
    if _other_winners(first, second):
        return True
    return told(first.events) != told(second.events) and any(
        seen(sides, 0, first, seat) != seen(sides, 1, second, seat) for seat in range(sides.players)
    )


def _same_table(sides: Sides, first: State, second: State) -> bool:
    """Does the same lie everywhere, known to the same players, with the same values? Both have the same cards."""
    mine, theirs, setup = first.store, second.store, sides.first.setup
    return (
        mine.known == theirs.known
        and mine.turned == theirs.turned
        and all(
            unordered.same_cards(setup, setup.place_ids[one], mine.places[one], theirs.places[other])
            for one, other in sides.places
        )
        and all(mine.variables[one] == theirs.variables[other] for one, other in sides.variables)
    )


def _differ(sides: Sides, first: State, second: State, seat: int) -> bool:
    return any(True for _ in differences(sides, first.observation(seat), second.observation(seat)))


def differences(sides: Sides, mine: View, theirs: View) -> Iterator[tuple[int, int, bool]]:
    """Where the views of a seat differ: the indices of a place (True) or of a variable (False) in the two games."""
    setup, others = sides.setups
    for one, other in sides.places:
        place = mine.places[one]
        if not unordered.same_cards(setup, place.place, place.cards, theirs.places[other].cards):
            yield one, other, True
    for one, other in sides.variables:
        here, there = mine.variables[one][2], theirs.variables[other][2]
        if unordered.seen_value(setup, mine, here) != unordered.seen_value(others, theirs, there):
            yield one, other, False


def _other_winners(first: State, second: State) -> bool:
    mine, theirs = first.winners(), second.winners()
    return mine is not None and theirs is not None and mine != theirs


def told(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.kind not in _QUIET)


def seen(sides: Sides, side: int, state: State, seat: int) -> list[EventView]:
    """What a seat was told of the last move, without where in the rules it stands."""
    setup = sides.setups[side]
    views = (unordered.without_positions(setup, seen_event(setup, event, seat)) for event in told(state.events))
    return [replace(one, span=None, cites=()) for one in views]
