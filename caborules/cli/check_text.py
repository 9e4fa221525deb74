"""The outcome of a check for people: the table of verdicts, diagnostics, witnesses, and the last line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from caborules.check.outcome import Outcome
from caborules.check.report import Coverage, Report
from caborules.cli.reports import MOST_SHOWN, diagnostic_text, errors_first, lines_of, plural
from caborules.cli.terminal import Terminal
from caborules.cli.verdicts import last_line, print_findings, print_verdicts
from caborules.diagnostics.plain import plain
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.verdict import objections


def print_outcome(outcome: Outcome, chosen: Sequence[str], strict: bool, terminal: Terminal) -> None:
    """All that was found about one file; ``chosen``: the options that were set, in words."""
    if outcome.report is None:
        terminal.heading(outcome.file)
        _print_diagnostics(outcome.refused, outcome.file, terminal)
        terminal.say()
        terminal.say(last_line(_errors(outcome.refused), ()))
        return
    _print(outcome.report, chosen, terminal)
    for line in outcome.lines:
        terminal.say(line)
    if strict:
        objected = objections(outcome.report.verdicts)
        terminal.say()
        terminal.say("With --strict these are not accepted:" if objected else "With --strict nothing more is found.")
        for one in objected:
            terminal.say(f"  {one}")


def _print(report: Report, chosen: Sequence[str], terminal: Terminal) -> None:
    low, high = report.players
    others = "all" if report.coverage is not None else "the defaults"
    said = ", ".join([*chosen, *(["all others"] if report.coverage is not None else [])] if chosen else [others])
    terminal.heading(f"{report.name} ({report.file})")
    terminal.say(f"players {low} to {high}; options: {said}; content {report.hash[:12]}")
    if report.coverage is not None:
        _print_coverage(report.coverage, terminal)
    elif len(report.options) > 1:
        _print_option_groups(report, terminal)
    terminal.say()
    print_verdicts(report.verdicts, _vacuity(report.vacuity), terminal)
    if report.diagnostics:
        terminal.say()
        _print_diagnostics(report.diagnostics, report.file, terminal)
    print_findings(report.verdicts, terminal)
    if report.disclosures:
        terminal.say()
        terminal.heading("What the rules say to everybody")
        for disclosure in report.disclosures:
            terminal.say(f"  {disclosure}")
    terminal.say()
    terminal.say(last_line(_errors(report.diagnostics), report.verdicts))


def _vacuity(counts: Mapping[str, int]) -> str:
    """Could the proofs say nothing at all? In a line."""
    if not counts.get("claims"):
        return ""
    contradictory, never = counts["contradictory"], counts["never chosen"]
    return (
        f"Not empty: of {counts['claims']} claims {contradictory or 'none'} rest on contradictory hypotheses, and "
        + (f"{never} choices can never be made." if never else "every choice can be made.")
    )


def _print_coverage(coverage: Coverage, terminal: Terminal) -> None:
    """What ``--all-options`` looked at."""
    refused = f"; {coverage.refused} more are excluded by the ruleset" if coverage.refused else ""
    terminal.say(
        f"  {plural(coverage.combinations, 'combination')} of {coverage.possible}{refused}; "
        f"{plural(coverage.distinct, 'different game')}"
    )
    left = f", {coverage.pairs_excluded} others are excluded or never asked together" if coverage.pairs_excluded else ""
    pairs = f" ({coverage.pairs} pairs{left})" if coverage.words == "every pair of values" else ""
    terminal.say(f"  {coverage.words}{pairs}")
    if coverage.left_out:
        terminal.say(f"  {plural(coverage.left_out, 'combination')} left out by --max-combinations")
    for key, tried in coverage.tried.items():
        if key not in coverage.every_value:
            terminal.say(f"  of {key} only {', '.join(tried)}")


def _print_option_groups(report: Report, terminal: Terminal) -> None:
    """The options whose values depend on the number of players."""
    groups = [(players, dict(values)) for players, values in report.options]
    differing = [key for key in groups[0][1] if len({values[key] for _, values in groups}) > 1]
    rows = [
        (f"{low} to {high} players", ", ".join(f"{key} = {values[key]}" for key in differing))
        for (low, high), values in groups
    ]
    for players, values in rows:
        terminal.say(f"  with {players}: {values}")


def _print_diagnostics(diagnostics: tuple[Diagnostic, ...], file: str, terminal: Terminal) -> None:
    """Errors first, then the warnings of ``file``, in full; of the files that it builds on a line for each warning."""
    line_of = lines_of({})
    inherited = [one for one in diagnostics if one.severity == "warning" and _elsewhere(one, file)]
    full = [one for one in errors_first(diagnostics) if one not in inherited]
    texts = [diagnostic_text(one, line_of, terminal.coloured).rstrip("\n") for one in full[:MOST_SHOWN]]
    texts += [f"... and {len(full) - MOST_SHOWN} more."] if len(full) > MOST_SHOWN else []
    if inherited:
        lines = [f"  {one.code}  {one.span.file}:{one.span.start.line}  {one.message}" for one in inherited if one.span]
        texts.append(plain("\n".join(["Warnings about files that it builds on:", *lines])))
    terminal.say("\n\n".join(texts), styled=True)


def _elsewhere(diagnostic: Diagnostic, file: str) -> bool:
    """Is it about another file than ``file``? Paths are shown in several ways, so the names of the files count."""
    return diagnostic.span is not None and PurePath(diagnostic.span.file).name != PurePath(file).name


def _errors(diagnostics: tuple[Diagnostic, ...]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in diagnostics)
