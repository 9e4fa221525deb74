"""Ranges of numbers: what arithmetic does to them. Bounds are included; every number has a range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from caborules.ir.types import NumberType


def union(left: NumberType, right: NumberType) -> NumberType:
    if left.low <= right.low and right.high <= left.high:
        return left
    return NumberType(min(left.low, right.low), max(left.high, right.high))


def disjoint(left: NumberType, right: NumberType) -> bool:
    return left.high < right.low or right.high < left.low


def within(inner: NumberType, outer: NumberType) -> bool:
    return outer.low <= inner.low and inner.high <= outer.high


def arithmetic(op: Literal["plus", "minus", "times", "div", "mod"], left: NumberType, right: NumberType) -> NumberType:
    """The range of a result; of ``div`` and ``mod`` where the divisor is not 0."""
    match op:
        case "plus":
            return NumberType(left.low + right.low, left.high + right.high)
        case "minus":
            return NumberType(left.low - right.high, left.high - right.low)
        case "times":
            return _hull(a * b for a in (left.low, left.high) for b in (right.low, right.high))
        case "div":
            divisors = [d for d in (right.low, right.high, -1, 1) if d != 0 and right.low <= d <= right.high]
            return _hull(a // d for a in (left.low, left.high) for d in divisors)
        case "mod":
            return NumberType(min(0, right.low + 1), max(0, right.high - 1))


def summed(measure: NumberType, most: int) -> NumberType:
    """The range of a sum of at most ``most`` measures."""
    return NumberType(min(0, measure.low * most), max(0, measure.high * most))


def _hull(values: Iterable[int]) -> NumberType:
    found = sorted(values)
    return NumberType(found[0], found[-1]) if found else NumberType(0, 0)


def backwards(low: int | str, high: int | str) -> str:
    """What is said of a range whose bounds are the wrong way round."""
    return f"The range {low}..{high} runs backwards."
