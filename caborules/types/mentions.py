"""Which names a piece of text mentions, before anything is typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from caborules.syntax import nodes as n
from caborules.types.world import World


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name != "span")


def names(node: object) -> Iterator[str]:
    """All names in a node, dotted ones joined, in the order of the text; words of patterns and cells with rules too."""
    if isinstance(node, n.Name):
        yield node.text
    elif isinstance(node, tuple):
        for one in node:
            yield from names(one)
    elif is_dataclass(node) and not isinstance(node, type):
        if isinstance(node, n.Partial | n.CallRule):
            yield node.rule
        for part in _parts(type(node)):
            yield from names(getattr(node, part))


def reads_state(w: World, node: object) -> bool:
    """Does an expression depend on places or state, through functions as well?"""
    seen: set[str] = set()
    todo = [node]
    while todo:
        for name in names(todo.pop()):
            match w.sorts.get(name):
                case "place" | "state" | "column" | "attribute":
                    return True
                case "function" if name not in seen:
                    seen.add(name)
                    todo.append(w.book.defines[name])
    return False


def where_read(w: World, key: str) -> list[str]:
    """The functions, rules and windows that mention a question, with their files."""
    found: list[str] = []
    homes: list[tuple[str, n.Node]] = [
        *w.book.defines.items(),
        *((name, rule.rule) for name, rule in w.book.rules.items()),
        *w.book.windows.items(),
    ]
    for name, node in homes:
        if key in names(node):
            found.append(f"{name} ({node.span.file})")
    return found
