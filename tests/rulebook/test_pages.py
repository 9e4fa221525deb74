"""Every shipped ruleset can be printed, as Markdown and as valid HTML; the pages in docs/rulebooks/ are current."""

from __future__ import annotations

import re

import pytest

from caborules.api.load import load
from caborules.names.sources import shipped_rulesets
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.document import Document, Grid, Heading, Item, Paragraph, Points, Text, plain
from caborules.tools.rulebook.markdown import to_markdown
from caborules.tools.rulebook.page import to_html
from tests.docs import rulebook_pages
from tests.support.html import faults

SHIPPED = sorted(name for name in shipped_rulesets() if "/" not in name)


def sentences(document: Document) -> list[str]:
    """All that a document says, without links and clauses."""
    found: list[str] = []

    def below(items: tuple[Item, ...]) -> None:
        for item in items:
            found.append(plain(item.text))
            below(item.below)

    for part in document.parts:
        match part:
            case Heading():
                found.append(part.text)
            case Paragraph():
                found.append(plain(part.text))
            case Points():
                below(part.items)
            case Grid():
                found += [*part.heads, *(plain(cell) for row in part.rows for cell in row)]
    return found


def test_the_pages_are_current() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in rulebook_pages.FOLDER.glob("*.md")}
    made = rulebook_pages.pages()
    stale = sorted(name for name in there.keys() | made.keys() if there.get(name) != made.get(name))
    assert stale == [], f"run: {rulebook_pages.COMMAND}"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_ruleset_is_printed(name: str) -> None:
    document = rulebook(load(name).system, {}, None)
    assert faults(to_html(document)) == []
    told = "\n".join(sentences(document))
    assert not re.search(r"\b(None|True|False)\b|<caborules|\w+\(span=|  ", told)
    anchors = set(re.findall(r'<a id="([^"]*)">', to_markdown(document)))
    assert set(re.findall(r"\]\(#([^)]*)\)", to_markdown(document))) <= anchors


STUMBLED = re.compile(
    "|".join(
        (
            *(r"\b[Rr]emember\b", r"\bthe [b-hj-z]\b", r"\bthe cs\b", r"“[a-z]{1,2}”", r"\bis marked\b"),
            *(r"\ban? other\b", r"\bis not one of\b", r"\bthat that\b", r"\bmodulo\b", r"\bit is not so that\b"),
            *(
                r"^If .*nothing happens\.$",
                r"less than \d+ (?:cards|players)",
                r"\(if [^()]*\),? (?:and|or) ",
                r"among who\b",
            ),
            *(r"\b(?:is|are) among those with\b", r"\bis one of .* whose\b"),
        )
    ),
    re.MULTILINE | re.IGNORECASE,
)
"""What readers stumbled over: bookkeeping, names of one letter, arms that say nothing, conditions out of place."""


@pytest.mark.parametrize("name", SHIPPED)
def test_what_readers_stumbled_over_is_not_printed(name: str) -> None:
    assert STUMBLED.findall("\n".join(sentences(rulebook(load(name).system, {}, None)))) == []


def test_what_readers_stumbled_over_is_noticed() -> None:
    for text in (
        "Remember the winners.",
        "of strength the r",
        "a other player",
        "If that is not possible: nothing happens.",
        "each player (if the discard pile is not empty) and who is not the caller",
        "its hand has less than 4 cards",
        "nobody is among who has won the round",
        "the row of the chosen player “q”",
    ):
        assert STUMBLED.search(text)


def test_steps_are_told_as_people_do() -> None:
    cabo, kabu, hands = (sentences(rulebook(load(name).system, {}, None)) for name in ("cabo", "kabu", "shithead"))
    assert (
        "If somebody was the caller before step 1 of this list: note that the active player has had a last turn."
        in cabo
    )
    assert "From now on exactly the players noted are in play." in cabo
    assert any(one.startswith("The dealer is drawn by lot from all players") for one in cabo)
    assert any(
        "the lowest count first: for each player other than that player: what that player owes" in o for o in kabu
    )
    assert "If the chosen card could be played before step 2 of this list: What a play does." in hands


def test_broken_pages_are_noticed() -> None:
    page = to_html(rulebook(load("cabo").system, {}, None))
    assert any("closes something else" in one for one in faults(page.replace("</li>", "", 1)))
    assert any("leads nowhere" in one for one in faults(page.replace('id="rule-turn"', 'id="rule-other"')))
    assert any("twice" in one for one in faults(page.replace('id="rule-turn"', 'id="rule-round"')))
    assert any("<p> in <ul>" in one for one in faults(page.replace("<ul>", "<ul><p>x</p>", 1)))


def test_text_of_a_ruleset_is_escaped() -> None:
    text: Text = ("1 < 2 & *three* | [four]",)
    document = Document("a <b>", (Heading(1, "a <b>", "a"), Paragraph(text), Grid(("x",), ((text,),))))
    assert faults(to_html(document)) == []
    assert "1 &lt; 2 &amp; *three*" in to_html(document)
    assert r"1 \< 2 & \*three\* \| \[four\]" in to_markdown(document)
