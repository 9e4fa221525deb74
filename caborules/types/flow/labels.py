"""Labels outside the place where they arose: names that end, faces that are shown since."""

from __future__ import annotations

from dataclasses import replace

from caborules.types.flow.facts import UNKNOWN, Label, State


def refreshed(label: Label, state: State) -> Label:
    """Who can compute a value by now: a card's face that was shown since is known."""
    reads = set()
    for read in label:
        audience = read.audience
        if isinstance(read.about, str) and read.about in state.cards:
            seen = state.face(state.cards[read.about])
            audience = seen if "*" in seen else audience | seen
        if "*" not in audience:
            reads.add(replace(read, audience=audience))
    return frozenset(reads)


def escaped(label: Label, symbol: str) -> Label:
    """A label outside the expression in which ``symbol`` is a name."""
    reads = set()
    for read in label:
        about = read.about
        if about == symbol:
            about = None
        elif isinstance(about, tuple) and about[1] == symbol:
            about = (about[0], UNKNOWN)
        reads.add(replace(read, audience=read.audience - {symbol}, about=about))
    return frozenset(reads)
