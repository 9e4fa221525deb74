"""A stretch of a match in both engines at once: after every step they must stand alike.

Compared at every position: the whole state (places, facing, knowledge, variables, windows, the chance source, whether
the game is over), the legal actions in their order, the chance outcomes and the events of the step; at every
``VIEWS``-th position, the first and the last, also what every seat sees. The choices are those that ``play_out`` makes
of the same draws.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from caborules.compile.live import Live, Past
from caborules.compile.playout import FACTOR, Pace, Played, digest_of
from caborules.compile.program import Fault, Program
from caborules.engine import machine
from caborules.engine.chance import Chance
from caborules.engine.decisions import Action, Offer, offers
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.views import view
from tests.support.lockstep import Difference

VIEWS: Final = 8
"""At one position of so many every seat's view is compared."""


@dataclass(slots=True)
class Both:
    """A match from its start. ``positions`` and ``views``: how many were compared. Raises Difference, RulesFault."""

    setup: Setup
    program: Program
    chance: Chance
    positions: int = 0
    views: int = 0
    s: Any = None
    step: Any = None
    """The last step of the reference engine."""
    last: list[Action] = field(default_factory=list)
    """Every action so far."""
    _offered: tuple[Offer, ...] = ()
    _numbers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.step, self.s = self._both(
            lambda: machine.start(self.setup, self.chance), lambda: self.program.start(self.chance)
        )
        self._compare()

    def leg(self, draw: Callable[[], float], pace: Pace, most: int) -> Played:
        """Play on for so many decisions at most."""
        keep, taken_all = 1 / pace.once_in, array("q")
        while not self.step.state.over and len(taken_all) < most:
            size = len(self._offered)
            taken = int(draw() * size)
            while self._offered[taken].action.choice in pace.rare and draw() >= keep:
                taken = int(draw() * size)
            taken_all.append(size * FACTOR + taken)
            self._act(taken)
        return Played(len(taken_all), digest_of(taken_all), self.step.state.over)

    def _act(self, taken: int) -> None:
        offered, action, number = self._offered, self._offered[taken].action, self._numbers[taken]
        before = self.step.state
        self.last.append(action)

        def generated() -> Any:
            self.s.ev, self.s.oc = [], []
            self.program.do(self.s, number)
            return self.s

        self.step, self.s = self._both(lambda: machine.act(self.setup, before, action, offered), generated)
        self._compare()

    def _both(self, reference: Callable[[], machine.Step], generated: Callable[[], Any]) -> tuple[machine.Step, Any]:
        """A step of each. Raises RulesFault where both find one, Difference where one does."""
        fault: RulesFault | None = None
        step = None
        try:
            step = reference()
        except RulesFault as found:
            fault = found
        try:
            s = generated()
            if self.program.must[s.pt]:
                self.program.legal(s)
        except Fault as found:
            if fault is None:
                raise Difference(f"only the generated engine finds a fault: {found} {self._after()}") from found
            raise fault from found
        if fault is not None:
            raise Difference(f"only the reference engine finds a fault: {fault} {self._after()}") from fault
        assert step is not None
        return step, s

    # ------------------------------------------------------------ comparing
    def _compare(self) -> None:
        state, program, s = self.step.state, self.program, self.s
        self.positions += 1
        self._offered = offers(self.setup, state)
        self._numbers = program.legal(s)
        self._same("end", state.over, program.over(s))
        self._same("legal actions", tuple([one.action for one in self._offered]), program.actions(s, self._numbers))
        store = program.ordered_store(self.setup, s)
        if store != state.store:
            for part in ("places", "turned", "known", "variables", "windows"):
                self._same(part, getattr(state.store, part), getattr(store, part))
        self._same("chance source", state.chance, s.ch)
        self._same("chance outcomes", self.step.outcomes, tuple(s.oc))
        self._same("events", self.step.events, program.events(s))
        if self.positions % VIEWS == 1 or state.over:
            live = Live(program, self.setup, s, Past(None, None, ()))
            for seat in self.setup.seats:
                self._same("view", view(self.setup, state, seat, self.step.events, self._offered), live.view(seat))
            self.views += len(self.setup.seats)
        if not self._offered and not state.over:
            raise Nobody(f"nobody can act {self._after()}")

    def _same(self, what: str, left: object, right: object) -> None:
        if left != right:
            raise Difference(f"{what}: {left} and {right} {self._after()}")

    def _after(self) -> str:
        return f"after {len(self.last)} actions, the last {self.last[-1:]}"


class Nobody(Exception):  # noqa: N818 - what is found, not an error of the program
    """Nobody can act, and the game is not over."""
