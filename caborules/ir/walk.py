"""Going through typed expressions and statements: what stands inside a node, and a copy with other parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import cast

from caborules.ir.expressions import Expr, Typed
from caborules.ir.statements import (
    Block,
    Choice,
    Decide,
    ForEach,
    If,
    Line,
    OneActor,
    OneOf,
    RepeatTimes,
    RepeatUntil,
    Statement,
)


@cache
def _parts_of_class(kind: type) -> tuple[str, ...]:
    """The fields that may hold nodes; what is text, a number or a yes or no holds none."""
    plain = ("str", "str | None", "int", "int | None", "bool", "Value")
    names = ("type", "span", "cites", "number")
    return tuple(f.name for f in fields(kind) if f.name not in names and f.type not in plain)


def _parts(node: Typed | Line) -> tuple[str, ...]:
    """The fields of a node that may hold other nodes."""
    return _parts_of_class(cast(Hashable, type(node)))


def children(expr: Expr) -> list[Expr]:
    """The expressions directly inside an expression, in order."""
    found: list[Typed] = []
    for name in _parts(expr):
        part = getattr(expr, name)
        if isinstance(part, Typed):
            found.append(part)
        elif isinstance(part, tuple):
            for one in part:
                if isinstance(one, Typed):
                    found.append(one)
                elif isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], Typed):
                    found.append(one[1])
    return cast(list[Expr], found)


def subexpressions(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, outermost first."""
    todo = [expr]
    while todo:
        one = todo.pop()
        yield one
        todo.extend(reversed(children(one)))


def with_children(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """A copy of an expression with each direct child replaced by ``change`` of it; itself where nothing changes."""
    changed: dict[str, object] = {}
    for name in _parts(expr):
        part = getattr(expr, name)
        if isinstance(part, Typed):
            new: object = change(cast(Expr, part))
        elif isinstance(part, tuple):
            new = tuple(_changed(one, change) for one in part)
        else:
            continue
        if new != part:
            changed[name] = new
    return replace(expr, **changed) if changed else expr  # type: ignore[arg-type]  # the fields are those of the node


def copied(expr: Expr) -> Expr:
    """A copy of an expression, no node of which is a node of the other."""
    parts: dict[str, object] = {}
    for name in _parts(expr):
        part = getattr(expr, name)
        if isinstance(part, Typed):
            parts[name] = copied(cast(Expr, part))
        elif isinstance(part, tuple):
            parts[name] = tuple(_changed(one, copied) for one in part)
    return replace(expr, **parts)  # type: ignore[arg-type]  # the fields are those of the node


def _changed(one: object, change: Callable[[Expr], Expr]) -> object:
    if isinstance(one, Typed):
        return change(cast(Expr, one))
    if isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], Typed):
        return (one[0], change(cast(Expr, one[1])))
    return one


def blocks_in(statement: Statement) -> Iterator[Block]:
    """The blocks directly inside a statement, in order; those of a decision's choices too."""
    match statement:
        case If():
            yield statement.then
            yield statement.otherwise
        case ForEach() | RepeatTimes() | RepeatUntil():
            yield statement.body
        case Decide():
            for choice in statement.choices:
                yield choice.body
            if statement.otherwise is not None:
                yield statement.otherwise
        case _:
            return


def blocks(block: Block) -> Iterator[Block]:
    """The block and all blocks inside it, outermost first."""
    yield block
    for statement in block.statements:
        for inner in blocks_in(statement):
            yield from blocks(inner)


def statements(block: Block) -> Iterator[Statement]:
    """All statements of a block and of the blocks inside it, in the order of the text."""
    for statement in block.statements:
        yield statement
        for inner in blocks_in(statement):
            yield from statements(inner)


def choice_expressions(choice: Choice) -> Iterator[Expr]:
    """The domains, conditions and guard of a choice."""
    for param in choice.params:
        yield param.among
        if not isinstance(param, OneOf) and param.measure is not None:
            yield param.measure
        if param.where is not None:
            yield param.where
    if choice.guard is not None:
        yield choice.guard


def expressions_in(statement: Statement) -> Iterator[Expr]:
    """The expressions that stand in a statement itself, not in its blocks (of a decision: who, domains and guards)."""
    if isinstance(statement, Decide):
        yield statement.actors.player if isinstance(statement.actors, OneActor) else statement.actors.among
        for choice in statement.choices:
            yield from choice_expressions(choice)
        return
    for name in _parts(statement):
        part = getattr(statement, name)
        if isinstance(part, Typed):
            yield cast(Expr, part)
        elif isinstance(part, tuple):
            yield from (cast(Expr, one) for one in part if isinstance(one, Typed))


def all_expressions(block: Block) -> Iterator[Expr]:
    """Every expression and subexpression in a block."""
    for statement in statements(block):
        for expr in expressions_in(statement):
            yield from subexpressions(expr)
