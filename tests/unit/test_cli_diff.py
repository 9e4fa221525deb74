"""``caborules diff`` as a person or a script meets it: text, Markdown, JSON and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caborules.cli import main
from caborules.names.sources import shipped_rulesets
from tests.support.rulesets import HEAD
from tests.unit.test_difference_game import FIRST, LATER, RULES


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> str:
    found = main(["diff", *arguments])
    shown = capsys.readouterr()
    assert found == code, shown.out + shown.err
    return shown.out


def run_json(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(run([*arguments, "--format", "json"], capsys, code))
    assert content["schema"] == "caborules/diff/1"
    return content


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = (tmp_path / "first.cabo", tmp_path / "later.cabo")
    for path, text in zip(paths, (FIRST, LATER.replace("ruleset tiny", "ruleset later")), strict=True):
        path.write_text(text, encoding="utf-8")
    return str(paths[0]), str(paths[1])


def test_two_rulesets_that_part(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    out = run(list(files), capsys, 1)

    assert "tiny and later" in out
    assert "      -             if size of discard is at least 5\n" in out
    assert "      +             if size of discard is at least 6\n" in out
    assert "Not equal with 2 to 4 players." in out
    assert "A game in which they part (2 players, 12 cards)" in out
    assert "  5. A: draw a card.\n" in out
    assert "- score of A: 1 [" in out
    assert "5 moves. On this deal and 7 more every shorter game was looked at" in out


def test_markdown_has_headings_and_marked_lines(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    out = run([*files, "--format", "markdown"], capsys, 1)

    assert out.startswith("# tiny and later\n")
    assert "\n## The texts\n" in out
    assert "\n  ```diff\n" in out
    assert "\n## A game in which they part (2 players, 12 cards)\n" in out


def test_json_says_all_of_it(files: tuple[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The traces in it are recorded games: each follows its own ruleset, and not the other."""
    content = run_json(list(files), capsys, 1)

    assert content["verdict"] == "differs"
    assert [one["name"] for one in content["rulesets"]] == ["tiny", "later"]
    assert [(one["how"], one["kind"], one["name"]) for one in content["differences"]] == [("changed", "rule", "turn")]
    assert content["compiled"] == {"equal": [], "unequal": [2, 3, 4], "only_one": [], "renamed": []}
    assert content["cards"] == {"both": 12, "first": 12, "second": 12}
    found = content["parting"]
    assert (found["moves"], found["found"], found["every_game_up_to"]) == (5, "breadth", 4)
    assert found["gaps"][0]["subject"] == "score of A"
    for at, (file, trace) in enumerate(zip(files, found["traces"], strict=True)):
        path = tmp_path / f"{at}.json"
        path.write_text(json.dumps(trace), encoding="utf-8")
        assert main(["replay", str(path), "--ruleset", file]) == 0
        assert main(["replay", str(path), "--ruleset", files[1 - at]]) == 2
        capsys.readouterr()


def test_the_same_game(files: tuple[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A ruleset and itself; and one in which only names are changed."""
    out = run([files[0]], capsys, 0)
    assert "They say the same." in out
    assert "The same game with 2 to 4 players: compiled rules are equal." in out
    renamed = tmp_path / "renamed.cabo"
    renamed.write_text(FIRST.replace("score", "points").replace("discard", "heap"), encoding="utf-8")
    out = run([files[0], str(renamed)], capsys, 0)
    assert "compiled rules are equal up to names" in out
    assert "score = points" in out


def test_nothing_found_is_not_nothing_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Rules that differ where no game comes to: undecided, with the bound, and never called equal."""
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, count in zip(paths, ("13", "14"), strict=True):
        path.write_text(FIRST.replace("at least 5", f"at least {count}"), encoding="utf-8")
    arguments = [*map(str, paths), "--positions", "300", "--random", "200"]

    out = run(arguments, capsys, 3)

    assert "No game found in which they part (2 players, 12 cards)" in out
    assert "That does not say that they are the same game." in out
    assert "(300 positions)" in out
    assert "compiled rules are equal" not in out
    assert run_json(arguments, capsys, 3)["verdict"] == "undecided"


def test_the_same_ruleset_with_other_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An option chosen on one side; chosen on both it is no difference."""
    path = tmp_path / "open.cabo"
    rules = 'options\n    late: 1..9 = 5, open "From which card on?"\n\n' + RULES.replace("at least 5", "at least late")
    path.write_text(HEAD + rules, encoding="utf-8")

    out = run([str(path), "--set-second", "late=3"], capsys, 1)
    assert "tiny (first) and tiny (second)" in out
    assert "late, as chosen: 5 -> 3" in out
    assert "  3. A: draw a card.\n" in out

    run([str(path), "--set", "late=3"], capsys, 0)
    run([str(path), str(path), "--set-first", "late=4", "--set-second", "late=4"], capsys, 0)


def test_numbers_of_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same rules for other numbers of players are not the same game; asked about one of them they are."""
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, players in zip(paths, ("2..4", "3..5"), strict=True):
        path.write_text(FIRST.replace("players 2..4", f"players {players}"), encoding="utf-8")

    out = run([*map(str, paths)], capsys, 1)
    assert "players: 2..4 -> 3..5" in out
    assert "The same game with 3 and 4 players" in out
    assert "Only tiny (first) is for 2 players." in out
    assert "Only tiny (second) is for 5 players." in out
    run([*map(str, paths), "--players", "3"], capsys, 0)
    assert main(["diff", *map(str, paths), "--players", "2"]) == 2


def test_without_a_game(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    out = run([*files, "--no-game"], capsys, 1)

    assert "A game in which they part" not in out
    assert run_json([*files, "--no-game"], capsys, 1)["looked"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "nonsense=1"], "neither ruleset has an option"),
        (["--set-second", "nonsense=1"], "nonsense"),
        (["--preset-first", "nonsense"], "nonsense"),
        (["--players", "9"], "9"),
        (["--positions", "0"], "whole number"),
    ],
)
def test_what_is_not_there_is_refused(
    files: tuple[str, str], arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *files, *arguments]) == 2
    assert message in capsys.readouterr().err


