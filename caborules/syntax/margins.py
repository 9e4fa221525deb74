"""What the tree does not keep of a source: blank lines, comments, and statements over several lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from caborules.syntax.file import Comment

_PART = re.compile(r'"[^"]*"?|#.*|[(){}]')
_COMMENT = re.compile(r'("[^"]*"?)|#.*')


class Margins:
    """The lines of a source, and which of them make one statement. Lines count from 1."""

    __slots__ = ("_ends", "_lines", "_starts", "comments")

    def __init__(self, source: str, comments: Sequence[Comment]) -> None:
        self._lines = source.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.comments = tuple(sorted(comments, key=lambda comment: comment.span))
        self._starts: list[int] = []
        self._ends: list[int] = []
        depth = 0
        for number, text in enumerate(self._lines, 1):
            if depth:
                self._ends[-1] = number
            elif text.strip() and not text.lstrip().startswith("#"):
                self._starts.append(number)
                self._ends.append(number)
            for part in _PART.findall(text):
                depth += (part in ("(", "{")) - (part in (")", "}"))

    def start(self, number: int) -> int:
        """The first line of the statement that line ``number`` belongs to."""
        return self._starts[self._index(number)]

    def end(self, number: int) -> int:
        """The last line of the statement that line ``number`` belongs to."""
        return self._ends[self._index(number)]

    def before(self, number: int) -> int:
        """The first line of the statement before the one that line ``number`` belongs to."""
        return self._starts[max(0, self._index(number) - 1)]

    def _index(self, number: int) -> int:
        return max(0, bisect_right(self._starts, number) - 1)

    def blank_before(self, number: int) -> bool:
        return number > 1 and not self._lines[number - 2].strip()

    def indent(self, number: int) -> int:
        text = self._lines[number - 1]
        return len(text) - len(text.lstrip())

    def over_lines(self, start: int) -> tuple[str, ...]:
        """The lines of a statement that takes several, as they are but for blanks at their ends; else nothing."""
        end = self.end(start)
        return () if end == start else tuple(text.rstrip() for text in self._lines[start - 1 : end])


def squeezed(lines: Sequence[str]) -> str:
    """Text without blanks and comments, to see whether two texts are the same words."""
    return "".join("".join(_COMMENT.sub(lambda match: match[1] or "", text).split()) for text in lines)
