"""Limits on time, watched only where CABORULES_CLOCK is set: an ordinary test passes on a busy machine too."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

WATCHED = bool(os.environ.get("CABORULES_CLOCK"))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is done in it takes no more processor time than that, by this process."""
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    assert not WATCHED or taken <= seconds, f"{taken:.2f} s instead of {seconds} s"
