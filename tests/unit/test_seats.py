"""Seats have names, however many there are: in examples, games that show something, and printed rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.cli import main
from caborules.ir.seats import seat_name, spare_names

MANY = """\
language 1
ruleset many "Many players"
use "library/french.cabo"
players 28..30
begin with game

deck in stock
    french

places
    stock: pile, face down
    hand of each player: hand, seen by its owner

state
    last: player, at first first-seat
    turns: 0..40, at first 0

rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
    repeat until turns is 31
        add 1 to turns
        turn by last
        set last to left of last

rule turn by (player)
    player must
        point (q in players) "point"
            nothing

property "never the last but one"
    never last is right of right of first-seat

example "a turn"
    given last is A
    at turn by A
    when A does point B
    then turns is 0
"""


def test_names_go_on_after_z() -> None:
    assert [seat_name(seat) for seat in (0, 25, 26, 51, 52)] == ["A", "Z", "A2", "Z2", "A3"]
    assert spare_names(("A", "C"), 3) == ("B", "D", "E")
    assert spare_names(("A", "B"), -1) == ()
    assert spare_names(tuple(map(seat_name, range(26))), 1) == ("A2",)


@pytest.mark.parametrize("words", [("check",), ("explore", "--scopes", "1"), ("rulebook",), ("sim", "--games", "1")])
def test_more_players_than_letters(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "many.cabo"
    file.write_text(MANY, encoding="utf-8")
    code = main([words[0], str(file), *words[1:]])
    said = capsys.readouterr()
    assert code in (0, 1) and "internal error" not in said.err
    if words[0] == "check":
        assert "set last to A2" in said.out
    if words[0] == "rulebook":
        assert "A2 and B2" in said.out
