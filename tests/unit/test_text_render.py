"""Diagnostics as text and as data."""

from __future__ import annotations

import json

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.render import LineOf, render_dict, render_dicts, render_one, render_text
from caborules.diagnostics.span import Position, Span


def at(line: int, start: int, end: int, end_line: int | None = None) -> Span:
    return Span("a.cabo", Position(line, start), Position(end_line or line, end))


def test_the_line_is_shown_with_a_mark_then_why_then_how_to_mend() -> None:
    found = Diagnostic("E102", at(2, 5, 9), "`then` is wrong.", "Because.", "Leave it out.", "cabo.M2")
    lines = {("a.cabo", 2): "if a then"}
    assert render_one(found, lambda file, line: lines.get((file, line))) == (
        "a.cabo:2:5  E102  `then` is wrong.  (@cabo.M2)\n"
        "    2 | if a then\n"
        "      |     ^^^^\n"
        "        Because.\n"
        "        Leave it out.\n"
    )


def test_without_a_place_or_a_line_there_is_no_mark() -> None:
    assert render_one(Diagnostic("E701", None, "No such option."), lambda file, line: "x") == "E701  No such option.\n"
    assert render_one(Diagnostic("E102", at(9, 1, 2), "M."), lambda file, line: None) == "a.cabo:9:1  E102  M.\n"


def always(line: str) -> LineOf:
    return lambda _file, _number: line


def test_the_mark_stands_under_wide_signs_tabs_and_accents() -> None:
    for line, column, before in (("日本 x", 4, "     "), ("\tx", 2, "\t"), ("e\u0301x", 3, " ")):
        text = render_one(Diagnostic("E102", at(1, column, column + 1), "M."), always(line))
        assert text.splitlines()[2] == "      | " + before + "^"


def test_a_mark_at_the_end_of_a_line_and_over_several_lines() -> None:
    text = render_one(Diagnostic("E102", at(1, 4, 4), "M."), lambda file, line: "abc")
    assert text.splitlines()[2] == "      |    ^"
    text = render_one(Diagnostic("E102", at(1, 2, 3, 7), "M."), lambda file, line: "abc  ")
    assert text.splitlines()[2] == "      |  ^^"


def test_a_long_line_is_cut_around_the_mark() -> None:
    text = render_one(Diagnostic("E102", at(1, 1001, 1004), "M."), lambda file, line: "x" * 1000 + "abc" + "y" * 500)
    _, shown, mark = text.splitlines()
    assert len(shown) < 180
    assert shown[mark.index("^") : mark.index("^") + 3] == "abc"
    assert mark.endswith("^^^")


def test_long_texts_are_folded_and_own_line_breaks_stay() -> None:
    text = render_one(Diagnostic("E1", None, "M.", "word " * 40, "one\n\ntwo"), lambda file, line: None)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[-3:] == ["        one", "", "        two"]


def test_several_are_divided_by_a_blank_line() -> None:
    found = Diagnostic("E1", None, "M.")
    assert render_text([found, found], lambda file, line: None) == "E1  M.\n\nE1  M.\n"
    assert render_text([], lambda file, line: None) == ""


def test_as_data_everything_is_there() -> None:
    found = Diagnostic("W502", at(2, 5, 9), "M.", "Y.", "D.", "c.X")
    assert render_dict(found) == {
        "code": "W502",
        "severity": "warning",
        "place": {"file": "a.cabo", "start": {"line": 2, "column": 5}, "end": {"line": 2, "column": 9}},
        "message": "M.",
        "why": "Y.",
        "mend": "D.",
        "clause": "c.X",
    }
    assert (
        json.loads(json.dumps(render_dicts([found, Diagnostic("E1", None, "M.")])))["diagnostics"][1]["place"] is None
    )
