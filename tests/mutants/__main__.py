"""The commands ``python -m tests.mutants run``, ``report``, ``verdicts`` and ``table``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.mutants import games, record, table, verdicts
from tests.mutants.judge import subject
from tests.mutants.report import report
from tests.mutants.run import judged, run, sample
from tests.mutants.survivors import survivors


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="A mutation run over the rulesets.")
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="judge all mutants, or a sample of them")
    running.add_argument("--jobs", type=int, default=2, help="processes (2)")
    running.add_argument("--resume", type=Path, help="keep the outcomes of an unfinished run")
    running.add_argument("--sample", type=int, help="only so many, printed and not recorded")
    running.add_argument("--seed", type=int, default=1, help="which sample (1)")
    running.add_argument("-o", "--output", type=Path, default=record.RECORDED)
    reporting = commands.add_parser("report", help="totals and survivors of a recorded run")
    reporting.add_argument("file", type=Path, nargs="?", default=record.RECORDED)
    looking = commands.add_parser("verdicts", help="every verdict of the checker on 500 mutants, and brute force on it")
    looking.add_argument("--jobs", type=int, default=2, help="processes (2)")
    looking.add_argument("--resume", action="store_true", help="go on with an unfinished run")
    looking.add_argument("--only", type=int, default=0, help="so many of those that are missing")
    looking.add_argument("-o", "--output", type=Path, default=verdicts.RECORDED)
    others = commands.add_parser("games", help="judge the mutants of the other rulesets; keeps what is recorded")
    others.add_argument("names", nargs="*", default=games.GAMES, help="only these")
    commands.add_parser("table", help=f"write {table.PAGE.name} of the recorded verdicts")
    given = parser.parse_args()
    if given.command == "table":
        table.PAGE.write_text(table.whole(verdicts.read(), verdicts.meaning(subject())), encoding="utf-8")
        return 0
    if given.command == "games":
        for name in given.names:
            path = games.recorded(name)
            _say(f"{name}:")
            run(games.game(name), path, jobs=1, resume=path, progress=_say, proofs=False)
        return 0
    of = subject()
    if given.command == "verdicts":
        verdicts.run(of, given.output, jobs=given.jobs, resume=given.resume, progress=_say, only=given.only)
        return 0
    if given.command == "report":
        sources, outcomes = record.read(given.file)
        why = record.stale(of, sources, outcomes)
        if why is not None:
            _say(why)
            return 1
        sys.stdout.write("\n".join(report(of, outcomes, survivors())) + "\n")
        return 0
    if given.sample is not None:
        for mutant, outcome in judged(of, sample(of, given.sample, given.seed), given.jobs):
            sys.stdout.write(f"{outcome.by:8} {mutant.id}: {mutant.was} => {mutant.now}  ({outcome.detail})\n")
        return 0
    run(of, given.output, jobs=given.jobs, resume=given.resume, progress=_say)
    return 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
