"""Collecting garbage seldom: proofs make very many objects that stay, and few that wait for it in cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = (100_000, 50, 100)
"""Thresholds of ``gc``: with those of Python a check spends a seventh of its time on looking for cycles."""


@contextmanager
def seldom() -> Iterator[None]:
    """Within this, garbage is collected seldom."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
