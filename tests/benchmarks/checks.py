"""How long a check takes: the table in docs/performance.md. ``python -m tests.benchmarks.checks [NAME...]``.

Each ruleset is checked once, in a process of its own, with nothing kept from before. Figures are processor time spent
in the process itself (user), so that what else the machine does counts little; still, run it on a quiet machine.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SPEC: Final = Path(__file__).parents[2] / "spec"
BAR: Final = 20.0
"""Seconds for the check of one ruleset by one solver."""
BOTH: Final = 15.0
"""Seconds for the check of Cabo by both solvers."""


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets that come with the tool, the games first."""
    return tuple(path.stem for folder in (SPEC, SPEC / "variants") for path in sorted(folder.glob("*.cabo")))


def seconds(*arguments: str) -> float:
    """Processor time of one command, whatever its verdict; it must not fail."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "caborules", *arguments]
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if ended.stderr:
        raise SystemExit(f"{' '.join(arguments)}: {ended.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def row(arguments: Sequence[str], bar: float) -> str:
    """One row of the table, with a remark where the bar is not met."""
    spent = seconds("check", *arguments, "--no-cache", "-q")
    return f"| `check {' '.join(arguments)}` | {spent:.1f} s{'' if spent <= bar else f', over {bar:.0f} s'} |"


def main(names: Sequence[str]) -> None:
    out = sys.stdout
    versions = ", ".join(f"{one} {importlib.metadata.version(one)}" for one in ("z3-solver", "cvc5"))
    load = os.getloadavg()[0]
    out.write(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f}, ")
    out.write(f"Python {platform.python_version()}, {versions}\n\n| processor time (user) | |\n|---|---|\n")
    seconds("check", "no-matching", "-q")  # so that the bytecode is there
    for name in names or rulesets():
        out.write(row((name,), BAR) + "\n")
        out.flush()
    if not names:
        out.write(row(("cabo", "--solvers", "both"), BOTH) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
