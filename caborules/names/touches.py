"""Who did what to which thing: the ledger by which two files that are at odds are found, whatever their number."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from caborules.diagnostics.span import Span

Verb: TypeAlias = Literal["declare", "replace", "remove", "change", "add", "before", "after", "fix", "refix"]
Key: TypeAlias = tuple[Hashable, ...]
FIXES: Final = ("fix", "refix")
"""``refix``: to fix anew, saying what it was."""


@dataclass(frozen=True, slots=True)
class Touch:
    """That a file declares, replaces, changes ... something; the key of a part begins with the key of the whole."""

    verb: Verb
    key: Key
    path: Path
    span: Span


@dataclass(slots=True)
class Ledger:
    """Touches by key. Each question looks at the touches of one thing only, so that many things cost no more."""

    _at: dict[Key, list[Touch]] = field(default_factory=dict)
    _inside: dict[Key, list[Touch]] = field(default_factory=dict)

    def enter(self, touch: Touch) -> None:
        """Note a touch."""
        self._at.setdefault(touch.key, []).append(touch)
        for length in range(2, len(touch.key)):
            self._inside.setdefault(touch.key[:length], []).append(touch)

    def upon(self, key: Key) -> Iterator[Touch]:
        """The touches of a thing and of what it is part of, the whole first."""
        for length in range(1, len(key) + 1):
            yield from self._at.get(key[:length], ())

    def inside(self, key: Key) -> Iterator[Touch]:
        """The touches of the parts of a thing."""
        yield from self._inside.get(key, ())


def clash(mine: Touch, other: Touch) -> bool:
    """Whether the order of two touches of a thing, or of a thing and its part, would matter."""
    if other.verb == "declare":
        return mine.path != other.path
    if mine.path != other.path or mine.key == other.key:
        return True
    inner, outer = (mine, other) if len(mine.key) > len(other.key) else (other, mine)
    return not (outer.verb == "replace" and inner.verb in ("add", "remove"))
