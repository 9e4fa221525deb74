"""One mutant of the rules or of the lowering: every verdict of the checker, and what brute force says of them.

What was reduced, to look at many: two and three players; no game is looked for that breaks what is not proved, so that
``undecided`` stands where a user would be told ``violated``; plays without end are those of the ruleset that was looked
at first; brute force looks at one tiny deck, with the smallest numbers that options allow, and what it finds there is
confirmed by checking that very game.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from time import process_time
from typing import Final
from unittest.mock import patch

from caborules.api.game import Ruleset
from caborules.check import proofs
from caborules.check.classify import PROVISO
from caborules.check.ends.look import _Looking
from caborules.check.progress import stuck
from caborules.check.properties import play
from caborules.check.run import Range, look_into
from caborules.check.secrecy.policy import is_secret, kept, seen
from caborules.diagnostics.verdict import Verdict
from caborules.engine.chance import seeded
from caborules.explore.found import Player
from caborules.explore.scopes import Scope, scopes, with_default
from caborules.explore.scopes import _smallest as smallest
from caborules.explore.worlds import find_twins
from caborules.ir import lowered as lo
from caborules.ir.content_hash import content_hash
from caborules.ir.system import PropertyDef, System
from caborules.lower import groups, lower
from caborules.lower.machine import before_anything, legal, step, taken
from tests.brute.refute import LEAKS, Budget, contradictions
from tests.mutants.lowerings import Lowering
from tests.mutants.remembered import Remembered

DECKS: Final = 10
"""So many tiny decks: five of each size, each begins with a pair of another kind of card."""
WALKS, STEPS = 12, 40
"""Random games, and actions in each, that show where play comes in a tiny deck."""
PLAYERS: Final = 2
"""So many numbers of players, from the fewest on."""
CARDS: Final = (4, 5)
POSITIONS: Final = 800
WORLDS: Final = 300
SECONDS: Final = 200
"""Seconds of processor time for one mutant."""
POLICY: Final = "secrecy: "


@dataclass(frozen=True, slots=True)
class Examined:
    """``found``: by property, what was found; ``refuted``: verdicts that brute force refutes; ``doubted``: those that
    it refutes with other options, of which the checker does not say so with these; ``fault``: why there is no verdict;
    ``seconds``: of processor time."""

    found: Mapping[str, str]
    refuted: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    fault: str = ""
    seconds: float = 0.0


class TooLong(Exception):  # noqa: N818 - a signal between two functions of this file, not an error
    pass


@dataclass(slots=True)
class Examiner:
    """Looks at mutants of one ruleset, one after the other; what is equal in them is asked once."""

    system: System
    remembered: Remembered = field(default_factory=Remembered)
    same: dict[str, Examined] = field(default_factory=dict)
    """What was found of rules, by what they are lowered to."""

    def rules(self, system: System, number: int) -> Examined:
        """The verdicts on mutated rules. ``number``: which tiny deck brute force looks at."""

        def whole() -> Examined:
            few = fewer(system)
            ranges = groups(few)
            lowered = [lower(few, options, players) for players, options in ranges]
            mark = repr((lowered, few.properties, few.assumes))
            if mark in self.same:
                return self.same[mark]
            verdicts = self._verdicts(few, ranges, lowered)
            made = with_policies(few)
            scope = nth(scopes(made, {}, CARDS, (0,)), number)
            found = list(self._brute(scope, verdicts, by_engine=True))

            def again() -> list[Verdict]:
                own = scope.setup.system
                both = (own.players, scope.setup.options)
                return self._verdicts(own, [both], [scope.machine.lowered])

            self.same[mark] = _examined(verdicts, found, again)
            return self.same[mark]

        return _timed(whole)

    def lowering(self, mutant: Lowering | None, number: int) -> Examined:
        """The verdicts on the mutated lowering of the rules as they are; None: on the lowering as it is."""

        def whole() -> Examined:
            few = fewer(self.system)
            ranges = groups(few)
            plain = [lower(few, options, players) for players, options in ranges]
            broken = [one if mutant is None else mutant.of(one) for one in plain]
            verdicts = self._verdicts(few, ranges, broken)
            scope = broken_scope(few, mutant, self.deck(mutant, number))
            found = list(self._brute(scope, verdicts, by_engine=False))

            def again() -> list[Verdict]:
                own = scope.setup.system
                return self._verdicts(own, [(own.players, scope.setup.options)], [scope.machine.lowered])

            return _examined(verdicts, found, again)

        return _timed(whole)

    def deck(self, mutant: Lowering | None, number: int) -> int:
        """The tiny deck that brute force looks at: the first from ``number`` on in which play comes to the place."""
        decks = reached(self.system)
        turns = [(number + more) % DECKS for more in range(DECKS)]
        return turns[0] if mutant is None else next((one for one in turns if mutant.place in decks[one]), turns[0])

    def _verdicts(self, system: System, ranges: Sequence[Range], lowered: Sequence[lo.LoweredSystem]) -> list[Verdict]:
        with self.remembered.used(), without_witnesses():
            looked = look_into(Ruleset(system), {}, ranges, lowered, self.remembered.memory)
        self.remembered.forget_objects()
        return list(looked.verdicts)

    def _brute(self, scope: Scope, verdicts: Sequence[Verdict], *, by_engine: bool) -> Iterator[str]:
        """The properties that the positions of a scope refute."""
        said = {one.property: one.found for one in verdicts if PROVISO not in one.scope}
        if said.get("secrecy") in ("holds", "declared"):
            said |= {f"author:{POLICY}{one.title}": "holds" for one in policies(scope.setup.system)}
        by: Player = "engine" if by_engine else "machine"
        try:
            yield from _contradicted(scope, said, by)
        except (TypeError, LookupError, AssertionError):  # it cannot be played: a step is not defined
            if said.get("conservation") == "holds":
                yield "conservation"


def _contradicted(scope: Scope, said: Mapping[str, str], by: Player) -> Iterator[str]:
    for one in contradictions(scope, said, Budget(positions=POSITIONS), by):
        yield "secrecy" if one.property.startswith(f"author:{POLICY}") else one.property
    if any(said.get(name) == "holds" for name in LEAKS):
        for twins in find_twins(scope, (0,), limit=WORLDS, by=by).found:
            name = "no-leak" if twins.property == "announced" else twins.property
            if said.get(name) == "holds":
                yield name


def _examined(verdicts: Sequence[Verdict], against: Sequence[str], again: object) -> Examined:
    found = {one.property: words(one) for one in verdicts}
    if not against:
        return Examined(found)
    assert callable(again)
    there = {one.property: one.found for one in again()}
    sure = tuple(sorted({one for one in against if there.get(one) in ("holds", "declared")}))
    return Examined(found, sure, tuple(sorted(set(against) - set(sure))))


def words(verdict: Verdict) -> str:
    """What was found and what stands behind it."""
    told = ", undeclared" if verdict.undeclared else ""
    rests = ", with a proviso" if PROVISO in verdict.scope else ""
    return f"{verdict.found}, {verdict.evidence}{told}{rests}"


def _timed(whole: object) -> Examined:
    assert callable(whole)

    def stop(*_: object) -> None:
        raise TooLong

    began = process_time()
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        found: Examined = whole()
    except TooLong:
        found = Examined({}, fault=f"more than {SECONDS} seconds")
    except Exception as fault:  # whatever fails in the checker is noted, and the run goes on
        found = Examined({}, fault=f"{type(fault).__name__}: {str(fault)[:100]}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return replace(found, seconds=round(process_time() - began, 1))


@contextmanager
def without_witnesses() -> Iterator[None]:
    """Nothing is looked for that would only tell a user how a property is broken, and no certificates are made."""
    with ExitStack() as stack:
        for where, name, instead in (
            (proofs, "find_loss", lambda *_: None),
            (proofs, "find_twins", lambda *_: {}),
            (stuck, "search", lambda *_: stuck.Search(None, "nothing was looked for")),
            (
                play,
                "find",
                lambda _system, _settings, claims: [play.Looked(None, "nothing was looked for")] * len(claims),
            ),
            (play, "after_shuffle", lambda *_: None),
            (play, "begins", lambda *_: True),
            (_Looking, "_keep", lambda *_: None),
        ):
            stack.enter_context(patch.object(where, name, instead))
        yield


# ---------------------------------------------------------------- the games that are looked at
def fewer(system: System) -> System:
    """The same rules for the fewest players, and one more."""
    low, high = system.players
    return replace(system, players=(low, min(low + PLAYERS - 1, high)), examples=())


def smaller(system: System) -> System:
    """The same rules with number options at their smallest."""
    for key, value in smallest(system, {}, 0).items():
        system = with_default(system, key, value)
    return system


def policies(system: System) -> tuple[PropertyDef, ...]:
    """What secrecy demands, as properties."""
    for_piles = [kept(one, but_one=True) for one in system.places.values() if is_secret(one)]
    for_others = [seen(one) for one in system.places.values() if one.sight != "face down"]
    return (*for_piles, *for_others)


def with_policies(system: System) -> System:
    """The system that also states what secrecy demands."""
    stated = tuple(replace(one, title=f"{POLICY}{one.title}") for one in policies(system))
    return replace(system, properties=(*system.properties, *stated))


def broken_scope(system: System, mutant: Lowering | None, number: int) -> Scope:
    """A tiny deck, with the mistake in the lowering of the real one: no operation is missing for want of cards."""
    made = with_policies(system)
    scope = nth(scopes(made, {}, CARDS, (0,)), number)
    small = smaller(system)
    ((players, options),) = groups(small)
    lowered = lower(small, options, players)
    lowered = lowered if mutant is None else mutant.of(lowered)
    tiny = scope.machine.lowered
    return scope.broken(replace(lowered, deck=tiny.deck, players=tiny.players))


def nth(every: Iterator[Scope], number: int) -> Scope:
    """The scope of that number, counted round and round."""
    found = list(islice(every, number % DECKS + 1))
    return found[number % DECKS % len(found)]


_REACHED: dict[str, tuple[frozenset[tuple[int | None, int]], ...]] = {}
"""What ``reached`` found, by hash of the system."""


def reached(system: System) -> tuple[frozenset[tuple[int | None, int]], ...]:
    """For each tiny deck, the nodes (None and number) and offers (point and number) that random games come to."""
    mark = content_hash(system)
    if mark not in _REACHED:
        _REACHED[mark] = tuple(frozenset(_reached(system, number)) for number in range(DECKS))
    return _REACHED[mark]


def _reached(system: System, number: int) -> Iterator[tuple[int | None, int]]:
    machine = broken_scope(fewer(system), None, number).machine
    for seed in range(WALKS):
        rng = random.Random(seed)
        state = before_anything(machine, seeded(str(seed)))
        for _ in range(STEPS):
            while not isinstance(machine.lowered.nodes[state.node].operation, lo.Ask | lo.Stop):
                yield None, state.node
                state = step(machine, state).state
            yield None, state.node
            operation = machine.lowered.nodes[state.node].operation
            able = legal(machine, state)
            if not isinstance(operation, lo.Ask) or not able:
                break
            paths = {one.action.choice for one in able}
            offers = machine.lowered.points[operation.point].offers
            yield from ((operation.point, at) for at, offer in enumerate(offers) if offer.path in paths)
            state = taken(machine, state, rng.choice(able)).state
