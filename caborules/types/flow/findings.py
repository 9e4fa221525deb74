"""Collecting what is found: each line once for each code, and what was reached at all."""

from __future__ import annotations

from dataclasses import dataclass, field

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.types.flow.disclosures import Disclosure

LIMIT = 20_000
"""The most statements that are followed, repetitions included."""


class TooLarge(Exception):  # noqa: N818  # not an error of the program: it becomes E313
    """The rules expand to more than the compiler follows."""


@dataclass(slots=True)
class Findings:
    """Everything found so far. Weaker facts only ever add to it, so nothing has to be taken back."""

    found: dict[tuple[str, str, int], Diagnostic] = field(default_factory=dict)
    private: set[tuple[str, int]] = field(default_factory=set)
    """Choices, by decision or window and place in its list, of which not everybody can tell whether they are legal."""
    refused: set[tuple[str, int]] = field(default_factory=set)
    """Choices that were refused for their audience."""
    disclosed: dict[tuple[str, Span | None], Disclosure] = field(default_factory=dict)
    branches: dict[int, Span | None] = field(default_factory=dict)
    """Blocks of which it is worth saying when they are never reached, by number."""
    reached: set[int] = field(default_factory=set)
    work: int = 0

    def add(self, diagnostic: Diagnostic) -> None:
        span = diagnostic.span
        key = (diagnostic.code, span.file if span else "", span.start.line if span else 0)
        self.found.setdefault(key, diagnostic)

    def disclose(self, disclosure: Disclosure) -> None:
        """Note a disclosure; it was public already only if it was so on every way."""
        key = (disclosure.kind, disclosure.span)
        before = self.found_disclosure(key)
        if before is None or (before.already_public and not disclosure.already_public):
            self.disclosed[key] = disclosure

    def found_disclosure(self, key: tuple[str, Span | None]) -> Disclosure | None:
        return self.disclosed.get(key)

    def count(self) -> None:
        """One more statement was followed. Raises TooLarge."""
        self.work += 1
        if self.work > LIMIT:
            raise TooLarge

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """In the order of the text."""
        return tuple(sorted(self.found.values(), key=lambda d: (d.span is None, d.span or _NOWHERE, d.code)))


@dataclass(frozen=True, slots=True, order=True)
class _Nowhere:
    file: str = ""


_NOWHERE = _Nowhere()
