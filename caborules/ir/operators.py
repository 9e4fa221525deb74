"""What the operators of expressions do with numbers: said once, for the engine, constants, folding and proofs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

Comparison: TypeAlias = Literal["is", "is not", "is at least", "is at most", "is more than", "is less than"]
Calculation: TypeAlias = Literal["plus", "minus", "times", "div", "mod"]

OPPOSITE: Final[Mapping[Comparison, Comparison]] = MappingProxyType(
    {
        "is": "is not",
        "is not": "is",
        "is at least": "is less than",
        "is less than": "is at least",
        "is at most": "is more than",
        "is more than": "is at most",
    }
)
"""What holds where a comparison does not."""

MIRRORED: Final[Mapping[Comparison, Comparison]] = MappingProxyType(
    {
        "is": "is",
        "is not": "is not",
        "is at least": "is at most",
        "is at most": "is at least",
        "is more than": "is less than",
        "is less than": "is more than",
    }
)
"""What holds of the right side and the left, in this order."""


def ordered(op: Comparison, left: Any, right: Any) -> Any:
    """Are the two numbers in this order? Of a solver's terms: the term that says so. Not for ``is`` and ``is not``."""
    match op:
        case "is at least":
            return left >= right
        case "is at most":
            return left <= right
        case "is more than":
            return left > right
        case "is less than":
            return left < right
    raise AssertionError(f"{op} is not an order")


def calculated(op: Calculation, left: int, right: int) -> int | None:
    """The result, or None where it divides by zero. Quotients are rounded down, remainders have the divisor's sign."""
    match op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case "times":
            return left * right
        case "div":
            return None if right == 0 else left // right
        case "mod":
            return None if right == 0 else left % right
