"""How long it takes to start: ``import caborules`` and ``caborules --help``, against a bare Python."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest


def _seconds(code: str, runs: int = 5) -> float:
    """The best of some runs of a fresh interpreter."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, timeout=60)
        times.append(time.perf_counter() - started)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "limit"),
    [("import caborules", 0.06), ("from caborules.cli import main; main(['--help'])", 0.2)],
)
def test_start_is_quick(code: str, limit: float) -> None:
    """Over a bare Python: 60 ms for the import, 200 ms for the help."""
    assert _seconds(code) - _seconds("pass") < limit
