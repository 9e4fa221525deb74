"""Rules broken behind the compiler's back: decisions of a typed system changed wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from caborules.ir.expressions import Typed
from caborules.ir.statements import Decide
from caborules.ir.system import System


def changed_decisions(system: System, change: Callable[[Decide], Decide]) -> System:
    """The system with each decision replaced, in rules, windows and events, and in the blocks by number."""
    parts = {name: _changed(getattr(system, name), change) for name in ("rules", "windows", "events", "blocks")}
    return replace(system, **parts)


def without_otherwise(system: System, path: str) -> System:
    """The system in which the decision with this choice has no answer for those who can do nothing."""
    found = []

    def change(decision: Decide) -> Decide:
        if decision.otherwise is None or path not in [choice.path for choice in decision.choices]:
            return decision
        found.append(decision)
        return replace(decision, otherwise=None)

    broken = changed_decisions(system, change)
    assert found, f"no decision offers {path} with an otherwise"
    return broken


def _changed(node: Any, change: Callable[[Decide], Decide]) -> Any:
    if isinstance(node, dict):
        return {key: _changed(part, change) for key, part in node.items()}
    if isinstance(node, tuple):
        return tuple(_changed(part, change) for part in node)
    if isinstance(node, Typed) or not is_dataclass(node) or isinstance(node, type):
        return node
    parts = {one.name: _changed(getattr(node, one.name), change) for one in fields(node) if one.init}
    new = replace(node, **parts) if any(parts[name] is not getattr(node, name) for name in parts) else node
    return change(new) if isinstance(new, Decide) else new
