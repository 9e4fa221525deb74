"""A row that a change names and the table does not have: is it part of one, and how is that one split?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n

Part: TypeAlias = "n.PatternWords | n.PatternSpan"


@dataclass(frozen=True)
class Columns:
    """What the rows that take the place of another must say: every column of the table, whatever the change is about.

    ``heading``: the first line of such a change; ``given``: the cells that the row was to have, by column.
    """

    heading: str
    names: tuple[str, ...]
    given: Mapping[str, str]
    cell: Callable[[n.Pattern, str], str]
    """The text of a cell in force."""

    def written(self, row: n.Pattern, given: Mapping[str, str]) -> str:
        return "".join(f" | {given.get(name) or self.cell(row, name)}" for name in self.names)


def mend(wanted: n.Pattern, words: str, known: dict[n.Pattern, str], columns: Columns) -> str:
    """What to write instead of a row that is not there. ``known`` are the rows that are, with their texts."""
    for pattern, text in known.items():
        rest = _rest(wanted, pattern)
        if rest == []:
            return f'Did you mean "{text}"?'
        if rest is not None:
            lines = [f"remove {text}", f"add {words}{columns.written(pattern, columns.given)}"]
            lines += [f"add {part}{columns.written(pattern, {})}" for part in rest]
            every = " A new row needs all columns, so the heading names them all:" if len(columns.names) > 1 else ""
            told = f'It is part of the row "{text}". Split that row.{every}'
            return "\n".join([told, f"  {columns.heading}", *(f"      {line}" for line in lines)])
    listed = ", ".join(f'"{text}"' for text in sorted(known.values()))
    return suggestion(words, known.values(), f"The rows are: {listed}." if len(known) <= 20 else "Check the name.")


def _rest(wanted: n.Pattern, row: n.Pattern) -> list[str] | None:
    """The rows that are left of a row when ``wanted`` is taken out; None where it is not part of it."""
    rest: list[Part] = list(row.parts)
    for part in wanted.parts:
        whole = next((one for one in rest if _within(part, one)), None)
        if whole is None:
            return None
        at = rest.index(whole)
        rest[at : at + 1] = _without(part, whole)
    return [_text(part) for part in rest]


def _within(part: Part, whole: Part) -> bool:
    match part, whole:
        case n.PatternSpan(), n.PatternSpan():
            return whole.low <= part.low and part.high <= whole.high
        case n.PatternWords(), n.PatternSpan():
            return part.of is None and len(part.words) == 1 and part.words[0] in range(whole.low, whole.high + 1)
        case n.PatternWords(), n.PatternWords():
            return _words(whole) <= _words(part) and "other" not in _words(part) | _words(whole)
        case _:
            return False


def _words(part: Part) -> frozenset[str | int]:
    if isinstance(part, n.PatternSpan):
        return frozenset()
    return frozenset(part.words) | ({part.of} if part.of is not None else frozenset())


def _without(part: Part, whole: Part) -> Iterator[Part]:
    """What remains of ``whole``; of words, ``other king``."""
    if isinstance(whole, n.PatternWords):
        if _words(part) != _words(whole):
            yield n.PatternWords(whole.span, ("other", *whole.words), whole.of)
        return
    low, high = (part.low, part.high) if isinstance(part, n.PatternSpan) else (part.words[0], part.words[0])
    assert isinstance(low, int)
    assert isinstance(high, int)
    for start, end in ((whole.low, low - 1), (high + 1, whole.high)):
        if start < end:
            yield n.PatternSpan(whole.span, start, end)
        elif start == end:
            yield n.PatternWords(whole.span, (start,), None)


def _text(part: Part) -> str:
    if isinstance(part, n.PatternSpan):
        return f"{part.low}..{part.high}"
    words = " ".join(map(str, part.words))
    return f"{words} of {part.of}" if part.of is not None else words
