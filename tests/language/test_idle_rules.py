"""W336: rules of the ruleset's own file that nothing carries out; no shipped ruleset has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.structure import Structure
from tests.language.flow_game import HEAD, flow

SPEC = Path(__file__).parents[2] / "spec"
SHIPPED = sorted((*SPEC.glob("*.cabo"), *(SPEC / "variants").glob("*.cabo")))


def idle(rules: str) -> list[str]:
    """The lines at which a rule is said to be idle; `lay-out` stands in the head."""
    found = [d for d in flow(rules).diagnostics if d.code == "W336"]
    lines = (HEAD + rules).splitlines()
    return [lines[d.span.start.line - 1] for d in found if d.span is not None]


def test_a_rule_that_nothing_calls() -> None:
    rules = "rule game\n    lay-out\n\nrule orphan\n    nothing\n"
    assert idle(rules) == ["rule orphan"]


def test_what_only_an_idle_rule_calls_is_not_said_as_well() -> None:
    rules = "rule game\n    lay-out\n\nrule orphan\n    below\n\nrule below\n    nothing\n"
    assert idle(rules) == ["rule orphan"]


def test_examples_and_properties_carry_nothing_out() -> None:
    rules = "rule game\n    lay-out\n\nrule orphan\n    nothing\n"
    rules += 'example "alone"\n    at orphan\n    then orphan is over\n'
    rules += 'property "once"\n    after done is yes at most 1 orphan\n'
    assert idle(rules) == ["rule orphan"]


@pytest.mark.parametrize(
    "way",
    [
        "after rule lay-out\n    orphan\n",
        'event bell "The bell"\n    set done to yes\n\nafter rule lay-out\n    orphan\n',
        "window snap\n    opens after lay-out\n    p in players may\n        snap\n            orphan\n",
        "window w\n    opens after lay-out\n    late: orphan\n    p in players may\n        s\n            nothing\n",
        "rule more\n    active may\n        one\n            orphan\n\nafter rule lay-out\n    more\n",
        'define form f "F"\n    cost: rule by (player) "?"\n\nform f\n    cost: other, option in other or via\n\n'
        "rule other by (player)\n    nothing\n\n"
        "rule via by (player)\n    orphan\n\nafter rule lay-out\n    do f.cost by active\n",
        'kind k: one or two\n\ndefine table t by k "T"\n    what: rule by (player) = nothing "What?"\n\n'
        "table t | what\n    one | orphan-by\n    two | --\n\nrule orphan-by by (player)\n    orphan\n\n"
        "after rule lay-out\n    do what of one by active\n",
    ],
)
def test_every_way_to_a_rule_counts(way: str) -> None:
    """Hooks, choices, windows and what is done to the late, values of options, cells."""
    text = "rule game\n    lay-out\n\nrule orphan\n    set count to 1\n\n" + way
    assert idle(text) == []
    assert "rule orphan" in idle(
        text.replace("    orphan\n", "    nothing\n")
        .replace("late: orphan", "late: nothing")
        .replace("in other or via", "in other")
    )


def test_a_rule_that_a_variant_leaves_over_is_not_said_to_be_the_variants(tmp_path: Path) -> None:
    """The base needs it; and what a library offers need not be taken."""
    (tmp_path / "mine.cabo").write_text(
        'language 1\nruleset mine "Mine" extends "kaboo.cabo"\n\nrule unused by (player)\n    peek by player\n',
        encoding="utf-8",
    )
    found = Structure(elaborate(load_book(tmp_path / "mine.cabo")).system).idle()
    assert [d.message for d in found] == ["Nothing carries out the rule unused."]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_shipped_ruleset_has_an_idle_rule(path: Path) -> None:
    assert list(Structure(elaborate(load_book(path)).system).idle()) == []
