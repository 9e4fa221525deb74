"""What each statement does. One that takes more than one step (a call, a loop, a decision) leaves a frame for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from caborules.engine import cards
from caborules.engine.basics import Undefined, cards_in, elements, fits, seat, spot_of
from caborules.engine.decisions import outward, window_of
from caborules.engine.events import Seen
from caborules.engine.faults import OutOfRange, UndefinedStep
from caborules.engine.run import Run
from caborules.engine.state import At, Deciding, Inside, Looping, Reacting, Waiting, Window
from caborules.engine.values import evaluate
from caborules.ir import statements as s
from caborules.ir.expressions import Expr
from caborules.ir.types import PlaceId, RuleType, RuleValue, Spot, Value


def carry_out(run: Run, statement: s.Statement, frame: At) -> None:
    """Carry out one statement, at ``frame``; the frame of what follows it in its block is on the stack already.

    Raises Undefined where it cannot be carried out, and RulesFault.
    """
    env, local = frame.env, dict(frame.env)

    def value(expr: Expr) -> Value:
        return evaluate(run.setup, run.store, expr, local)

    match statement:
        case s.Let():
            _name(run, frame, statement.name, value(statement.value))
        case s.If():
            run.push(statement.then if value(statement.condition) else statement.otherwise, env)
        case s.CallRule():
            parameters = run.setup.system.rules[statement.rule].parameters
            arguments = [value(argument) for argument in statement.arguments]
            run.enter(statement.rule, tuple((p.name, a) for p, a in zip(parameters, arguments, strict=True)))
        case s.Do():
            _do(run, statement, value(statement.rule), [value(argument) for argument in statement.arguments])
        case s.Assign():
            _assign(run, statement, statement.variable, _owner(value, statement.owner), value(statement.value))
        case s.Pay():
            _pay(run, statement, value)
        case s.Move():
            moved = _cards(value(statement.what))
            run.store, seen = cards.move(run.setup, run.store, moved, cast("PlaceId | Spot", value(statement.to)))
            run.tell("moved", statement, cards=seen)
        case s.Swap():
            left, right = cast(int, value(statement.left)), cast(int, value(statement.right))
            run.store, seen = cards.swap(run.setup, run.store, left, right)
            run.tell("swapped", statement, cards=seen)
        case s.Shuffle():
            _shuffle(run, statement, cast(PlaceId, value(statement.place)))
        case s.Show():
            _show(run, statement, _cards(value(statement.what)), value(statement.to))
        case s.Flip():
            flipped = _cards(value(statement.what))
            run.store = cards.flip(run.setup, run.store, flipped, statement.up)
            run.tell("flipped", statement, value=statement.up, cards=tuple(_lying(run, flipped, run.setup.everyone)))
        case s.Pick():
            _pick(run, statement, frame, elements(value(statement.among)))
        case s.Announce():
            said = None
            if statement.value is not None:
                said = outward(run.setup, run.store, statement.value.type, value(statement.value))
            run.tell("announced", statement, name=statement.text, value=said)
        case s.SetWindow():
            _set_window(run, statement)
        case s.ForEach():
            run.control.append(Looping(frame.block, frame.index, env, _rounds(run, statement, value)))
        case s.RepeatTimes():
            times = cast(int, value(statement.times))
            run.control.append(Looping(frame.block, frame.index, env, tuple(range(times))))
        case s.RepeatUntil():
            run.control.append(Looping(frame.block, frame.index, env, ()))
        case s.EndRule():
            _end(run, statement)
        case s.Again():
            _again(run, statement)
        case s.Await():
            run.control.append(Waiting(frame.block, frame.index, 0, ()))
        case s.Decide():
            if isinstance(statement.actors, s.OneActor):
                todo: tuple[Value, ...] = (seat(value(statement.actors.player), statement.span),)
            else:
                todo = tuple(dict.fromkeys(elements(value(statement.actors.among))))
            run.control.append(Deciding(frame.block, frame.index, env, cast("tuple[int, ...]", todo)))


# ---------------------------------------------------------------- names, rules, variables
def _name(run: Run, frame: At, name: str, value: Value) -> None:
    """Bind a name for the rest of its block; where nothing follows, for nothing."""
    following = run.control[-1] if run.control else None
    if following == At(frame.block, frame.index + 1, frame.env):
        run.control[-1] = replace(following, env=(*frame.env, (name, value)))


def _do(run: Run, statement: s.Do, made: Value, arguments: list[Value]) -> None:
    """Carry out the rule in a cell: its own arguments stand, the missing ones are filled by their prepositions."""
    if made is None:
        return
    assert isinstance(made, RuleValue) and isinstance(statement.rule.type, RuleType)
    given = dict(made.given)
    missing = [p for p in run.setup.system.rules[made.rule].parameters if p.name not in given]
    for (preposition, _), argument in zip(statement.rule.type.parts, arguments, strict=True):
        parameter = next(p for p in missing if p.preposition == preposition)
        missing.remove(parameter)
        given[parameter.name] = argument
    names = [p.name for p in run.setup.system.rules[made.rule].parameters]
    run.enter(made.rule, tuple((name, given[name]) for name in names))


def _owner(value: Callable[[Expr], Value], expr: Expr | None) -> int | None:
    return None if expr is None else seat(value(expr), expr.span)


def _assign(run: Run, line: s.Line, variable: str, owner: int | None, value: Value) -> None:
    kind = run.setup.system.variables[variable].type
    if not fits(kind, value, run.setup.players):
        raise run.fault(OutOfRange, f"{variable} cannot be {value}", line.span)
    run.store = run.store.with_variable(run.setup.variable_index[variable, owner], value)
    run.tell("set", line, name=variable, seat=owner, value=outward(run.setup, run.store, kind, value))


def _pay(run: Run, statement: s.Pay, value: Callable[[Expr], Value]) -> None:
    amount = cast(int, value(statement.amount))
    for variable, owner_expr, sign in (
        (statement.source, statement.source_owner, -1),
        (statement.target, statement.target_owner, 1),
    ):
        owner = _owner(value, owner_expr)
        held = cast(int, run.store.variables[run.setup.variable_index[variable, owner]])
        _assign(run, statement, variable, owner, held + sign * amount)


# ---------------------------------------------------------------- cards and chance
def _cards(value: Value) -> tuple[int, ...]:
    """A card or cards, as cards."""
    return cast("tuple[int, ...]", value if isinstance(value, tuple) else (value,))


def _lying(run: Run, those: tuple[int, ...], told: int) -> Iterator[Seen]:
    """Cards that stay where they are, as they are seen in an event."""
    for card in those:
        spot = spot_of(run.setup, run.store, card)
        yield Seen(card, spot, spot, run.store.known[card], told)


def _shuffle(run: Run, statement: s.Shuffle, place: PlaceId) -> None:
    size = len(cards_in(run.setup, run.store, place))
    if size > 1:
        order, run.chance = run.chance.permutation(size)
        run.outcomes.append(order)
        run.store = cards.shuffle(run.setup, run.store, place, order)
    run.tell("shuffled", statement, value=place)


def _show(run: Run, statement: s.Show, shown: tuple[int, ...], to: Value) -> None:
    seats = to if isinstance(to, tuple) else (to,)
    mask = sum(1 << seat(one, statement.span) for one in dict.fromkeys(seats))
    run.store = cards.show(run.store, shown, mask)
    told = mask if statement.secretly else run.setup.everyone
    run.tell("shown", statement, value=tuple(seats), cards=tuple(_lying(run, shown, told)))


def _pick(run: Run, statement: s.Pick, frame: At, among: tuple[Value, ...]) -> None:
    if not among:
        raise Undefined("there is nothing to choose from", statement.span)
    index, run.chance = run.chance.index(len(among))
    run.outcomes.append(index)
    _name(run, frame, statement.name, among[index])
    told = outward(run.setup, run.store, statement.among.type, among[index])
    run.tell("picked", statement, name=statement.name, value=told)


# ---------------------------------------------------------------- windows and control
def _set_window(run: Run, statement: s.SetWindow) -> None:
    there = window_of(run.setup, run.store, statement.window)
    at = run.setup.window_index[statement.window]
    if statement.open:
        run.store = run.store.with_window(at, Window(True, there.number + 1))
        run.tell("opened", statement, name=statement.window, value=there.number + 1)
    elif there.open:
        run.store = run.store.with_window(at, Window(False, there.number))
        run.tell("closed", statement, name=statement.window)


def _rounds(run: Run, statement: s.ForEach, value: Callable[[Expr], Value]) -> tuple[Value, ...]:
    among = elements(value(statement.among))
    if statement.start is None:
        return among
    first = seat(value(statement.start), statement.span)
    return tuple(sorted(among, key=lambda one: (cast(int, one) - first) % run.setup.players))


def _end(run: Run, statement: s.EndRule) -> None:
    for height in range(len(run.control) - 1, -1, -1):
        if run.control[height] == Inside(statement.rule):
            run.cut(height)
            return
    raise run.fault(UndefinedStep, f"{statement.rule} is not running", statement.span)


def _again(run: Run, statement: s.Again) -> None:
    """Back to the decision whose choice this is; after a reaction, to the decision that it interrupted."""
    for height in range(len(run.control) - 1, -1, -1):
        match run.control[height]:
            case Reacting():
                run.cut(height)
                return
            case Deciding(acting=int()) as frame:
                run.cut(height + 1)
                run.control[height] = replace(frame, acting=None)
                return
            case _:
                pass
    raise run.fault(UndefinedStep, "there is no decision to offer again", statement.span)
