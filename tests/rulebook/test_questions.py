"""The questions to readers: 25 a game, each with an answer and with clauses that the printed rulebook rests on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caborules.api.load import load
from tests.docs import rulebook_pages

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
