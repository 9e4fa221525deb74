"""Collecting findings: every error is reported once, and whatever depends on a failed part fails silently."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")


class Failed(Exception):  # noqa: N818  # not an error of the program: the finding is in the report already
    """An expression or declaration has no meaning, and the report says why."""


class Report:
    """Findings in the order in which they were made; the same code at the same place is kept once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span | None, str], Diagnostic] = {}

    def error(self, code: str, span: Span | None, message: str, mend: str, why: str = "") -> Failed:
        """Add an error and how to mend it; the caller raises what this returns, or goes on with the next part."""
        self._add(Diagnostic(code, span, message, why, mend))
        return Failed()

    def warn(self, code: str, span: Span | None, message: str, mend: str = "", why: str = "") -> None:
        self._add(Diagnostic(code, span, message, why, mend))

    def _add(self, diagnostic: Diagnostic) -> None:
        distinct = "" if diagnostic.span is not None else diagnostic.message
        self._found.setdefault((diagnostic.code, diagnostic.span, distinct), diagnostic)

    def trying(self, part: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What ``part`` makes, or None where it failed; for parts that do not depend on one another."""
        with suppress(Failed):
            return part(*args, **kwargs)
        return None

    def both(self, left: Callable[[], T], right: Callable[[], U]) -> tuple[T, U]:
        """Two parts that do not depend on one another: what is wrong with either is reported. Raises Failed."""
        first, second = self.trying(left), self.trying(right)
        if first is None or second is None:
            raise Failed
        return first, second

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self._found.values() if d.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self._found.values() if d.severity == "warning")
