"""A play: a game and how it came about. What information states are computed from, and what a trace records.

A trace is a JSON text, ``caborules/trace/1``: its header, and ``steps``. The first step is the start of the game; each
has its ``action`` (None at the start), the ``chance`` outcomes used, and a digest of the ``state`` that it led to.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from caborules.engine.chance import Chance, Outcome, OutcomeMissing, Supplied
from caborules.engine.decisions import Action
from caborules.engine.events import Event
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.formats import (
    Misread,
    header,
    items,
    read_action,
    read_outcomes,
    read_setup,
    read_text,
    refused,
    text_of,
    with_misread,
    written_action,
)
from caborules.engine.machine import Step, act, start
from caborules.engine.save import fingerprint
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.views import View, view
from caborules.ir.system import System

FORMAT: Final = "caborules/trace/1"


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of a play: the action taken (None: the start of the game) and what came of it."""

    action: Action | None
    step: Step


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One step as a player lived it: their own action, if it was theirs, and their view after it, events included."""

    action: Action | None
    view: View


@dataclass(frozen=True, slots=True)
class Play:
    """See the module. Immutable: ``act`` gives a longer play."""

    setup: Setup
    turns: tuple[Turn, ...]

    @property
    def state(self) -> State:
        return self.turns[-1].step.state

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action brought about."""
        return self.turns[-1].step.events

    def act(self, action: Action) -> Play:
        """The play with one more action. Raises IllegalAction, RulesFault."""
        step = act(self.setup, self.state, action)
        return Play(self.setup, (*self.turns, Turn(action, step)))

    def observation(self, seat: int) -> View:
        """What a player sees now."""
        return view(self.setup, self.state, seat, self.events)

    def information_state(self, seat: int) -> tuple[Glimpse, ...]:
        """All that a player has seen and done, from the start: perfect recall."""
        return tuple(
            Glimpse(
                turn.action if turn.action is not None and turn.action.seat == seat else None,
                view(self.setup, turn.step.state, seat, turn.step.events),
            )
            for turn in self.turns
        )

    def trace(self) -> str:
        """The record of the play, from which it can be played again."""
        steps = [
            {
                "action": None if turn.action is None else written_action(turn.action),
                "chance": [list(one) if isinstance(one, tuple) else one for one in turn.step.outcomes],
                "state": fingerprint(self.setup, turn.step.state),
            }
            for turn in self.turns
        ]
        return json.dumps({**header(self.setup, FORMAT), "steps": steps}, ensure_ascii=False)


def begin(setup: Setup, chance: Chance) -> Play:
    """Begin a play."""
    return Play(setup, (Turn(None, start(setup, chance)),))


# ---------------------------------------------------------------- replaying
@dataclass(frozen=True, slots=True)
class Difference:
    """Where a recorded game parts from the rules: the step (0: the start), its action, and what is wrong."""

    step: int
    action: Action | None
    what: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The play as far as it agrees (None: not even the start does), and the first difference, if there is one."""

    play: Play | None
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Recorded:
    """One step of a trace, as it was read."""

    action: Action | None
    outcomes: tuple[Outcome, ...]
    state: str


def read_trace(system: System, text: str) -> tuple[Setup, tuple[Recorded, ...]]:
    """What a trace says. Raises Refused: E711, E712, E713 and what ``game.set_up`` raises."""
    parts = read_text(text, FORMAT, ("steps",))
    setup = read_setup(system, parts)
    recorded = with_misread(lambda: _steps(parts["steps"]))
    if not recorded or recorded[0].action is not None or any(one.action is None for one in recorded[1:]):
        raise refused("E711", "The text is damaged.", "Its steps do not begin with the start of a game.")
    return setup, recorded


def replay(system: System, text: str) -> Replay:
    """Play a trace again, with its chance outcomes, and compare the state after every step."""
    setup, recorded = read_trace(system, text)
    turns: tuple[Turn, ...] = ()
    for at, one in enumerate(recorded):
        step = _again(setup, turns, one)
        if isinstance(step, Step):
            turns = (*turns, Turn(one.action, step))
            continue
        return Replay(Play(setup, turns) if turns else None, Difference(at, one.action, step))
    return Replay(Play(setup, turns), None)


def _again(setup: Setup, turns: tuple[Turn, ...], one: Recorded) -> Step | str:
    """The step that the rules take, or what is different."""
    chance = Supplied(one.outcomes)
    try:
        if one.action is None:
            step = start(setup, chance)
        else:
            last = turns[-1].step.state
            step = act(setup, State(last.store, last.control, chance), one.action)
    except IllegalAction as illegal:
        return f"The action is not legal: {illegal.reason}"
    except OutcomeMissing as missing:
        return str(missing)
    except RulesFault as fault:
        return f"The rules cannot go on: {fault}"
    if step.state.chance != Supplied():
        return "There are more chance outcomes than the rules ask for."
    if fingerprint(setup, step.state) != one.state:
        return "The state that the rules lead to is another one."
    return step


def _steps(part: Any) -> tuple[Recorded, ...]:
    return tuple(_recorded(one, f"steps.{at}") for at, one in enumerate(items(part, "steps")))


def _recorded(part: Any, where: str) -> Recorded:
    match part:
        case {"action": action, "chance": chance, "state": state, **rest} if not rest:
            done = None if action is None else read_action(action, f"{where}.action")
            return Recorded(done, read_outcomes(chance, f"{where}.chance"), text_of(state, f"{where}.state"))
        case _:
            raise Misread(f"{where}: not a step")
