"""Temporary."""

from caborules.diagnostics.record import Diagnostic
from caborules.text.limits import point


def explain(file, start, tokens, stuck):
    t = stuck.token
    return Diagnostic("E102", point(file, t.line, t.column, max(1, len(t))), f"unexpected {t!r} expected")
