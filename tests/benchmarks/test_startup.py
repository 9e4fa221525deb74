"""How long it takes to start: ``import caborules`` and ``caborules --help``, against a bare Python."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest


def _seconds(code: str, runs: int = 5) -> float:
    """Processor time of a fresh interpreter, the best of some runs: what else the machine does counts little."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "limit"),
    [("import caborules", 0.06), ("from caborules.cli import main; main(['--help'])", 0.2)],
)
def test_start_is_quick(code: str, limit: float) -> None:
    """Over a bare Python: 60 ms for the import, 200 ms for the help."""
    assert _seconds(code) - _seconds("pass") < limit
