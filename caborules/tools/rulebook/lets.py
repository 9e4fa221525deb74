"""Names for values that need no name: the value is said where it is used, if nothing has changed by then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.walk import all_expressions, blocks_in, expressions_in, statements, subexpressions
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.mapping import mapped

ALL: Final = "*"
"""Stands for everything that can change."""


def without_lets(system: System, block: st.Block) -> st.Block:
    """The block with such names replaced by their values, also in the blocks inside it."""
    left = list(block.statements)
    done: list[st.Statement] = []
    while left:
        one = left.pop(0)
        if isinstance(one, st.Let) and _can_wait(system, one, left):
            rest = mapped(st.Block(0, tuple(left)), lambda expr, let=one: inlined(expr, {let.name: let.value}))  # type: ignore[misc]  # mypy does not infer a lambda with a default
            left = list(rest.statements)
            continue
        done.append(_inside(system, one))
    return replace(block, statements=tuple(done))


def _inside(system: System, one: st.Statement) -> st.Statement:
    match one:
        case st.If():
            return replace(one, then=without_lets(system, one.then), otherwise=without_lets(system, one.otherwise))
        case st.ForEach() | st.RepeatTimes() | st.RepeatUntil():
            return replace(one, body=without_lets(system, one.body))
        case st.Decide():
            choices = tuple(replace(choice, body=without_lets(system, choice.body)) for choice in one.choices)
            otherwise = None if one.otherwise is None else without_lets(system, one.otherwise)
            return replace(one, choices=choices, otherwise=otherwise)
    return one


def _can_wait(system: System, let: st.Let, after: list[st.Statement]) -> bool:
    """Is the value the same wherever the name is used?"""
    needs = set(_reads(system, let.value))
    uses = [at for at, one in enumerate(after) if _uses(one, let.name)]
    if not uses:
        return True
    for one in after[: uses[-1]]:
        if _clash(needs, set(_changes(system, one))):
            return False
    last = after[uses[-1]]
    if not _clash(needs, set(_changes(system, last))):
        return True
    # The last use may change what the value reads, if it uses the name only before it does anything.
    return not any(_uses_in(block, let.name) for block in blocks_in(last)) and not isinstance(
        last, st.CallRule | st.Decide
    )


def _clash(needs: set[str], changes: set[str]) -> bool:
    return bool(needs & changes) or (ALL in changes and bool(needs)) or (ALL in needs and bool(changes))


def _uses(one: st.Statement, name: str) -> bool:
    own = any(
        isinstance(part, ex.LocalRef) and part.name == name for e in expressions_in(one) for part in subexpressions(e)
    )
    return own or any(_uses_in(block, name) for block in blocks_in(one))


def _uses_in(block: st.Block, name: str) -> bool:
    return any(isinstance(part, ex.LocalRef) and part.name == name for part in all_expressions(block))


def _reads(system: System, expr: ex.Expr) -> Iterator[str]:
    """The places and variables that a value depends on."""
    for part in subexpressions(expr):
        match part:
            case ex.VariableRef():
                yield part.variable
            case ex.PlaceRef():
                yield part.place
            case ex.Apply():
                yield from _reads(system, system.functions[part.function].body)
            case ex.Lookup():
                for row in system.tables[part.table].rows:
                    yield from _reads(system, row.cells[part.column])
            case ex.SpotOf() | ex.PositionOf() | ex.FaceUp() | ex.Knows() | ex.WindowOpen() | ex.NewSpot():
                yield ALL


def _changes(system: System, one: st.Statement) -> Iterator[str]:
    """The places and variables that a statement may change."""
    for inner in statements(st.Block(0, (one,))):
        match inner:
            case st.Assign():
                yield inner.variable
            case st.Pay():
                yield from (inner.source, inner.target)
            case st.CallRule():
                rule = system.rules[inner.rule]
                for body in (rule.resets, rule.body):
                    for each in body.statements:
                        yield from _changes(system, each)
            case st.Move() | st.Swap() | st.Shuffle() | st.Do() | st.Decide() | st.Await() | st.EndRule() | st.Flip():
                yield from _places(inner)
            case _:
                pass


def _places(one: st.Statement) -> Iterator[str]:
    """The places whose cards a step moves; everything, where that cannot be told."""
    if isinstance(one, st.Move | st.Swap | st.Shuffle):
        found = [part.place for e in expressions_in(one) for part in subexpressions(e) if isinstance(part, ex.PlaceRef)]
        loose = any(isinstance(part, ex.LocalRef) and _is_card(part) for e in expressions_in(one) for part in [e])
        yield from found
        if loose:
            yield ALL
    else:
        yield ALL


def _is_card(part: ex.LocalRef) -> bool:
    from caborules.ir.types import CardType, CollectionType, PlaceType, SpotType

    return isinstance(part.type, CardType | CollectionType | PlaceType | SpotType)
