"""Statements about several stages at once, and decisions that a condition makes a `must`."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.ir.show import show_system
from caborules.ir.system import System
from tests.language.flow_game import expected, reported
from tests.language.types_game import marks, run, tiny

TITLES = 'property "p"\n    play, round need not end\n'


def made(tmp_path: Path, *added: str) -> System:
    outcome = run(tmp_path, tiny(*added))
    assert outcome.system is not None, outcome.messages
    return outcome.system


def test_one_statement_about_several_stages_is_one_about_each(tmp_path: Path) -> None:
    """Each has a name of its own, and so a verdict of its own."""
    assumed = "assume done-once: each player eventually finish\n"
    ends = 'property "q"\n    play, round always end assuming done-once\n'
    claims = made(tmp_path, assumed, TITLES, ends, 'property "r"\n    round, round need not end\n').properties
    assert [(one.title, one.kind, one.rule, one.assuming) for one in claims] == [
        ("p (play)", "endless", "play", ()),
        ("p (round)", "endless", "round", ()),
        ("q (play)", "ends", "play", ("done-once",)),
        ("q (round)", "ends", "round", ("done-once",)),
        ("r", "endless", "round", ()),
    ]


BAD = {
    "no such stage": 'property "p"\n    play, rounds need not end  # E201',
    "no such stage among those that end": 'property "p"\n    play, rounds always end  # E201',
    "no such assumption": 'property "p"\n    play, round always end assuming x  # E201',
    "two verdicts of one name": TITLES + 'property "p (round)"  # E202\n    round need not end',
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_bad_statement_about_several_stages(tmp_path: Path, text: str) -> None:
    text = tiny(text)
    assert run(tmp_path, text).found == marks(text)


OPTION = 'options\n    forced: yes or no = no "Must one give?"\n'
SHORT = """rule give-one by (player) to (other: player)
    player alone must when forced and score of other is 0 otherwise may
        give (c in hand of player) "give a card"
            move c to hand of other
    otherwise
        announce "there is nothing to give"
"""
LONG = """rule give-one by (player) to (other: player)
    if forced and score of other is 0
        player alone must
            give (c in hand of player) "give a card"
                move c to hand of other
        otherwise
            announce "there is nothing to give"
    otherwise
        player alone may
            give (c in hand of player) "give a card"
                move c to hand of other
"""
CALL = "rule next by (player) to (other: player)\n    give-one by player to other\n"


def test_must_when_is_two_decisions_in_one(tmp_path: Path) -> None:
    """The system is the one that is got by writing the choices twice; without its condition it would be another."""
    short, long = (show_system(made(tmp_path, OPTION, text, CALL)) for text in (SHORT, LONG))
    assert short == long
    planted = SHORT.replace("must when forced and score of other is 0 otherwise may", "must")
    assert show_system(made(tmp_path, OPTION, planted, CALL)) != long


def test_what_a_variant_changes_in_such_a_choice_it_changes_once(tmp_path: Path) -> None:
    """The choice stands once in the text, so one replacement reaches both decisions."""
    (tmp_path / "base.cabo").write_text(tiny(OPTION, SHORT, CALL), encoding="utf-8")
    change = (
        'language 1\nruleset mine "M" extends "base.cabo"\nreplace choice give-one.give "give nothing"\n    nothing\n'
    )
    outcome = run(tmp_path, change)
    assert outcome.system is not None, outcome.messages
    assert show_system(outcome.system).count('give "give nothing"') == 2


BAD_CONDITIONS = {
    "no condition": "    player must when score of player otherwise may  # E301\n        a\n            nothing",
    "an error in the choice is reported once": (
        "    player must when done otherwise may\n        a\n            nothing\n"
        "        b\n            shufle-it stock  # E201"
    ),
}


@pytest.mark.parametrize("body", BAD_CONDITIONS.values(), ids=BAD_CONDITIONS.keys())
def test_a_bad_condition_of_a_must(tmp_path: Path, body: str) -> None:
    text = tiny("rule extra-one by (player)\n" + body)
    assert run(tmp_path, text).found == marks(text)


FLOW = {
    "not seen by all": """
rule game
    lay-out
    active must when some c in hand of active where rank of c is 3 otherwise may   # E401
        wait
            nothing
""",
    "nothing need be possible": """
rule game
    lay-out
    active must when caller is nobody otherwise may                     # E314
        throw (c in hand of active)
            move c to discard
""",
    "something else happens then": """
rule game
    lay-out
    active must when caller is nobody otherwise may
        throw (c in hand of active)
            move c to discard
    otherwise
        nothing
""",
}


@pytest.mark.parametrize("rules", FLOW.values(), ids=FLOW.keys())
def test_such_a_decision_is_checked_on_both_ways(rules: str) -> None:
    """E401 for the condition, E314 for the `must` alone."""
    assert {one for one in reported(rules) if one[0].startswith("E")} == expected(rules)