# ---------------------------------------------------------------- the shipped variants
def edited(base: str, variant: str, capsys: pytest.CaptureFixture[str], code: int = 1) -> set[str]:
    """The differences of the texts, examples aside, as ``kind name: first -> second``."""
    content = run_json([base, variant, "--no-game"], capsys, code)
    return {
        f"{one['kind']} {one['name']}: {one['first'] or one['how']} -> {one['second'] or one['how']}"
        for one in content["differences"]
        if one["kind"] != "example"
    }


TEXTS = {
    "jokers-zero": {"option jokers: 0..4 = 0, open -> 0..4 = 2, open"},
    "no-matching": {"form matching, offered: yes, option -> no", "preset quick, matching.offered: no -> removed"},
    "open-peek": {"option open-peek: yes or no = no -> yes or no = yes"},
    "short-match": {"form game, target: 100, option -> 50, option"},
    "kamikaze": {
        "table round-score, row caller-alone, also: nothing -> kamikaze-bonus",
        "table round-score, row caller-tied, also: nothing -> kamikaze-bonus",
        "table round-score, row caller-beaten, also: nothing -> kamikaze-bonus",
        "option strictly-lowest: added -> yes or no = no, open",
        "option on-top: added -> yes or no = yes, open",
        "rule kamikaze-bonus: added -> added",
    },
}


@pytest.mark.parametrize("variant", sorted(TEXTS))
def test_the_texts_of_shipped_variants(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert edited("cabo", variant, capsys) == TEXTS[variant]


GAMES = {
    "no-matching": (1, "breadth", "what A can do"),
    "open-peek": (0, "breadth", "row of A, as A sees it"),
    "short-match": (4, "random", "the game"),
    "kamikaze": (4, "random", "score of B"),
}


@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(GAMES))
def test_a_game_in_which_a_shipped_variant_parts(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(["cabo", variant], capsys, 1)["parting"]

    moves, how, subject = GAMES[variant]
    assert (found["moves"], found["found"]) == (moves, how)
    assert subject in {gap["subject"] for gap in found["gaps"]}
    assert found["every_game_up_to"] == moves - 1
    assert all(found["traces"])


@pytest.mark.slow
def test_with_the_cards_of_both_jokers_make_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    content = run_json(["cabo", "jokers-zero"], capsys, 1)

    assert content["cards"] == {"both": 52, "first": 52, "second": 54}
    assert content["same_with_common_cards"] is True
    assert content["parting"] is None


@pytest.mark.slow
def test_without_a_card_in_common_there_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No card is in both decks" in run(["cabo", "published-deck"], capsys, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_every_shipped_ruleset_can_be_held_against_the_first_game(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever they have in common: an answer, and where a game is told the reference engine has played it."""
    content = run_json(["cabo", name, "--positions", "2000"], capsys, 0 if name == "cabo" else 1)

    assert content["verdict"] == ("same" if name == "cabo" else "differs")


def test_where_one_goes_on_what_follows_is_left_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """That the next round begins in one of them is no difference worth telling beside the end of the other."""
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, times in zip(paths, (1, 2), strict=True):
        path.write_text(FIRST.replace("repeat 20 times", f"repeat {times} times"), encoding="utf-8")
    arguments = [*map(str, paths)]

    out = run(arguments, capsys, 1)
    assert "  - the game: it is over in tiny (first), it goes on in tiny (second)\n" in out
    assert "more, since one of them goes on (--full)\n" in out
    assert "what A can do" not in out
    assert "what A can do" in run([*arguments, "--full"], capsys, 1)


def test_in_markdown_moves_are_a_list_and_all_else_paragraphs(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run([*files, "--format", "markdown"], capsys, 1).splitlines()

    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    assert lines[first - 2].startswith("The deal: ") and lines[first - 1] == ""
    assert lines[first + 1].startswith("2. ")


def test_decks_without_a_card_in_common(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = [tmp_path / "one.cabo", tmp_path / "two.cabo"]
    for path, low in zip(paths, (1, 7), strict=True):
        ranks = f"rank {low}..{low + 5}"
        text = FIRST.replace("rank: 1..6", f"rank: {low}..{low + 5}").replace("rank 1..6", ranks)
        path.write_text(text, encoding="utf-8")

    out = run([*map(str, paths)], capsys, 1)

    assert "The decks differ: of 12 and 12 cards none is in both (2 players)." in out
    assert "No card is in both decks: no deal is possible in both." in out


@pytest.mark.slow
def test_a_difference_behind_a_whole_round_is_told_by_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    """At random it takes some 150 moves to come there."""
    found = run_json(["shithead", "play-for-winner"], capsys, 1)["parting"]

    assert 12 < found["moves"] < 60
    assert found["ends"] == 'hand-played ("A round")'
    assert found["late"]["after"] == found["moves"] - 4
    assert all(found["traces"])
