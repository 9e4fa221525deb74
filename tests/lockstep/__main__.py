"""The commands ``python -m tests.lockstep``: ``run`` and ``report``, ``bugs`` and ``bug-report``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.lockstep import bugs, record
from tests.lockstep.plan import plan
from tests.lockstep.run import play, report, run, sample


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.lockstep", description="Reference and generated engine, side by side."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="a million steps, or a sample of the chunks")
    running.add_argument("--jobs", type=int, default=2, help="processes (2)")
    running.add_argument("--resume", action="store_true", help="keep the chunks that the record holds already")
    running.add_argument("--sample", type=int, help="only so many chunks, printed and not recorded")
    running.add_argument("--seed", type=int, default=1, help="which sample (1)")
    running.add_argument("-o", "--output", type=Path, default=record.RECORDED)
    reporting = commands.add_parser("report", help="what the record says; fails where it is stale")
    reporting.add_argument("file", type=Path, nargs="?", default=record.RECORDED)
    planting = commands.add_parser("bugs", help="plant bugs in the generator and the lowering")
    planting.add_argument("--jobs", type=int, default=2, help="processes (2)")
    planting.add_argument("--resume", action="store_true", help="keep the outcomes that the record holds already")
    planting.add_argument("-o", "--output", type=Path, default=bugs.RECORDED)
    bug_reporting = commands.add_parser("bug-report", help="how many bugs were caught, and what survived")
    bug_reporting.add_argument("file", type=Path, nargs="?", default=bugs.RECORDED)
    given = parser.parse_args()
    match given.command:
        case "bugs":
            bugs.run(given.output, jobs=given.jobs, resume=given.resume, progress=_say)
            return 0
        case "bug-report":
            sys.stdout.write(bugs.report(given.file) + "\n")
            return 0
    if given.command == "report":
        why = record.stale(plan(), given.file)
        sys.stdout.write((why or report(plan(), given.file)) + "\n")
        return 0 if why is None else 1
    if given.sample is not None:
        for chunk in sample(plan(), given.sample, given.seed):
            sys.stdout.write(record.line(play(chunk)) + "\n")
        return 0
    run(given.output, jobs=given.jobs, resume=given.resume, progress=_say)
    return 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
