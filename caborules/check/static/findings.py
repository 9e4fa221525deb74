"""All warnings that need proofs or the deck, in the order of the text."""

from __future__ import annotations

from caborules.check.static.dead import dead_lines
from caborules.check.static.faces import unmet
from caborules.check.static.unshuffled import unshuffled
from caborules.check.work import Work
from caborules.diagnostics.record import Diagnostic


def findings(work: Work) -> tuple[Diagnostic, ...]:
    """W331 to W333, and W335. A line that no cards meet is not said to settle nothing as well: that is why it does."""
    faces = list(unmet(work))
    without = {one.span for one in faces}
    dead = (one for one in dead_lines(work) if one.code != "W331" or one.span not in without)
    found = [*dead, *faces, *unshuffled(work)]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (str(one.span), one.code, one.message)))
