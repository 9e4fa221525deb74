"""The table: polls the players one at a time, so that a game in which several may act at once can be played by turns.

The engine takes actions one after another and says nothing of who is quicker. This layer decides that, openly:

* At every decision point all seats that can act are polled: those that are *asked* (a choice of their own, decline,
  pass) and those that can only *react* (a window is open to them). Outside events are polled like one more seat.
* The order of polling is drawn anew for each decision point from a seed, so that no seat always wins a race.
* A seat that can only react may wait. An asked seat may wait too, to let others react first; when everybody has waited,
  the asked seats are polled once more in the same order, and must answer.
* The first answer counts; it is carried out, and polling starts anew at the next decision point. An asked seat's answer
  counts only when its turn in the polling comes: it cannot cut off those that are polled before it.
* A player gets the view of their own seat, and what they imagine from it (see ``imagine``); nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from caborules.engine.chance import Chance
from caborules.engine.decisions import Action, offers
from caborules.engine.events import Event
from caborules.engine.machine import Step, act, start
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.views import View, view
from caborules.tools.dice import Dice
from caborules.tools.imagine import Imagine, imagination

OUTSIDE: Final = None
"""The seat of outside events."""
EVENT_ODDS: Final = 20
"""An outside event that can happen does so once in so many pollings."""


class Player(Protocol):
    """Someone at the table: a bot, or a person at a screen."""

    @property
    def watches(self) -> bool:
        """Whether ``saw`` wants to be called."""

    def saw(self, view: View) -> None:
        """What the player sees after an action, events included."""

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        """One of ``view.legal``; None to wait, where not ``must``."""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a game at the table: what was done (None: the start) and what came of it."""

    action: Action | None
    step: Step


class BadAnswer(Exception):  # noqa: N818 - a fault of a player, named for what it is
    """A player waited where it must answer, or chose what it cannot."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game and its players, in seat order. ``polling`` and ``imagining`` are the dice of this game."""

    setup: Setup
    players: Sequence[Player]
    polling: Dice
    imagining: Dice

    def games(self, chance: Chance) -> Iterator[Move]:
        """Play one game to its end; stop reading to leave it. Raises RulesFault, BadAnswer."""
        step = start(self.setup, chance)
        yield self._told(Move(None, step))
        while not step.state.over:
            action = self.next_action(step.state, step.events)
            step = act(self.setup, step.state, action)
            yield self._told(Move(action, step))

    def next_action(self, state: State, events: tuple[Event, ...]) -> Action:
        """Poll the players until one of them acts."""
        possible = offers(self.setup, state)
        able = sorted({offer.action.seat for offer in possible}, key=lambda seat: -1 if seat is None else seat)
        order = self.polling.shuffled(able)
        waiting: list[View] = []
        for seat in order:
            if seat is OUTSIDE:
                happening = [offer.action for offer in possible if offer.action.seat is None]
                if self.polling.one_in(EVENT_ODDS):
                    return self.polling.pick(happening)
                continue
            seen = view(self.setup, state, seat, events)
            action = self._answer(seen, state, must=False)
            if action is not None:
                return action
            waiting.append(seen)
        for seen in waiting:
            if seen.seat in seen.asked:
                action = self._answer(seen, state, must=True)
                if action is not None:
                    return action
        raise BadAnswer("Everybody waits.")

    def _answer(self, seen: View, state: State, must: bool) -> Action | None:
        imagine = imagination(self.setup, state, seen.seat, self.imagining)
        action = self.players[seen.seat].choose(seen, must, imagine)
        if action is None and must:
            raise BadAnswer(f"Seat {seen.seat} must act, and waits.")
        if action is not None and action not in seen.legal:
            raise BadAnswer(f"Seat {seen.seat} cannot do {action.choice} so.")
        return action

    def _told(self, move: Move) -> Move:
        for seat, player in enumerate(self.players):
            if player.watches:
                player.saw(view(self.setup, move.step.state, seat, move.step.events))
        return move
