"""Messages that misled somebody: each says now what is wrong and how to mend it. The mistakes are a newcomer's."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate

GAME = """\
language 1
ruleset golf "Golf"
use "library/french.cabo"
players 2..4
begin with play

options
    holes: 1..18 = 9 "How many holes are played?"

deck in stock
    french

define table cards by card "What the cards are worth"
    value: 0..13 "What is it worth?"

table cards     | value
    2..10       | number
    other       | 0

places
    stock: pile, face down
    discard: pile, face up
    layout of each player: row, face down

state
    closer: player or nobody, at first nobody
    score of each player: 0..100, at first 0

define paired of (c: card, player) = some d in layout of player where d is not c and rank of d is rank of c

rule play "The game"
    shuffle stock
    repeat holes times
        turn by first-seat
    if closer is not nobody
        turn by first-seat

rule turn by (player) "A turn"
    player may
        draw (2..4 cs in layout of player) "draw"
            move cs to discard

property "nobody closes"
    after closer is not nobody until play is over never closer is nobody
"""


def refused(tmp_path: Path, before: str, after: str) -> tuple[Diagnostic, ...]:
    """The errors of the game with one line written otherwise."""
    assert before in GAME
    path = tmp_path / "golf.cabo"
    path.write_text(GAME.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(Refused) as found:
        elaborate(load_book(path))
    return found.value.diagnostics


def test_the_game_is_well_formed(tmp_path: Path) -> None:
    path = tmp_path / "golf.cabo"
    path.write_text(GAME, encoding="utf-8")
    elaborate(load_book(path))


@pytest.mark.parametrize(
    ("before", "after", "mend"),
    [
        ("players 2..4", "players 4..2", "Write  players 2..4."),
        ("holes: 1..18", "holes: 18..1", "Write `1..18`."),
        ("value: 0..13", "value: 13..0", "Write `0..13`."),
        ("2..10       | number", "10..2       | number", "Write `2..10`."),
        ("player: 0..100", "player: 100..0", "Write `0..100`."),
        ("(2..4 cs in", "(4..2 cs in", "Write `2..4`."),
        ("repeat holes times", "for each i in (5..2)", "Write  (2..5)."),
    ],
)
def test_a_range_that_runs_backwards_is_called_so(tmp_path: Path, before: str, after: str, mend: str) -> None:
    """And what uses the thing whose range it is gets no error of its own."""
    (one,) = refused(tmp_path, before, after)
    assert (one.code, one.mend) == ("E302", mend)
    assert "runs backwards" in one.message


@pytest.mark.parametrize(
    ("before", "after", "code", "mend"),
    [
        ("= 9", "= 25", "E213", "Write a number from 1 to 18, or widen the range"),
        ("closer is not nobody\n        turn", "closer is empty\n        turn", "E301", "Ask  X is nobody"),
        ("closer is not nobody\n        turn", "score of first-seat is empty\n        turn", "E301", "X is 0"),
        ("until play is over", "until round is over", "E201", "There are: play, turn."),
        ("until play is over", "until plya is over", "E201", 'Did you mean "play"?'),
        ("= 9 ", "= 9, option ", "E102", "Remove `, option`."),
        (
            "(c: card, player)",
            "(c: card) in (player)",
            "E102",
            "`define paired of (c: card, player)`",
        ),
        (
            "(c: card, player)",
            "(c: card) by (player)",
            "E102",
            "`define paired of (c: card, player)`",
        ),
        ("turn by first-seat", "turn of first-seat", "E102", "Write `turn by first-seat`."),
        ("turn by first-seat", "turn in first-seat", "E102", "Write `turn by first-seat`."),
        (
            "turn by first-seat",
            "turns of first-seat",
            "E102",
            "Write `turns by first-seat` if first-seat",
        ),
    ],
)
def test_the_mend_fits_the_mistake(tmp_path: Path, before: str, after: str, code: str, mend: str) -> None:
    (one,) = refused(tmp_path, before, after)
    assert one.code == code
    assert one.mend.startswith(mend) or mend in one.mend


def _at(line: str) -> int:
    return GAME.splitlines().index(line) + 1


@pytest.mark.parametrize(
    ("before", "after", "code", "at", "mend"),
    [
        ("    shuffle stock", "   shuffle stock", "E102", 0, "Indent line {} by 4 spaces as well."),
        ("    shuffle stock", "      shuffle stock", "E110", 1, "Indent line {} by 4 spaces as well, instead of 6."),
        ("    repeat holes", "      repeat holes", "E102", 1, "Indent it by 4 spaces, like line {}."),
    ],
)
def test_an_indentation_is_mended_where_it_is_wrong(
    tmp_path: Path, before: str, after: str, code: str, at: int, mend: str
) -> None:
    """Of two lines that do not go together, the one that stands between two steps of four is the wrong one."""
    (one,) = (d for d in refused(tmp_path, before, after) if d.code != "E204")
    first = _at("    shuffle stock")
    assert one.span is not None
    assert (one.code, one.span.start.line, one.mend) == (code, first + at, mend.format(first))
