"""``caborules replay TRACE``: hold a recorded game against its ruleset, and report the first difference."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.opening import open_trace
from caborules.cli.reports import plural
from caborules.cli.terminal import Terminal

if TYPE_CHECKING:
    from caborules.tools.record import RuleLine


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("trace", metavar="TRACE", help="a recorded game, as `trace` writes it")
    parser.add_argument("--ruleset", metavar="FILE", help="its ruleset (the shipped one that the trace names)")
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 0 where the game follows the rules to its end, 1 with the first difference."""
    from caborules.engine.play import read_trace
    from caborules.tools.record import concerned, difference_text
    from caborules.tools.words import Words

    ruleset, text = open_trace(options.trace, options.ruleset)
    setup, recorded = read_trace(ruleset.system, text)
    replayed = ruleset.replay(text)
    words = Words(ruleset.system)
    difference = replayed.difference
    lines = concerned(words, setup, replayed)
    decisions = len(recorded) - 1
    if options.format == "json":
        found = None
        if difference is not None:
            found = {"step": difference.step, "what": difference.what, "rules": [_line(line) for line in lines]}
        terminal.json(
            "caborules/replay/1",
            {"ruleset": ruleset.name, "hash": ruleset.hash, "decisions": decisions, "difference": found},
        )
    elif difference is None:
        terminal.say(f"{options.trace} follows {ruleset.name}: {plural(decisions, 'decision')}, no difference.")
    else:
        terminal.say(f"{options.trace} differs from {ruleset.name} at {difference_text(words, difference)}")
        for number, line in enumerate(lines):
            terminal.say(_rule_text(line, "Where the game stood" if number else "The rule concerned"))
    return exits.OK if difference is None else exits.VIOLATED


def _rule_text(line: RuleLine, heading: str) -> str:
    where = "" if line.span is None else f" ({line.span.file}:{line.span.start.line})"
    clauses = "".join(f" @{clause}" for clause in line.cites)
    return f"{heading}: {line.rule}{where}{clauses}"


def _line(line: RuleLine) -> dict[str, object]:
    place = None if line.span is None else {"file": line.span.file, "line": line.span.start.line}
    return {"name": line.rule, "place": place, "clauses": list(line.cites)}
