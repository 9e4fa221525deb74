"""Diagnostics as a command shows them: with their source lines, in colour on a terminal, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from caborules.cli.terminal import Terminal, wants_colour
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.render import LineOf, render_dict, render_one

MOST_SHOWN: Final = 50
"""So many diagnostics are shown to people; machines get all."""


def report_refusal(diagnostics: tuple[Diagnostic, ...], terminal: Terminal, as_json: bool, command: str) -> None:
    """Say why the input was refused: on standard error for people; as the result for machines."""
    if as_json:
        found = [render_dict(diagnostic) for diagnostic in diagnostics]
        terminal.json(f"caborules/{command}/1", {"refused": True, "diagnostics": found})
        return
    note_diagnostics(diagnostics, terminal)


def note_diagnostics(
    diagnostics: Iterable[Diagnostic], terminal: Terminal, sources: Mapping[str, str] | None = None
) -> None:
    """The diagnostics, and how many there are, on standard error."""
    listed = errors_first(diagnostics)
    coloured = wants_colour(terminal.err)
    line_of = lines_of(sources or {})
    for diagnostic in listed[:MOST_SHOWN]:
        terminal.note(diagnostic_text(diagnostic, line_of, coloured), styled=True)
    if len(listed) > MOST_SHOWN:
        terminal.note(f"... and {len(listed) - MOST_SHOWN} more.")
    if listed:
        terminal.note(tally(listed))


def errors_first(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Errors before warnings; within each their order is kept."""
    return tuple(sorted(diagnostics, key=lambda one: one.severity != "error"))


def diagnostic_text(diagnostic: Diagnostic, line_of: LineOf, coloured: bool) -> str:
    """One diagnostic as text; its first line bold and its code in red or yellow where ``coloured``."""
    text = render_one(diagnostic, line_of)
    if not coloured:
        return text
    head, _, rest = text.partition("\n")
    hue = "31" if diagnostic.severity == "error" else "33"
    head = head.replace(diagnostic.code, f"\x1b[{hue}m{diagnostic.code}\x1b[39m", 1)
    return f"\x1b[1m{head}\x1b[0m\n{rest}"


def tally(diagnostics: Iterable[Diagnostic]) -> str:
    """``2 errors, 1 warning``."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    errors, warnings = severities.count("error"), severities.count("warning")
    parts = [plural(errors, "error")] if errors or not warnings else []
    parts += [plural(warnings, "warning")] if warnings else []
    return ", ".join(parts)


def plural(number: int, noun: str, several: str = "") -> str:
    """``1 game``, ``2 games``."""
    return f"{number} {noun if number == 1 else several or noun + 's'}"


def lines_of(sources: Mapping[str, str]) -> LineOf:
    """Fetches source lines: from ``sources`` (texts that are no files), else from the file that the name leads to."""
    seen: dict[str, list[str]] = {}

    def line_of(file: str, line: int) -> str | None:
        if file not in seen:
            seen[file] = _read(file, sources)
        lines = seen[file]
        return lines[line - 1] if 0 < line <= len(lines) else None

    return line_of


def _read(file: str, sources: Mapping[str, str]) -> list[str]:
    if file in sources:
        return sources[file].splitlines()
    from caborules.names.sources import source_text

    return (source_text(file) or "").splitlines()
