"""``caborules explore``: what it prints of small scopes, its JSON, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caborules.cli import main

BROKEN = """\
language 1
ruleset broken "A game that can be stuck"
players 2..2
begin with game
attribute rank: 1..4
pack plain
    each rank 1..4
deck in stock
    plain
places
    stock: pile, face down
    row of each player: row, face down
state
    active: player, at first first-seat
    score of each player: 0..9, at first 0

rule game
    shuffle stock
    for each p in players
        move top of stock to row of p otherwise nothing
    repeat until score of active is 2
        active must
            show-it (c in row of active) "show"
                show c to active
                set active to left of active
            win "win"
                set score of active to 2

property "nobody ever has two points"
    never score of first-seat is 2
"""


def test_small_scopes_of_cabo_are_told_with_their_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["explore", "cabo", "--scopes", "2", "--quiet"])
    out = capsys.readouterr()

    assert code == 0 and out.err == ""
    assert "2 players, 3 cards (A♣ A♦ 7♣)" in out.out
    assert out.out.count("exhaustive") == 2


def test_what_is_found_is_told_as_a_game_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.cabo"
    path.write_text(BROKEN, "utf-8")
    code = main(["explore", str(path), "--scopes", "1", "--format", "json", "--quiet"])
    (scope,) = json.loads(capsys.readouterr().out)["scopes"]
    found = {one["what"]: one for one in scope["found"]}

    assert code == 1
    assert scope["evidence"] == "exhaustive"
    assert set(found) == {"author:nobody ever has two points", "game need not end"}
    assert [one["choice"] for one in found["author:nobody ever has two points"]["data"]["actions"]] == ["game.win"]
    assert [one["choice"] for one in found["game need not end"]["data"]["actions"]] == ["game.show-it"] * 2


def test_a_search_that_is_cut_short_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explore", "cabo", "--scopes", "1", "--cards", "4", "--positions", "60", "--small-options", "--quiet"])

    out = capsys.readouterr().out
    assert "bounded (" in out and "rows.size 1" in out
