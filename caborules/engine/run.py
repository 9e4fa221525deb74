"""A run: the parts of a state as they change between two decisions, and the few things that can be done to them."""

from __future__ import annotations

from caborules.diagnostics.span import Span
from caborules.engine.chance import Outcome
from caborules.engine.decisions import running
from caborules.engine.events import Event, Kind, Seen
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.state import At, Env, Frame, Inside, State
from caborules.ir.statements import Block, Line
from caborules.ir.system import Declared
from caborules.ir.types import Value


class Run:
    """Lives for one action only. ``store`` is replaced, never changed; ``control`` is the stack of frames."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.store = state.store
        self.control: list[Frame] = list(state.control)
        self.chance = state.chance
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        self.statements = 0

    def state(self) -> State:
        return State(self.store, tuple(self.control), self.chance)

    def tell(
        self,
        kind: Kind,
        line: Line | Declared | None = None,
        *,
        seat: int | None = None,
        name: str = "",
        value: Value = None,
        cards: tuple[Seen, ...] = (),
    ) -> None:
        """Record an event, with the line of the rules that it comes from."""
        span, cites = (None, ()) if line is None else (line.span, line.cites)
        self.events.append(Event(kind, seat, name, value, cards, span, cites))

    def fault(self, kind: type[RulesFault], reason: str, span: Span | None) -> RulesFault:
        return kind(reason, running(self.setup, self.control), span, self.state())

    def push(self, block: Block, env: Env) -> None:
        """Carry out a block next."""
        if block.statements:
            self.control.append(At(block.number, 0, env))

    def enter(self, rule: str, env: Env, *, resets: bool = True) -> None:
        """Carry out a rule next."""
        definition = self.setup.system.rules[rule]
        self.control.append(Inside(rule))
        self.tell("entered", definition, name=rule)
        self.push(definition.body, env)
        if resets:
            self.push(definition.resets, env)

    def cut(self, height: int) -> None:
        """Leave everything above ``height`` on the stack."""
        for frame in reversed(self.control[height:]):
            if isinstance(frame, Inside):
                self.tell("left", name=frame.rule)
        del self.control[height:]
