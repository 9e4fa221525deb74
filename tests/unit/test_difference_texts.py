"""What differs between two texts, in the coordinates of forms, tables and rules: one planted change of each kind."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from caborules.names.book import Book
from caborules.names.load import load_book
from caborules.tools.difference.record import Edit
from caborules.tools.difference.texts import edits
from caborules.types.elaborate import elaborate
from tests.support.rulesets import HEAD

VARIANT = """\
language 1
ruleset bent "Cabo, bent everywhere" extends "cabo.cabo"
players 2..5 was 2..6

change form matching
    chain: none, open was anyone                                @cabo.M4

change table penalties | cost
    wrong-match | penalty-cards 2 was penalty-cards 1           @cabo.M3

change table cards | value
    jack        | 10 was 11                                     @cabo.V1

change options
    jokers is 1 was 0

options
    quick-end: yes or no = no, open "A quick end"

fix open-peek at yes

preset long "A long game"
    game.target is 200

state
    turns-taken: 0..9999, at first 0

after rule one-turn
    if quick-end and turns-taken is less than 9999
        add 1 to turns-taken                                    @cabo.T1

add choice turn.nod "nod"
    nothing

remove example "whoever the lot falls on is the dealer"

example "a nod is a turn"
    given row of A: 5♠
    given row of B: 3♣
    given stock: 6♣ ...
    given active is A
    at lap
    when A does nod
    then B can draw

property "turns are counted up"
    never turns-taken is more than 9999
"""


@cache
def book(source: str | Path) -> Book:
    return load_book(source)


def compared(first: str | Path, second: str | Path) -> dict[str, Edit]:
    """The edits by kind and name."""
    books = book(first), book(second)
    tables = elaborate(books[0]).system.tables, elaborate(books[1]).system.tables
    return {f"{edit.kind} {edit.name}".strip(): edit for edit in edits(*books, tables)}


@pytest.fixture(scope="module")
def bent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bent") / "bent.cabo"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_a_text_does_not_differ_from_itself() -> None:
    assert compared("cabo", "cabo") == {}


def test_each_change_is_told_where_it_is(bent: Path) -> None:
    """Nothing is missing, and nothing is told that did not change."""
    found = compared("cabo", bent)

    assert {what: (edit.how, edit.before, edit.after) for what, edit in found.items()} == {
        "players": ("changed", "2..6", "2..5"),
        "form matching, chain": ("changed", "anyone, open", "none, open"),
        "table penalties, row wrong-match, cost": ("changed", "penalty-cards 1", "penalty-cards 2"),
        "table cards, row jack, value": ("changed", "11", "10"),
        "option jokers": ("changed", "0..4 = 0, open", "0..4 = 1, open"),
        "option quick-end": ("added", None, "yes or no = no, open"),
        "option open-peek": ("changed", "yes or no = no", "yes, fixed"),
        "preset long, game.target": ("added", None, "200"),
        "state turns-taken": ("added", None, "turns-taken: 0..9999, at first 0"),
        "rule one-turn": ("changed", None, None),
        "rule turn": ("changed", None, None),
        'example "whoever the lot falls on is the dealer"': ("removed", None, None),
        'example "a nod is a turn"': ("added", None, None),
        'property "turns are counted up"': ("added", None, None),
    }


def test_clauses_and_places_are_those_of_the_change(bent: Path) -> None:
    found = compared("cabo", bent)

    assert "cabo.M4" in found["form matching, chain"].cites
    assert "cabo.M3" in found["table penalties, row wrong-match, cost"].cites
    hooked = found["rule one-turn"]
    assert "cabo.T1" in hooked.cites
    assert [line.text.strip() for line in hooked.lines if line.sign == "+"] == [
        "after rule one-turn",
        "if quick-end and turns-taken is less than 9999",
        "add 1 to turns-taken",
    ]
    assert not [line for line in hooked.lines if line.sign == "-"]
    added = found["form matching, chain"]
    assert added.second is not None
    assert added.second.file.endswith("bent.cabo")
    assert VARIANT.splitlines()[added.second.start.line - 1].strip().startswith("chain: none, open")


def test_what_comes_before_a_rule_is_told_before_it(tmp_path: Path) -> None:
    """A hook of each kind: they stand in the order in which they run."""
    rules = 'rule game "The game"\n    shuffle stock\n'
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, hooks in zip(
        paths, ("", '\nafter rule game\n    announce "b"\n\nbefore rule game\n    announce "a"\n'), strict=True
    ):
        path.write_text(HEAD + rules + hooks, encoding="utf-8")

    found = compared(*paths)["rule game"]

    assert [(line.sign, line.text.strip()) for line in found.lines] == [
        ("+", "before rule game"),
        ("+", 'announce "a"'),
        (" ", 'rule game "The game"'),
        (" ", "shuffle stock"),
        ("+", "after rule game"),
        ("+", 'announce "b"'),
    ]


def test_the_other_way_round_what_was_added_is_removed(bent: Path) -> None:
    forth, back = compared("cabo", bent), compared(bent, "cabo")
    opposite = {"added": "removed", "removed": "added", "changed": "changed"}

    assert {what: (opposite[edit.how], edit.after, edit.before) for what, edit in forth.items()} == {
        what: (edit.how, edit.before, edit.after) for what, edit in back.items()
    }


def test_other_words_are_not_other_rules(tmp_path: Path) -> None:
    """Two files that differ in a text for people only."""
    rules = 'rule game "The game"\n    shuffle stock\n'
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, words in zip(paths, ("The game", "A game"), strict=True):
        path.write_text(HEAD + rules.replace("The game", words), encoding="utf-8")

    found = compared(*paths)

    assert {what: edit.how for what, edit in found.items()} == {"rule game": "reworded"}
    assert [(line.sign, line.text) for line in found["rule game"].lines if line.sign != " "] == [
        ("-", 'rule game "The game"'),
        ("+", 'rule game "A game"'),
    ]


TABLE = """
define table worth by rank "What cards are worth"
    points: 0..9 "How many points?"

table worth | points
    1, 2    | 1
    3..6    | 2

rule game
    shuffle stock
"""


def test_rows_of_other_patterns_are_compared_by_what_they_are_for(tmp_path: Path) -> None:
    """Of the ranks only 3 is worth something else; the rows are cut in another way."""
    other = TABLE.replace("    1, 2    | 1\n    3..6    | 2", "    1..3    | 1\n    4..6    | 2")
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, rules in zip(paths, (TABLE, other), strict=True):
        path.write_text(HEAD + rules, encoding="utf-8")

    found = compared(*paths)

    assert {what: (edit.how, edit.before, edit.after) for what, edit in found.items()} == {
        "table worth, rows 3..6 and 1..3, points": ("changed", "2", "1")
    }
