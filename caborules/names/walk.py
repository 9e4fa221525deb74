"""Going through a syntax tree: a node and everything inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from caborules.syntax.base import Node


def walk(*roots: object) -> Iterator[Node]:
    """The nodes among ``roots`` and all nodes inside them, in no promised order. Tuples are entered."""
    stack = list(roots)
    while stack:
        here = stack.pop()
        if isinstance(here, Node):
            yield here
            kind: object = type(here)  # mypy takes a class of nodes for something that cannot be hashed
            stack.extend([getattr(here, name) for name in _parts(kind)])
        elif isinstance(here, tuple):
            stack.extend(here)


@cache
def _parts(kind: object) -> tuple[str, ...]:
    assert isinstance(kind, type)
    return tuple(field.name for field in fields(kind) if field.name != "span")
