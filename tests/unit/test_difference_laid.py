"""Positions of examples from which two rulesets part, and how they are told."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pytest

from caborules.cli import main
from caborules.tools.difference.laid import Examples
from caborules.tools.difference.record import Laid
from tests.support.rulesets import HEAD, system_of

RULES = """\
options
    high: yes or no = no "Do cards count more?"

state
    score of each player: 0..40, at first 0
    round-number: 0..5, at first 0

won by those p in players where score of p is 0

rule game
    shuffle stock
    repeat 20 times
        for each p in players
            turn by p

rule turn by (player)
    player must
        draw when stock is not empty "draw a card"
            move top of stock to discard
            if size of discard is at least 11
                add 2 if high otherwise 1 to score of player
        wait "do nothing"
            nothing
"""
LATE = """
example "the eleventh card counts"
    given discard: ? ? ? ? ? ? ? ? ? ?
    given stock: ...
    given round-number is 3
    at turn by A
    when A does draw
    then size of discard is 11
"""
FIRST = HEAD + RULES
SECOND = FIRST.replace("at least 11", "at least 12")


def laid(first: str, second: str, counts: Collection[int] = (2,)) -> tuple[Laid | None, int]:
    return Examples((system_of(first), system_of(second)), ({}, {}), counts).parting()


@pytest.mark.parametrize("texts", [(FIRST + LATE, SECOND), (FIRST, SECOND + LATE), (FIRST + LATE, SECOND + LATE)])
def test_an_example_of_either_shows_a_difference(texts: tuple[str, str]) -> None:
    """It would take eleven moves from a deal; from here it is one."""
    found, played = laid(*texts)

    assert found is not None
    assert (found.title, found.players, found.moves, played) == ("the eleventh card counts", 2, 1, 1)
    (gap,) = found.gaps
    assert (gap.subject, gap.first[0].split()[0], gap.second[0].split()[0]) == ("score of A", "1", "0")
    position, begins, move = found.story
    assert "round-number: 3" in position and "discard: " in position
    assert begins == "It begins with turn."
    assert move == "1. A: draw a card."


def test_where_nothing_differs_nothing_is_told() -> None:
    """The planted difference is what was found above: without it the same example finds none."""
    assert laid(FIRST + LATE, FIRST + LATE) == (None, 1)


LEFT_OUT = {
    "another number of players": (
        LATE.replace("    given discard", "    given players A, B, C\n    given discard"),
        FIRST,
    ),
    "an option that is not as chosen": (
        LATE.replace("    at turn", "    given option high is yes\n    at turn"),
        FIRST,
    ),
    "a state that only one has": (LATE, FIRST.replace("round-number", "number-of-round")),
    "a rule that only one has": (LATE, FIRST.replace("turn by", "go by")),
    "a place that only one has": (LATE, FIRST.replace("discard", "heap")),
    "nothing is begun": ('\nexample "facts"\n    given discard: ?\n    then size of discard is 1\n', FIRST),
}


@pytest.mark.parametrize(("example", "second"), LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_what_cannot_be_laid_out_in_both_is_left_out(example: str, second: str) -> None:
    assert laid(FIRST + example, second.replace("at least 11", "at least 12")) == (None, 0)


def test_nobody_wins_a_part_of_a_game() -> None:
    """That the rule has ended is told as that; the winners of a game that is not over are not."""
    other = FIRST.replace("won by those p in players where score of p is 0", "won by players")
    assert laid(FIRST + LATE, other) == (None, 1)
    again = "            if size of discard is at least 11\n                turn by player\n".replace(
        "turn by", "again-by"
    )
    more = (
        FIRST.replace("        wait ", again + "        wait ")
        + "\nrule again-by by (player)\n    player may\n        go-on\n            nothing\n"
    )
    found, _ = laid(FIRST + LATE, more.replace("again-by player", "again-by by player"))
    assert found is not None
    assert [(g.first, g.second) for g in found.gaps if g.subject == "what was begun"] == [
        (("it has ended",), ("it goes on",))
    ]


def test_a_position_does_not_make_a_difference_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No game was found within so small a bound, so it is undecided, and the page says where to look."""
    files = []
    for name, text in (("one", FIRST + LATE), ("two", SECOND)):
        path = tmp_path / f"{name}.cabo"
        path.write_text(text, encoding="utf-8")
        files.append(str(path))
    bound = ["--positions", "20", "--random", "0"]

    assert main(["diff", *files, *bound]) == 3
    page = capsys.readouterr().out
    assert "No game found" in page and "1 example could be played in both." in page
    assert 'As the example "the eleventh card counts" lays it out [' in page
    assert "Whether a game comes to such a position was not looked at." in page

    assert main(["diff", *files, *bound, "--format", "json"]) == 3
    content = json.loads(capsys.readouterr().out)
    assert (content["looked"]["examples"], content["position"]["moves"], content["parting"]) == (1, 1, None)


def test_a_long_game_is_told_from_a_position_near_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Thirty-six moves of three that wait: --full tells them all."""
    files = []
    for name, times in (("one", 12), ("two", 13)):
        path = tmp_path / f"{name}.cabo"
        path.write_text(FIRST.replace("repeat 20 times", f"repeat {times} times"), encoding="utf-8")
        files.append(str(path))
    bound = ["--positions", "20", "--random", "400", "--players", "3"]

    assert main(["diff", *files, *bound]) == 1
    page = capsys.readouterr().out
    told = page[page.index("A game in which they part") :].splitlines()
    assert told[1].startswith("  The deal: ")
    assert told[2] == "  ... (--full tells moves 1 to 32)"
    assert told[3].startswith("  The position after move 32: ")
    assert [line.split(".")[0].strip() for line in told[4:8]] == ["33", "34", "35", "36"]
    assert "They part only as" not in page  # in one of the two the game goes on

    assert main(["diff", *files, *bound, "--full"]) == 1
    page = capsys.readouterr().out
    assert "  12. " in page and "The position after move" not in page

    main(["diff", *files, *bound, "--format", "json"])
    content = json.loads(capsys.readouterr().out)
    assert content["parting"]["late"]["after"] == 32
    assert content["parting"]["ends"] is None
    assert content["looked"]["learnt_games"] > 0
