"""The machine: runs the rules from one decision to the next. A pure function of a state, an action and chance outcomes.

``start``, ``act`` and ``go_on`` are all that others need. Inside, a ``Run`` carries out one statement after another; the
stack of frames says what comes next, and the frame at its top what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

from caborules.engine import cards
from caborules.engine.chance import Chance, Outcome
from caborules.engine.decisions import (
    DECLINE,
    PASS,
    Action,
    Offer,
    actor_env,
    awaited,
    decision,
    late_window,
    offers,
    outward,
    own_offers,
    reactions,
    statement_at,
    waited_for,
    window_of,
)
from caborules.engine.events import Event, Kind, Seen
from caborules.engine.faults import Endless, IllegalAction, OutOfRange, RulesFault, Stuck, UndefinedStep
from caborules.engine.setup import Setup
from caborules.engine.state import (
    At,
    Deciding,
    Env,
    Frame,
    Inside,
    Looping,
    Reacting,
    Sealed,
    State,
    Store,
    Waiting,
    Window,
)
from caborules.engine.values import Undefined, cards_in, elements, evaluate, fits, lies_face_up, seat, spot_of
from caborules.ir import statements as s
from caborules.ir.expressions import Expr
from caborules.ir.system import EventDef
from caborules.ir.types import PlaceId, RuleType, RuleValue, Spot, Value

PATIENCE: Final = 100_000
"""So many statements without a decision are taken for a loop without end."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of an action: the state at the next decision, what happened, and the chance outcomes used."""

    state: State
    events: tuple[Event, ...]
    outcomes: tuple[Outcome, ...]


def start(setup: Setup, chance: Chance) -> Step:
    """Begin a game: all cards in the deck's place, variables at their initial values; run to the first decision.

    Raises RulesFault, and OutcomeMissing from a supplied source, as ``act`` does.
    """
    store = initial_values(setup, dealt(setup, setup.empty_store()), {})
    run = Run(setup, State(store, (), chance))
    run.enter(setup.system.begin, ())
    return run.to_decision()


def act(setup: Setup, state: State, action: Action) -> Step:
    """Take an action and run to the next decision. Raises IllegalAction; the state given is never changed."""
    run = Run(setup, state)
    for offer in offers(setup, state):
        if offer.action == action:
            run.take(offer)
            return run.to_decision()
    window = late_window(setup, state, action)
    if window is None:
        raise IllegalAction(action, refusal(setup, state, action))
    run.too_late(window, action)
    return run.to_decision()


def go_on(setup: Setup, state: State) -> Step:
    """Run a state whose control does not stand at a decision (examples and tests build such)."""
    return Run(setup, state).to_decision()


def refusal(setup: Setup, state: State, action: Action) -> str:
    """Why an action is illegal, in words that depend on nothing but what its sender may know."""
    if state.over:
        return "The game is over."
    legal = [offer.action for offer in offers(setup, state) if offer.action.seat == action.seat]
    if not legal:
        return "It is not for this player to act now."
    if all(one.choice != action.choice for one in legal):
        return f'"{action.choice}" is not possible now.'
    return f'"{action.choice}" is not possible in this way now.'


def dealt(setup: Setup, store: Store) -> Store:
    """All cards in the deck's place, in the order of the deck, the first uppermost."""
    return cards.appear(setup, store, tuple(range(len(setup.faces))), (setup.system.deck_place, None))


def initial_values(setup: Setup, store: Store, given: Mapping[tuple[str, int | None], Value]) -> Store:
    """Give each variable its initial value, save those that are ``given`` one."""
    for name in setup.system.initial_order:
        variable = setup.system.variables[name]
        for owner in setup.seats if variable.per_player else (None,):
            local = {} if owner is None else {variable.owner_name: owner}
            key = (name, owner)
            value = given[key] if key in given else evaluate(setup, store, variable.initial, local)
            store = store.with_variable(setup.variable_index[key], value)
    return store


class Run:
    """One run of the rules to the next decision: the parts of a state, as they change."""

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

    def to_decision(self) -> Step:
        """Carry on until somebody may act or the game is over."""
        while self.control:
            match self.control[-1]:
                case At() as frame:
                    self.next_statement(frame)
                case Looping() as frame:
                    self.next_round(frame)
                case Inside(rule):
                    self.cut(len(self.control) - 1)
                case Reacting():
                    self.control.pop()
                case Deciding() as frame:
                    if self.stands_at_decision(frame):
                        break
                case Waiting() as frame:
                    if self.stands_at_await(frame):
                        break
        return Step(self.state(), tuple(self.events), tuple(self.outcomes))

    # ------------------------------------------------------------ small parts
    def tell(self, kind: Kind, line: s.Line | EventDef | None = None, **parts: object) -> None:
        span, cites = (None, ()) if line is None else (line.span, line.cites)
        self.events.append(Event(kind, span=span, cites=cites, **parts))  # type: ignore[arg-type]  # fields of Event

    def fault(self, kind: type[RulesFault], reason: str, span: object) -> RulesFault:
        inside = [frame.rule for frame in self.control if isinstance(frame, Inside)]
        return kind(reason, inside[-1] if inside else self.setup.system.begin, span, self.state())  # type: ignore[arg-type]

    def push(self, block: s.Block, env: Env) -> None:
        if block.statements:
            self.control.append(At(block.number, 0, env))

    def enter(self, rule: str, env: Env) -> None:
        definition = self.setup.system.rules[rule]
        self.control.append(Inside(rule))
        self.events.append(Event("entered", name=rule, span=definition.span, cites=definition.cites))
        self.push(definition.body, env)
        self.push(definition.resets, env)

    def cut(self, height: int) -> None:
        """Leave everything above ``height`` on the stack."""
        for frame in reversed(self.control[height:]):
            if isinstance(frame, Inside):
                self.events.append(Event("left", name=frame.rule))
        del self.control[height:]
