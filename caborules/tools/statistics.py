"""Summaries of many games: means, spreads and 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Of ``count`` numbers: mean, least, greatest, and a 95 % interval for the mean (None for fewer than two)."""

    count: int
    mean: float
    least: int
    greatest: int
    interval: tuple[float, float] | None


def summarise(numbers: Sequence[int]) -> Summary | None:
    """The summary; None of nothing. The interval is the normal one, mean ± 1.96 s/√n; rough below some 30 numbers."""
    if not numbers:
        return None
    count = len(numbers)
    mean = sum(numbers) / count
    interval = None
    if count > 1:
        variance = sum((x - mean) ** 2 for x in numbers) / (count - 1)
        half = _Z * math.sqrt(variance / count)
        interval = (mean - half, mean + half)
    return Summary(count, mean, min(numbers), max(numbers), interval)


def proportion_interval(hits: int, count: int) -> tuple[float, float]:
    """A 95 % interval for a proportion of ``hits`` among ``count`` (Wilson's score interval); (0, 1) of nothing.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    """
    if count == 0:
        return (0.0, 1.0)
    share = hits / count
    square = _Z * _Z / count
    centre = (share + square / 2) / (1 + square)
    half = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return (max(0.0, centre - half), min(1.0, centre + half))
