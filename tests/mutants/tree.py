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


def altered(node: Any, **parts: Any) -> Any:
    """The node with other parts, whatever kind of node it is."""
    return replace(node, **parts)


def at_way(node: Node, way: Way) -> Node:
    """The node that ``way`` leads to."""
    for name, at in way:
        value: Any = getattr(node, name)
        node = value if at is None else value[at]
    return node


def put(node: Any, way: Way, new: Node) -> Any:
    """The same tree with ``new`` where ``way`` leads."""
    if not way:
        return new
    (name, at), rest = way[0], way[1:]
    old: Any = getattr(node, name)
    if at is None:
        return altered(node, **{name: put(old, rest, new)})
    return altered(node, **{name: (*old[:at], put(old[at], rest, new), *old[at + 1 :])})


def without(parts: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return (*parts[:at], *parts[at + 1 :])
