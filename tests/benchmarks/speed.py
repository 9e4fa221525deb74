"""How fast games are played: python -m tests.benchmarks.speed [--core FILE] [--openspiel COMMAND]. Prints a table.

All is measured in one run, in turns: each round measures everything once, and of each figure the best of the rounds is
told, so that what else the machine does counts little. Figures are decisions a second of processor time of one core.
What is counted as a decision is the same in all rows: one choice of a player out of a list of all legal actions, made
at that decision.

``--core`` is a C file with a function ``playouts(seed, first, after, hash)`` that plays rounds of Cabo without matching
for four players and returns how many decisions it made; it is built with ``cc -O2``. ``--openspiel`` is a command that
prints ``steps/s=`` and a number for the same game as an OpenSpiel Python game.
"""

from __future__ import annotations

import argparse
import ctypes
import platform
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from caborules import load
from caborules.api.game import EngineName, Game
from caborules.compile.cache import compiled
from caborules.compile.playout import Pace

PACE = Pace(frozenset({"turn.call"}), 8)
"""A call is taken at about one turn in sixteen, as in the C program: rounds are as long, and so is their share."""

ROUNDS = 7


def playouts(game: Game, games: int) -> Callable[[], tuple[int, float]]:
    """Whole games: decisions made, and seconds."""

    def measure() -> tuple[int, float]:
        began = time.process_time()
        decisions = sum(game.playout(number, pace=PACE)[0].decisions for number in range(games))
        return decisions, time.process_time() - began

    return measure


def steps(game: Game, games: int, most: int) -> Callable[[], tuple[int, float]]:
    """The same through ``legal_actions`` and ``apply_action``, ``most`` decisions of each game."""

    def measure() -> tuple[int, float]:
        began, decisions = time.process_time(), 0
        for number in range(games):
            draw = random.Random(number).random
            state = game.new_initial_state(seed=number)
            made = 0
            while not state.is_terminal() and made < most:
                legal = state.legal_actions()
                action = legal[int(draw() * len(legal))]
                while action.choice in PACE.rare and draw() >= 1 / PACE.once_in:
                    action = legal[int(draw() * len(legal))]
                state = state.apply_action(action)
                made += 1
            decisions += made
        return decisions, time.process_time() - began

    return measure


def core(source: Path, folder: Path) -> Callable[[], tuple[int, float]]:
    """The C program."""
    library = folder / "core.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", str(source), "-o", str(library)], check=True, timeout=60)
    play = ctypes.CDLL(str(library)).playouts
    play.argtypes = [ctypes.c_uint32, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_uint32)]
    play.restype = ctypes.c_int64

    def measure() -> tuple[int, float]:
        began = time.process_time()
        decisions = play(12345, 0, 200_000, ctypes.byref(ctypes.c_uint32()))
        return decisions, time.process_time() - began

    return measure


def command(line: str) -> Callable[[], tuple[int, float]]:
    """A command that tells its own rate."""

    def measure() -> tuple[int, float]:
        done = subprocess.run(shlex.split(line), check=True, capture_output=True, text=True, timeout=120)
        found = re.search(r"steps/s=([\d,]+)", done.stdout)
        if found is None:
            raise SystemExit(f"no rate in: {done.stdout}")
        return int(found[1].replace(",", "")), 1.0

    return measure


def game(name: str, engine: EngineName) -> Game:
    return load(name).game(4, engine=engine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--core", type=Path)
    parser.add_argument("--openspiel")
    arguments = parser.parse_args()
    plain, full = game("no-matching", "compiled"), game("cabo", "compiled")
    rows = {
        "whole games, without matching": playouts(plain, 60),
        "whole games, with matching": playouts(full, 12),
        "step by step, without matching": steps(plain, 15, 10_000),
        "step by step, with matching": steps(full, 6, 10_000),
        "reference engine, step by step, without matching": steps(game("no-matching", "reference"), 1, 300),
        "reference engine, step by step, with matching": steps(game("cabo", "reference"), 1, 300),
    }
    out = sys.stdout.write
    out(f"{platform.machine()}, Python {platform.python_version()}\n")
    for name in ("no-matching", "cabo"):
        setup = game(name, "compiled").setup
        began = time.process_time()
        compiled(setup)
        out(f"lowering and compiling {name}: {(time.process_time() - began) * 1000:.0f} ms\n")
    with tempfile.TemporaryDirectory() as folder:
        if arguments.core is not None:
            rows["the C program, without matching"] = core(arguments.core, Path(folder))
        if arguments.openspiel is not None:
            rows["OpenSpiel Python game, without matching"] = command(arguments.openspiel)
        rates: dict[str, list[float]] = {name: [] for name in rows}
        for _ in range(ROUNDS):
            for name, measure in rows.items():
                decisions, seconds = measure()
                rates[name].append(decisions / seconds)
    best = {name: max(found) for name, found in rates.items()}
    base = best.get("the C program, without matching")
    for name, rate in best.items():
        out(f"{rate:14,.0f}  {name}" + ("\n" if base is None else f" (1/{base / rate:,.0f} of the C program)\n"))


if __name__ == "__main__":
    main()
