"""What can be done where the rules stand: every legal action, in the documented order.

First the choices of the decision, by seat and then as written; then ``decline`` by seat; then the reactions by name of
window, by seat and as written; then outside events by name. Arguments are ordered by seat, by position, sets by size
and then by position. At an ``await``: the reactions of its window, ``pass`` by seat, events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, cast

from caborules.engine.faults import RulesFault, TooManyWays, UndefinedStep
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, Env, Frame, Inside, Looping, Reacting, State, Store, Waiting, Window
from caborules.engine.values import (
    MOST_WAYS,
    Countless,
    Undefined,
    elements,
    evaluate,
    locate,
    sets_within,
    spot_of,
)
from caborules.ir.statements import Await, Choice, Decide, OneActor, OneOf, SeveralActors, SomeOf, Statement
from caborules.ir.system import EventDef
from caborules.ir.types import CardType, CollectionType, EnumType, NumberType, PlayerType, Type, Value

DECLINE: Final = "decline"
PASS: Final = "pass"


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does, or what happens (``seat`` None: an outside event).

    ``choice`` is a path (``turn.draw``, ``match.match``), ``decline``, ``pass``, or the name of an event. In
    ``arguments`` cards are spots (place, owner, index), players seats, sets tuples of spots. ``opening`` is the number
    of the opening that a reaction or a pass answers.
    """

    seat: int | None
    choice: str
    arguments: tuple[Value, ...] = ()
    opening: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action with what it sets going: the body of a choice or an event, and the names that hold in it."""

    action: Action
    source: Choice | EventDef | None = None
    env: Env = ()
    window: str | None = None


def statement_at(setup: Setup, frame: Looping | Deciding | Waiting) -> Statement:
    return setup.system.blocks[frame.block].statements[frame.index]


def decision(setup: Setup, frame: Deciding) -> Decide:
    statement = statement_at(setup, frame)
    assert isinstance(statement, Decide)
    return statement


def awaited(setup: Setup, frame: Waiting) -> str:
    statement = statement_at(setup, frame)
    assert isinstance(statement, Await)
    return statement.window


def offers(setup: Setup, state: State) -> tuple[Offer, ...]:
    """Everything that can be done in this state, in order; nothing where the game is over.

    Raises UndefinedStep where a guard or a domain has no value (the compiler refuses rules in which that can happen),
    TooManyWays where a choice can be made in more than ``MOST_WAYS`` ways.
    """
    try:
        match state.control[-1] if state.control else None:
            case Deciding() as frame:
                return tuple(_at_decision(setup, state, frame))
            case Waiting() as frame:
                return tuple(_at_await(setup, state, frame))
            case _:
                return ()
    except Undefined as undefined:
        fault = fault_kind(undefined)
        raise fault(undefined.reason, running(setup, state.control), undefined.span, state) from undefined


def fault_kind(undefined: Undefined) -> type[RulesFault]:
    """The fault of the rules that something undefined comes to."""
    return TooManyWays if isinstance(undefined, Countless) else UndefinedStep


def running(setup: Setup, control: Sequence[Frame]) -> str:
    """The innermost rule that is going on."""
    inside = [frame.rule for frame in control if isinstance(frame, Inside)]
    return inside[-1] if inside else setup.system.begin


def _at_decision(setup: Setup, state: State, frame: Deciding) -> Iterator[Offer]:
    statement = decision(setup, frame)
    for seat in sorted(frame.todo):
        yield from own_offers(setup, state.store, statement, frame.env, seat)
    if not statement.must:
        for seat in sorted(frame.todo):
            yield Offer(Action(seat, DECLINE))
    if not statement.alone:
        for window in sorted(setup.system.windows):
            yield from reactions(setup, state.store, state.control, window)
        yield from _events(setup, state.store)


def _at_await(setup: Setup, state: State, frame: Waiting) -> Iterator[Offer]:
    window = awaited(setup, frame)
    reacting = tuple(reactions(setup, state.store, state.control, window))
    yield from reacting
    for seat in waited_for(frame, reacting):
        yield Offer(Action(seat, PASS, (), window_of(setup, state.store, window).number))
    yield from _events(setup, state.store)


def waited_for(frame: Waiting, reacting: tuple[Offer, ...]) -> list[int]:
    """The seats that may react and have not passed since the last opening."""
    able = {offer.action.seat for offer in reacting if offer.action.seat is not None}
    return sorted(able.difference(frame.passed))


def _events(setup: Setup, store: Store) -> Iterator[Offer]:
    for name, event in sorted(setup.system.events.items()):
        if event.when is None or evaluate(setup, store, event.when, {}):
            yield Offer(Action(None, name), event)


# ---------------------------------------------------------------- choices
def own_offers(setup: Setup, store: Store, statement: Decide, env: Env, seat: int) -> Iterator[Offer]:
    """What ``seat`` can choose at the decision itself."""
    names = actor_env(statement, env, seat)
    for choice in statement.choices:
        for arguments, inner in ways(setup, store, choice, names):
            yield Offer(Action(seat, choice.path, arguments), choice, inner)


def actor_env(statement: Decide, env: Env, seat: int) -> Env:
    match statement.actors:
        case SeveralActors(variable=variable):
            return (*env, (variable, seat))
        case OneActor():
            return env


def ways(setup: Setup, store: Store, choice: Choice, env: Env) -> Iterator[tuple[tuple[Value, ...], Env]]:
    """Each way to make a choice: its arguments as an action has them, and the names that hold in its body.

    Raises Countless where more than ``MOST_WAYS`` have been tried, whether or not they are legal.
    """
    tried = 0

    def fill(at: int, arguments: tuple[Value, ...], env: Env) -> Iterator[tuple[tuple[Value, ...], Env]]:
        nonlocal tried
        if at == len(choice.params):
            if choice.guard is None or evaluate(setup, store, choice.guard, dict(env)):
                yield arguments, env
            return
        param = choice.params[at]
        of = element_type(param.among.type)
        for value in _domain(setup, store, param, env):
            tried += 1
            if tried > MOST_WAYS:
                raise Countless(choice.span)
            inner = (*env, (param.name, value))
            if param.where is None or evaluate(setup, store, param.where, dict(inner)):
                yield from fill(at + 1, (*arguments, outward(setup, store, of, value)), inner)

    return fill(0, (), env)


def _domain(setup: Setup, store: Store, param: OneOf | SomeOf, env: Env) -> Iterator[Value]:
    local = dict(env)
    among = in_order(setup, store, element_type(param.among.type), elements(evaluate(setup, store, param.among, local)))
    if isinstance(param, OneOf):
        yield from among
        return
    groups: dict[Value, list[Value]] = {}
    for card in among:
        shared = (
            None if param.measure is None else evaluate(setup, store, param.measure, {**local, param.variable: card})
        )
        groups.setdefault(shared, []).append(card)
    if sets_within(groups.values(), param.low, param.high) > MOST_WAYS:
        raise Countless(param.among.span)
    rank = {card: at for at, card in enumerate(among)}
    for size in range(param.low, min(len(among), len(among) if param.high is None else param.high) + 1):
        sets = [one for group in groups.values() for one in combinations(group, size)]
        yield from sorted(sets, key=lambda one: [rank[card] for card in one])


def in_order(setup: Setup, store: Store, of: Type, values: tuple[Value, ...]) -> list[Value]:
    """The elements of a domain, each once: players by seat, cards by place and position, numbers by size."""
    once = list(dict.fromkeys(values))
    match of:
        case PlayerType() | NumberType():
            return sorted(once, key=lambda one: cast(int, one))
        case CardType():
            return sorted(once, key=lambda card: locate(setup, store, cast(int, card)))
        case EnumType(_, members):
            return sorted(once, key=lambda one: members.index(cast("str | int", one)))
        case _:
            return once


def element_type(of: Type) -> Type:
    return of.of if isinstance(of, CollectionType) else of


def outward(setup: Setup, store: Store, of: Type, value: Value) -> Value:
    """A value as actions and events have it: a card is told by the spot where it lies."""
    match element_type(of), value:
        case CardType(), tuple():
            return tuple(spot_of(setup, store, cast(int, card)) for card in value)
        case CardType(), int():
            return spot_of(setup, store, value)
        case _:
            return value


# ---------------------------------------------------------------- windows
def window_of(setup: Setup, store: Store, window: str) -> Window:
    return store.windows[setup.window_index[window]]


def reactions(setup: Setup, store: Store, control: tuple[Frame, ...], window: str) -> Iterator[Offer]:
    """What players can do in a window now: nothing while it is closed or held."""
    there = window_of(setup, store, window)
    if not there.open or held(setup, store, control, window):
        return
    definition = setup.system.windows[window]
    among = elements(evaluate(setup, store, definition.among, {}))
    for seat in in_order(setup, store, PlayerType(), among):
        for choice in definition.choices:
            for arguments, env in ways(setup, store, choice, ((definition.variable, seat),)):
                action = Action(cast(int, seat), choice.path, arguments, there.number)
                yield Offer(action, choice, env, window)


def held(setup: Setup, store: Store, control: tuple[Frame, ...], window: str) -> bool:
    """Is the window out of reach: during its own reaction, or during a rule that it is held during?"""
    if Reacting(window) in control:
        return True
    return any(
        Inside(one.rule) in control and (one.when is None or bool(evaluate(setup, store, one.when, {})))
        for one in setup.system.windows[window].held
    )


def late_window(setup: Setup, state: State, action: Action) -> str | None:
    """The window for which the action comes too late, if it is such an action and may come here.

    It names an opening that is past: one before the present one, or the last one of a window that is closed.
    """
    if action.seat not in setup.seats or not isinstance(action.opening, int) or not state.control:
        return None
    top = state.control[-1]
    if isinstance(top, Deciding) and decision(setup, top).alone:
        return None
    for name, window in setup.system.windows.items():
        if any(choice.path == action.choice for choice in window.choices):
            there = window_of(setup, state.store, name)
            past = there.number - 1 if there.open else there.number
            return name if 1 <= action.opening <= past else None
    return None
