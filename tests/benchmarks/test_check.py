"""The bar for the whole check of Cabo. Run by hand with ``pytest -m benchmark`` on a quiet machine.

Time is processor time of a process of its own, so that what else the machine does counts little. How soon an unchanged
ruleset is answered for is held to its bar in ``test_startup``.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

BOTH = 15.0
"""Seconds for everything on, every number of players, both solvers, one core."""


def spent(*arguments: str, bytecode: Path) -> float:
    """Seconds of processor that one command takes; it has to end well."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(bytecode)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "caborules", *arguments], env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.benchmark
def test_cabo_is_proved_by_both_solvers(tmp_path: Path) -> None:
    """The best of three; the first also compiles the bytecode."""
    command = ("check", "cabo", "--no-cache", "--solvers", "both")
    assert min(spent(*command, bytecode=tmp_path) for _ in range(3)) < BOTH
