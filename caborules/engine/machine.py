"""The machine runs the rules from one decision to the next: a pure function of state, action and chance outcomes.

``start`` and ``act`` are all that others need. The stack of frames says what comes next: the frame at its top is
carried on until it is a decision at which somebody can act, or the stack is empty and the game over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from caborules.diagnostics.span import Span
from caborules.engine import cards
from caborules.engine.basics import Undefined
from caborules.engine.chance import Chance, Outcome
from caborules.engine.decisions import (
    DECLINE,
    PASS,
    Action,
    Offer,
    actor_env,
    awaited,
    decision,
    fault_kind,
    late_window,
    offers,
    own_offers,
    somebody_reacts,
    statement_at,
    window_of,
)
from caborules.engine.events import Event
from caborules.engine.faults import Endless, IllegalAction, Stuck
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import At, Deciding, Frame, Inside, Looping, Reacting, Sealed, State, Store, Waiting
from caborules.engine.statements import carry_out
from caborules.engine.values import evaluate
from caborules.ir.statements import ForEach, OneActor, RepeatTimes, RepeatUntil
from caborules.ir.system import EventDef
from caborules.ir.types import Value

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

    Raises RulesFault and, from a supplied source, OutcomeMissing.
    """
    store = initial_values(setup, dealt(setup, setup.empty_store()), {})
    run = Run(setup, State(store, (), chance))
    run.enter(setup.system.begin, ())
    return to_decision(run)


def act(setup: Setup, state: State, action: Action, offered: tuple[Offer, ...] | None = None) -> Step:
    """Take an action and run to the next decision. ``offered``: the offers of the state, if they are at hand.

    Raises IllegalAction, RulesFault and, from a supplied source, OutcomeMissing; the state given is never changed.
    """
    return act_in(Run(setup, state), action, offers(setup, state) if offered is None else offered)


def act_in(run: Run, action: Action, offered: tuple[Offer, ...]) -> Step:
    """``act`` in a run of the caller's, which may watch what happens."""
    setup, state = run.setup, run.state()
    for offer in offered:
        if offer.action is action or offer.action == action:
            _take(run, offer)
            return to_decision(run)
    window = late_window(setup, state, action)
    if window is None:
        raise IllegalAction(action, refusal(offered, action))
    late = setup.system.windows[window]
    run.tell("late", late, seat=action.seat, name=action.choice)
    run.push(late.late, ((late.variable, action.seat),))
    return to_decision(run)


def refusal(offered: tuple[Offer, ...], action: Action) -> str:
    """Why an action is illegal, in words that depend on nothing but what its sender may know."""
    if not offered:
        return "The game is over."
    legal = [offer.action for offer in offered if offer.action.seat == action.seat]
    if not legal:
        return "It is not for this player to act now."
    if all(one.choice != action.choice for one in legal):
        return f'"{action.choice}" is not possible now.'
    return f'"{action.choice}" is not possible in this way now.'


def dealt(setup: Setup, store: Store) -> Store:
    """All cards in the deck's place, in the order of the deck, the first uppermost."""
    return cards.lay(setup, store, tuple(range(len(setup.faces))), (setup.system.deck_place, None))


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


# ---------------------------------------------------------------- the loop
def to_decision(run: Run) -> Step:
    """Carry on until somebody may act or the game is over."""
    try:
        while run.control and not _stands(run, run.control[-1]):
            pass
    except Undefined as undefined:
        raise run.fault(fault_kind(undefined), undefined.reason, undefined.span) from undefined
    return Step(run.state(), tuple(run.events), tuple(run.outcomes))


def _stands(run: Run, frame: Frame) -> bool:
    """Can somebody act at the top of the stack? If not, one step has been taken."""
    match frame:
        case At():
            _next_statement(run, frame)
        case Looping():
            _next_round(run, frame)
        case Inside() | Reacting():
            run.cut(len(run.control) - 1)
        case Deciding():
            return _stands_at_decision(run, frame)
        case Waiting():
            return _stands_at_await(run, frame)
    return False


def _next_statement(run: Run, frame: At) -> None:
    statements = run.setup.system.blocks[frame.block].statements
    statement = statements[frame.index]
    run.control.pop()
    if frame.index + 1 < len(statements):
        run.control.append(At(frame.block, frame.index + 1, frame.env))
    _count(run, statement.span)
    try:
        carry_out(run, statement, frame)
    except Undefined as undefined:
        raise run.fault(fault_kind(undefined), undefined.reason, undefined.span or statement.span) from undefined


def _count(run: Run, span: Span | None) -> None:
    run.statements += 1
    if run.statements > PATIENCE:
        raise run.fault(Endless, f"{PATIENCE} steps without a decision", span)


