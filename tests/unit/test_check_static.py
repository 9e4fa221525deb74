"""Warnings that need proofs or the deck: each is found where it is planted, and none is given without a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.check.run import check
from caborules.check.static import dead
from caborules.check.static.findings import findings
from caborules.check.static.needed import needed
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir.statements import If
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.works import work_of

SPEC = Path(__file__).parents[2] / "spec"


def found(rules: str) -> list[tuple[str, str]]:
    """Codes, and the text of the lines that they are about; few of these games shuffle, and that is told apart."""
    return [one for one in found_all(rules) if one[0] != "W335"]


def found_all(rules: str) -> list[tuple[str, str]]:
    text = HEAD + rules
    return [(one.code, line(one, text)) for one in findings(work_of(system_of(text)))]


def line(one: Diagnostic, text: str) -> str:
    assert one.span is not None
    return line_at(one.span, text)


def line_at(span: Span, text: str) -> str:
    return text.splitlines()[span.start.line - 1].strip()


SHORT = ("cabo", "jokers-zero", "kamikaze", "no-matching", "open-peek", "published-deck", "short-match", "kabu")
LONG = sorted({path.stem for path in (*SPEC.glob("*.cabo"), *(SPEC / "variants").glob("*.cabo"))} - set(SHORT))


@pytest.mark.parametrize("name", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)])
def test_no_false_alarm(name: str) -> None:
    """Nothing is said of the shipped rulesets."""
    assert findings(work_of(shipped(name))) == ()


# ---------------------------------------------------------------- conditions that settle nothing
def test_a_condition_that_always_holds() -> None:
    """A card has just been laid there. That takes more than the text: it is a card that was chosen."""
    rules = """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                if discard is not empty
                    move top of discard to held of p otherwise nothing
"""
    assert found(rules) == [("W331", "if discard is not empty")]


ASKED_FOR = """
rule game
    for each p in players
        if stock is not empty
            move top of stock to row of p
        if discard is not empty
            move top of discard to stock otherwise nothing
"""


def test_a_condition_without_which_the_rules_would_be_refused_is_needed() -> None:
    system = system_of(HEAD + ASKED_FOR)
    lines = [one.span for block in system.blocks.values() for one in block.statements if isinstance(one, If)]
    asked = [span for span in lines if span is not None and line_at(span, HEAD + ASKED_FOR).startswith("if")]
    assert len(asked) == 2
    (stock,) = needed(system, asked)
    assert line_at(stock, HEAD + ASKED_FOR) == "if stock is not empty"


def test_what_is_needed_is_not_said_to_be_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                if discard is not empty
                    move top of discard to held of p otherwise nothing
"""
    assert found(rules) == [("W331", "if discard is not empty")]
    monkeypatch.setattr(dead, "needed", lambda _, lines: frozenset(lines))
    assert found(rules) == []
    never = rules.replace("if discard is not empty", "if discard is empty")
    assert found(never) == [("W331", "if discard is empty")], "what never holds is no use to the compiler"


def test_a_choice_that_can_never_be_made() -> None:
    rules = """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                p may
                    again when discard is empty "again"
                        nothing
"""
    assert ("W331", 'again when discard is empty "again"') in found(rules)


def test_a_rule_that_no_play_comes_to() -> None:
    rules = """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                if discard is empty
                    never-run

rule never-run
    shuffle stock
"""
    assert found(rules) == [("W331", "if discard is empty"), ("W332", "rule never-run")]


def test_a_condition_that_is_settled_in_one_place_only() -> None:
    """The same rule is carried out where its condition is open: nothing is said."""
    rules = """
rule game
    turn-up
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                turn-up

rule turn-up
    if discard is not empty
        move top of discard to stock otherwise nothing
    move top of stock to discard otherwise nothing
"""
    assert [code for code, _ in found(rules)] == []


# ---------------------------------------------------------------- faces
def test_one_condition_is_said_once() -> None:
    """A condition that no card meets is settled as well; that is no second fault."""
    rules = """
rule game
    shuffle stock
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            lay (c in row of p) "lay"
                move c to discard
                if rank of c is 1 and rank of c is 2
                    move c to stock
"""
    assert found(rules) == [("W333", "if rank of c is 1 and rank of c is 2")]


MATCH = """
rule game
    shuffle stock
    move top of stock to discard otherwise nothing
    for each p in players
        move top of stock to row of p otherwise nothing
        p may
            match (c in row of p) "match"
                show c to players
                if {condition}
                    move c to discard
"""


def test_cards_that_cannot_match() -> None:
    """With one pack no two cards have the same face."""
    condition = "discard is not empty and rank of c is rank of top of discard and suit of c is suit of top of discard"
    assert found(MATCH.format(condition=condition)) == [("W333", f"if {condition}")]


@pytest.mark.parametrize(
    "condition",
    [
        "discard is not empty and rank of c is rank of top of discard",
        "discard is not empty and (rank of c is not rank of top of discard or suit of c is suit of top of discard)",
        "rank of c is 6",
    ],
)
def test_cards_that_can(condition: str) -> None:
    assert found(MATCH.format(condition=condition)) == []


def test_a_second_pack_makes_it_possible() -> None:
    condition = "discard is not empty and rank of c is rank of top of discard and suit of c is suit of top of discard"
    text = HEAD.replace("deck in stock\n    plain\n", "deck in stock\n    plain\n    plain\n") + MATCH.format(
        condition=condition
    )
    assert findings(work_of(system_of(text))) == ()


def test_one_card_that_the_deck_does_not_have() -> None:
    """The ranks go to 6, the pack only to 4."""
    text = HEAD.replace("each rank 1..6 and", "each rank 1..4 and") + MATCH.format(condition="rank of c is 6")
    (only,) = findings(work_of(system_of(text)))
    assert (only.code, line(only, text)) == ("W333", "if rank of c is 6")


def test_two_conditions_on_some_card_are_two_cards() -> None:
    """Some card is a 1 and some card is a 2: not the same one."""
    condition = "(some x in row of p where x is not c and p knows x and rank of x is 1) and rank of c is 2"
    assert [code for code, _ in found(MATCH.format(condition=condition))] == []


def test_the_warnings_stand_in_the_report(tmp_path: Path) -> None:
    """They come with ``check``, and do not change its exit code."""
    path = tmp_path / "test.cabo"
    text = HEAD.replace("each rank 1..6 and", "each rank 1..4 and") + MATCH.format(condition="rank of c is 6")
    path.write_text(text, encoding="utf-8")
    report = check(path)
    assert [one.code for one in report.diagnostics if one.code.startswith("W33")] == ["W333"]
    assert report.exit_code() == 0


# ---------------------------------------------------------------- a deck that nobody shuffles
@pytest.mark.parametrize(
    ("shuffled", "codes"),
    [
        ("", ["W335"]),
        ("    shuffle stock\n", []),
        ("    shuffle discard\n", ["W335"]),
        ("    if player-count is 2\n        shuffle stock\n", ["W335"]),
        ("    move all of discard to stock\n    shuffle stock\n", []),
    ],
)
def test_a_deck_is_shuffled_on_every_way_to_its_first_card(shuffled: str, codes: list[str]) -> None:
    rules = (
        f"\nrule game\n{shuffled}    for each p in players\n        move top of stock to row of p otherwise nothing\n"
    )
    every = found_all(rules)
    assert [code for code, _ in every if code == "W335"] == codes
    assert all(text == "move top of stock to row of p otherwise nothing" for code, text in every if code == "W335")
