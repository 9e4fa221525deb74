"""Broken rules, made from good ones: the typed system with some of its parts replaced wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from caborules.ir.statements import Decide
from caborules.ir.system import System

Part = TypeVar("Part")


def rewritten(part: Part, change: Callable[[Any], Any]) -> Part:
    """A copy in which each node (a dataclass, inner ones first) is what ``change`` makes of it."""
    found: Any = part
    if isinstance(part, tuple):
        found = tuple(rewritten(one, change) for one in part)
    elif isinstance(part, dict):
        found = {key: rewritten(one, change) for key, one in part.items()}
    elif is_dataclass(part) and not isinstance(part, type):
        new = {f.name: rewritten(getattr(part, f.name), change) for f in fields(part) if f.init}
        changed = {name: one for name, one in new.items() if one is not getattr(part, name)}
        found = change(replace(part, **changed) if changed else part)
    same = isinstance(part, tuple) and all(a is b for a, b in zip(part, found, strict=True))
    return part if same else found


def without_otherwise(system: System, rule: str) -> System:
    """The decisions of a rule that somebody must make do not say what happens to who cannot."""
    seen: list[Decide] = []

    def change(node: Any) -> Any:
        if isinstance(node, Decide) and node.rule == rule and node.must and node.otherwise is not None:
            seen.append(node)
            return replace(node, otherwise=None)
        return node

    found = rewritten(system, change)
    assert seen, f"no decision of {rule} has an otherwise"
    return found
