"""What a search has found, as a game that has been played: on the machine, and again on the reference engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from caborules.engine import machine as engine
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied
from caborules.engine.decisions import Action
from caborules.engine.faults import Endless, IllegalAction, OutOfRange, RulesFault, Stuck, UndefinedStep
from caborules.engine.play import Play
from caborules.engine.play import Turn as PlayTurn
from caborules.engine.setup import Setup
from caborules.explore.games import Turn, begin, take
from caborules.explore.scopes import Scope
from caborules.explore.search import Edge
from caborules.lower.machine import Fault, MachineState

Player: TypeAlias = Literal["engine", "machine"]
Script: TypeAlias = tuple[tuple[Action | None, tuple[Outcome, ...]], ...]
"""The actions of a game, the first None: its start; each with the outcomes of chance that follow it."""

_FAULTS = {"stuck": Stuck, "undefined": UndefinedStep, "out of range": OutOfRange, "endless": Endless}


@dataclass(frozen=True, slots=True)
class Found:
    """A game with something to show.

    ``what``: what it shows, in a few words. ``turns`` are those of the machine: each with its action, its chance
    outcomes and events; the last one holds a fault where the rules cannot go on. ``play``: the same game on the
    reference engine, up to a fault. ``back_to``: of a loop, the turn to whose position the last one comes back.
    ``replayed``: by whom it was played again; ``machine`` only where the lowered system is not that of the rules.
    """

    what: str
    scope: Scope
    turns: tuple[Turn, ...]
    play: Play | None = None
    back_to: int | None = None
    replayed: Player = "engine"

    @property
    def setup(self) -> Setup:
        """Players, options and deck."""
        return self.scope.setup

    @property
    def fault(self) -> Fault | None:
        return self.turns[-1].fault

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(turn.action for turn in self.turns if turn.action is not None)

    @property
    def chance(self) -> tuple[tuple[Outcome, ...], ...]:
        """The outcomes of chance, turn by turn, the start first."""
        return tuple(turn.outcomes for turn in self.turns)

    @property
    def state(self) -> MachineState:
        """How things stand after the last turn, or as the rules could not go on."""
        last = self.turns[-1]
        if last.step is not None:
            return last.step.state
        assert last.fault is not None
        return last.fault.state


class NotReplayed(Exception):  # noqa: N818  # what happened
    """A game that was found does not come out the same when it is played again: an error of this program."""


def script(edges: Iterable[Edge]) -> Script:
    """The actions along edges, each with the outcomes of chance that follow it. The first entry is the start."""
    found: list[tuple[Action | None, tuple[Outcome, ...]]] = [(None, ())]
    for edge in edges:
        if edge.outcome is not None:
            action, outcomes = found[-1]
            found[-1] = (action, (*outcomes, edge.outcome))
        else:
            found.append((edge.action, ()))
    return tuple(found)


def played(what: str, scope: Scope, plan: Script, back_to: int | None = None, by: Player = "engine") -> Found:
    """Play a game on the machine and, unless ``by`` says otherwise, on the reference engine. Raises NotReplayed."""
    turns: list[Turn] = []
    for action, outcomes in plan:
        if not turns:
            turn = begin(scope.machine, Supplied(outcomes))
        else:
            before = turns[-1].step
            if before is None or action is None:
                raise NotReplayed(f"{what}: the game ends before {action}")
            try:
                turn = take(scope.machine, replace(before.state, chance=Supplied(outcomes)), action)
            except (IllegalAction, OutcomeMissing) as fault:
                raise NotReplayed(f"{what}: {fault}") from fault
        turns.append(replace(turn, outcomes=outcomes))
    found = Found(what, scope, tuple(turns), None, back_to, by)
    return found if by == "machine" else replace(found, play=_on_engine(found))


def _on_engine(found: Found) -> Play | None:
    """The game on the reference engine: cards, knowledge, variables and faults must be the same. Raises NotReplayed."""
    setup, turns = found.setup, list[PlayTurn]()
    for at, turn in enumerate(found.turns):
        chance = Supplied(turn.outcomes)
        try:
            if turn.action is None:
                step = engine.start(setup, chance)
            else:
                step = engine.act(setup, replace(turns[-1].step.state, chance=chance), turn.action)
        except RulesFault as fault:
            if turn.fault is None or not isinstance(fault, _FAULTS[turn.fault.kind]) or at + 1 < len(found.turns):
                raise NotReplayed(f"{found.what}: turn {at}: {fault}") from fault
            return Play(setup, tuple(turns)) if turns else None
        except (IllegalAction, OutcomeMissing) as fault:
            raise NotReplayed(f"{found.what}: turn {at}: {fault}") from fault
        if turn.step is None or step.state.store != found.scope.store(turn.step.state):
            raise NotReplayed(f"{found.what}: turn {at}: the engine comes to another state")
        turns.append(PlayTurn(turn.action, step))
    return Play(setup, tuple(turns))
