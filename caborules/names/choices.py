"""Choices inside rules and windows: finding, adding, replacing and removing them in a tree that cannot be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from caborules.syntax import nodes as n

Alternatives = tuple[n.Alternative, ...]


def groups(owner: n.Rule | n.Window | n.Hook) -> Iterator[Alternatives]:
    """The lists of choices of a rule, window or hook, one for each decision, in the order of the text."""
    if isinstance(owner, n.Window):
        yield owner.alternatives
        for alternative in owner.alternatives:
            yield from (decision.alternatives for decision in decisions(alternative.body))
    else:
        yield from (decision.alternatives for decision in decisions(owner.body))


def choices(owner: n.Rule | n.Window) -> dict[str, list[n.Alternative]]:
    """All choices of a rule or window by name; several decisions may each have one of that name."""
    found: dict[str, list[n.Alternative]] = {}
    for group in groups(owner):
        for alternative in group:
            found.setdefault(alternative.name, []).append(alternative)
    return found


def decisions(block: n.Block) -> Iterator[n.Decision]:
    """The decisions of a block, an outer one before those inside it."""
    for statement in block:
        match statement:
            case n.Decision():
                yield statement
                for alternative in statement.alternatives:
                    yield from decisions(alternative.body)
                yield from decisions(statement.otherwise or ())
            case n.If():
                for arm in statement.arms:
                    yield from decisions(arm.body)
                yield from decisions(statement.otherwise or ())
            case n.ForEach() | n.RepeatTimes() | n.RepeatUntil():
                yield from decisions(statement.body)
            case n.Step():
                pass


Change = Callable[[Alternatives, Alternatives], Alternatives]
Holder = TypeVar("Holder", n.Alternative, n.Arm, n.ForEach, n.RepeatTimes, n.RepeatUntil)


def edit(owner: n.Rule | n.Window, change: Change) -> n.Rule | n.Window:
    """The rule or window with ``change`` applied to every list of choices in it, inner lists before outer ones.

    ``change`` is given the list as it was and the list with its bodies edited, and returns the new list. What does
    not change is not copied.
    """
    if isinstance(owner, n.Window):
        return replace(owner, alternatives=_edit_alternatives(owner.alternatives, change))
    return replace(owner, body=_edit_block(owner.body, change))


def _edit_alternatives(old: Alternatives, change: Change) -> Alternatives:
    edited = tuple(_with_body(alternative, change) for alternative in old)
    return change(old, edited)


def _with_body(holder: Holder, change: Change) -> Holder:
    body = _edit_block(holder.body, change)
    return holder if body is holder.body else replace(holder, body=body)


def _edit_block(block: n.Block, change: Change) -> n.Block:
    edited = tuple(_edit_statement(statement, change) for statement in block)
    return block if all(new is old for new, old in zip(edited, block, strict=True)) else edited


def _edit_statement(statement: n.Statement, change: Change) -> n.Statement:
    match statement:
        case n.Decision():
            alternatives = _edit_alternatives(statement.alternatives, change)
            otherwise = None if statement.otherwise is None else _edit_block(statement.otherwise, change)
            if _same(alternatives, statement.alternatives) and otherwise is statement.otherwise:
                return statement
            return replace(statement, alternatives=alternatives, otherwise=otherwise)
        case n.If():
            arms = tuple(_with_body(arm, change) for arm in statement.arms)
            otherwise = None if statement.otherwise is None else _edit_block(statement.otherwise, change)
            if _same(arms, statement.arms) and otherwise is statement.otherwise:
                return statement
            return replace(statement, arms=arms, otherwise=otherwise)
        case n.ForEach():
            return _with_body(statement, change)
        case n.RepeatTimes():
            return _with_body(statement, change)
        case n.RepeatUntil():
            return _with_body(statement, change)
        case n.Step():
            return statement


def _same(new: Sequence[object], old: Sequence[object]) -> bool:
    return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))


def put(owner: n.Rule | n.Window, name: str, new: n.Alternative) -> n.Rule | n.Window:
    """The owner with every choice called ``name`` replaced by ``new``."""
    return edit(owner, lambda _, group: tuple(new if a.name == name else a for a in group))


def drop(owner: n.Rule | n.Window, name: str) -> n.Rule | n.Window:
    """The owner without the choices called ``name``; a decision may be left without any."""
    return edit(owner, lambda _, group: tuple(a for a in group if a.name != name))


def add(owner: n.Rule | n.Window, new: n.Alternative, added: frozenset[str]) -> n.Rule | n.Window:
    """The owner with ``new`` in its first decision: the choices as written, then the ``added`` ones by name.

    Raises ValueError where the owner has no decision.
    """
    first = next(groups(owner), None)
    if first is None:
        raise ValueError("no decision")

    def change(old: Alternatives, group: Alternatives) -> Alternatives:
        if old is not first:
            return group
        written = [a for a in group if a.name not in added]
        late = sorted([*(a for a in group if a.name in added), new], key=lambda a: a.name)
        return (*written, *late)

    return edit(owner, change)
