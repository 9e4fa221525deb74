"""Hostile and broken input: a clean diagnostic, soon, whatever it is."""

from __future__ import annotations

import pytest

from caborules.diagnostics.record import Refused
from caborules.text import parse
from caborules.text.feed import section_words
from tests.support.clock import within

HEAD = 'language 1\nlibrary lib "A library"\n'
DEFINE = HEAD + "define f = "

HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "ten megabytes": (HEAD + "# comment\n" * 1_000_000, "E105"),
    "ten megabytes of bytes": (b"x" * 10_000_000, "E105"),
    "200,000 brackets": (DEFINE + "(" * 200_000, "E105"),
    "200,000 brackets on many lines": (DEFINE + ("(" * 1000 + "\n") * 200, "E105"),
    "51 brackets": (DEFINE + "(" * 51 + "1" + ")" * 51, "E105"),
    "braces": (DEFINE + "{(" * 500, "E105"),
    "not": (DEFINE + "not " * 100_000 + "a", "E105"),
    "not on many lines": (DEFINE + "(" + ("not " * 400 + "\n") * 200 + "a)", "E105"),
    "size of": (DEFINE + "size of " * 100_000 + "a", "E105"),
    "plus": (DEFINE + "x plus " * 100_000 + "x", "E105"),
    "plus on one line": (DEFINE + "x plus " * 250 + "x", "E105"),
    "not on one line": (DEFINE + "not " * 399 + "x", "E105"),
    "flat but long": (HEAD + 'example "e"\n    given stock: ' + "5♠ " * 500, "E105"),
    "deep but short": (DEFINE + "not " * 120 + "x", "E105"),
    "blocks": (HEAD + "rule r\n" + "".join("    " * d + "if a\n" for d in range(1, 33)) + " " * 400 + "again", "E105"),
    "a long line": (DEFINE + "x" * 3000, "E105"),
    "a long name": (DEFINE + "x" * 61, "E105"),
    "a long number": (DEFINE + "1" * 1500, "E105"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xfe", "E109"),
    "zeros": (b"\x00" * 1000, "E109"),
    "a control character": (DEFINE + "1\x07", "E109"),
    "text that reverses its direction": (DEFINE + "1 # \u202e", "E109"),
    "a line separator": (DEFINE + "1 #\u2028define g = 2", "E109"),
    "latin-1": ((DEFINE + "1 # ä").encode("latin-1"), "E108"),
    "half a character": (DEFINE + "1 # \udc80", "E108"),
    "strings": (HEAD + '"' * 1_000_000, "E105"),
    "a megabyte of errors": (HEAD + "define a = \n" * 80_000, "E102"),
    "a megabyte of one bad rule": (HEAD + "rule r\n" + "    move a b\n" * 70_000, "E102"),
    "a megabyte, wrong at its end": (HEAD + "rule r\n" + "    again\n" * 90_000 + "    move a b\n", "E102"),
    "a megabyte of unknown words": (HEAD + "xyz\n" * 250_000, "E102"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_gets_a_diagnostic_soon(case: str) -> None:
    source, code = HOSTILE[case]
    section_words()  # the parser is made before the clock starts
    with within(4), pytest.raises(Refused) as refused:
        parse(source, "f.cabo")
    assert refused.value.diagnostics[0].code == code
    assert len(refused.value.diagnostics) <= 20


def test_the_place_of_a_wrong_byte_is_given() -> None:
    with pytest.raises(Refused) as refused:
        parse(b"language 1\nruleset \xe4 x", "f.cabo")
    (found,) = refused.value.diagnostics
    assert found.span is not None
    assert (found.span.start.line, found.span.start.column) == (2, 9)
    assert "offset 19" in found.message


@pytest.mark.parametrize(
    "text",
    [
        DEFINE + "(" * 49 + "1" + ")" * 49,
        DEFINE + "not " * 80 + "x",
        DEFINE + "x plus " * 80 + "x",
        DEFINE + "some x in y where " * 75 + "z",
        DEFINE + "x" * 60,
        DEFINE + "123456789",
        HEAD + "rule r\n" + "".join("    " * d + "if a\n" for d in range(1, 30)) + "    " * 30 + "again\n",
        HEAD + 'example "e"\n    given stock: ' + "5♠ " * 300,
    ],
    ids=["brackets", "not", "plus", "binders", "name", "number", "blocks", "cards"],
)
def test_what_stays_within_the_limits_is_read(text: str) -> None:
    assert parse(text, "f.cabo").items
