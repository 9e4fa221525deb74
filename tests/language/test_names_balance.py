"""The balance of clauses: E601 uncovered, E602 unknown, W603 an open clause answered for good; and bad catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.load import load_book
from tests.language.names_game import findings, lay_out, library, variant

MORE = {
    "game.toml": (
        '[[clause]]\nid = "g.A1"',
        '[[clause]]\nid = "g.B1"\nkind = "rule"\ntext = "B"\n\n[[clause]]\nid = "g.A1"',
    )
}

CITED_BY = {
    "header of a variant": (variant("").get("mine.cabo", "").replace('"game.cabo"', '"game.cabo" @g.B1'), None),
    "rule": ("rule sing @g.B1\n    nothing\n", None),
    "line": ("rule sing\n    nothing @g.B1\n", None),
    "choice": ('add choice turn.wait "wait" @g.B1\n    nothing\n', None),
    "line of a choice": ('add choice turn.wait "wait"\n    nothing @g.B1\n', None),
    "case": ("define f: yes or no\n    yes when heap is empty @g.B1\n    otherwise no\n", None),
    "hook": ("before rule turn @g.B1\n    nothing\n", None),
    "hook on a choice": ("before choice turn.draw\n    nothing @g.B1\n", None),
    "row": ("change table worth | points\n    red | 3 was 1 @g.B1\n", None),
    "new row": ("change table worth | points\n    add other | 3 @g.B1\n", None),
    "answer": ("change form play\n    passing: yes was no @g.B1\n", None),
    "option": ("change options\n    rounds is 3 was 2 @g.B1\n", None),
    "fix": ("fix rounds at 3 @g.B1\n", None),
    "players": ("players 2..3 was 2..4 @g.B1\n", None),
    "state": ("state\n    mood: 0..3, at first 0 @g.B1\n", None),
    "place": ("places\n    side: pile, face up @g.B1\n", None),
    "example": ('example "e" @g.B1\n    then points of 5♠ is 2\n', None),
    "property": ('property "p" @g.B1\n    always heap is empty\n', None),
    "cite block": ("cite\n    turn, full @g.A1 @g.B1\n", None),
    "removal": ('remove example "black counts two" @g.B1\n', None),
    "excuse": ('excuse @g.B1 "A test."\n', None),
    "assumption": ("assume a: each player eventually stop @g.B1\n", None),
    "a library": ('use "more.cabo"\n', library("more", "rule sing @g.B1\n    nothing\n")),
}


@pytest.mark.parametrize(("body", "files"), CITED_BY.values(), ids=CITED_BY.keys())
def test_a_citation_anywhere_covers_a_clause(tmp_path: Path, body: str, files: dict[str, str] | None) -> None:
    """Without the citation E601 names the clause; with it there is no error."""
    text = {"mine.cabo": body} if body.startswith("language") else variant(body)
    bare = {
        name: t.replace(" @g.B1", "").replace('excuse "A test."\n', "") for name, t in (text | (files or {})).items()
    }
    assert findings(lay_out(tmp_path, bare, MORE)) == [("E601", "mine.cabo", 2)]
    assert findings(lay_out(tmp_path, text | (files or {}), MORE)) == []


def test_an_uncovered_clause_is_shown_where_the_game_names_its_catalogue(tmp_path: Path) -> None:
    """In the game itself E601 stands at the ``clauses`` line."""
    assert findings(lay_out(tmp_path, {}, MORE, "game.cabo")) == [("E601", "game.cabo", 3)]


DROPPED = {
    "example": (
        ('example "black counts two"                          @g.A3', 'example "black counts two" @g.B1'),
        'remove example "black counts two"\n',
        "removed here",
    ),
    "property": (
        ('property "nobody takes anything"', 'property "nobody takes anything" @g.B1'),
        'remove property "nobody takes anything"\n',
        "removed here",
    ),
    "row": (
        ("    red     | 1      | --\n", "    red     | 1      | --    @g.B1\n"),
        "change table worth | points\n    remove red\n",
        "removed here",
    ),
    "line of a rule": (
        ("            turn by p\n    score\n", "            turn by p\n    score @g.B1\n"),
        "replace rule whole-game\n    turn by first-seat\n    score\n",
        "replaced here",
    ),
    "cite block": (
        ("    turn.draw, score                                @g.A4\n", "    turn.draw, score @g.A4\n    full @g.B1\n"),
        "replace define full of (player) = size of hand of player is at least 3\n",
        "replaced here",
    ),
    "choice in a cite block": (
        ("    turn.draw, score                                @g.A4\n", "    score @g.A4\n    turn.draw @g.B1\n"),
        'replace choice turn.draw "draw"\n    nothing\n',
        "replaced here",
    ),
}


@pytest.mark.parametrize(("swap", "body", "said"), DROPPED.values(), ids=DROPPED.keys())
def test_a_dropped_citation_is_said_of_the_line_that_dropped_it(
    tmp_path: Path, swap: tuple[str, str], body: str, said: str
) -> None:
    """E601 at the delta, with what can be written; an innocent line before it is not blamed."""
    innocent = "before rule score\n    nothing\n"
    path = lay_out(tmp_path, variant(innocent + body), MORE | {"game.cabo": swap})
    with pytest.raises(Refused) as refused:
        load_book(path)
    (found,) = [one for one in refused.value.diagnostics if one.code == "E601" and "g.B1" in one.message]
    assert found.span is not None
    line = 6 if body.startswith("change table") else 5
    assert (Path(found.span.file).name, found.span.start.line) == ("mine.cabo", line)
    assert said in found.why and "game.cabo:" in found.why
    assert "with @g.B1" in found.mend and "excuse @g.B1" in found.mend


def test_an_unknown_clause(tmp_path: Path) -> None:
    """E602 for each citation of it, in excuses too."""
    body = 'rule sing @g.A9\n    nothing @g.A8\nexcuse @g.A7 "gone"\n'
    found = findings(lay_out(tmp_path, variant(body)))
    assert found == [("E602", "mine.cabo", 3), ("E602", "mine.cabo", 4), ("E602", "mine.cabo", 5)]


def test_a_game_without_a_catalogue_needs_no_citations(tmp_path: Path) -> None:
    """No clauses, no citations: nothing to balance. A citation then is E602."""
    path = lay_out(tmp_path, {}, None, "game.cabo")
    text = path.read_text(encoding="utf-8")
    for clause in ("A1", "A2", "A3"):
        text = text.replace(f"@g.{clause}", "")
    block = "cite\n    turn.draw, score                                @g.A4\n"
    assert block in text
    path.write_text(text.replace('clauses "game.toml"\n', "\n"), encoding="utf-8")
    assert findings(path) == [("E602", "game.cabo", 32)]
    path.write_text(text.replace('clauses "game.toml"\n', "\n").replace(block, ""), encoding="utf-8")
    assert findings(path) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("change form play\n    open-hands: yes was no\n", ("game.cabo", 18)),
        ("fix play.open-hands at yes\n", ("game.cabo", 18)),
    ],
)
def test_an_open_clause_answered_for_good_is_a_warning(tmp_path: Path, body: str, line: tuple[str, int]) -> None:
    """W603 at the citation; none while the answer stays open or an option, or an own option cites the clause."""
    assert findings(lay_out(tmp_path, variant(body)), warnings=True) == [("W603", *line)]
    assert findings(lay_out(tmp_path, variant("")), warnings=True) == []
    still = variant("change form play\n    open-hands: yes, option was no\n")
    assert findings(lay_out(tmp_path, still), warnings=True) == []
    own = variant(body + 'options\n    laid: yes or no = no "Laid open?" @g.A2\n')
    assert findings(lay_out(tmp_path, own), warnings=True) == []


def test_a_clause_that_is_not_open_may_be_answered_for_good(tmp_path: Path) -> None:
    """W603 is about open clauses alone."""
    body = "change form play\n    passing: yes was no @g.A4\n"
    assert findings(lay_out(tmp_path, variant(body)), warnings=True) == []


CATALOGUES = {
    "not TOML": "[[clause",
    "not UTF-8": b'[[clause]]\nid = "\xff"',
    "no clause": 'game = "g"\n',
    "clause is no table": 'clause = ["a"]\n',
    "no id": '[[clause]]\nkind = "rule"\ntext = "t"\n',
    "a number for a text": '[[clause]]\nid = "g.A1"\nkind = "rule"\ntext = 3\n',
    "an unknown kind": '[[clause]]\nid = "g.A1"\nkind = "law"\ntext = "t"\n',
    "a clause twice": '[[clause]]\nid = "g.A1"\nkind = "rule"\ntext = "t"\n' * 2,
    "why is no text": '[[clause]]\nid = "g.A1"\nkind = "rule"\ntext = "t"\nwhy = 1\n',
    "nested too deep": "a = " + "[" * 100_000,
    "too large": "# " + "x" * (1 << 20),
}


@pytest.mark.parametrize("text", CATALOGUES.values(), ids=CATALOGUES.keys())
def test_a_bad_catalogue_is_refused(tmp_path: Path, text: str | bytes) -> None:
    """E207 at the ``clauses`` line, and nothing else."""
    path = lay_out(tmp_path, {}, None, "game.cabo")
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    (tmp_path / "game.toml").write_bytes(data)
    assert findings(path) == [("E207", "game.cabo", 3)]
