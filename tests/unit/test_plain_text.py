"""Nothing that is shown to people can command their terminal, wherever it comes from."""

from __future__ import annotations

import io
import json
import re

import pytest

from caborules.cli.terminal import Table, Terminal
from caborules.diagnostics.plain import UNFIT, plain
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.render import render_one
from caborules.diagnostics.span import Position, Span

EVIL = "\x1b]0;title\x07 \x9b31m \r \u202e \u200f \u200b \x7f \U000e0041 \x85"


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_unfit_characters_are_spelt_out() -> None:
    assert plain("a\x1b[1m\u202eb\tc\nd") == "a\\x1b[1m\\u202eb\tc\nd"
    assert plain("5♠ é 名 \u0646\u200c\u0645") == "5♠ é 名 \u0646\u200c\u0645"
    assert not UNFIT.search(plain(EVIL))


@pytest.mark.parametrize("stream", [io.StringIO, Screen])
def test_no_way_of_writing_lets_them_through(stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    out, err = stream(), stream()
    terminal = Terminal(io.StringIO(), out, err)
    terminal.say(EVIL)
    terminal.note(EVIL)
    terminal.heading(EVIL)
    terminal.table(Table((EVIL,), ((EVIL,),), EVIL))
    colours = re.compile(r"\x1b\[[0-9;]*m")
    shown = colours.sub("", out.getvalue() + err.getvalue())
    assert "title" in shown
    assert not UNFIT.search(shown)


def test_json_spells_them_in_its_own_way() -> None:
    out = io.StringIO()
    Terminal(io.StringIO(), out, io.StringIO()).json("caborules/x/1", {"text": EVIL, EVIL: 1})
    assert not UNFIT.search(out.getvalue())
    assert json.loads(out.getvalue())["text"] == EVIL
    assert EVIL in json.loads(out.getvalue())


def test_a_diagnostic_is_plain_whatever_it_quotes() -> None:
    one = Diagnostic("E701", None, f"no {EVIL}", EVIL, EVIL)
    assert not UNFIT.search(str(Refused((one,))))
    assert not UNFIT.search(one.why + one.mend)


def test_a_line_of_a_bad_file_is_shown_without_them_and_the_mark_stays_in_place() -> None:
    span = Span(f"f{EVIL}.cabo", Position(1, 4), Position(1, 5))
    shown = render_one(Diagnostic("E109", span, f"bad {EVIL}", EVIL, EVIL), lambda *_: "a\x1b\x07!b")
    assert not UNFIT.search(shown)
    line, mark = shown.splitlines()[1:3]
    assert mark.index("^") == line.index("!")
