"""Going through a syntax tree: a node and everything inside it; the citations in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import cache
from typing import cast

from caborules.syntax import examples, expressions
from caborules.syntax.base import Cite, Node


def walk(*roots: object) -> Iterator[Node]:
    """The nodes among ``roots`` and all nodes inside them, in no promised order. Tuples are entered."""
    stack = list(roots)
    while stack:
        here = stack.pop()
        if isinstance(here, Node):
            yield here
            stack.extend([getattr(here, name) for name in _parts(cast(Hashable, type(here)))])
        elif isinstance(here, tuple):
            stack.extend(here)


def cites_in(*roots: object) -> Iterator[Cite]:
    """The citations among ``roots`` and inside them, in no promised order.

    Most of a tree is expressions and lines of examples, which are not cited; they are not entered.
    """
    stack = list(roots)
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(here)
        elif isinstance(here, Cite):
            yield here
        elif isinstance(here, Node) and type(here) not in _uncited():
            stack.extend([getattr(here, name) for name in _parts(cast(Hashable, type(here)))])


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields that may hold nodes: not the span, nor what is text or a number."""
    plain = ("str", "str | None", "int", "int | None", "bool")
    return tuple(field.name for field in fields(kind) if field.name != "span" and field.type not in plain)


@cache
def _uncited() -> frozenset[type[Node]]:
    """The kinds of nodes in expressions and in examples that hold no citation."""
    return frozenset(
        kind
        for module in (expressions, examples)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Node) and not any(f.name == "cites" for f in fields(kind))
    )
