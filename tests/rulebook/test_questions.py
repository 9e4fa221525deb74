"""The questions to readers: 25 a game, each with an answer and with clauses that the printed rulebook rests on."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.tools.rulebook.book import rulebook
from tests.docs import rulebook_pages
from tests.rulebook.test_pages import sentences

FOLDER = Path(__file__).parent
GAMES = sorted(path.stem for path in FOLDER.glob("*.md"))
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def test_the_three_games_have_questions() -> None:
    assert GAMES == ["cabo", "kaboo", "shithead"]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_25_questions_with_answers_and_clauses(game: str) -> None:
    page = (FOLDER / f"{game}.md").read_text(encoding="utf-8")
    rows = ROW.findall(page)
    assert [int(number) for number, *_ in rows] == list(range(1, 26))
    known = load(game).system.clauses
    printed = (rulebook_pages.FOLDER / f"{game}.md").read_text(encoding="utf-8")
    cited = {one for found in re.findall(r"<sup>(.*?)</sup>", printed) for one in found.split(", ")}
    for number, _, _, clauses in rows:
        for clause in clauses.split(", "):
            assert clause in known, number
            assert clause.partition(".")[2] in cited, f"question {number}: {clause} stands nowhere in print"
    assert "## The last reading" in page


ANSWERS: dict[str, dict[str, list[str]]] = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))


def missing(game: str, page: str) -> list[str]:
    """The words of answers that do not stand on a page."""
    return [f"{number}: {said}" for number, words in ANSWERS[game].items() for said in words if said not in page]


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_stands_in_print(game: str) -> None:
    page = "\n".join(sentences(rulebook(load(game).system, {}, None)))
    assert list(ANSWERS[game]) == [str(number) for number in range(1, 26)]
    assert missing(game, page) == []


def test_an_answer_that_is_gone_is_noticed() -> None:
    page = "\n".join(sentences(rulebook(load("cabo").system, {"matching.offered": "no"}, None)))
    assert any(one.startswith("14: Match one of your own cards") for one in missing("cabo", page))
