"""Can somebody who must choose always choose? And what follows where nothing is possible."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.statements import Choice, ChosenParam, OneOf
from caborules.ir.walk import subexpressions
from caborules.types.flow.bounds import MANY, Range
from caborules.types.flow.conditions import Conditions
from caborules.types.flow.facts import State
from caborules.types.flow.merge import join
from caborules.types.flow.names import Env


def none_possible(reader: Conditions, choices: tuple[Choice, ...], env: Env, state: State) -> State | None:
    """What holds where no choice is possible; None where one always is."""
    after: State | None = state
    for choice in choices:
        if after is None:
            return None
        after = _impossible(reader, choice, env, after)
    return after


def _impossible(reader: Conditions, choice: Choice, env: Env, state: State) -> State | None:
    """What holds where a choice is not possible. Nothing is learnt where parameters depend on one another."""
    names = {p.name for p in choice.params}
    parts = [p.among for p in choice.params] + ([] if choice.guard is None else [choice.guard])
    if any(isinstance(e, x.LocalRef) and e.name in names for part in parts for e in subexpressions(part)):
        return state
    if any(p.where is not None and not _any_one_will_do(reader, p, p.where, env, state) for p in choice.params):
        return state
    after: State | None = None
    reached: State | None = state
    if choice.guard is not None:
        reached, after = reader.split(choice.guard, env, state)
    for param in choice.params:
        if reached is None:
            break
        after = join(after, _too_few(reader, param, env, reached))
        reached = _enough(reader, param, env, reached)
    return after


def _any_one_will_do(reader: Conditions, param: ChosenParam, where: x.Expr, env: Env, state: State) -> bool:
    """Does the condition hold of every single element, so that it leaves nothing empty?"""
    if not isinstance(param, OneOf) and param.low > 1:
        return False
    inner, within, _ = reader.element(param.name, reader.value(param.among, env, state), env, state)
    return reader.holds(where, inner, within)


def _enough(reader: Conditions, param: ChosenParam, env: Env, state: State) -> State | None:
    least = 1 if isinstance(param, OneOf) else max(1, param.low)
    return reader.sized(param.among, Range(least, MANY), env, state)


def _too_few(reader: Conditions, param: ChosenParam, env: Env, state: State) -> State | None:
    """The state in which a parameter has nothing to choose from, as far as that can be told."""
    if isinstance(param, OneOf):
        return reader.sized(param.among, Range(0, 0), env, state)
    if param.measure is not None and param.low > 1:
        return state
    return reader.sized(param.among, Range(0, param.low - 1), env, state)
