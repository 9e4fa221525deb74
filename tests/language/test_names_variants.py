"""Variants: each delta that holds, beside the texts that are refused for it (E5xx and what belongs to them)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names import part_rows
from caborules.names.load import load_book
from caborules.syntax import nodes as n
from caborules.text import parse
from tests.language.names_game import PRINTS, STOPLESS, findings, lay_out, variant

GOOD = {
    "answer": "change form play\n    passing: yes was no\n",
    "cell": "change table worth | points\n    red | 3 was 1\n",
    "blank cell": "change table worth | bonus\n    red | 3 was --\n",
    "default as was": "change table worth | bonus\n    red | 3 was 0\n",
    "added and removed row": "change table worth | points\n    remove red\n    add other | 7\n",
    "option": "change options\n    rounds is 3 was 2\n",
    "fix own option": "fix rounds at 3\n",
    "fix answer": "fix play.open-hands at no\n",
    "fix cell": "fix bonus.black at 2\n",
    "players": "players 2..3 was 2..4\n",
    "deck": "replace deck in heap was PRINT[deck]\n    two-suits\n    two-suits\n",
    "table": "replace table worth | points was PRINT[worth]\n    other | 1\n",
    "function": "replace define full of (player) was PRINT[full] = size of hand of player is 3\n",
    "function, other name": "replace define full of (p: player) was PRINT[full] = size of hand of p is 3\n",
    "rule": "replace rule score was PRINT[score] @g.A4\n    nothing\n",
    "window": 'replace window shout was PRINT[shout]\n    s in players may\n        shout "s"\n            nothing\n',
    "choice": 'replace choice turn.stop "say stop" was PRINT[turn.stop]\n    nothing\n',
    "window choice": 'replace choice shout.shout "SHOUT" was PRINT[shout.shout]\n    nothing\n',
    "added choice": 'add choice turn.wait "wait"\n    nothing\n',
    "hook on rule": "before rule turn\n    nothing\n",
    "hook on choice": "after choice turn.draw\n    nothing\n",
    "removed choice": "remove choice turn.stop was PRINT[turn.stop]\n",
    "removed window": "remove window shout was PRINT[shout]\nremove event time-up was PRINT[time-up]\n",
    "removed example": 'remove example "black counts two"\n',
    "removed property": 'remove property "nobody takes anything"\n',
    "rule and all its choices": (
        "remove choice turn.stop was PRINT[turn.stop]\nremove choice turn.draw was PRINT[turn.draw]\n" + STOPLESS
    ),
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_a_delta_that_fits_its_base_is_taken(tmp_path: Path, body: str) -> None:
    """Each kind of delta loads without an error, and without W502, since it says what was."""
    path = lay_out(tmp_path, variant(body))
    assert findings(path) == []
    assert "W502" not in [code for code, _, _ in findings(path, warnings=True)]


BAD = {
    # ---- E501: the base says something else
    "answer, stale": ("change form play\n    passing: yes was yes\n", ("E501", 4)),
    "cell, stale": ("change table worth | points\n    red | 3 was 2\n", ("E501", 4)),
    "option, stale": ("change options\n    rounds is 3 was 1\n", ("E501", 4)),
    "players, stale": ("players 2..3 was 2..6\n", ("E501", 3)),
    "rule, stale": ("replace rule score was ~000000 @g.A4\n    nothing\n", ("E501", 3)),
    "function, stale": ("replace define full of (player) was ~000000 = yes\n", ("E501", 3)),
    "choice, stale": ('replace choice turn.stop "stop" was ~000000\n    nothing\n', ("E501", 3)),
    "removal, stale": ("remove event time-up was ~000000\n", ("E501", 3)),
    # ---- E503, E220, E224: rows
    "no such row": ("change table worth | points\n    reds | 3 was 1\n", ("E503", 4)),
    "no such row to remove": ("change table worth | points\n    remove green\n", ("E503", 4)),
    "row exists": ("change table worth | points\n    add red | 3\n", ("E220", 4)),
    "row too short": ("change table worth | points | bonus\n    red | 3 was 1\n", ("E224", 4)),
    "new row lacks a column": ("change table worth | bonus\n    add other | 3\n", ("E210", 4)),
    "blank where no default": ("change table worth | points\n    red | -- was 1\n", ("E210", 4)),
    # ---- E504: parts
    "other parts": ("replace rule turn for (player) was PRINT[turn]\n    nothing\n", ("E504", 3)),
    "other part name": ("replace rule turn by (p: player) was PRINT[turn]\n    nothing\n", ("E504", 3)),
    "other parameters": ("replace define full of (n: 0..3) was PRINT[full] = yes\n", ("E504", 3)),
    # ---- E507: nothing there
    "no such rule": ("replace rule turns by (player)\n    nothing\n", ("E507", 3)),
    "a function is no rule": ("replace rule full\n    nothing\n", ("E507", 3)),
    "no such function": ("replace define fill of (player) = yes\n", ("E507", 3)),
    "no such window": ('replace window shoot\n    p in players may\n        x "x"\n            nothing\n', ("E507", 3)),
    "no such choice": ('replace choice turn.drew "x"\n    nothing\n', ("E507", 3)),
    "no such owner": ('add choice turm.wait "x"\n    nothing\n', ("E507", 3)),
    "a plain path": ('add choice turn "x"\n    nothing\n', ("E507", 3)),
    "nobody decides": ('add choice score.wait "x"\n    nothing\n', ("E507", 3)),
    "hook on nothing": ("before rule turm\n    nothing\n", ("E507", 3)),
    "hook on a window": ("before rule shout\n    nothing\n", ("E507", 3)),
    "hook on no choice": ("before choice turn.drew\n    nothing\n", ("E507", 3)),
    "remove no rule": ("remove rule scores\n", ("E507", 3)),
    "remove no event": ("remove event time-down\n", ("E507", 3)),
    "remove no example": ('remove example "black counts three"\n', ("E507", 3)),
    "remove no property": ('remove property "nobody gives anything"\n', ("E507", 3)),
    "change no option": ("change options\n    round is 3 was 2\n", ("E507", 4)),
    "a question is no option": ("change options\n    play.passing is yes was no\n", ("E507", 4)),
    # ---- E201, E202, E213 in deltas
    "change no form": ("change form pley\n    passing: yes was no\n", ("E201", 4)),
    "change no question": ("change form play\n    pasing: yes was no\n", ("E201", 4)),
    "change no table": ("change table worths | points\n    red | 3 was 1\n", ("E201", 3)),
    "change no column": ("change table worth | point\n    red | 3 was 1\n", ("E201", 3)),
    "column twice": ("change table worth | points | points\n    red | 3 was 1 | 3 was 1\n", ("E202", 3)),
    "fix nothing": ("fix round at 3\n", ("E201", 3)),
    "option without a value": ("change options\n    rounds is -- was 2\n", ("E213", 4)),
    "changed twice": ("change options\n    rounds is 3 was 2\n    rounds is 1 was 2\n", ("E202", 5)),
    "replaced twice": (
        "replace rule score was PRINT[score] @g.A4\n    nothing\nreplace rule score was PRINT[score]\n    nothing\n",
        ("E202", 5),
    ),
    "rule and its choice": (
        STOPLESS + 'replace choice turn.draw "draw" was PRINT[turn.draw]\n    nothing\n',
        ("E202", 7),
    ),
    "add what exists": ('add choice turn.stop "stop"\n    nothing\n', ("E202", 3)),
    "declare what exists": ("rule score\n    nothing\n", ("E202", 3)),
    # ---- E508: fixed
    "fixed twice": ("fix rounds at 3\nfix rounds at 2\n", ("E508", 4)),
    "fixed and changed": ("change options\n    rounds is 3 was 2\nfix rounds at 3\n", ("E508", 5)),
    "fix what is fixed": ("fix play.passing at no\n", ("E508", 3)),
    "preset of a fixed cell": ('fix bonus.black at 2\npreset long "Long"\n    bonus.black is 2\n', ("E508", 5)),
    "preset of a fixed option": ('fix rounds at 3\npreset long "Long"\n    rounds is 3\n', ("E508", 5)),
}


@pytest.mark.parametrize(("body", "finding"), BAD.values(), ids=BAD.keys())
def test_a_delta_that_does_not_fit_is_refused(tmp_path: Path, body: str, finding: tuple[str, int]) -> None:
    """Each bad delta gives its code at its line, and no other error."""
    code, line = finding
    assert findings(lay_out(tmp_path, variant(body))) == [(code, "mine.cabo", line)]


@pytest.mark.parametrize(
    "body",
    [
        "change form play\n    passing: yes\n",
        "change table worth | points\n    red | 3\n",
        "change options\n    rounds is 3\n",
        "players 2..3\n",
        "replace rule score @g.A4\n    nothing\n",
        "replace define full of (player) = yes\n",
        'replace choice turn.stop "stop"\n    nothing\n',
        "remove event time-up\n",
    ],
)
def test_a_missing_was_is_a_warning(tmp_path: Path, body: str) -> None:
    """W502 names the line; the delta is made."""
    found = findings(lay_out(tmp_path, variant(body)), warnings=True)
    assert [code for code, _, _ in found] == ["W502"]
    assert findings(tmp_path / "mine.cabo") == []


def test_a_missing_was_is_told_with_the_command_that_writes_it(tmp_path: Path) -> None:
    """W502 names the plain ``fmt``: there is nothing to accept. E501 names ``fmt --accept``."""
    path = lay_out(tmp_path, variant("change options\n    rounds is 3\n"))
    (warning,) = load_book(path).warnings
    assert warning.mend == f"Write  was 2,  or run  caborules fmt {path}."
    path = lay_out(tmp_path, variant("change options\n    rounds is 3 was 1\n"))
    with pytest.raises(Refused) as caught:
        load_book(path)
    assert f"caborules fmt --accept {path}" in caught.value.diagnostics[0].mend


def test_a_stale_was_is_told_with_both_texts(tmp_path: Path) -> None:
    """E501 quotes what was said and what the base says now."""
    path = lay_out(tmp_path, variant("change options\n    rounds is 3 was 1\n"))
    with pytest.raises(Refused) as caught:
        load_book(path)
    (problem,) = caught.value.diagnostics
    assert "2, and not 1" in problem.message
    path = lay_out(tmp_path, variant("replace define full of (player) was ~000000 = yes\n"))
    with pytest.raises(Refused) as caught:
        load_book(path)
    (problem,) = caught.value.diagnostics
    assert PRINTS["full"] in problem.message
    assert "size of hand of player is at least 2" in problem.why


def test_the_nearest_name_is_suggested(tmp_path: Path) -> None:
    """E507 for a misspelt rule says which rule is meant."""
    with pytest.raises(Refused) as caught:
        load_book(lay_out(tmp_path, variant("remove rule scor\n")))
    assert 'Did you mean "score"?' in caught.value.diagnostics[0].mend


def test_several_errors_are_told_at_once(tmp_path: Path) -> None:
    """Independent mistakes are all reported, in the order of the text."""
    body = "fix round at 3\nremove rule scores\nchange form play\n    pasing: yes was no\n"
    found = findings(lay_out(tmp_path, variant(body)))
    assert found == [("E201", "mine.cabo", 3), ("E507", "mine.cabo", 4), ("E201", "mine.cabo", 6)]


COLUMNS = part_rows.Columns(
    "change table t | c | bonus", ("c", "bonus"), {"c": "new"}, lambda row, column: "1" if column == "c" else "--"
)


def old(*rows: str) -> list[str]:
    """The lines that keep what was said of the rest of a row."""
    return [f"add {row} | 1 | --" for row in rows]


@pytest.mark.parametrize(
    ("rows", "wanted", "mend"),
    [
        ("9, 10", "10", ["remove 9, 10", "add 10 | new | --", *old("9")]),
        ("2..6, king", "5", ["remove 2..6, king", "add 5 | new | --", *old("2..4", "6", "king")]),
        ("2..6", "2..3", ["remove 2..6", "add 2..3 | new | --", *old("4..6")]),
        ("king", "red king", ["remove king", "add red king | new | --", *old("other king")]),
        ("7, 8, 9", "7, 9", ["remove 7, 8, 9", "add 7, 9 | new | --", *old("8")]),
    ],
)
def test_a_part_of_a_row_is_told_with_the_way_to_split_it(rows: str, wanted: str, mend: list[str]) -> None:
    """E503 for a row that is only part of one quotes that row and says which lines take its place."""
    known = {pattern_of(rows): rows, pattern_of("other"): "other"}
    told, heading, *lines = part_rows.mend(pattern_of(wanted), wanted, known, COLUMNS).splitlines()
    assert f'"{rows}"' in told
    assert "all columns" in told
    assert heading.strip() == "change table t | c | bonus"
    assert [line.strip() for line in lines] == mend


def test_the_lines_that_split_a_row_can_be_pasted(tmp_path: Path) -> None:
    """They name every column, keep what the row said, and give the part its new value."""
    path = tmp_path / "mine.cabo"
    head = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n'
    path.write_text(head + "change table cards | value\n    7 | 3 was number\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_book(path)
    (only,) = refused.value.diagnostics
    assert only.code == "E503"
    _, _, change = only.mend.partition("\n")
    path.write_text(head + textwrap.dedent(change) + "\n", encoding="utf-8")
    rows = {pattern_text(row.pattern): row.cells for row in load_book(path).tables["cards"].rows}
    assert {"7", "8"} <= set(rows)
    assert rows["7"].keys() == rows["8"].keys()


def test_a_column_that_new_rows_lack_belongs_in_the_heading(tmp_path: Path) -> None:
    """It is said once, however many rows there are, with the whole line."""
    body = "change table worth | bonus\n    remove red\n    add 2 red | 1\n    add other | 1\n"
    with pytest.raises(Refused) as refused:
        load_book(lay_out(tmp_path, variant(body)))
    lacking = [one for one in refused.value.diagnostics if one.code == "E210"]
    assert [one.mend.splitlines()[1:] for one in lacking] == [["  change table worth | bonus | points"]]
    assert "heading line" in lacking[0].mend


def test_a_row_that_is_no_part_of_another_is_told_the_rows_there_are() -> None:
    """Each quoted, since a row may have commas of its own."""
    known = {pattern_of(text): text for text in ("9, 10", "other")}
    assert part_rows.mend(pattern_of("queen"), "queen", known, COLUMNS) == 'The rows are: "9, 10", "other".'
    assert part_rows.mend(pattern_of("10, 9"), "10, 9", known, COLUMNS) == 'Did you mean "9, 10"?'


def pattern_text(pattern: n.Pattern) -> str:
    """The text of a row of words and numbers."""
    return ", ".join(" ".join(map(str, part.words)) for part in pattern.parts if isinstance(part, n.PatternWords))


def pattern_of(text: str) -> n.Pattern:
    """The pattern of a row."""
    (item,) = parse(f'language 1\nlibrary t "T"\nchange table t | c\n    {text} | 1\n', "t.cabo").items
    assert isinstance(item, n.ChangeTable)
    return item.rows[0].pattern
