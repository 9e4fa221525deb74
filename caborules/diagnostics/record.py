"""A diagnostic: what is wrong, where, why it matters and how to mend it. Every part of the tool reports in these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.diagnostics.plain import plain
from caborules.diagnostics.span import Span

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a text.

    ``code`` is ``E...`` (error) or ``W...`` (warning) and stands in the table of codes (``diagnostics/codes.py``);
    ``span`` is None only where no file is concerned (an option given on the command line); ``clause`` is the
    clause that the line cites, if that helps the reader. Its texts are plain (see ``diagnostics.plain``) whatever they
    quote.
    """

    code: str
    span: Span | None
    message: str
    why: str = ""
    mend: str = ""
    clause: str = ""

    def __post_init__(self) -> None:
        for name in ("message", "why", "mend"):
            object.__setattr__(self, name, plain(getattr(self, name)))

    @property
    def severity(self) -> Severity:
        return "warning" if self.code.startswith("W") else "error"


class Refused(Exception):  # noqa: N818 - it says what happened; nothing went wrong in the tool
    """The input was refused. ``diagnostics`` holds every finding, at least one of them an error."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(f"{d.code} {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics
