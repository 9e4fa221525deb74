"""The figures of docs/performance.md: python -m tests.benchmarks.figures. Prints them, each with what was measured."""

from __future__ import annotations

import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from caborules import text
from caborules.check.run import check
from caborules.engine.game import set_up
from caborules.engine.pairs import run_pairs
from caborules.names.load import load_book
from caborules.tools.simulate import Plan, simulate
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow
from tests.support.rulesets import shipped

PAIRS = 1000


def static_check() -> None:
    """The static check of the shipped game, from its files to the end of the flow check."""
    check_flow(elaborate(load_book("cabo")).system)


def nothing() -> None:
    """Done before a run that needs no preparation."""


def best(part: Callable[[], object], runs: int, before: Callable[[], None] = nothing) -> float:
    """Seconds of processor time, the best of some runs: what else the machine does counts little."""
    times = []
    for _ in range(runs):
        before()
        began = time.process_time()
        part()
        times.append(time.process_time() - began)
    return min(times)


def fresh(code: str, runs: int = 5) -> float:
    """Seconds of processor time of a fresh interpreter that runs ``code``, the best of some runs."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main() -> None:
    out = sys.stdout.write
    out(f"{platform.machine()}, Python {platform.python_version()}\n")
    static_check()
    book = load_book("cabo")
    system = elaborate(book).system
    out(f"static check, trees kept  {1000 * best(static_check, 40):6.0f} ms\n")
    out(f"  reading and merging     {1000 * best(lambda: load_book('cabo'), 20):6.0f} ms\n")
    out(f"  typing                  {1000 * best(lambda: elaborate(book), 20):6.0f} ms\n")
    out(f"  flow                    {1000 * best(lambda: check_flow(system), 20):6.0f} ms\n")
    out(f"static check, read anew   {1000 * best(static_check, 10, before=text._read.cache_clear):6.0f} ms\n")
    out(f"check as a whole          {best(lambda: check('cabo'), 3):6.2f} s\n")
    bare = fresh("pass")
    out(f"import caborules          {1000 * (fresh('import caborules') - bare):6.0f} ms\n")
    code = "from caborules.cli import main; main(['--help'])"
    out(f"caborules --help          {1000 * (fresh(code) - bare):6.0f} ms\n")
    code = "from caborules.text.feed import keywords; keywords()"
    out(f"loading the kept parser   {1000 * (fresh(code) - bare):6.0f} ms\n")
    setup = set_up(shipped("cabo"), 3)
    plan = Plan(setup, "random", 1, games=10, max_steps=2000)
    steps = sum(one.steps for one in simulate(plan))
    out(f"decisions of random bots  {steps / best(lambda: simulate(plan), 3):6.0f} a second\n")
    out(f"pairs of games compared   {PAIRS / best(lambda: run_pairs(setup, 1, PAIRS), 3):6.0f} a second\n")


if __name__ == "__main__":
    main()
