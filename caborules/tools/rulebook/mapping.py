"""Statements with other expressions in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from caborules.ir import statements as st
from caborules.ir.expressions import Expr

Change: TypeAlias = Callable[[Expr], Expr]

_NAMES: Final = (
    *("what", "to", "left", "right", "place", "owner", "value", "amount", "source_owner", "target_owner", "among"),
    *("rule", "start", "where", "times", "condition"),
)
"""The fields of statements that may hold an expression; where a field is a text it is left alone."""


def with_expressions(one: st.Statement, change: Change) -> st.Statement:
    """The statement with its own expressions changed; blocks and choices inside it stay."""
    changes: dict[str, Any] = {}
    for name in _NAMES:
        part = getattr(one, name, None)
        if part is not None and not isinstance(part, str):
            changes[name] = change(part)
    if isinstance(one, st.CallRule | st.Do):
        changes["arguments"] = tuple(map(change, one.arguments))
    return replace(one, **changes)


def mapped(block: st.Block, change: Change) -> st.Block:
    """The block with every expression in it changed."""
    return replace(block, statements=tuple(_mapped(one, change) for one in block.statements))


def _mapped(one: st.Statement, change: Change) -> st.Statement:
    one = with_expressions(one, change)
    match one:
        case st.If():
            return replace(one, then=mapped(one.then, change), otherwise=mapped(one.otherwise, change))
        case st.ForEach() | st.RepeatTimes() | st.RepeatUntil():
            return replace(one, body=mapped(one.body, change))
        case st.Decide():
            actors: st.OneActor | st.SeveralActors
            if isinstance(one.actors, st.OneActor):
                actors = replace(one.actors, player=change(one.actors.player))
            else:
                actors = replace(one.actors, among=change(one.actors.among))
            choices = tuple(mapped_choice(choice, change) for choice in one.choices)
            otherwise = None if one.otherwise is None else mapped(one.otherwise, change)
            return replace(one, actors=actors, choices=choices, otherwise=otherwise)
    return one


def mapped_choice(choice: st.Choice, change: Change) -> st.Choice:
    """The choice with every expression in it changed."""
    params: list[st.ChosenParam] = []
    for param in choice.params:
        among = change(param.among)
        where = None if param.where is None else change(param.where)
        if isinstance(param, st.SomeOf):
            measure = None if param.measure is None else change(param.measure)
            params.append(replace(param, among=among, where=where, measure=measure))
        else:
            params.append(replace(param, among=among, where=where))
    guard = None if choice.guard is None else change(choice.guard)
    return replace(choice, params=tuple(params), guard=guard, body=mapped(choice.body, change))
