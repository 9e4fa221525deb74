"""The full run of the paired games: python -m tests.pairs_full [PAIRS [SEED]].

Spreads the pairs over the shipped game at several options and numbers of players, and prints how many were compared at
each decision, in each channel. The default of 100,000 pairs takes some minutes. Exit code 1 if there was a leak.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from caborules.engine.game import set_up
from caborules.engine.pairs import Channel, Leak, run_pairs
from caborules.engine.setup import Setup
from tests.support.rulesets import shipped


def setups() -> list[tuple[str, Setup]]:
    """Names and setups: together they reach every decision of the shipped game."""
    cabo = shipped("cabo")
    return [
        ("cabo, 2 players", set_up(cabo, 2)),
        ("cabo, 3 players, meanwhile", set_up(cabo, 3, {"matching.powers": "meanwhile", "matching.chain": "finder"})),
        ("cabo, 4 players, power-last, late attempts cost a card",
         set_up(cabo, 4, {"matching.powers": "power-last", "cost.late-match": "penalty-cards 1"})),
        ("cabo, 6 players, jokers", set_up(cabo, 6, {"jokers": 4, "matching.starter": True})),
        ("no-matching, 3 players", set_up(shipped("no-matching"), 3)),
        ("kamikaze, 2 players", set_up(shipped("kamikaze"), 2)),
    ]  # fmt: skip


def main(count: int = 100_000, seed: int = 1) -> int:
    out = sys.stdout.write
    total: Counter[tuple[str, Channel]] = Counter()
    leaks: list[Leak] = []
    pairs = found = 0
    began = time.monotonic()
    todo = setups()
    for name, setup in todo:
        report = run_pairs(setup, seed, -(-count // len(todo)))
        for (point, _, channel), number in report.counts.items():
            total[point, channel] += number
        pairs += report.pairs
        found += report.leak_count
        leaks += report.leaks
        out(f"{name}: {report.pairs} pairs in {report.games} games, {report.leak_count} leaks\n")
    out(f"{pairs} pairs, {found} leaks, {time.monotonic() - began:.0f} s\n")
    for (point, channel), number in sorted(total.items()):
        out(f"  {point:24} {channel:14} {number:8}\n")
    for leak in leaks[:5]:
        out(f"LEAK {leak}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:3])))
