"""How large a lowered system may become, and what is said where it would become larger."""

from __future__ import annotations

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.span import Span

MOST_NODES = 20_000


def too_large(span: Span | None, message: str) -> Refused:
    """The refusal E313."""
    why = "Rules are expanded where they are carried out, so that one graph stands for the whole game."
    mend = "Let fewer rules call each other, or fewer windows be open at once."
    return Refused((Diagnostic("E313", span, message, why, mend),))
