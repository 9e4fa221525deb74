"""What becomes of a planted bug: a process of its own loads the changed module and plays games in lock-step.

The games are the trials of ``trials``, in this order, until one of them shows the bug.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final, Literal, TypeAlias

from caborules.engine.game import set_up
from caborules.engine.setup import Setup
from caborules.types.flow.check import check_flow
from tests.lockstep.mutations import Mutant
from tests.lockstep.plan import plan
from tests.support.lockstep_games import GAMES, LATER_GAMES
from tests.support.rulesets import HEAD, system_of

Verdict: TypeAlias = Literal["crash", "difference", "same", "survived"]
"""``crash``: the generator itself fails. ``same``: it makes the very same program in every trial. Both are no bugs that
lock-step has to find; of the others it found those with a ``difference``."""

SECONDS: Final = 20
"""Seconds of processor time after which a mutant is taken to run on without end."""
MEMORY: Final = 2 << 30


RUNNING: Final = ("program", "support")
"""Modules of which programs make use while they run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    detail: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A game, by its name and number of players, or a row of the plan; played for so many steps."""

    game: str | int
    players: int
    steps: int

    @property
    def about(self) -> tuple[str | int, int]:
        """The game, whatever is played of it."""
        return self.game, self.players

    @property
    def setup(self) -> Setup:
        if isinstance(self.game, int):
            return plan().setup(self.game)
        if self.game in LATER_GAMES:
            return set_up(check_flow(system_of(HEAD + LATER_GAMES[self.game])).system, self.players)
        return set_up(system_of(HEAD + GAMES[self.game]), self.players)


def trials() -> tuple[Trial, ...]:
    """Short games of every kind first; long ones last, for what nothing else has shown."""
    every = range(len(plan().rows))
    costly = [row for row in every if plan().settings(row)[1]["cost.late-match"] is not None]
    rows = [of[at * len(of) // 3] for of in (every, costly) for at in range(3)]
    return (
        *(Trial(game, 3, 60) for game in GAMES),
        *(Trial(row, 0, 60) for row in rows[:3]),
        *(Trial(row, 0, 100) for row in rows[3:]),
        *(Trial(game, 2, 100) for game in GAMES),
        *(Trial(game, 3, 1000) for game in GAMES),
        *(Trial("corners", players, 300) for players in (2, 3)),
        Trial("endless", 2, 2),
        Trial("solo", 3, 200),
    )


@cache
def programs() -> dict[tuple[str | int, int], str]:
    """A digest of the program that the present sources make for the game of each trial."""
    return {trial.about: _made(trial).digest for trial in trials()}


@dataclass(frozen=True, slots=True)
class _Made:
    """The program of a trial; ``digest``: programs that differ in any way have different ones."""

    setup: Setup
    program: Any
    digest: str


def _made(trial: Trial) -> _Made:
    from caborules.lower import lower
    from tests.support import lock_generated

    setup = trial.setup
    lowered = lower(setup.system, setup.options, (setup.players, setup.players))
    made = lock_generated.generated(setup, lowered)
    constants = made.generated.constants.items()
    parts = (made.generated.source, repr([(name, repr(value)) for name, value in constants]), repr(lowered))
    return _Made(setup, made, hashlib.sha256("\n".join(parts).encode()).hexdigest())


# ---------------------------------------------------------------- one mutant
def judge(mutant: Mutant) -> Outcome:
    """What becomes of a mutant; it runs in a process of its own, within limits of time and memory."""
    programs()
    receiver, sender = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            _limit()
            sender.send_bytes(json.dumps(_judged(mutant)).encode())
        finally:
            os._exit(0)
    sender.close()
    try:
        verdict, detail = json.loads(receiver.recv_bytes())
    except EOFError:
        verdict, detail = "difference", f"no answer within {SECONDS} s of processor time and {MEMORY >> 30} GB"
    finally:
        receiver.close()
        os.waitpid(child, 0)
    return Outcome(verdict, detail)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)


def _judged(mutant: Mutant) -> tuple[Verdict, str]:
    """In the child: play the trials with the changed module."""
    plant(mutant)
    present = programs()
    same = mutant.module.split(".")[-1] not in RUNNING
    made: dict[tuple[str | int, int], _Made] = {}
    for number, trial in enumerate(trials()):
        try:
            if trial.about not in made:
                made[trial.about] = _made(trial)
        except Exception as error:
            return ("crash" if number == 0 else "difference"), f"trial {number}: {error!r}"[:200]
        here = made[trial.about]
        if here.digest == present[trial.about] and mutant.module.split(".")[-1] not in RUNNING:
            continue
        same = False
        found = played(here.setup, here.program, f"bugs/{number}", trial.steps)
        if found is not None:
            return "difference", f"trial {number}: {found}"[:200]
    return ("same", "") if same else ("survived", "")


def play(trial: Trial, seed: str) -> str | None:
    """Lock-step of the engine with what the present modules generate: the difference, if there is one."""
    made = _made(trial)
    return played(made.setup, made.program, seed, trial.steps)


def played(setup: Setup, program: Any, seed: str, steps: int) -> str | None:
    """The difference that a number of steps shows."""
    from tests.support import lock_generated

    try:
        lock_generated.run(setup, program, seed, steps)
    except Exception as error:
        return str(error) if type(error).__name__ == "Difference" else repr(error)
    return None


def plant(mutant: Mutant) -> None:
    """Load the generator and the lowering anew, with the change; for good, so only in a process of its own."""
    sys.meta_path.insert(0, _Planted(mutant.module, mutant.source))
    for name in list(sys.modules):
        if name.startswith(("caborules.compile", "caborules.lower", "tests.support.lock")):
            package, _, last = name.rpartition(".")
            if package in sys.modules and hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)  # else "from package import module" finds the old one
            del sys.modules[name]


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, module: str, source: str) -> None:
        self.module, self.source = module, source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, f"<mutant of {self.module}>", "exec"), module.__dict__)


# ---------------------------------------------------------------- many
def judged(todo: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, Outcome]]:
    """Each mutant with its outcome, as they come."""
    if jobs == 1:
        yield from ((mutant, judge(mutant)) for mutant in todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(_one, todo)


def _one(mutant: Mutant) -> tuple[Mutant, Outcome]:
    return mutant, judge(mutant)
