"""The reference engine and the generated engine, side by side: they must agree after every step.

Compared are the whole store (places, facing, knowledge, variables, windows), the chance source and its outcomes, the
legal actions of every seat in their order, what happened, and what every seat sees. The generated engine's state must
be the same again when it is made of its frozen value, and must not take the attempt of a seat that is not there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from caborules.compile import live
from caborules.compile.program import Program, program
from caborules.engine import machine as engine
from caborules.engine.chance import Chance, Identity, Seeded, seeded
from caborules.engine.decisions import Action, Offer, late_window, offers
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.views import view
from caborules.ir.lowered import LoweredSystem
from caborules.lower import lower, machine
from tests.support.lockstep import Difference

LONGEST = 400
"""So many actions make the longest game."""

LATE = 0.1
"""How often an attempt is thrown in that comes too late."""


@dataclass(slots=True)
class Tally:
    """What was compared: ``steps`` (starts of games included), ``games``, games that ended in a ``faults`` of the
    rules, actions by what was chosen."""

    steps: int = 0
    games: int = 0
    faults: int = 0
    views: int = 0
    chosen: Counter[str] = field(default_factory=Counter)


def generated(setup: Setup, lowered: LoweredSystem | None = None) -> Program:
    """The generated engine for a setup."""
    if lowered is None:
        lowered = lower(setup.system, setup.options, (setup.players, setup.players))
    return program(machine.load(lowered, setup.players))


def run(setup: Setup, other: Program, seed: str, steps: int, tally: Tally | None = None) -> Tally:
    """Play random games until so many steps are compared. Raises Difference at the first that differs."""
    tally = Tally() if tally is None else tally
    if other.machine.setup.faces != setup.faces:
        raise Difference("the decks differ")
    until, game = tally.steps + steps, 0
    while tally.steps < until:
        _Game(setup, other, _chance(f"{seed}/{game}", game), f"{seed}/{game}", tally).play(
            min(LONGEST, until - tally.steps)
        )
        game += 1
    return tally


def _chance(seed: str, game: int) -> Chance:
    """The chance of a game. Of eight games one has the chance of examples, in which nothing moves; and two begin with
    words that are hardly ever drawn: one that has to be drawn again, and one nearly as high that has not."""
    match game % 8:
        case 1:
            return Identity()
        case 2:
            return Seeded(0xFFFFFFFF, 0, game, 0)
        case 3:
            return Seeded(0xFFFF8000, 0, game, 0)
        case _:
            return seeded(seed)


class _Game:
    """One game in both engines."""

    def __init__(self, setup: Setup, other: Program, chance: Chance, seed: str, tally: Tally) -> None:
        self.setup, self.other, self.chance, self.tally = setup, other, chance, tally
        self.rng = random.Random(seed)
        self.actions: list[Action] = []

    def play(self, most: int) -> None:
        """At most so many steps, the start counted."""
        self.tally.games += 1
        going = self._both(
            lambda: engine.start(self.setup, self.chance),
            lambda: live.begin(self.other, self.setup, self.chance),
        )
        while going:
            offered = self._compare()
            if not offered or len(self.actions) + 1 >= most:
                return
            action = (self._late() if self.rng.random() < LATE else None) or self._chosen(offered)
            self.actions.append(action)
            self.tally.chosen[action.choice] += 1
            going = self._both(partial(self._act, action, offered), partial(self.there.act, action))

    def _act(self, action: Action, offered: tuple[Offer, ...]) -> engine.Step:
        return engine.act(self.setup, self.here.state, action, offered)

    def _both(self, here: Callable[[], engine.Step], there: Callable[[], live.Live]) -> bool:
        """One step of each; False where both find a fault of the rules."""
        try:
            self.here = here()
        except RulesFault as fault:
            try:
                there()
            except RulesFault:
                self.tally.faults += 1
                return False
            raise Difference(f"only the reference finds a fault: {fault} {self._after()}") from fault
        with self._without_fault():
            self.there = there()
        return True

    @contextmanager
    def _without_fault(self) -> Iterator[None]:
        """What the generated engine does here, the reference has done: whatever is raised is a difference."""
        try:
            yield
        except Exception as fault:
            raise Difference(f"only the generated engine fails: {fault!r} {self._after()}") from fault

    # ------------------------------------------------------------ what to do
    def _chosen(self, offered: tuple[Offer, ...]) -> Action:
        """A legal action; or a choice and then a way to make it, so that rare ones come up. Seldom an event.

        Where the decision itself can be settled, that is likelier than a reaction, so that games come to their end.
        """
        rng = self.rng
        among = [offer.action for offer in offered]
        for likely, fits in ((0.9, _by_somebody), (0.6, _no_reaction)):
            some = [action for action in among if fits(action)]
            if some and rng.random() < likely:
                among = some
        if rng.random() < 0.4:
            return rng.choice(among)
        choice = rng.choice(sorted({action.choice for action in among}))
        return rng.choice([action for action in among if action.choice == choice])

    def _late(self) -> Action | None:
        """A reaction that answers an earlier opening, if there was one."""
        state, windows = self.here.state, self.setup.system.windows
        past = [name for name in windows if state.store.windows[self.setup.window_index[name]].number > 0]
        if not past:
            return None
        name = self.rng.choice(past)
        there = state.store.windows[self.setup.window_index[name]]
        choice = self.rng.choice(windows[name].choices)
        action = Action(self.rng.randrange(self.setup.players), choice.path, (), there.number - there.open)
        stranger = replace(action, seat=self.setup.players)
        with self._without_fault():
            told = self.other.late_window(self.setup, self.there.working, stranger)
        self._same("late attempt of nobody", late_window(self.setup, state, stranger), told)
        return None if late_window(self.setup, state, action) is None else action

    # ------------------------------------------------------------ comparing
    def _compare(self) -> tuple[Offer, ...]:
        """Everything about the state in which both stand."""
        here, there, state = self.here, self.there, self.here.state
        self.tally.steps += 1
        offered = offers(self.setup, state)
        with self._without_fault():
            events, actions, store = there.events(), there.actions(), there.store()
            views = [there.view(seat) for seat in self.setup.seats]
            value = self.other.frozen(there.working)
            again = self.other.thawed(value)
            kept, same = self.other.ordered_store(self.setup, again), hash(value) == hash(self.other.frozen(again))
        self._same("chance outcomes", here.outcomes, tuple(there.working.oc))
        self._same("events", here.events, events)
        for part in ("places", "turned", "known", "variables", "windows"):
            self._same(part, getattr(state.store, part), getattr(store, part))
        self._same("store made of a value", store, kept)
        self._same("value of a state made of a value", True, same)
        self._same("chance source", state.chance, there.working.ch)
        self._same("end", state.over, there.over())
        self._same("legal actions", tuple([offer.action for offer in offered]), actions)
        for seat, seen in zip(self.setup.seats, views, strict=True):
            self._same("view", view(self.setup, state, seat, here.events, offered), seen)
        self.tally.views += len(views)
        return offered

    def _same(self, what: str, left: object, right: object) -> None:
        if left != right:
            raise Difference(f"{what}: {left} and {right} {self._after()}")

    def _after(self) -> str:
        return f"after {len(self.actions)} actions, the last {self.actions[-1:]}"


def _by_somebody(action: Action) -> bool:
    return action.seat is not None


def _no_reaction(action: Action) -> bool:
    return action.opening is None
