"""The commands ``python -m tests.matches``: ``run``, ``report`` and ``page``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.matches import page, record
from tests.matches.run import run, tables


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.matches", description="Random matches of every ruleset.")
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="play all matches and record what they came to")
    running.add_argument("ruleset", nargs="*", help="these only (all)")
    running.add_argument("--resume", action="store_true", help="keep what the record holds of the present rulesets")
    running.add_argument("--beside", action="store_true", help="with other values of what a ruleset fixes, too")
    running.add_argument("-o", "--output", type=Path, default=record.RECORDED)
    commands.add_parser("report", help="is the record about the present rulesets?")
    commands.add_parser("page", help="write docs/matches.md from the record")
    given = parser.parse_args()
    if given.command == "run":
        run(given.output, tuple(given.ruleset) or None, resume=given.resume, beside=given.beside, progress=_say)
        return 0
    if given.command == "report":
        wrong = record.stale(record.read(), tables())
        sys.stdout.write("\n".join([*wrong, f"Run  {record.COMMAND} --resume" if wrong else "up to date"]) + "\n")
        return 1 if wrong else 0
    page.PAGE.write_text(page.page(record.read(), tables()), encoding="utf-8")
    return 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
