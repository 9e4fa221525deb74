"""Whole games by random choices, as fast as the generated code goes: no object is made for a state or an action.

At every decision all legal actions are listed; knowledge and events are kept as in any other game.
"""

from __future__ import annotations

import hashlib
import random
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from caborules.compile.layout import OVER
from caborules.compile.live import Live, Past
from caborules.compile.program import FAULTS, MOST_JUMPS, Fault, Program
from caborules.engine import machine
from caborules.engine.chance import Chance, seeded
from caborules.engine.decisions import offers
from caborules.engine.setup import Setup
from caborules.engine.state import State

FACTOR = 1 << 16


@dataclass(frozen=True, slots=True)
class Pace:
    """How a game is played: each legal action is as likely as any other, save that one whose path is in ``rare`` is
    taken only once in ``once_in`` times that it comes up; else another is drawn."""

    rare: frozenset[str] = frozenset()
    once_in: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """``decisions`` taken; ``digest`` of all choices: the same if at each decision as many actions were legal and the
    same one of them was taken. ``over`` is no where the limit of decisions came first."""

    decisions: int
    digest: str
    over: bool


def digest_of(taken: array[int]) -> str:
    """128 bits of SHA-256 of the choices: for each how many actions were legal, and which was taken (from 0)."""
    if sys.byteorder != "little":
        taken = array("q", taken)
        taken.byteswap()
    return hashlib.sha256(taken.tobytes()).hexdigest()[:32]


def play_out(
    program: Program, s: Any, draw: Callable[[], float], pace: Pace | None = None, most: int = 1 << 60
) -> Played:
    """Play from ``s``, which is changed, to the end or for ``most`` decisions. ``draw`` gives numbers in [0, 1).

    Raises Fault.
    """
    legal_at, doing, run = program.legal_at, program.doing, program.run
    pace = pace or Pace()
    rare = program.numbers_of(pace.rare)
    keep = 1 / pace.once_in
    there, taken_all = s.pt, array("q")
    record = taken_all.append
    if there == OVER:
        most = 0
    try:
        for _ in range(most):
            legal = legal_at[there](s)
            size = len(legal)
            taken = int(draw() * size)
            number = legal[taken]
            if number in rare:
                while number in rare and draw() >= keep:
                    taken = int(draw() * size)
                    number = legal[taken]
            record(size * FACTOR + taken)
            function, arguments = doing[number]
            there = function(s, arguments)
            if there < 0:
                jumps = 0
                while there < OVER:
                    there = run[OVER - 1 - there](s)
                    jumps += 1
                    if jumps > MOST_JUMPS:
                        raise ArithmeticError
                if there == OVER:
                    break
    except FAULTS as fault:
        raise Fault(repr(fault)) from fault
    s.pt = there
    return Played(len(taken_all), digest_of(taken_all), there == OVER)


def play_game(
    program: Program | None, setup: Setup, seed: int | str, pace: Pace | None, most: int
) -> tuple[Played, Live | None, State | None]:
    """A game from its start, chance and choices by the seed, on the compiled engine or (None) on the reference engine.

    The last state is a live one or the engine's. Raises RulesFault.
    """
    draw = random.Random(f"caborules/playout/{seed}").random
    if program is None:
        played, value = _by_reference(setup, seeded(seed), draw, pace or Pace(), most)
        return played, None, value

    def again() -> State:
        choices = random.Random(f"caborules/playout/{seed}").random
        return _by_reference(setup, seeded(seed), choices, pace or Pace(), most)[1]

    try:
        s = program.start(seeded(seed))
        played = play_out(program, s, draw, pace, most)
    except Fault as fault:
        again()
        raise AssertionError("only the compiled engine finds a fault") from fault
    return played, Live(program, setup, s, Past(None, None, (), again=again)), None


def _by_reference(
    setup: Setup, chance: Chance, draw: Callable[[], float], pace: Pace, most: int
) -> tuple[Played, State]:
    """The same on the reference engine: the same choices, the same digest."""
    keep, taken_all = 1 / pace.once_in, array("q")
    state = machine.start(setup, chance).state
    while not state.over and len(taken_all) < most:
        offered = offers(setup, state)
        taken = int(draw() * len(offered))
        while offered[taken].action.choice in pace.rare and draw() >= keep:
            taken = int(draw() * len(offered))
        taken_all.append(len(offered) * FACTOR + taken)
        state = machine.act(setup, state, offered[taken].action, offered).state
    return Played(len(taken_all), digest_of(taken_all), state.over), state
