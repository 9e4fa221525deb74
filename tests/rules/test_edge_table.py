"""The table of edge positions is complete and true, and its page current; and the check of it notices what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules import edge_table
from tests.rules.edge_table import Answer, Place, Row, Section, faults, table


def test_every_row_is_shown_or_told_why_not() -> None:
    assert faults(table()) == []


def test_the_page_is_current() -> None:
    there = edge_table.PAGE.read_text(encoding="utf-8")
    assert there == edge_table.page(table()), f"run: {edge_table.COMMAND}"


def changed(row: Row, **fields: object) -> tuple[Section, ...]:
    """The table with that row changed."""
    return tuple(
        replace(one, rows=tuple(replace(r, **fields) if r.number == row.number else r for r in one.rows))  # type: ignore[arg-type]  # fields of a Row
        for one in table()
    )


def row_of(number: int) -> Row:
    return next(row for section in table() for row in section.rows if row.number == number)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place("test", "tests/rules/test_cabo_edges.py", "test_no_such", ("cabo",)), "there is no test test_no_such"),
        (Place("test", "tests/rules/test_none_edges.py", "test_x", ("cabo",)), "there is no test test_x"),
        (Place("example", "cabo", "no such example", ("cabo",)), "'no such example' of cabo: is not there"),
        (Place("property", "cabo", "no such property", ("cabo",)), "cabo has no property"),
        (Place("example", "edges/no-such", "x", ()), "there is no ruleset edges/no-such"),
        (
            Place("example", "no-matching", "matching is played, unless the table drops it", ("cabo",)),
            "of no-matching: is not there",
        ),
        (Place("example", "published-deck", "what every card is worth", ("cabo",)), "does not apply"),
    ],
    ids=lambda one: one.title if isinstance(one, Place) else "",
)
def test_a_place_that_is_not_there_is_noticed(place: Place, told: str) -> None:
    row = row_of(12)
    added = (*row.answers, Answer("what nobody shows", (place,)))
    found = faults(changed(row, answers=added))
    assert len(found) == 1 and found[0].startswith("row 12: ") and told in found[0]


def test_a_row_left_out_is_noticed() -> None:
    assert faults(edge_table.without(table(), 57)) == ["row 57 is left out"]


def test_a_game_left_out_is_noticed() -> None:
    assert "row 12: nothing is said about kabu" in faults(changed(row_of(12), excused={}))


def test_an_answer_shown_nowhere_is_noticed() -> None:
    row = row_of(12)
    assert faults(changed(row, answers=(*row.answers, Answer("keep two", ())))) == [
        'row 12: "keep two" is shown nowhere'
    ]


def test_a_reason_against_what_is_shown_is_noticed() -> None:
    row = row_of(12)
    found = faults(changed(row, excused={**row.excused, "cabo": "no"}, own=frozenset({"cabo"})))
    assert found == ["row 12: said not to apply to cabo, and shown there"]
