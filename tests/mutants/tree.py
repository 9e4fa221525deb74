"""Going through a syntax tree with the way to each node, and putting another node in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeAlias

from caborules.syntax.base import Node

Way: TypeAlias = tuple[tuple[str, int | None], ...]
"""From a node to one inside it: fields, each with the index in it where it holds several nodes."""


def inside(node: Node, way: Way = ()) -> Iterator[tuple[Way, Node]]:
    """The node and every node in it, in the order of the text."""
    yield way, node
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            yield from inside(value, (*way, (field.name, None)))
        elif isinstance(value, tuple):
            for at, part in enumerate(value):
                if isinstance(part, Node):
                    yield from inside(part, (*way, (field.name, at)))


def at_way(node: Node, way: Way) -> Node:
    """The node that ``way`` leads to."""
    for name, at in way:
        value: Any = getattr(node, name)
        node = value if at is None else value[at]
    return node


def put(node: Node, way: Way, new: Node) -> Node:
    """The same tree with ``new`` where ``way`` leads."""
    if not way:
        return new
    (name, at), rest = way[0], way[1:]
    old: Any = getattr(node, name)
    if at is None:
        return replace(node, **{name: put(old, rest, new)})
    return replace(node, **{name: (*old[:at], put(old[at], rest, new), *old[at + 1 :])})


def without(parts: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return (*parts[:at], *parts[at + 1 :])
