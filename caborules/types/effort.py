"""How much work the value of an expression may be: a collection in a collection in a collection is refused (E313)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from caborules.ir.expressions import (
    Apply,
    Const,
    Exists,
    Expr,
    FirstWhere,
    Fold,
    LocalRef,
    Lookup,
    Numbers,
    Share,
    Those,
    ThoseBest,
)
from caborules.ir.types import CollectionType, NumberType
from caborules.ir.walk import children, subexpressions
from caborules.types.binders import most

if TYPE_CHECKING:
    from caborules.types.world import World

LIMIT: Final = 2_000_000
"""So many parts of an expression may be worked out for one value, if every place holds all cards."""

_GOES_THROUGH: Final = (Those, ThoseBest, Exists, FirstWhere, Fold, Share)


def check_effort(w: World, expr: Expr) -> None:
    """Raises Failed, with E313 reported, where the value of an expression would take too long.

    In a file that is used or extended, that is said of the ruleset's own function which makes it so.
    """
    if effort(w, expr) <= LIMIT:
        return
    message = "To work this out might take too long."
    mend = "Put fewer collections in one another, or take smaller ones."
    why = f"If every place held all cards, more than {LIMIT:,} parts of it would have to be worked out."
    span, large = expr.span, _what_makes_it_large(w, expr)
    at = None if large is None else w.functions[large].span
    if span is not None and at is not None:
        mend = f'{mend} Or keep "{large}" in `state`: set it where it changes, and read it here.'
        if span.file != w.own_file == at.file:
            message = f'With "{large}" it might take too long to work out what uses it.'
            why = f"So it is in {span.file}:{span.start.line}. {why}"
            mend = f'Keep "{large}" in `state`: set it where it changes, and read that.'
            mend += " Or put fewer collections in one another."
            span = at
        else:
            why = f'{why} Most of it is "{large}" ({at.file}:{at.start.line}).'
    raise w.report.error("E313", span, message, mend, why)


def _what_makes_it_large(w: World, expr: Expr) -> str | None:
    """The function without whose work the expression would be small enough: one of the ruleset's own rather than
    another's, one that goes through a collection itself, and of those the largest."""
    used = _used(w, expr)

    def rank(name: str) -> tuple[bool, bool, int]:
        function = w.functions[name]
        goes_through = any(isinstance(part, _GOES_THROUGH) for part in subexpressions(function.body))
        return (function.span is not None and function.span.file == w.own_file, goes_through, w.efforts.get(name, 0))

    before = dict(w.efforts)
    try:
        for name in sorted(used, key=rank, reverse=True):
            w.efforts.clear()
            w.efforts[name] = 1
            if effort(w, expr) <= LIMIT:
                return name
    finally:
        w.efforts.clear()
        w.efforts.update(before)
    return None


def _used(w: World, expr: Expr) -> tuple[str, ...]:
    """The functions that an expression applies, and those that they do."""
    found: dict[str, None] = {}
    todo = [expr]
    while todo:
        for part in subexpressions(todo.pop()):
            if isinstance(part, Apply) and part.function in w.functions and part.function not in found:
                found[part.function] = None
                todo.append(w.functions[part.function].body)
    return tuple(found)


def effort(w: World, expr: Expr) -> int:
    """The most parts that may have to be worked out for the value of an expression."""
    match expr:
        case Const() | LocalRef():
            return 1
        case Those() | ThoseBest() | Exists() | FirstWhere() | Fold():
            of = expr.among.type
            assert isinstance(of, CollectionType)
            inner = 1 + sum(effort(w, part) for part in _each_time(expr))
            outside = effort(w, expr.otherwise) if isinstance(expr, FirstWhere) else 0
            return effort(w, expr.among) + most(w, of.of) * inner + outside
        case Share(cards=cards, measure=measure):
            return effort(w, cards) + w.deck_size.high * (1 + effort(w, measure))
        case Apply(function=name) if name in w.functions:
            if name not in w.efforts:
                w.efforts[name] = effort(w, w.functions[name].body)
            own = w.efforts[name]
        case Lookup(table=name, column=column) if name in w.tables:
            key = f"{name}.{column}"
            if key not in w.efforts:
                w.efforts[key] = max((effort(w, row.cells[column]) for row in w.tables[name].rows), default=0)
            own = w.efforts[key]
        case Numbers(type=CollectionType(NumberType(low, high))):
            own = (high - low) // 50  # they are made at once
        case _:
            own = 0
    return 1 + own + sum(effort(w, child) for child in children(expr))


def _each_time(expr: Those | ThoseBest | Exists | FirstWhere | Fold) -> tuple[Expr, ...]:
    """What is worked out for each element."""
    match expr:
        case ThoseBest(measure=measure):
            return (measure,)
        case Fold(measure=measure, where=where):
            return (measure,) if where is None else (where, measure)
        case _:
            return () if expr.where is None else (expr.where,)