def _next_round(run: Run, frame: Looping) -> None:
    statement = statement_at(run.setup, frame)
    run.control.pop()
    match statement:
        case ForEach():
            for at, one in enumerate(frame.rest):
                env = (*frame.env, (statement.variable, one))
                if statement.where is None or evaluate(run.setup, run.store, statement.where, dict(env)):
                    run.control.append(replace(frame, rest=frame.rest[at + 1 :]))
                    run.push(statement.body, env)
                    return
        case RepeatTimes():
            if frame.rest:
                run.control.append(replace(frame, rest=frame.rest[1:]))
                run.push(statement.body, frame.env)
        case RepeatUntil():
            _count(run, statement.span)
            if not evaluate(run.setup, run.store, statement.condition, dict(frame.env)):
                run.control.append(frame)
                run.push(statement.body, frame.env)
        case _:
            raise AssertionError(statement)


# ---------------------------------------------------------------- decisions
def _stands_at_decision(run: Run, frame: Deciding) -> bool:
    """Is this a decision at which somebody can act? If not, one step was taken: an actor is done or passed over, ..."""
    statement = decision(run.setup, frame)
    if frame.acting is not None:
        each = not isinstance(statement.actors, OneActor) and statement.actors.quantifier == "each"
        left = _without(frame.todo, frame.acting) if each else ()
        run.control[-1] = replace(frame, todo=left, acting=None)
        return False
    r = run.setup.readings.of(run.store)
    for seat in frame.todo:
        if any(True for _ in own_offers(r, statement, frame.env, seat)):
            continue
        if statement.must:
            if statement.otherwise is None:
                raise run.fault(Stuck, "a player must choose, and nothing is possible", statement.span)
            run.control[-1] = replace(frame, todo=_without(frame.todo, seat))
            run.tell("skipped", statement, seat=seat, name="otherwise")
            run.push(statement.otherwise, actor_env(statement, frame.env, seat))
            return False
        if all(choice.public for choice in statement.choices):
            run.control[-1] = replace(frame, todo=_without(frame.todo, seat))
            run.tell("skipped", statement, seat=seat)
            return False
    if frame.todo:
        return True
    run.control.pop()
    _unseal(run, frame)
    return False


def _unseal(run: Run, frame: Deciding) -> None:
    """Lay the secret choices open and carry them out in seat order, each as a decision of its own."""
    statement = decision(run.setup, frame)
    made = sorted(frame.sealed, key=lambda sealed: sealed.seat)
    for one in made:
        if one.choice is None:
            run.tell("declined", statement, seat=one.seat)
        else:
            choice = statement.choices[one.choice]
            run.tell("chose", choice, seat=one.seat, name=choice.path, value=one.arguments)
    for one in reversed(made):
        if one.choice is not None:
            run.control.append(replace(frame, todo=(one.seat,), acting=one.seat, sealed=()))
            run.push(statement.choices[one.choice].body, one.env)


def _stands_at_await(run: Run, frame: Waiting) -> bool:
    """Does anybody still have to react or pass? A new opening forgets who has passed."""
    window = awaited(run.setup, frame)
    number = window_of(run.setup, run.store, window).number
    if frame.number != number:
        frame = replace(frame, number=number, passed=())
        run.control[-1] = frame
    if somebody_reacts(run.setup.readings.of(run.store), tuple(run.control), frame):
        return True
    run.control.pop()
    return False


def _take(run: Run, offer: Offer) -> None:
    """Begin to carry out a legal action."""
    action, source, frame = offer.action, offer.source, run.control[-1]
    if isinstance(source, EventDef):
        run.tell("happened", source, name=action.choice)
        run.push(source.body, ())
    elif source is not None and offer.window is not None:
        assert action.seat is not None
        run.tell("chose", source, seat=action.seat, name=action.choice, value=action.arguments)
        run.control.append(Reacting(offer.window))
        run.push(source.body, offer.env)
    elif isinstance(frame, Waiting):
        assert action.choice == PASS and action.seat is not None
        run.control[-1] = replace(frame, passed=tuple(sorted((*frame.passed, action.seat))))
        run.tell("passed", seat=action.seat, name=awaited(run.setup, frame))
    else:
        assert isinstance(frame, Deciding)
        _decide(run, frame, offer)


def _decide(run: Run, frame: Deciding, offer: Offer) -> None:
    statement = decision(run.setup, frame)
    seat = offer.action.seat
    assert seat is not None
    declined = offer.action.choice == DECLINE
    if statement.secretly:
        chosen = None if declined else [c.path for c in statement.choices].index(offer.action.choice)
        sealed = Sealed(seat, chosen, offer.action.arguments, offer.env)
        settled = not declined and not isinstance(statement.actors, OneActor) and statement.actors.quantifier == "any"
        left = () if settled else _without(frame.todo, seat)
        run.control[-1] = replace(frame, todo=left, sealed=(*frame.sealed, sealed))
        run.tell("sealed", statement, seat=seat)
    elif declined:
        run.control[-1] = replace(frame, todo=_without(frame.todo, seat))
        run.tell("declined", statement, seat=seat)
    else:
        assert offer.source is not None and not isinstance(offer.source, EventDef)
        run.tell("chose", offer.source, seat=seat, name=offer.action.choice, value=offer.action.arguments)
        run.control[-1] = replace(frame, acting=seat)
        run.push(offer.source.body, offer.env)


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(one for one in seats if one != seat)
