"""What a variant says anew: options fixed again, the winners replaced, several statements removed in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.accept import accepted
from caborules.names.load import load_book
from caborules.syntax.fingerprint import fingerprint
from caborules.syntax.printer import expression
from caborules.text import parse
from tests.language.names_game import findings, lay_out, library, loaded, variant

FIRST = {
    "first.cabo": 'language 1\nruleset first "1" extends "game.cabo"\nfix rounds at 3\nfix play.open-hands at no\n'
}


def second(body: str) -> dict[str, str]:
    """A variant of the first variant; ``body`` begins in its third line."""
    return FIRST | {"mine.cabo": f'language 1\nruleset mine "2" extends "first.cabo"\n{body}'}


# ---------------------------------------------------------------- fix ... at ... was
def test_an_option_is_fixed_anew(tmp_path: Path) -> None:
    """Each of the two values counts for the file that gives it; a third file may go on."""
    book = loaded(tmp_path, second("fix rounds at 1 was 3\nfix play.open-hands at yes was no\n"))
    assert expression(book.fixes["rounds"].value) == "1"
    assert expression(book.fixes["play.open-hands"].value) == "yes"
    third = 'language 1\nruleset third "3" extends "mine.cabo"\nfix rounds at 2 was 1\n'
    (tmp_path / "third.cabo").write_text(third, encoding="utf-8")
    assert expression(load_book(tmp_path / "third.cabo").fixes["rounds"].value) == "2"
    assert "W502" not in [code for code, _, _ in findings(tmp_path / "mine.cabo", warnings=True)]


BAD_FIXES = {
    "without was": ("fix rounds at 1\n", ("E508", 3)),
    "of an answer, without was": ("fix play.open-hands at yes\n", ("E508", 3)),
    "stale": ("fix rounds at 1 was 2\n", ("E501", 3)),
    "nothing was fixed": ("fix bonus.black at 2 was 1\n", ("E507", 3)),
    "twice": ("fix rounds at 1 was 3\nfix rounds at 2 was 3\n", ("E508", 4)),
    "changed": ("change options\n    rounds is 1 was 2\n", ("E508", 4)),
    "changed and fixed anew": ("change options\n    rounds is 1 was 2\nfix rounds at 1 was 3\n", ("E508", 4)),
    "no such option": ("fix round at 1 was 3\n", ("E201", 3)),
}


@pytest.mark.parametrize(("body", "found"), BAD_FIXES.values(), ids=BAD_FIXES.keys())
def test_a_bad_line_that_fixes_anew(tmp_path: Path, body: str, found: tuple[str, int]) -> None:
    code, line = found
    assert findings(lay_out(tmp_path, second(body))) == [(code, "mine.cabo", line)]


def test_the_message_says_how_to_fix_anew(tmp_path: Path) -> None:
    """What it proposes is taken."""
    path = lay_out(tmp_path, second("fix rounds at 1\n"))
    with pytest.raises(Refused) as caught:
        load_book(path)
    assert caught.value.diagnostics[0].mend == "Write  fix rounds at 1 was 3."
    assert findings(lay_out(tmp_path, second("fix rounds at 1 was 3\n"))) == []


def test_a_stale_was_is_refreshed(tmp_path: Path) -> None:
    """``fmt --accept`` writes the value that the base has fixed by now."""
    path = lay_out(tmp_path, second("fix rounds at 1 was 2\n"))
    assert accepted(path).text.endswith("fix rounds at 1 was 3\n")


def test_two_files_that_do_not_reach_each_other_may_not_fix_the_same(tmp_path: Path) -> None:
    """E505, with `was` and without."""
    more = library("more", 'options\n    more-rounds: 1..3 = 2 "More"\n')
    one = library("one", "fix more-rounds at 3\n", "more.cabo")
    for was in ("", " was 3"):
        files = more | one | library("two", f"fix more-rounds at 1{was}\n", "more.cabo")
        files |= variant('use "one.cabo", "two.cabo"\n')
        assert [code for code, _, _ in findings(lay_out(tmp_path, files))] == ["E505"]


# ---------------------------------------------------------------- replace won by
WON = {"game.cabo": ("begin with whole-game\n", "begin with whole-game\nwon by players\n")}
STAMP = fingerprint(parse('language 1\nlibrary w "W"\nwon by players\n', "w").items[0])


def test_who_has_won_is_replaced(tmp_path: Path) -> None:
    """The citation of the base is lost with its line."""
    body = f"replace won by those p in players where full of p was {STAMP} @g.A1\n"
    book = loaded(tmp_path, variant(body), WON)
    assert book.won is not None
    assert expression(book.won.players) == "those p in players where full of p"
    assert [cite.clause for cite in book.won.cites] == ["g.A1"]


BAD_WINNERS = {
    "declared twice": ("won by players\n", ("E202", 3)),
    "stale": ("replace won by players was ~000000\n", ("E501", 3)),
    "replaced twice": (f"replace won by players was {STAMP}\n" * 2, ("E202", 4)),
}


@pytest.mark.parametrize(("body", "found"), BAD_WINNERS.values(), ids=BAD_WINNERS.keys())
def test_bad_winners(tmp_path: Path, body: str, found: tuple[str, int]) -> None:
    code, line = found
    assert findings(lay_out(tmp_path, variant(body), WON)) == [(code, "mine.cabo", line)]


def test_nobody_to_replace(tmp_path: Path) -> None:
    """E507 where the base does not say who has won."""
    assert findings(lay_out(tmp_path, variant("replace won by players\n"))) == [("E507", "mine.cabo", 3)]


def test_a_missing_print_is_written(tmp_path: Path) -> None:
    """W502, and ``fmt`` writes it before the citation."""
    path = lay_out(tmp_path, variant("replace won by (those p in players where full of p) @g.A1\n"), WON)
    assert ("W502", "mine.cabo", 3) in findings(path, warnings=True)
    assert f"full of p) was {STAMP} @g.A1" in accepted(path).text


# ---------------------------------------------------------------- remove example "a", "b"
BLACK, RED = 'example "black counts two"', 'example "red counts one"\n    then points of 5♥ is 1\n\n'
TWO = {"game.cabo": (BLACK, RED + BLACK)}


def test_several_statements_are_removed_in_one_line(tmp_path: Path) -> None:
    book = loaded(tmp_path, variant('remove example "black counts two", "red counts one" @g.A3\n'), TWO)
    assert book.examples == ()


BAD_REMOVALS = {
    "one is not there": ('remove example "black counts two", "red counts two"\n', [("E507", "mine.cabo", 3)]),
    "neither is there": ('remove property "a", "b"\n', [("E507", "mine.cabo", 3)] * 2),
    "one twice": ('remove example "black counts two", "black counts two"\n', [("E507", "mine.cabo", 3)]),
}


@pytest.mark.parametrize(("body", "found"), BAD_REMOVALS.values(), ids=BAD_REMOVALS.keys())
def test_a_bad_title_among_several(tmp_path: Path, body: str, found: list[tuple[str, str, int]]) -> None:
    assert findings(lay_out(tmp_path, variant(body), TWO)) == found
