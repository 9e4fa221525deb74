"""What only some answers reach: questions that were not asked (E212), waiting in a reaction (E332)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.diagnostics.record import Refused
from tests.language.flow_game import HEAD

ASKED = """
define form stopping "Stopping"
    ends: early or late = late                      "When does it end?"
    fee: 1..3              when stopping.ends is early "What does it cost?"

rule pay-fee by (player)
    add stopping.fee to score of player otherwise nothing       # READ

rule game
    lay-out
    for each p in players where stopping.ends is early and p is active
        pay-fee by p
    if stopping.ends is early
        pay-fee by active
"""
WAITING = """
window halt "Halting"
    p in players may
        halt "halt"
            settle

rule settle
    if WHEN
        await halt                                              # WAITS

rule game
    lay-out
    open halt
    active may
        stop
            nothing
"""


def errors(rules: str) -> list[tuple[str, str]]:
    """The errors for a text, each with the comment of its line."""
    text = HEAD + rules
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.cabo"
        path.write_text(text, encoding="utf-8")
        try:
            load(path)
        except Refused as refused:
            found = [d for d in refused.diagnostics if d.severity == "error"]
            lines = text.splitlines()
            return [(d.code, lines[d.span.start.line - 1].partition("# ")[2]) for d in found if d.span is not None]
    return []


def test_a_rule_may_read_what_its_callers_see_to() -> None:
    """No caller comes to the rule when the question is not asked."""
    assert errors(ASKED) == []


@pytest.mark.parametrize(
    "more",
    [
        "\n    pay-fee by active",
        "\n    if done\n        pay-fee by active",
        "\n    if score of active is 0\n        pay-fee by active",
    ],
)
def test_one_caller_that_does_not_is_enough(more: str) -> None:
    """A call without the condition: E212 at the line that reads."""
    assert errors(ASKED.rstrip() + more + "\n") == [("E212", "READ")]


def test_what_stands_in_no_rule_is_refused_at_once() -> None:
    """Functions, windows and sheets are looked at by themselves."""
    assert errors(ASKED + "\ndefine fee-now = stopping.fee # FUNCTION\n") == [("E212", "FUNCTION")]


SETTINGS = {
    "an answer that excludes it": ('options\n    waits: yes or no = no "W"\nfix waits at no\n', "waits", False),
    "an answer that allows it": ('options\n    waits: yes or no = no "W"\nfix waits at yes\n', "waits", True),
    "an option": ('options\n    waits: yes or no = no "W"\n', "waits", True),
    "the state": ("", "done", True),
}


@pytest.mark.parametrize(("options", "when", "wrong"), SETTINGS.values(), ids=SETTINGS.keys())
def test_waiting_in_a_reaction_that_no_answer_comes_to_is_no_fault(options: str, when: str, wrong: bool) -> None:
    """E332 only where some way through the reaction leads to the `await`."""
    found = errors(options + WAITING.replace("WHEN", when))
    assert [one for one in found if one[0] == "E332"] == ([("E332", "WAITS")] if wrong else [])
    assert all(code == "E332" for code, _ in found)
