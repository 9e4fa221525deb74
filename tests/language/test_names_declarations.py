"""Names and sheets of a game: one name, one thing; what items refer to exists; questions are answered (E2xx, W211)."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.load import load_book
from tests.language.names_game import findings, lay_out, library, loaded, variant

GOOD = {
    "a rule of its own": "rule sing by (player)\n    nothing\n",
    "a kind named like a rule": "kind turn: left-hand or right-hand\n",
    "a kind named like a question": "kind passing: a or b\n",
    "an event named like a rule": 'event score "The score is asked for"\n    close shout\n',
    "a pack named like a place": "pack hand\n    each suit red\n",
    "a choice named like a place": 'add choice turn.heap "heap"\n    nothing\n',
    "a name in another script": "rule мимо\n    nothing\n",
    "a library beside": 'use "table.cabo"\n',
    "two choices of one name in two decisions": (
        'rule ask by (player)\n    player may\n        go "go"\n            player may\n'
        '                go "go"\n                    nothing\n'
    ),
    "a citation of a function": "cite\n    full @g.A1\n",
    "a citation of a window's choice": "cite\n    shout.shout @g.A1\n",
    "a citation of a choice in a hook": (
        'after rule turn\n    player may\n        wave "wave"\n            nothing\ncite\n    turn.wave @g.A1\n'
    ),
    "an assumption": "assume stoppers: each player eventually stop\n",
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_names_that_may_stand_side_by_side(tmp_path: Path, body: str) -> None:
    """Types, packs, events, choices and questions have spaces of their own."""
    assert findings(lay_out(tmp_path, variant(body))) == []


BAD = {
    # ---- E202: one name, one thing
    "function and rule": ("define turn = yes\n", ("E202", 3)),
    "place and function": ("places\n    full: pile, face up\n", ("E202", 4)),
    "state and place": ("state\n    hand: 0..3, at first 0\n", ("E202", 4)),
    "option and state": ('options\n    taken: yes or no = no "t"\n', ("E202", 4)),
    "window and option": ('window rounds\n    p in players may\n        x "x"\n            nothing\n', ("E202", 3)),
    "form and window": ('define form shout "s"\n    a: yes or no = no "a"\n', ("E202", 3)),
    "column and form": ('define table t by suit "t"\n    play: 0..3 = 0 "p"\n', ("E202", 4)),
    "attribute and column": ("attribute points: a or b\n", ("E202", 3)),
    "rule and attribute": ("rule suit\n    nothing\n", ("E202", 3)),
    "two kinds": ("kind suit: a or b\n", ("E202", 3)),
    "two packs": ("pack two-suits\n    each suit red\n", ("E202", 3)),
    "two tables": ('define table worth by suit "w"\n    more: 0..3 = 0 "m"\n', ("E202", 3)),
    "two events": ('event time-up "again"\n    close shout\n', ("E202", 3)),
    "two presets": ('preset short "s"\n    rounds is 1\n', ("E202", 3)),
    "two decks": ("deck in heap\n    two-suits\n", ("E202", 3)),
    "two first rules": ("begin with score\n", ("E202", 3)),
    "two examples": ('example "black counts two"\n    then points of 5♠ is 2\n', ("E202", 3)),
    "two properties": ('property "nobody takes anything"\n    always heap is empty\n', ("E202", 3)),
    "two assumptions": (
        "assume a: each player eventually stop\nassume a: each player eventually draw\n",
        ("E202", 4),
    ),
    "a built-in function": ("define size of (player) = 3\n", ("E202", 3)),
    "a built-in value": ("rule everyone\n    nothing\n", ("E202", 3)),
    "a built-in type": ("kind card: a or b\n", ("E202", 3)),
    "a member twice": ("kind mood: glad or sad or glad\n", ("E202", 3)),
    "a question twice": ('define form f "f"\n    a: yes or no = no "a"\n    a: yes or no = no "b"\n', ("E202", 5)),
    "a column twice": ('define table t by suit "t"\n    a: 0..3 = 0 "a"\n    a: 0..3 = 0 "b"\n', ("E202", 5)),
    "a choice twice": (
        'rule ask by (player)\n    player may\n        go "go"\n            nothing\n        go "go"\n'
        "            nothing\n",
        ("E202", 7),
    ),
    "a choice twice in a window": (
        'window w\n    opens after score\n    p in players may\n        x "x"\n            nothing\n        x "x"\n'
        "            nothing\n",
        ("E202", 8),
    ),
    "a choice twice before a rule": (
        'before rule score\n    each p in players must\n        wager "bet"\n            nothing\n        wager "bet"\n'
        "            nothing\n",
        ("E202", 7),
    ),
    "a choice twice after a choice": (
        'after choice turn.draw\n    first-seat may\n        x "x"\n            nothing\n        x "x"\n'
        "            nothing\n",
        ("E202", 7),
    ),
    "a setting twice": ('preset p "p"\n    rounds is 1\n    rounds is 2\n', ("E202", 5)),
    "an answer twice": ("form play\n    open-hands: yes\n", ("E202", 4)),
    "a table given twice": ("table worth | points\n    other | 1\n", ("E202", 3)),
    # ---- E201: unknown names
    "no such form": ("form pley\n    open-hands: yes\n", ("E201", 4)),
    "no such question": ("form play\n    open-hand: yes\n", ("E201", 4)),
    "no such table": ("table worths | points\n    other | 1\n", ("E201", 3)),
    "no such key": ('define table t by suits "t"\n    a: 0..3 = 0 "a"\n', ("E201", 3)),
    "no such attribute in a pack": ("pack p\n    each colour red\n", ("E201", 4)),
    "no such rule to renew": ("state\n    mood: 0..3, each turm 0\n", ("E201", 4)),
    "no such option in a preset": ('preset p "p"\n    round is 1\n', ("E201", 4)),
    "no such path in a window": (
        'window w\n    opens after turn.drew\n    p in players may\n        x "x"\n            nothing\n',
        ("E201", 4),
    ),
    "no such path in cite": ("cite\n    turn.draw, scored @g.A1\n", ("E201", 4)),
    "no such choice to assume": ("assume a: each player eventually stopp\n", ("E201", 3)),
    "no such rule to end": ('property "p"\n    turm always ends\n', ("E201", 4)),
    "no such assumption": ('property "p"\n    turn always ends assuming stopers\n', ("E201", 4)),
    # ---- E210, E224
    "an unanswered question": ('define form f "f"\n    a: yes or no "a?"\n', ("E210", 2)),
}


@pytest.mark.parametrize(("body", "finding"), BAD.values(), ids=BAD.keys())
def test_a_name_that_is_taken_or_unknown_is_refused(tmp_path: Path, body: str, finding: tuple[str, int]) -> None:
    """Each gives its code at its line, and no other error."""
    code, line = finding
    assert findings(lay_out(tmp_path, variant(body))) == [(code, "mine.cabo", line)]


EDITS = {
    "no such first rule": (("begin with whole-game", "begin with whole-gam"), ("E201", 6)),
    "no such place for the deck": (("deck in heap", "deck in heep"), ("E201", 14)),
    "no such pack": (("    two-suits\n", "    two-suit\n"), ("E201", 15)),
    "no number of players": (("players 2..4\n", "\n"), ("E206", 2)),
    "no first rule": (("begin with whole-game\n", "\n"), ("E206", 2)),
    "no deck": (("deck in heap\n    two-suits\n", "\n\n"), ("E206", 2)),
    "an unanswered question": (("    open-hands: no, open                            @g.A2\n", ""), ("E210", 17)),
    "a lacking column": (("| points | bonus\n    red     | 1      | --\n    black   | 2      | 1, option",
                          "| bonus\n    red     | --\n    black   | 1, option"), ("E210", 21)),
    "a blank without default": (("red     | 1 ", "red     | --"), ("E210", 22)),
    "a row twice": (("    black   | 2 ", "    red     | 2      | --\n    black   | 2 "), ("E220", 23)),
    "a row too long": (("red     | 1      | --", "red     | 1      | -- | 3"), ("E224", 22)),
}  # fmt: skip


@pytest.mark.parametrize(("edit", "finding"), EDITS.values(), ids=EDITS.keys())
def test_a_game_that_lacks_something_is_refused(
    tmp_path: Path, edit: tuple[str, str], finding: tuple[str, int]
) -> None:
    """The small game loads; each small change of it gives one error."""
    code, line = finding
    assert findings(lay_out(tmp_path, {}, main="game.cabo")) == []
    path = lay_out(tmp_path, {}, {"game.cabo": edit}, "game.cabo")
    assert findings(path) == [(code, "game.cabo", line)]


def test_an_unanswered_question_prints_the_question_and_the_ways_to_answer(tmp_path: Path) -> None:
    """E210 as the reference shows it."""
    edit = ("    open-hands: no, open                            @g.A2\n", "")
    with pytest.raises(Refused) as caught:
        load_book(lay_out(tmp_path, {}, {"game.cabo": edit}, "game.cabo"))
    (problem,) = caught.value.diagnostics
    assert "Are hands seen by all?" in problem.why
    assert "table.cabo:5" in problem.why
    assert "open-hands: yes  or  open-hands: no" in problem.mend


def test_a_question_with_a_condition_is_left_to_the_types(tmp_path: Path) -> None:
    """Whether it is asked depends on other answers; the book holds it without an answer."""
    form = 'define form f "f"\n    a: yes or no = no "a?"\n    b: 1..3 when f.a "b?"\n'
    book = loaded(tmp_path, variant(form))
    assert book.questions["f.b"].answer is None


def test_a_later_question_that_takes_its_default_is_a_warning(tmp_path: Path) -> None:
    """W211 where a form has grown since it was answered; none where the question is answered, or was passed over."""
    grown = {"table.cabo": ('"May a player pass?"\n', '"May a player pass?"\n    loud: yes or no = no  "Aloud?"\n')}
    path = lay_out(tmp_path, variant(""), grown)
    assert findings(path, warnings=True) == [("W211", "game.cabo", 17)]
    path = lay_out(tmp_path, variant("form play\n    loud: no\n"), grown)
    assert findings(path, warnings=True) == []
    form = 'define form f "f"\n    a: yes or no = no "a?"\n    b: yes or no "b?"\nform f\n    b: no\n'
    assert findings(lay_out(tmp_path, variant(form)), warnings=True) == []


@pytest.mark.parametrize(
    "name",
    ["x;y", "__import__", "a.b.c", "x y", "a\nrule b", "", "é́", "-x", "x--y", "'x'", "${x}", "x" * 61],
)
def test_a_name_that_is_more_than_a_name_is_refused(tmp_path: Path, name: str) -> None:
    """No name can carry anything but letters, digits and hyphens; E1xx or E201, never an exception."""
    path = lay_out(tmp_path, variant(f"rule {name} by (player)\n    nothing\ncite\n    {name} @g.A1\n"))
    try:
        book = load_book(path)
    except Refused as refused:
        assert all(d.code.startswith("E") for d in refused.diagnostics)
    else:
        assert name in book.rules
        assert name.isidentifier()


def test_names_that_only_look_alike_are_different_names(tmp_path: Path) -> None:
    """Cyrillic letters that look Latin do not stand for them; the nearest name is suggested."""
    path = lay_out(tmp_path, variant("cite\n    sсore @g.A1\n"))
    with pytest.raises(Refused) as caught:
        load_book(path)
    (problem,) = caught.value.diagnostics
    assert problem.code == "E201"
    assert 'Did you mean "score"?' in problem.mend


def test_a_declaration_in_a_library_that_a_sibling_has_too(tmp_path: Path) -> None:
    """Two libraries that do not know each other and declare one name: E202 in one of them, whichever comes first."""
    files = library("left", "rule sing\n    nothing\n") | library("right", "rule sing\n    nothing\n")
    for uses in ('"left.cabo", "right.cabo"', '"right.cabo", "left.cabo"'):
        found = findings(lay_out(tmp_path, files | variant(f"use {uses}\n")))
        assert [code for code, _, _ in found] == ["E202"]


def test_new_questions_of_a_file_are_told_together(tmp_path: Path) -> None:
    """One W211 with all of them, their defaults, and the lines that would answer them."""
    grown = {
        "table.cabo": (
            '"May a player pass?"\n',
            '"May a player pass?"\n    loud: yes or no = no  "Aloud?"\n    often: 1..3 = 2  "How often?"\n',
        )
    }
    (warning,) = load_book(lay_out(tmp_path, variant(""), grown)).warnings
    assert warning.code == "W211"
    assert "play.loud (no), play.often (2)" in warning.message
    assert "Aloud?" in warning.why
    assert "How often?" in warning.why
    assert warning.mend.splitlines()[1:] == ["form play", "    loud: no", "    often: 2"]


def test_a_choice_is_not_counted(tmp_path: Path) -> None:
    """A property that counts a choice is told so, not that there is no rule of this name."""
    path = lay_out(tmp_path, variant('property "few"\n    during turn at most 3 draw\n'))
    with pytest.raises(Refused) as refused:
        load_book(path)
    (only,) = refused.value.diagnostics
    assert (only.code, only.message) == ("E201", '"draw" is a choice, and only rules can be counted.')
    assert "into a rule" in only.mend
