"""Where a difference of two texts is written: the line of the change in the variant, beside the line of the base."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from caborules.cli import main
from caborules.diagnostics.span import Span
from caborules.names.load import load_book
from caborules.names.sources import shipped_rulesets
from caborules.tools.difference.record import Edit
from caborules.tools.difference.texts import edits
from caborules.types.elaborate import elaborate

SPEC = Path(__file__).parents[2] / "spec"
BASE = """\
language 1
ruleset bent "Cabo, bent" extends "cabo.cabo"

fix open-peek at yes                                 @cabo.Y2

change options
    jokers is 1 was 0

change table penalties | cost
    wrong-match | penalty-cards 2 was penalty-cards 1
    late-match  | nothing, open in nothing or penalty-cards 1 was nothing

change table cards | value
    jack        | 10 was 11
    remove joker

after rule one-turn
    announce "that was a turn"

add choice turn.nod "nod"
    nothing

remove choice use-drawn.discard

remove example "whoever the lot falls on is the dealer"
"""


def _pairs() -> Iterator[tuple[str, str]]:
    for path in sorted((SPEC / "variants").glob("*.cabo")):
        header = load_book(path.stem).files[-1].header
        yield (Path(header.extends).stem if header.extends else "cabo"), path.stem
    yield from (("cabo", "kobo"), ("cabo", "kaboo"))


@cache
def _edits(first: str | Path, second: str | Path) -> tuple[Edit, ...]:
    books = load_book(first), load_book(second)
    return edits(*books, (elaborate(books[0]).system.tables, elaborate(books[1]).system.tables))


def _line(span: Span) -> str:
    return (SPEC / span.file).read_text(encoding="utf-8").splitlines()[span.start.line - 1]


@pytest.mark.parametrize(("base", "variant"), [*_pairs()])
def test_what_differs_stands_in_two_places(base: str, variant: str) -> None:
    """A change is written in another line than what it changes, and its own line says what is so now."""
    assert variant in shipped_rulesets()
    for edit in _edits(base, variant):
        if edit.how != "changed":
            continue
        assert edit.first is not None and edit.second is not None
        assert edit.first != edit.second, edit
        if edit.after is not None and edit.kind in ("table", "option", "form", "players"):
            value = edit.after.removesuffix(", fixed").rpartition(" = ")[2].partition(",")[0]
            assert value in _line(edit.second) or "--" in _line(edit.second), edit


def _places(edit: Edit) -> tuple[str, str]:
    return tuple("" if one is None else f"{one.file}:{one.start.line}" for one in (edit.first, edit.second))  # type: ignore[return-value]


def test_each_kind_of_change_is_cited_where_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "bent.cabo"
    path.write_text(BASE, encoding="utf-8")
    lines = BASE.splitlines()

    found = {f"{one.kind} {one.name}": one.second for one in edits(load_book("cabo"), load_book(path), ({}, {}))}

    for what, text in {
        "option open-peek": "fix open-peek",
        "option jokers": "    jokers is 1",
        "table penalties, row wrong-match, cost": "    wrong-match |",
        "table cards, row jack, value": "    jack        |",
        "table cards, row joker": "    remove joker",
        "rule one-turn": "after rule one-turn",
        "rule turn": "add choice turn.nod",
        "rule use-drawn": "remove choice use-drawn",
        'example "whoever the lot falls on is the dealer"': "remove example",
    }.items():
        span = found[what]
        assert span is not None and span.file.endswith("bent.cabo"), what
        assert lines[span.start.line - 1].startswith(text), what


def test_both_lines_are_printed_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "cabo", "kamikaze", "--no-game"]) == 1
    out = capsys.readouterr().out
    row = next(edit for edit in _edits("cabo", "kamikaze") if edit.name == "round-score, row caller-alone, also")
    first, second = _places(row)
    assert first.startswith("cabo.cabo:") and second.startswith("variants/kamikaze.cabo:")
    assert f"[{first} -> {second}]\n" in out

    assert main(["diff", "shithead", "play-for-winner", "--no-game", "--format", "json"]) == 1
    content = json.loads(capsys.readouterr().out)
    turn = next(one for one in content["differences"] if (one["kind"], one["name"]) == ("rule", "turn"))
    added = [line for line in turn["lines"] if line["sign"] == "+"]
    assert turn["places"][0]["file"] == "shithead.cabo"
    assert turn["places"][1] == added[0]["place"]
    assert added[0]["place"]["file"] == "variants/play-for-winner.cabo"


def test_a_requirement_is_told_by_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing stands empty between a colon and the clauses."""
    main(["diff", "cabo", "kobo", "--no-game"])
    out = capsys.readouterr().out

    told = next(line for line in out.splitlines() if "require two-decks" in line)
    assert 'removed: "Six players need two decks." (@cabo.P2) [cabo.cabo:' in told
    assert ":  (" not in out
