"""What is checked before anything is parsed: size, encoding, characters, length of lines."""

from __future__ import annotations

from caborules.diagnostics.plain import UNFIT
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.span import Position, Span

MOST_BYTES = 1 << 20
LONGEST_LINE = 2000
DEEPEST_BRACKETS = 50
DEEPEST_BLOCKS = 30
MOST_WORDS = 400
"""Words and signs in one statement, over all the lines that it takes."""
DEEPEST_EXPRESSION = 100
LONGEST_NAME = 60
LONGEST_NUMBER = 9
"""Digits."""
MOST_ERRORS = 20


def point(file: str, line: int, column: int, width: int = 1) -> Span:
    """A stretch of ``width`` characters on one line."""
    return Span(file, Position(line, column), Position(line, column + width))


def checked_text(source: bytes | str, file: str) -> str:
    """The text of a file, with LF line ends and without a byte order mark.

    Raises Refused (E105, E108, E109) if it cannot be a file of this language.
    """
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise _refused(
            "E105",
            point(file, 1, 1),
            f"This file is too large: {size:,} bytes.",
            "A file of rules has at most 1 MiB; the largest known one has 20 thousand bytes.",
            "Split it into libraries, or check that it is the right file.",
        )
    text = _decoded(source, file).removeprefix("\ufeff").replace("\r\n", "\n")
    if unfit := UNFIT.search(text):
        line, column = _place(text, unfit.start())
        raise _refused(
            "E109",
            point(file, line, column),
            f"This is not plain text: there is a character that cannot be seen (U+{ord(unfit[0]):04X}).",
            "With control characters and marks of direction a file would not mean what it shows.",
            "Remove it, or save the file as plain text.",
        )
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > LONGEST_LINE:
            raise _refused(
                "E105",
                point(file, number, LONGEST_LINE + 1),
                f"This line is too long: {len(line_text):,} characters.",
                f"A line has at most {LONGEST_LINE:,}.",
                "Break it inside brackets, or write two statements.",
            )
    return text


def _decoded(source: bytes | str, file: str) -> str:
    try:
        data = source if isinstance(source, bytes) else source.encode("utf-8")
    except UnicodeEncodeError as error:
        line, column = _place(str(source), error.start)
        raise _refused(
            "E108", point(file, line, column), f"Character {error.start} is half a character.", _UTF8, _SAVE
        ) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if b"\x00" in data[:4096]:
            raise _refused(
                "E109",
                point(file, 1, 1),
                "This is not a text file.",
                "It holds zero bytes, as pictures, programs and archives do.",
                "Check that it is the right file.",
            ) from None
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise _refused(
            "E108",
            point(file, line, column),
            f"This file is not UTF-8: the byte {data[error.start]:#04x} at offset {error.start} fits no character.",
            _UTF8,
            _SAVE,
        ) from None


_UTF8 = "The language is written in UTF-8, so that ♠ and names in any script mean the same everywhere."
_SAVE = "Save the file as UTF-8 in your editor."


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _refused(code: str, span: Span, message: str, why: str, mend: str) -> Refused:
    return Refused((Diagnostic(code, span, message, why, mend),))
