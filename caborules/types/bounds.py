"""How deep and how large text may be: whatever works through a tree can rely on these limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.ir.expressions import Apply, Expr
from caborules.ir.walk import children, subexpressions
from caborules.types.graphs import after_successors
from caborules.types.mentions import names
from caborules.types.world import World

NESTED: Final = 60
"""So many levels an expression may have, and so many cases a function or branches an ``if``."""
DEPTH: Final = 120
"""So many levels a function may have with the functions that it uses written out."""
SIZE: Final = 10_000
"""So many parts a function may have with the functions that it uses written out."""


def functions_in_order(w: World) -> tuple[str, ...]:
    """The functions, each after those that its text mentions, so that typing one never waits for a long chain."""
    return after_successors(w.book.defines, lambda name: _mentioned(w, name))


def _mentioned(w: World, function: str) -> Iterator[str]:
    return (name for name in names(w.book.defines[function]) if name in w.book.defines)


def check_functions_small(w: World, order: tuple[str, ...]) -> None:
    """E313 for functions that are too deep or too large once written out; they then count as failed.

    Of a function of another file that is said at the largest of the ruleset's own which it uses.
    """
    sizes: dict[str, int] = {}
    depths: dict[str, int] = {}
    own: dict[str, set[str]] = {}
    for name in order:
        if name not in w.functions:
            continue
        function = w.functions[name]
        uses = [part.function for part in subexpressions(function.body) if isinstance(part, Apply)]
        if any(use in w.failed for use in uses):
            _fail(w, name)
            continue
        sizes[name] = sum(1 for _ in subexpressions(function.body)) + sum(sizes.get(use, 1) for use in uses)
        depths[name] = _depth(function.body, depths)
        own[name] = set().union(*(own[use] for use in uses if use in own))
        if sizes[name] > SIZE or depths[name] > DEPTH:
            what = f"{sizes[name]} parts" if sizes[name] > SIZE else f"{depths[name]} levels"
            limit = SIZE if sizes[name] > SIZE else DEPTH
            message = f'Written out, the function "{name}" has {what}; {limit} are the limit.'
            span, mend = function.span, "Keep some of it in state, or use fewer functions in it."
            if own[name] and span is not None and span.file != w.own_file:
                large = max(sorted(own[name]), key=lambda one: (sizes[one], depths[one]))
                message += f' It uses "{large}" and stands in {span.file}:{span.start.line}.'
                span, mend = w.functions[large].span, f'Keep "{large}" in `state`, or use fewer functions in it.'
            w.report.error("E313", span, message, mend)
            _fail(w, name)
        elif function.span is not None and function.span.file == w.own_file:
            own[name].add(name)


def _fail(w: World, name: str) -> None:
    w.failed.add(name)
    del w.functions[name]
    w.signatures.pop(name, None)


def _depth(expr: Expr, depths: dict[str, int]) -> int:
    own = depths.get(expr.function, 0) if isinstance(expr, Apply) else 0
    return 1 + max([own, *(_depth(child, depths) for child in children(expr))])
