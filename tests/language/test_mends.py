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


AT_TURN = "at turn by first-seat\n    "
SHUFFLE = "    shuffle stock\n"
BRACKETS = [
    ("size of those c in all of stock where value of c is 0", "(those c ...)"),
    ("1 plus sum of value of c for each c in all of stock", "(sum of value of c for ...)"),
    ("size of those p in players with the highest score of p", "(those p ...)"),
]


@pytest.mark.parametrize(("value", "mend"), BRACKETS)
def test_brackets_that_are_missing_are_asked_for(tmp_path: Path, value: str, mend: str) -> None:
    (one,) = refused(tmp_path, SHUFFLE, f"    let n be {value}\n{SHUFFLE}")
    assert (one.code, one.mend) == ("E102", f"Write it in parentheses: `{mend}`.")


def test_brackets_inside_a_condition_too(tmp_path: Path) -> None:
    wrong = "    if no c in those d in all of stock where value of d is 0\n        shuffle stock\n"
    (one,) = refused(tmp_path, SHUFFLE, wrong)
    assert (one.code, one.mend) == ("E102", "Write it in parentheses: `(those d ...)`.")


def test_who_has_the_highest_is_a_collection_and_the_mend_is_accepted(tmp_path: Path) -> None:
    line = "    for each p in players{}\n        set score of p to 0\n"
    (one,) = refused(tmp_path, SHUFFLE, line.format(" with the highest score of p"))
    assert (one.code, one.mend) == ("E102", "Write `in (those p in players with the highest score of p)`.")
    path = tmp_path / "golf.cabo"
    mended = "    for each p in (those p in players with the highest score of p)\n        set score of p to 0\n"
    path.write_text(GAME.replace(SHUFFLE, mended), encoding="utf-8")
    elaborate(load_book(path))


@pytest.mark.parametrize(
    ("cards", "card", "mend"),
    [
        ("11♠", "11♠", "Write `J♠` if that is meant."),
        ("9♥ 14S", "14S", "Write `AS` if that is meant."),
        ("T♦", "T♦", "Write `10♦` if that is meant."),
        ("0♣", "0♣", "Write for example `10♣`."),
    ],
)
def test_a_card_that_no_pack_has_is_called_so(tmp_path: Path, cards: str, card: str, mend: str) -> None:
    example = f'example "x"\n    given layout of A: {cards}\n    then holes is 9\n\nrule turn by'
    (one,) = refused(tmp_path, "rule turn by", example)
    assert (one.code, one.message, one.mend) == ("E102", f"There is no card `{card}`.", mend)


@pytest.mark.parametrize(
    "line",
    [
        "given closer is C",
        "then score of C is 0",
        "then C is closer",
        AT_TURN + "then C can draw",
        AT_TURN + "then C cannot draw",
    ],
)
def test_a_player_who_does_not_sit_there_is_to_be_seated(tmp_path: Path, line: str) -> None:
    example = f'example "x"\n    {line}\n\nrule turn by'
    (one,) = refused(tmp_path, "rule turn by", example)
    assert one.code == "E201"
    assert one.mend == "Seat the player in the first line of the example:  given players A, B, C."


def test_players_are_named_in_examples_only(tmp_path: Path) -> None:
    (one,) = refused(tmp_path, "never closer is nobody", "never score of A is 3")
    assert (one.code, one.mend) == ("E201", "Speak of all players:  some p in players where ...,  or of  first-seat.")
    assert "in examples only" in one.why


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("= 9 ", "= many "),
        ("repeat holes times", "if holes is many\n        turn by first-seat\n    repeat holes times"),
    ],
)
def test_where_a_number_is_wanted_its_range_is_told(tmp_path: Path, before: str, after: str) -> None:
    one = refused(tmp_path, before, after)[0]
    assert (one.code, one.message) == ("E201", 'There is nothing called "many".')
    assert one.mend.startswith("Write a number from 1 to 18")


def test_a_changed_option_tells_its_range(tmp_path: Path) -> None:
    path = tmp_path / "mine.cabo"
    change = "change options\n    holes is many was 9\n"
    (tmp_path / "golf.cabo").write_text(GAME, encoding="utf-8")
    path.write_text(f'language 1\nruleset mine "Mine" extends "golf.cabo"\n{change}', encoding="utf-8")
    with pytest.raises(Refused) as found:
        elaborate(load_book(path))
    assert found.value.diagnostics[0].mend.startswith("Write a number from 1 to 18")
