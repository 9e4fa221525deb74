"""Verdicts as people read them: what was found, on what evidence, witnesses step by step, and a last line in words."""

from __future__ import annotations

from collections.abc import Sequence

from caborules.cli.reports import plural
from caborules.cli.terminal import Table, Terminal
from caborules.cli.told_games import ToldGames
from caborules.diagnostics.verdict import Verdict

_COLUMNS = ("property", "found", "evidence", "scope", "obligations")
_LONG = 40
"""A scope longer than this is written below the table."""


def print_verdicts(verdicts: Sequence[Verdict], remark: str, terminal: Terminal) -> None:
    """The table of verdicts, long scopes below it by number, a remark; then the names of what was not run."""
    run = [verdict for verdict in verdicts if verdict.evidence != "not-run"]
    rest = [verdict.property for verdict in verdicts if verdict.evidence == "not-run"]
    long = list(dict.fromkeys(verdict.scope for verdict in run if len(verdict.scope) > _LONG))
    terminal.table(Table(_COLUMNS, tuple(_row(verdict, long) for verdict in run)))
    for number, scope in enumerate(long, 1):
        terminal.say(f"({number}) {scope}")
    if remark:
        terminal.say(remark)
    if rest:
        terminal.say()
        terminal.say("Not run in this version:")
        for name in rest:
            terminal.say(f"  {name}")


def _row(verdict: Verdict, long: Sequence[str]) -> tuple[str, ...]:
    found = "-" if verdict.found == "none" else verdict.found
    scope = f"({long.index(verdict.scope) + 1})" if verdict.scope in long else verdict.scope or "-"
    return (verdict.property, found, verdict.evidence, scope, str(verdict.obligations or "-"))


def print_findings(verdicts: Sequence[Verdict], terminal: Terminal) -> None:
    """For each verdict that is not simply good: the witness, the reason, what it concerns."""
    games = ToldGames("--witnesses FOLDER writes them all, and so does --format json")
    for verdict in verdicts:
        if verdict.found in ("violated", "undecided", "never-applies", "declared") or verdict.undeclared:
            _print_finding(verdict, games, terminal)


def _print_finding(verdict: Verdict, games: ToldGames, terminal: Terminal) -> None:
    terminal.say()
    terminal.heading(f"{verdict.property}: {verdict.found}")
    if verdict.reason:
        terminal.say(f"  {verdict.reason}")
    for detail in verdict.details:
        terminal.say(f"  {detail}")
    for undeclared in verdict.undeclared:
        terminal.say(f"  not declared: {undeclared}")
    if verdict.witness is not None:
        terminal.say(f"  {verdict.witness.title}")
        for line in games.lines(verdict.property, verdict.witness):
            terminal.say(f"    {line}")
    if verdict.apart:
        terminal.say()
        terminal.heading(f"{verdict.property} that do not apply, which is no fault: {len(verdict.apart)}")
        for one in verdict.apart:
            terminal.say(f"  {one}")


def last_line(errors: int, verdicts: Sequence[Verdict]) -> str:
    """The outcome in one sentence."""
    if errors:
        return f"Refused: {plural(errors, 'error')}."
    groups = {
        found: [verdict.property for verdict in verdicts if verdict.found == found]
        for found in ("violated", "undecided", "never-applies", "none")
    }
    if groups["violated"]:
        start = f"Violated: {', '.join(groups['violated'])}."
    elif groups["undecided"]:
        start = f"Nothing is violated; undecided: {', '.join(groups['undecided'])}."
    else:
        start = "Of what was run, nothing is violated and nothing undecided."
    if groups["never-applies"]:
        start += f" Never applies: {', '.join(groups['never-applies'])}."
    if groups["none"]:
        were = "was" if len(groups["none"]) == 1 else "were"
        start += f" {plural(len(groups['none']), 'property', 'properties')} {were} not run."
    return start
