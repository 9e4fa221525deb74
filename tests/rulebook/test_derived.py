"""Every sentence comes from the ruleset: what is changed there changes in print, and what is switched off is gone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.diagnostics.record import Refused
from caborules.ir.system import System
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.document import Document
from tests.rulebook.test_pages import sentences

HEAD = 'language 1\nruleset other "Another game" extends "cabo.cabo"\n'

CHANGES = {
    "a cell of a table": (
        "change table cards | value\n    red king | -2 was -1\n",
        "-1",
        "-2",
    ),
    "a cell that holds a rule": (
        "change table penalties | cost\n    wrong-match | penalty-cards 2 was penalty-cards 1\n",
        "A card is added to the row, unseen.",
        "2 times: A card is added to the row, unseen.",
    ),
    "an answer": (
        "change form game\n    lost-at: passing was reaching\n",
        "The player has lost means: the player's score is at least 100.",
        "The player has lost means: the player's score is more than 100.",
    ),
    "an option": (
        "change options\n    open-peek is yes was no\n",
        "The player looks at the cards of the player's row whose position is 1 or 4.",
        "The player looks at the cards of the player's row whose position is 1, 2, 3 or 4.",
    ),
    "numbers of players": ("players 2..7 was 2..6\n", "2 to 6 players.", "2 to 7 players."),
    "a text": (
        'replace choice turn.call when may-call "knock" was ~{turn.call}\n    becomes-caller by player\n',
        "Call, possible only if nobody is the caller. The player is now the caller.",
        "Knock, possible only if nobody is the caller. The player is now the caller.",
    ),
    "a line before a rule": (
        'before rule reveal\n    announce "lay down your cards"\n',
        "",
        "It is announced: “lay down your cards”.",
    ),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_a_changed_ruleset_changes_its_sentence(what: str, tmp_path: Path) -> None:
    delta, before, after = CHANGES[what]
    plain = printed()
    changed = sentences(rulebook(_other(tmp_path, delta), {}, None))
    assert after not in plain and after in changed
    assert not before or (before in plain and before not in changed)


@cache
def printed() -> list[str]:
    """What is said of the shipped game as it is."""
    return sentences(rulebook(load("cabo").system, {}, None))


def _other(folder: Path, delta: str) -> System:
    path = folder / "other.cabo"
    if "{turn.call}" in delta:
        path.write_text(HEAD + delta.replace(" was ~{turn.call}", " was ~000000"), encoding="utf-8")
        with pytest.raises(Refused) as refused:
            load(path)
        found = "".join(f"{one.message} {one.why} {one.mend}" for one in refused.value.diagnostics)
        delta = delta.replace("{turn.call}", found.partition("~")[2][:6])
    path.write_text(HEAD + delta, encoding="utf-8")
    return load(path).system


CLOSING_UP = (
    "The cards of the player's row move up, in their order, face up or face down as they lie, until there is no gap "
    "before or between them."
)
OPENED = "If the discard pile is not empty: Matching opens; if it is open already, it begins anew."


@pytest.mark.parametrize(
    ("settings", "gone", "there"),
    [
        ({"matching.offered": "no"}, ("Matching", "Penalty cards", "wrong"), ()),
        ({}, ("Match another player's card", "Joker", "joker", "Give one of your cards", "reshuffled at once"), ()),
        ({"jokers": "2"}, (), ("2 jokers.", "joker")),
        ({"rows.gaps": "close-up"}, (), (CLOSING_UP,)),
        ({"matching.last-window": "no"}, ("until all of them have passed",), ()),
        ({"matching.powers": "meanwhile"}, ("It waits, and nobody may react",), ()),
        (
            {"matching.starter": "yes"},
            (),
            (OPENED,),
        ),
    ],
)
def test_what_is_switched_off_is_not_printed(
    settings: dict[str, str], gone: tuple[str, ...], there: tuple[str, ...]
) -> None:
    document = rulebook(load("cabo").system, settings, None)
    rules = document.parts[: next(at for at, part in enumerate(document.parts) if getattr(part, "text", "") == "Terms")]
    told = sentences(Document("", rules))
    assert [text for text in gone if any(text in one for one in told)] == []
    assert [text for text in there if text not in told] == []


def test_the_number_of_players_can_be_fixed() -> None:
    told = sentences(rulebook(load("cabo").system, {}, 6))
    assert "6 players." in told
    assert sum(one.startswith("52 cards:") for one in told) == 1
    assert "The same 52 cards once more." in told
    assert not any(one.startswith("With 5") for one in told)


AGAIN = "After a correct match, who may match the same rank again: none, only the finder, who was the first, or anyone?"


def test_chosen_and_other_answers_are_listed() -> None:
    document = rulebook(load("cabo").system, {"matching.chain": "none"}, None)
    told = sentences(document)
    question = told.index(AGAIN)
    assert told[question : question + 3] == [AGAIN, "none", "the finder or anyone"]


def test_settings_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Refused):
        rulebook(load("cabo").system, {"matching.chain": "everybody"}, None)
    with pytest.raises(Refused):
        rulebook(load("cabo").system, {}, 9)


def test_examples_are_those_that_hold() -> None:
    told = sentences(rulebook(load("cabo").system, {"matching.chain": "none"}, None))
    assert "Or nobody may match again, where the table plays so." in told
    assert "After a match anybody may match again." not in told


GIFT = "After matching another's card, must one of your own be given, or may it?"


def test_questions_that_do_not_concern_the_chosen_rules_are_not_asked() -> None:
    own, anybodys = printed(), sentences(rulebook(load("kaboo").system, {}, None))
    assert GIFT not in own and GIFT in anybodys
    assert "Does a card that is added to the row lie in the first gap, or at the end?" in own
    gaps = "Does the gap of a card that left stay, or does the row close up?"
    without = sentences(rulebook(load("cabo").system, {"matching.offered": "no"}, None))
    assert gaps in own and gaps not in without
    assert "How many cards is each player dealt?" in own
