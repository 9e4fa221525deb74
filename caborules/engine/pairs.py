"""Paired games: two games that differ in two cards which a player has not seen must look the same to that player.

A random game is played. Then two cards change places in one of its shuffles, and the same actions are played again from
there with the same chance outcomes: both games are reachable. As long as neither card has been shown to a player, and
no announcement has told the two games apart, that player must have the same view, the same legal actions, be told of
the same events, and hear the same answers to illegal attempts. Each comparison is a pair; a difference is a leak.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from caborules.engine import machine, views
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied, seeded
from caborules.engine.decisions import Action, Offer, awaited, decision, late_window, offers
from caborules.engine.events import Event
from caborules.engine.faults import IllegalAction
from caborules.engine.machine import Step
from caborules.engine.play import Turn
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, State, Waiting

Channel: TypeAlias = Literal["view", "legal actions", "events", "errors"]

STEPS: Final = 60
"""Actions in a game at most."""
EXCHANGES: Final = 3
"""Pairs of cards exchanged in one game."""
ATTEMPTS: Final = 2
"""Illegal attempts compared at each state."""
SHOWN: Final = 20
"""Leaks kept in a report; all are counted."""


@dataclass(frozen=True, slots=True)
class Leak:
    """Where two games look different to ``seat`` though it has seen neither of the two ``cards``.

    ``game`` and ``step`` find it again with the same seed; ``left`` and ``right`` are what the player gets.
    """

    channel: Channel
    point: str
    seat: int
    game: int
    step: int
    cards: tuple[int, int]
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class PairReport:
    """``counts`` by decision point, observer and channel; ``leak_count`` of all leaks, the first ones in ``leaks``."""

    pairs: int
    games: int
    counts: dict[tuple[str, int, Channel], int]
    leak_count: int
    leaks: tuple[Leak, ...]


def run_pairs(setup: Setup, seed: int, count: int) -> PairReport:
    """Compare at least ``count`` pairs, in as many games as that takes. The same seed gives the same report."""
    counts: Counter[tuple[str, int, Channel]] = Counter()
    leaks: list[Leak] = []
    games = found = pairs = 0
    while pairs < count:
        rng = random.Random(f"{seed}/{games}")
        turns = random_game(setup, rng, f"{seed}/{games}")
        for _ in range(EXCHANGES):
            if pairs >= count:
                break
            for comparison in _Exchange(setup, turns, rng, games).run():
                if isinstance(comparison, Leak):
                    found += 1
                    leaks += [comparison] if len(leaks) < SHOWN else []
                else:
                    counts[comparison] += 1
                    pairs += 1
        games += 1
    return PairReport(pairs, games, dict(counts), found, tuple(leaks))


def random_game(setup: Setup, rng: random.Random, seed: str) -> tuple[Turn, ...]:
    """A game of random actions: first a kind is drawn, then one of that kind. Now and then one comes too late."""
    step = machine.start(setup, seeded(seed))
    turns = [Turn(None, step)]
    while not step.state.over and len(turns) <= STEPS:
        offered = offers(setup, step.state)
        action = _random_action(setup, step.state, offered, rng)
        step = machine.act(setup, step.state, action, offered)
        turns.append(Turn(action, step))
    return tuple(turns)


def _random_action(setup: Setup, state: State, offered: tuple[Offer, ...], rng: random.Random) -> Action:
    kinds: dict[str, list[Action]] = {}
    for offer in offered:
        kinds.setdefault(offer.action.choice, []).append(offer.action)
    action = rng.choice(kinds[rng.choice(sorted(kinds))])
    late = replace(action, opening=(action.opening or 0) - 1)
    if rng.random() < 0.05 and late_window(setup, state, late) is not None:
        return late
    return action


def point(setup: Setup, state: State) -> str:
    """The name of the decision where a state stands: ``turn #3``, ``await match``, ``over``."""
    match state.control[-1] if state.control else None:
        case Deciding() as frame:
            statement = decision(setup, frame)
            return f"{statement.rule} #{statement.number}"
        case Waiting() as frame:
            return f"await {awaited(setup, frame)}"
        case _:
            return "over"


