"""What came of one file: its report, or why it was refused; the same for every form of output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caborules.check.report import Report
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.render import render_dict
from caborules.diagnostics.verdict import ExitCode, worst


@dataclass(frozen=True, slots=True)
class Outcome:
    """``file`` as it was asked for; ``report`` is None where it was refused, and ``refused`` then says why.

    What came of a certificate: ``code``, the exit code; ``added`` to what machines read; ``lines`` for people.
    """

    file: str
    report: Report | None
    refused: tuple[Diagnostic, ...] = ()
    code: ExitCode = 0
    added: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The ruleset's name, or the file's where it was refused."""
        return self.file if self.report is None else self.report.name

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.refused if self.report is None else self.report.diagnostics

    def exit_code(self, strict: bool) -> ExitCode:
        return 2 if self.report is None else worst([self.report.exit_code(strict=strict), self.code])

    def to_json(self) -> dict[str, object]:
        """One entry of ``rulesets``."""
        if self.report is not None:
            return {**self.report.to_json(), **self.added}
        diagnostics = [render_dict(one) for one in self.refused]
        return {"file": self.file, "refused": True, "diagnostics": diagnostics, "verdicts": []}
