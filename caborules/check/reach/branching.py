"""Plays that branch: what they read of numbers and truths that they do not know forks them, and every way is followed.

Choices and shuffles are told as for other plays (``plays``), and what is read is watched in the same way; but some
variables are neither given nor settled: at the start they may have any value. Each question about one has a path for
each answer. What comes of a play are the conditions, on the variables at the start, under which it does some good: the
loop is left, or a number of one owner, the measure, comes nearer to an end of its range and control is at the head
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from caborules.check.reach.circles import writes
from caborules.check.reach.plays import LONGEST, Player
from caborules.check.reach.reads import Read
from caborules.check.reach.unknown import Forks, Key, Ledger, UnknownTruth, form_of
from caborules.engine.chance import Chance, OutcomeMissing
from caborules.engine.reading import Reading
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, Value
from caborules.lower.machine import Fault, MachineState, step
from caborules.symbolic.terms import Term, all_of

PATHS = 600
"""A play has so many paths at most."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of one owner that is to rise, or to fall. It has a range, so that neither goes on for ever."""

    variable: str
    owner: int | None
    rising: bool


@dataclass(frozen=True, slots=True)
class Branched:
    """What came of a play. ``good``: conditions; under each the loop is left, or the measure has moved as it is to.

    ``wanted``: a variable that a path came to need and that is neither settled nor given nor one of the unknown ones;
    ``perhaps``: one that would have told whether a path that goes back to the head leaves the loop there.
    """

    good: tuple[Term, ...]
    wanted: str = ""
    perhaps: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a path stands, before a step that is to go by the script."""

    state: MachineState
    settled: frozenset[Read]
    written: frozenset[Key]
    ledger: Ledger
    steps: int = 0
    script: tuple[bool, ...] = ()


@dataclass(slots=True)
class Brancher(Player):
    """Follows plays from the loop's test ``head``, of which the way ``way`` goes on, on all their paths."""

    head: int = 0
    way: int = 0

    def branches(
        self,
        given: Mapping[Key, Value],
        unknown: tuple[Key, ...],
        chance: Chance,
        measure: Measure,
        forks: Forks,
    ) -> Branched | None:
        """All paths of the play; None where there are too many."""
        system = self.machine.lowered
        truths = {key for key in unknown if isinstance(system.variables[key[0]].type, BoolType)}
        symbols = {key: UnknownTruth(key, forks) if key in truths else forks.unknown(key) for key in unknown}
        start = self.proof.graph.targets[self.head][self.way]
        state = self.begin(start, cast("Mapping[Key, Value]", {**given, **symbols}), chance)
        waiting = [self._place(state, Ledger())]
        good: list[Term] = []
        wanted, perhaps = "", ""
        for _ in range(PATHS):
            if not waiting:
                return Branched(tuple(good), wanted, perhaps)
            end = self._followed(waiting.pop(), waiting, measure, forks)
            if isinstance(end, _End):
                good += (all_of(*forks.ledger.conditions, end.moved),) if end.moved is not False else ()
                wanted = wanted or ("" if end.harmless else _named(end.missing))
                perhaps = perhaps or (_named(end.missing) if end.harmless else "")
        return None

    def _place(self, state: MachineState, ledger: Ledger, steps: int = 0, script: tuple[bool, ...] = ()) -> _Place:
        return _Place(state, frozenset(self._settled), frozenset(self._written), ledger, steps, script)

    # ------------------------------------------------------------ one path
    def _followed(self, place: _Place, waiting: list[_Place], measure: Measure, forks: Forks) -> _End | None:
        """Follow one path to its end; None where it goes wrong. Others, where it forks, are added to ``waiting``."""
        self._settled, self._written = set(place.settled), set(place.written)
        # What was worked out of this position before, on another path, must not be believed on this one.
        setup = self.machine.setup
        setup.readings.latest = Reading(setup, place.state.store)
        self.machine.lately.clear()
        state, ledger, script = place.state, place.ledger, place.script
        for steps in range(place.steps, LONGEST):
            here = self._place(state, ledger, steps)
            forks.begin(ledger, script)
            try:
                after = self._step(state, measure, forks, home=state.node == self.head and steps > 0)
            except (Fault, OutcomeMissing, TypeError):
                after = None
            waiting += (replace(here, script=other) for other in forks.others)
            if not isinstance(after, MachineState):
                return after
            state, ledger, script = after, forks.ledger, ()
        return None

    def _step(self, state: MachineState, measure: Measure, forks: Forks, home: bool) -> MachineState | _End | None:
        """What comes of one step. ``home``: it is the loop's test, to which control has come back."""
        operation = self.machine.lowered.nodes[state.node].operation
        if isinstance(operation, lo.Stop):
            return _End(True)
        moved = self._moved(state, measure, forks) if home else False
        if moved is True:
            return _End(True)
        one = self._choice(state, operation, None) if isinstance(operation, lo.Ask) else None
        if isinstance(operation, lo.Ask) and one is None:
            return None
        missing = self._missing(state, operation, one)
        if missing:
            if not home and not writes(self.proof, state.node, self.head, measure.variable):
                return _End(self._moved(state, measure, forks), missing)
            return _End(moved, missing, home)
        if one is not None:
            return self._take(state, operation, one)
        taken = step(self.machine, state).state
        if home:
            goes_on = taken.node == self.proof.graph.targets[self.head][self.way]
            return _End(moved if goes_on else True)
        self._note(state, taken, operation)
        return taken

    def _moved(self, state: MachineState, measure: Measure, forks: Forks) -> Term:
        """Has the measure moved as it is to, since the start?"""
        key = measure.variable, measure.owner
        now = form_of(state.store.variables[self.machine.setup.variable_index[key]])
        change = now.plus(forks.unknown(key).form, -1)
        one = form_of(-1)
        return forks.at_least((change if measure.rising else change.times(-1)).plus(one))


@dataclass(frozen=True, slots=True)
class _End:
    """How a path ends: under which condition, beside those of the path, it does good.

    ``missing``: what it would have to read. ``harmless``: on the way back to the head the measure is not set.
    """

    moved: Any
    missing: tuple[Read, ...] = ()
    harmless: bool = True


def _named(missing: tuple[Read, ...]) -> str:
    return next((name for kind, name in missing if kind == "variable"), "")
