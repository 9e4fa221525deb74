"""Did you mean: the known name that is nearest to an unknown one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_TOLD = 8
"""So many names are told where none is near."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like ``word``, or None where nothing is like it. Case and hyphens weigh little."""
    folded: dict[str, str] = {}
    for name in sorted(known, reverse=True):
        folded[_fold(name)] = name
    found = difflib.get_close_matches(_fold(word), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


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
