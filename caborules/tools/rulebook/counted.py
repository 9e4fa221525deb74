"""Loops that a count ends: so many times; once, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.types import BoolType
from caborules.ir.walk import statements
from caborules.tools.rulebook.special import blocks_of, expressions_of


def counted(system: System) -> System:
    """The system with the loops of its beginning told by how often they are gone through, where a count says it.

    The count must begin at 0, and grow by 1 at the end of each round of that loop and nowhere else.
    """
    begin = system.rules[system.begin]
    for one in begin.body.statements:
        if isinstance(one, st.RepeatUntil) and (found := _count(system, one)):
            system = _told(system, one, *found)
    return system


def _count(system: System, loop: st.RepeatUntil) -> tuple[str, int, ex.Expr | None] | None:
    """The count, its limit, and what else ends the loop."""
    match loop.condition:
        case ex.Compare(left=ex.VariableRef(variable=name), op="is at least", right=ex.Const(value=int(limit))):
            other = None
        case ex.Logic(
            op="or",
            left=other,
            right=ex.Compare(left=ex.VariableRef(variable=name), op="is at least", right=ex.Const(value=int(limit))),
        ) if limit == 1:
            pass
        case _:
            return None
    variable = system.variables[name]
    starts = isinstance(variable.initial, ex.Const) and variable.initial.value == 0 and variable.renewed_by is None
    inside = sum(_is_step(one, name) for block in _gone_through(system, loop) for one in block.statements)
    sets = sum(
        isinstance(one, st.Assign) and one.variable == name for block in blocks_of(system) for one in statements(block)
    )
    return (name, limit, other) if starts and limit > 0 and inside == sets == 1 else None


def _gone_through(system: System, loop: st.RepeatUntil) -> Iterator[st.Block]:
    """The body of the loop, and of the rules that are carried out in it and nowhere else."""
    yield loop.body
    calls = [one.rule for block in blocks_of(system) for one in statements(block) if isinstance(one, st.CallRule)]
    for one in loop.body.statements:
        if isinstance(one, st.CallRule) and calls.count(one.rule) == 1:
            yield system.rules[one.rule].body


def _is_step(one: st.Statement, name: str) -> bool:
    match one:
        case st.Assign(
            variable=found,
            owner=None,
            value=ex.Arithmetic(op="plus", left=ex.VariableRef(variable=again), right=ex.Const(value=1)),
        ):
            return found == again == name
    return False


def _told(system: System, loop: st.RepeatUntil, name: str, limit: int, other: ex.Expr | None) -> System:
    reads = sum(isinstance(one, ex.VariableRef) and one.variable == name for one in expressions_of(system))
    unread = reads == 2  # where the loop asks for it, and where it is counted
    body = _without(loop.body, name) if unread else loop.body
    told: st.Statement
    if other is None:
        assert isinstance(loop.condition, ex.Compare)
        told = st.RepeatTimes(loop.span, loop.cites, loop.condition.right, body)
    else:
        told = st.If(loop.span, loop.cites, ex.Not(BoolType(), None, other), body, st.Block(0, ()))
    begin = system.rules[system.begin]
    lines = tuple(told if one is loop else one for one in begin.body.statements)
    rules = dict(system.rules)
    if unread:
        rules = {key: replace(one, body=_without(one.body, name)) for key, one in rules.items()}
    rules = {**rules, begin.name: replace(begin, body=replace(begin.body, statements=lines))}
    variables = {key: one for key, one in system.variables.items() if not (unread and key == name)}
    return replace(system, rules=rules, variables=variables)


def _without(block: st.Block, name: str) -> st.Block:
    return replace(block, statements=tuple(one for one in block.statements if not _is_step(one, name)))
