"""One random match by the default engine, looked at all the while: cards in one place each, numbers that stay the same.

The match is the one that ``Game.playout`` plays of the same seed, pace and number of decisions.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from caborules.compile.playout import Pace, play_game, play_out
from caborules.compile.program import Fault, Program
from caborules.compile.support import places_of
from caborules.engine.chance import seeded
from caborules.engine.faults import RulesFault, Stuck
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir.system import PropertyDef
from tests.matches.lock import Both, Nobody
from tests.matches.plan import CAP
from tests.support.lockstep import Difference
from tests.support.whole import amiss

LEG: Final = 40
"""Decisions from one look at the table to the next."""


@dataclass(frozen=True, slots=True)
class Match:
    """What became of a match. ``looks``: how often the table was looked at; ``positions`` and ``views``: compared in
    lock-step; ``whole``: in lock-step from start to end. ``trouble``: its kind and what it was."""

    decisions: int = 0
    over: bool = False
    digest: str = ""
    looks: int = 0
    positions: int = 0
    views: int = 0
    whole: bool = False
    trouble: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class Player:
    """Plays matches with one setting."""

    setup: Setup
    program: Program

    @cached_property
    def calm(self) -> Pace:
        """A pace at which what cuts matches short, or draws them out, is taken once in eight times: calls, and piles
        picked up where cards could be played."""
        offers = [offer for point in self.program.machine.lowered.points for offer in point.offers]
        rare = {one.path for one in offers if one.path.endswith((".call", ".pick-up")) and not one.domains}
        return Pace(frozenset(rare), 8)

    @cached_property
    def conserved(self) -> tuple[PropertyDef, ...]:
        """Numbers of which the ruleset says that they stay the same."""
        return tuple(one for one in self.setup.system.properties if one.kind == "conserved")

    def match(self, seed: str, pace: Pace, lock: int = 0, most: int = CAP) -> Match:
        """Play a match; the first ``lock`` decisions, in whole legs, in lock-step with the reference engine."""
        draw = random.Random(f"caborules/playout/{seed}").random
        digest = hashlib.sha256()
        decisions = looks = 0
        over, both = False, None
        try:
            both = Both(self.setup, self.program, seeded(seed)) if lock > 0 else None
            s = self.program.start(seeded(seed)) if both is None else both.s
            kept = self._numbers(s)
            self._look(s, kept)
            looks += 1
            while not over and decisions < most:
                length = min(LEG, most - decisions)
                if both is not None and decisions < lock:
                    leg = both.leg(draw, pace, length)
                    s = both.s
                else:
                    s.ev, s.oc = [], []
                    leg = play_out(self.program, s, draw, pace, length)
                decisions, over = decisions + leg.decisions, leg.over
                digest.update(leg.digest.encode())
                self._look(s, kept)
                looks += 1
        except (Fault, RulesFault, Nobody, Difference, _Amiss) as fault:
            trouble = self._trouble(fault, seed, pace, most)
            at = (0, 0) if both is None else (both.positions, both.views)
            return Match(decisions, False, digest.hexdigest()[:32], looks, *at, False, trouble)
        at = (0, 0) if both is None else (both.positions, both.views)
        whole = both is not None and both.positions == decisions + 1
        return Match(decisions, over, digest.hexdigest()[:32], looks, *at, whole)

    # ------------------------------------------------------------ looking
    def _look(self, s: Any, kept: tuple[object, ...]) -> None:
        store = self.program.ordered_store(self.setup, s)
        wrong = amiss(self.setup, store)
        if wrong is None and list(s.at) != list(places_of(s.pl, len(store.known))):
            wrong = "the engine looks for a card where it does not lie"
        if wrong is None and self.conserved:
            now = self._numbers(s)
            for claimed, before, after in zip(self.conserved, kept, now, strict=True):
                if before != after:
                    wrong = f"{claimed.title}: {before} has become {after}"
        if wrong is not None:
            raise _Amiss(wrong)

    def _numbers(self, s: Any) -> tuple[object, ...]:
        if not self.conserved:
            return ()
        store = self.program.ordered_store(self.setup, s)
        return tuple(evaluate(self.setup, store, one.claim, {}) for one in self.conserved if one.claim is not None)

    def _trouble(self, fault: Exception, seed: str, pace: Pace, most: int) -> tuple[str, str]:
        """The kind of trouble, and what it was. What the generated engine runs into, the reference engine must too."""
        match fault:
            case _Amiss() | Difference():
                return ("lost" if isinstance(fault, _Amiss) else "difference"), str(fault)
            case Nobody() | Stuck():
                return "stuck", str(fault)
            case RulesFault():
                return "fault", str(fault)
        try:
            play_game(None, self.setup, seed, pace, most)
        except RulesFault as found:
            return ("stuck" if isinstance(found, Stuck) else "fault"), str(found)
        except IndexError:
            return "stuck", "nobody can act"
        return "difference", f"only the generated engine finds a fault: {fault}"


class _Amiss(Exception):  # noqa: N818 - what is found, not an error of the program
    """Something is wrong with the table."""
