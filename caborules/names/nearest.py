"""Did you mean: the known name that is nearest to an unknown one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_TOLD = 8
"""So many names are told where none is near."""
_ALIKE = 0.6
"""So much must two names have in common, of 1."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like ``word``, or None where nothing is like it. Case and hyphens weigh little, and what both
    have before the last dot (``cabo.M3`` and ``cabo.M4``, ``turn.draw`` and ``turn.take``) makes nothing alike."""
    folded: dict[str, str] = {}
    for name in sorted(known, reverse=True):
        folded[_fold(name)] = name
    likeness = {name: _likeness(_fold(word), name) for name in folded}
    found = max(likeness, key=lambda name: (likeness[name], name), default=None)
    return folded[found] if found is not None and likeness[found] >= _ALIKE else None


def _likeness(word: str, name: str) -> float:
    before, _, last = name.rpartition(".")
    if before and word.startswith(f"{before}."):
        word, name = word.removeprefix(f"{before}."), last
    # The order of the two matters to the matcher: as in difflib.get_close_matches.
    return difflib.SequenceMatcher(None, name, word).ratio()


def suggestion(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The sentence ``Did you mean "x"?``; else ``otherwise``, or which names there are."""
    names = sorted(known)
    found = nearest(word, names)
    if found or otherwise:
        return f'Did you mean "{found}"?' if found else otherwise
    if not names:
        return "There are none."
    more = len(names) - _TOLD
    told = ", ".join(names) if more < 2 else f"{', '.join(names[:_TOLD])} and {more} more"
    return f"There {'is' if len(names) == 1 else 'are'}: {told}."


def _fold(name: str) -> str:
    return name.casefold().replace("_", "-")
