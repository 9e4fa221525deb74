"""Games in text output: the middle of a long one is left out and counted, and the same one is told once."""

from __future__ import annotations

from caborules.cli.told_games import MOST_TOLD, ToldGames
from caborules.diagnostics.verdict import Witness

LOOP = "Now everything is as it was after 2., and the same can happen again."


def game(moves: int, title: str = "2 players, 9 cards: it goes on", last: str = LOOP) -> Witness:
    steps = ("0. the game begins", *(f"{number}. A: move {number}" for number in range(1, moves + 1)), last)
    return Witness(title, steps, {"players": 2})


def told(*games: tuple[str, Witness]) -> list[list[str]]:
    said = ToldGames("ask for JSON")
    return [list(said.lines(name, witness)) for name, witness in games]


def test_a_long_game_is_told_from_both_ends() -> None:
    (lines,) = told(("ends:x", game(206)))
    assert len(lines) == MOST_TOLD + 2
    assert lines[0] == "0. the game begins"
    assert lines[11:14] == [
        "11. A: move 11",
        "... 183 moves are left out here; ask for JSON.",
        "195. A: move 195",
    ]
    assert lines[-1] == LOOP


def test_lines_that_tell_several_moves_are_counted_as_what_they_tell() -> None:
    steps = [f"{3 * number}. to {3 * number + 2}. A: move" for number in range(40)]
    (lines,) = told(("x", Witness("2 players, 9 cards: x", tuple(steps), {"players": 2})))
    assert f"... {3 * (40 - MOST_TOLD)} moves are left out here" in lines[MOST_TOLD // 2]


def test_a_game_that_is_not_long_is_told_whole() -> None:
    for moves in (0, 3, MOST_TOLD):
        assert not any("left out" in line for line in told(("x", game(moves)))[0])
    assert any("2 moves are left out" in line for line in told(("x", game(MOST_TOLD + 1)))[0])


def test_the_same_game_is_told_once() -> None:
    first, second = told(("ends:x", game(30)), ("author:y", game(30, "2 players, 9 cards: y goes on", "Now: other.")))
    assert len(first) > MOST_TOLD
    assert second == ["The moves are those told above for ends:x, up to 30.", "Now: other."]


def test_what_differs_in_table_or_moves_or_is_short_is_told_again() -> None:
    for one, two in (
        (game(30), game(30, "3 players, 9 cards: it goes on")),
        (game(2), game(2)),
    ):
        assert not any("told above" in line for line in told(("x", one), ("y", two))[1])


def test_what_is_no_game_is_never_cut() -> None:
    """Failing examples stand in a witness without data, and what is said of a game comes after its moves."""
    examples = Witness("40 examples fail", tuple(f"{number}. example" for number in range(40)))
    assert len(told(("examples", examples))[0]) == 40


def test_a_beginning_that_was_told_above_is_not_told_again() -> None:
    """The longest one, whatever comes after it; a few lines are told once more."""
    long, longer, other = game(30), game(34), game(10)
    turned = Witness(long.title, (*long.steps[:9], "9. B: another move", LOOP), {"players": 2})

    _, second, third, fourth = told(("ends:x", long), ("author:y", longer), ("z", turned), ("w", other))

    assert second[0] == "The first moves are those told above for ends:x, up to 30."
    assert second[1:] == ["31. A: move 31", "32. A: move 32", "33. A: move 33", "34. A: move 34", LOOP]
    assert third == ["The first moves are those told above for ends:x, up to 8.", "9. B: another move", LOOP]
    assert fourth[0] == "The moves are those told above for ends:x, up to 10."

    few = Witness(long.title, (*long.steps[:4], "4. B: another move", LOOP), {"players": 2})
    assert told(("x", long), ("y", few))[1] == list(few.steps)


def test_one_running_number_is_told() -> None:
    (lines,) = told(("x", game(2)))
    assert lines == ["0. the game begins", "1. A: move 1", "2. A: move 2", LOOP]


def test_a_line_that_is_the_title_is_not_told_again() -> None:
    assert told(("x", Witness("it is so", ("it is so",)))) == [[]]


def test_what_came_of_a_move_is_told_below_it() -> None:
    last = "1. A: move 1\n   moved a card\n   set moved to yes"
    (lines,) = told(("x", Witness("2 players, 9 cards: x", ("0. the game begins", last, LOOP), {"players": 2})))
    assert lines == ["0. the game begins", "1. A: move 1", "   moved a card", "   set moved to yes", LOOP]