@dataclass(slots=True)
class _Exchange:
    """One pair of cards exchanged in one game, and the comparisons that follow from it."""

    setup: Setup
    turns: tuple[Turn, ...]
    rng: random.Random
    game: int
    cards: tuple[int, int] = (0, 0)
    dark: set[int] = field(default_factory=set)
    """The seats to whom the two games have looked the same, and that have seen neither card."""

    def run(self) -> Iterator[tuple[str, int, Channel] | Leak]:
        shuffles = [
            (at, which)
            for at, turn in enumerate(self.turns)
            for which, outcome in enumerate(turn.step.outcomes)
            if isinstance(outcome, tuple)
        ]
        if not shuffles:
            return
        at, which = self.rng.choice(shuffles)
        outcomes = list(self.turns[at].step.outcomes)
        outcomes[which] = self._exchanged(outcomes[which])
        step = self._again(at, self.turns[at - 1].step.state if at else None, tuple(outcomes))
        if step is None or not self._find_cards(self.turns[at].step.state, step.state):
            return
        self.dark = set(self.setup.seats)
        for here in range(at, len(self.turns)):
            yield from self._compare_events(here, step)
            yield from self._compare_states(here, step.state)
            if not self.dark or here + 1 == len(self.turns):
                return
            following = self._again(here + 1, step.state, self.turns[here + 1].step.outcomes)
            if following is None:
                return
            step = following

    def _exchanged(self, outcome: Outcome) -> Outcome:
        """Another outcome of the shuffle, with two of its cards exchanged; cards near the top are likelier."""
        assert isinstance(outcome, tuple)
        reach = min(len(outcome), self.rng.choice((8, 24, len(outcome))))
        i, j = self.rng.sample(range(reach), 2)
        order = list(outcome)
        order[i], order[j] = order[j], order[i]
        return tuple(order)

    def _again(self, at: int, before: State | None, outcomes: tuple[Outcome, ...]) -> Step | None:
        """Step ``at`` in the other game; None where it cannot be taken there."""
        action = self.turns[at].action
        if before is None or action is None:
            return machine.start(self.setup, Supplied(outcomes))
        try:
            step = machine.act(self.setup, State(before.store, before.control, Supplied(outcomes)), action)
        except (IllegalAction, OutcomeMissing):
            return None
        return step if step.state.chance == Supplied() else None

    def _find_cards(self, left: State, right: State) -> bool:
        """The two cards: those that lie where the other lies in the other game."""
        differing = {
            card
            for mine, yours in zip(left.store.places, right.store.places, strict=True)
            for card, other in zip(mine, yours, strict=False)
            if card != other and card is not None
        }
        if len(differing) != 2:
            return False
        first, second = sorted(differing)
        self.cards = (first, second)
        return self.setup.faces[first] != self.setup.faces[second]

    # ------------------------------------------------------------ comparisons
    def _leak(self, channel: Channel, where: str, seat: int, step: int, left: object, right: object) -> Leak:
        self.dark.discard(seat)
        return Leak(channel, where, seat, self.game, step, self.cards, repr(left), repr(right))

    def _compare_events(self, at: int, step: Step) -> Iterator[tuple[str, int, Channel] | Leak]:
        where = "start" if at == 0 else point(self.setup, self.turns[at - 1].step.state)
        mine, yours = _told(self.turns[at].step.events), _told(step.events)
        for seat in sorted(self.dark):
            yield (where, seat, "events")
            for left, right in zip(mine, yours, strict=False):
                shown = self._shows(left, seat) or self._shows(right, seat)
                announced = left.kind == right.kind == "announced" and left.value != right.value
                seen = [views.seen_event(self.setup, event, seat) for event in (left, right)]
                if shown or announced:
                    seen = [_faceless(one, announced) for one in seen]
                if seen[0] != seen[1]:
                    yield self._leak("events", where, seat, at, seen[0], seen[1])
                    break
                if shown or announced:
                    self.dark.discard(seat)
                    break
            else:
                if len(mine) != len(yours):
                    yield self._leak("events", where, seat, at, len(mine), len(yours))

    def _shows(self, event: Event, seat: int) -> bool:
        return any(one.card in self.cards and one.face & one.told & 1 << seat for one in event.cards)

    def _compare_states(self, at: int, other: State) -> Iterator[tuple[str, int, Channel] | Leak]:
        state = self.turns[at].step.state
        where = point(self.setup, state)
        offered = [offers(self.setup, one) for one in (state, other)]
        both = list(zip((state, other), offered, strict=True))
        for seat in sorted(self.dark):
            yield (where, seat, "view")
            left, right = (views.view(self.setup, one, seat, (), there) for one, there in both)
            if replace(left, legal=()) != replace(right, legal=()):
                yield self._leak("view", where, seat, at, left, right)
            yield (where, seat, "legal actions")
            mine, yours = left.legal, right.legal
            if mine != yours:
                yield self._leak("legal actions", where, seat, at, mine, yours)
            for action in self._attempts(state, seat, mine):
                yield (where, seat, "errors")
                answers = [_answer(self.setup, one, action, there) for one, there in both]
                if answers[0] != answers[1]:
                    yield self._leak("errors", where, seat, at, answers[0], answers[1])

    def _attempts(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[Action]:
        """Actions that are illegal here: what players did before, and what is legal elsewhere."""
        taken = [turn.action for turn in self.turns if turn.action is not None and turn.action.seat is not None]
        tries = [replace(action, seat=seat) for action in self.rng.sample(taken, min(ATTEMPTS, len(taken)))]
        return [action for action in tries if action not in legal and late_window(self.setup, state, action) is None]


def _told(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event.kind not in ("entered", "left")]


def _faceless(event: views.EventView, announced: bool) -> views.EventView:
    """The event without what it tells on purpose: the faces shown, the value announced."""
    cards = tuple(replace(card, face=None) for card in event.cards)
    return replace(event, cards=cards, value=None if announced else event.value)


def _answer(setup: Setup, state: State, action: Action, offered: tuple[Offer, ...]) -> str:
    """What the sender of an illegal action hears; the kind of error is part of it."""
    try:
        machine.act(setup, state, action, offered)
    except IllegalAction as illegal:
        return f"IllegalAction: {illegal}"
    return "accepted"
