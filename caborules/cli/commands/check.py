"""``caborules check FILE...``: static checks, examples, clauses, proofs; what was found, on what evidence."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli.reports import MOST_SHOWN, diagnostic_text, errors_first, lines_of
from caborules.cli.terminal import Progress, Terminal
from caborules.cli.verdicts import last_line, print_findings, print_verdicts
from caborules.diagnostics.plain import plain
from caborules.diagnostics.record import Diagnostic, Refused

if TYPE_CHECKING:
    from caborules.check.report import Report
    from caborules.diagnostics.verdict import ExitCode


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="paths, or names of shipped rulesets")
    parser.add_argument(
        "--strict", action="store_true", help="exit code 4 if something was not run, never applies, or is not declared"
    )
    shared.settings(parser)
    parser.add_argument("--preset", metavar="NAME", help="the options of a preset; --set goes before it")
    shared.output_format(parser)
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Check each file; the exit code is the worst of theirs."""
    from caborules.diagnostics.verdict import worst

    codes: list[ExitCode] = []
    contents: list[dict[str, object]] = []
    for number, file in enumerate(options.files):
        if number and options.format == "text":
            terminal.say()
        progress = Progress(terminal)
        try:
            report = _checked(file, options, progress)
        except Refused as refused:
            progress.done()
            codes.append(2)
            contents.append(_refused(file, refused.diagnostics))
            if options.format == "text":
                terminal.heading(file)
                _print_diagnostics(refused.diagnostics, file, terminal)
                terminal.say()
                terminal.say(last_line(_errors(refused.diagnostics), ()))
            continue
        progress.done()
        codes.append(report.exit_code(strict=options.strict))
        contents.append(dict(report.to_json()))
        if options.format == "text":
            _print(report, shared.chosen(options.settings), options.preset, terminal)
    if options.format == "json":
        terminal.json("caborules/check/1", {"rulesets": contents})
    return worst(codes)


def _checked(file: str, options: Namespace, progress: Progress) -> Report:
    from caborules.api.game import preset_settings
    from caborules.api.load import load
    from caborules.check.run import check

    ruleset = load(file)
    settings = dict(preset_settings(ruleset.system, options.preset)) if options.preset else {}
    settings.update(shared.chosen(options.settings))
    return check(ruleset, settings, progress=lambda what, done, whole: progress(f"{file}: {what} ({done} of {whole})"))


def _refused(file: str, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    from caborules.diagnostics.render import render_dict

    return {"file": file, "refused": True, "diagnostics": [render_dict(one) for one in diagnostics], "verdicts": []}


# ---------------------------------------------------------------- for people
def _print(report: Report, settings: dict[str, str], preset: str | None, terminal: Terminal) -> None:
    chosen = [f"{key} = {value}" for key, value in settings.items()]
    chosen += [f"preset {preset}"] if preset else []
    low, high = report.players
    terminal.heading(f"{report.name} ({report.file})")
    terminal.say(f"players {low} to {high}; options: {', '.join(chosen) or 'the defaults'}; content {report.hash[:12]}")
    if len(report.options) > 1:
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
