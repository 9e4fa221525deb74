"""What can be done where the rules stand: every legal action, in the documented order.

First the choices of the decision, by seat and then as written; then ``decline`` by seat; then the reactions by name of
window, by seat and as written; then outside events by name. Arguments are ordered by seat, by position, sets by size
and then by position. At an ``await``: the reactions of its window, ``pass`` by seat, events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, cast

from caborules.engine.basics import MOST_WAYS, Countless, Undefined, elements, locate, sets_within, spot_of
from caborules.engine.faults import RulesFault, TooManyWays, UndefinedStep
from caborules.engine.reading import Reading
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, Env, Frame, Inside, Looping, Reacting, State, Store, Waiting, Window
from caborules.engine.values import Locals, worth
from caborules.ir.statements import Await, Choice, Decide, OneActor, OneOf, SeveralActors, SomeOf, Statement
from caborules.ir.swift import swift
from caborules.ir.system import EventDef
from caborules.ir.types import PLAYER, CardType, CollectionType, EnumType, NumberType, PlayerType, Type, Value

DECLINE: Final = "decline"
PASS: Final = "pass"


@swift
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


@dataclass(slots=True)
class Offer:
    """A legal action with what it sets going: the body of a choice or an event, and the names that hold in it.

    Nobody changes one. It is not frozen because a hundred are made at a decision, and frozen ones take longer to make
    than to work out.
    """

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
                return tuple(_at_decision(setup.readings.of(state.store), state.control, frame))
            case Waiting() as frame:
                return tuple(_at_await(setup.readings.of(state.store), state.control, frame))
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


def _at_decision(r: Reading, control: tuple[Frame, ...], frame: Deciding) -> Iterator[Offer]:
    statement = decision(r.setup, frame)
    for seat in sorted(frame.todo):
        yield from own_offers(r, statement, frame.env, seat)
    if not statement.must:
        for seat in sorted(frame.todo):
            yield Offer(Action(seat, DECLINE))
    if not statement.alone:
        for window in sorted(r.setup.system.windows):
            yield from reactions(r, control, window)
        yield from _events(r)


def _at_await(r: Reading, control: tuple[Frame, ...], frame: Waiting) -> Iterator[Offer]:
    window = awaited(r.setup, frame)
    reacting = tuple(reactions(r, control, window))
    yield from reacting
    for seat in waited_for(frame, reacting):
        yield Offer(Action(seat, PASS, (), window_of(r.setup, r.store, window).number))
    yield from _events(r)


def somebody_reacts(r: Reading, control: tuple[Frame, ...], frame: Waiting) -> bool:
    """Is there a seat that may react and has not passed since the last opening?"""
    reacting = reactions(r, control, awaited(r.setup, frame))
    return any(offer.action.seat is not None and offer.action.seat not in frame.passed for offer in reacting)


def waited_for(frame: Waiting, reacting: tuple[Offer, ...]) -> list[int]:
    """The seats that may react and have not passed since the last opening."""
    able = {offer.action.seat for offer in reacting}
    return sorted(seat for seat in able if seat is not None and seat not in frame.passed)


def _events(r: Reading) -> Iterator[Offer]:
    for name, event in sorted(r.setup.system.events.items()):
        if event.when is None or worth(r, event.when, {}):
            yield Offer(Action(None, name), event)


# ---------------------------------------------------------------- choices
def own_offers(r: Reading, statement: Decide, env: Env, seat: int) -> Iterator[Offer]:
    """What ``seat`` can choose at the decision itself."""
    names = actor_env(statement, env, seat)
    for choice in statement.choices:
        for arguments, inner in ways(r, choice, names):
            yield Offer(Action(seat, choice.path, arguments), choice, inner)


def actor_env(statement: Decide, env: Env, seat: int) -> Env:
    match statement.actors:
        case SeveralActors(variable=variable):
            return (*env, (variable, seat))
        case OneActor():
            return env


def ways(
    r: Reading, choice: Choice, env: Env, same_for_all: bool | None = None
) -> Iterator[tuple[tuple[Value, ...], Env]]:
    """Each way to make a choice: its arguments as an action has them, and the names that hold in its body.

    A guard that options settle is not asked again; one that speaks of none of the arguments is asked at the first way,
    and where it does not hold no other is looked at. Raises Countless where more than ``MOST_WAYS`` have been tried,
    whether or not they are legal. ``same_for_all``: whether the guard speaks of none of the arguments, where the choice
    is not one of the setup's.
    """
    guard, once = choice.guard, same_for_all
    if once is None:
        once = id(choice) in r.setup.same_for_all_ways
    settled = r.setup.settled_guards.get(id(choice))
    if settled is not None:
        if not settled:
            return
        guard = None
    for arguments, inner in _fillings(r, choice, 0, (), env, [0]):
        if guard is not None and not worth(r, guard, dict(inner)):
            if once:
                return
            continue
        if once:
            guard = None
        yield arguments, inner


def _fillings(
    r: Reading, choice: Choice, at: int, arguments: tuple[Value, ...], env: Env, tried: list[int]
) -> Iterator[tuple[tuple[Value, ...], Env]]:
    """Values for the parameters from ``at`` on, whether or not the guard holds. ``tried`` counts."""
    if at == len(choice.params):
        yield arguments, env
        return
    param = choice.params[at]
    name, where, last = param.name, param.where, at + 1 == len(choice.params)
    for value, told in _domain(r, param, env):
        tried[0] += 1
        if tried[0] > MOST_WAYS:
            raise Countless(choice.span)
        inner = (*env, (name, value))
        if where is not None and not worth(r, where, dict(inner)):
            continue
        if last:
            yield (*arguments, told), inner
        else:
            yield from _fillings(r, choice, at + 1, (*arguments, told), inner, tried)


def _domain(r: Reading, param: OneOf | SomeOf, env: Env) -> Iterable[tuple[Value, Value]]:
    """What the parameter may be, in order: each value with what an action tells of it."""
    local = dict(env)
    told = told_in_order(r, element_type(param.among.type), elements(worth(r, param.among, local)))
    return told.items() if isinstance(param, OneOf) else _sets(r, param, told, local)


def _sets(r: Reading, param: SomeOf, told: Mapping[Value, Value], local: Locals) -> Iterator[tuple[Value, Value]]:
    groups: dict[Value, list[Value]] = {}
    for card in told:
        shared = None if param.measure is None else worth(r, param.measure, {**local, param.variable: card})
        groups.setdefault(shared, []).append(card)
    if sets_within(groups.values(), param.low, param.high) > MOST_WAYS:
        raise Countless(param.among.span)
    rank = {card: at for at, card in enumerate(told)}
    for size in range(param.low, min(len(told), len(told) if param.high is None else param.high) + 1):
        sets = [one for group in groups.values() for one in combinations(group, size)]
        for chosen in sorted(sets, key=lambda one: [rank[card] for card in one]):
            yield chosen, tuple([told[card] for card in chosen])


def told_in_order(r: Reading, of: Type, values: tuple[Value, ...]) -> Mapping[Value, Value]:
    """The elements of a domain, each once, in order, with what actions tell of them: of a card the spot."""
    if isinstance(of, CardType):
        there = cast("tuple[int, ...]", values)
        if there not in r.told:
            spots, once = r.spots, dict.fromkeys(there)
            lying = sorted([(spots.get(card) or locate(r.setup, r.store, card), card) for card in once])
            r.told[there] = {card: (*r.setup.place_ids[at], index) for (at, index), card in lying}
        return r.told[there]
    return {one: outward(r.setup, r.store, of, one) for one in in_order(r.setup, r.store, of, values)}


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


def reactions(r: Reading, control: tuple[Frame, ...], window: str) -> Iterator[Offer]:
    """What players can do in a window now: nothing while it is closed or held."""
    there = window_of(r.setup, r.store, window)
    if not there.open or held(r, control, window):
        return
    definition = r.setup.system.windows[window]
    if window not in r.reacting:
        r.reacting[window] = in_order(r.setup, r.store, PLAYER, elements(worth(r, definition.among, {})))
    for seat in cast("list[int]", r.reacting[window]):
        for choice in definition.choices:
            for arguments, env in ways(r, choice, ((definition.variable, seat),)):
                yield Offer(Action(seat, choice.path, arguments, there.number), choice, env, window)


def held(r: Reading, control: tuple[Frame, ...], window: str) -> bool:
    """Is the window out of reach: during its own reaction, or during a rule that it is held during?"""
    if Reacting(window) in control:
        return True
    return any(
        Inside(one.rule) in control and (one.when is None or bool(worth(r, one.when, {})))
        for one in r.setup.system.windows[window].held
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
