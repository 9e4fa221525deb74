"""All warnings that need proofs or the deck, in the order of the text."""

from __future__ import annotations

from caborules.check.static.dead import dead_lines
from caborules.check.static.faces import unmet
from caborules.check.static.unshuffled import unshuffled
from caborules.check.work import Work
from caborules.diagnostics.record import Diagnostic


def findings(work: Work) -> tuple[Diagnostic, ...]:
    """W331 to W333, and W335."""
    found = [*dead_lines(work), *unmet(work), *unshuffled(work)]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (str(one.span), one.code, one.message)))
