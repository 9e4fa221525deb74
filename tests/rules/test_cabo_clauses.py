"""Every clause of Cabo: formalised in a line, shown by an example, and open where the source leaves it open."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from caborules.engine.examples import run_examples
from caborules.engine.game import fixed
from caborules.engine.values import evaluate
from caborules.ir import system as d
from caborules.ir.system import OptionDef, System
from caborules.names.load import load_book
from caborules.names.sources import shipped_rulesets
from tests.rules.clause_checks import faults
from tests.support.rulesets import shipped

UNSHOWN = {
    "cabo.O1": "the aim",
    "cabo.A1": "advice",
    "cabo.Z1": "stated as a property",
}
"""Clauses that no position can show."""
RULESETS = ["cabo", *sorted(name for name in shipped_rulesets() if name.startswith("variants/"))]


def cabo_family() -> list[str]:
    """The shipped rulesets that extend Cabo, and Cabo."""
    return [name for name in RULESETS if any(file.header.name == "cabo" for file in load_book(name).files)]


@pytest.mark.parametrize("name", cabo_family())
def test_every_example_holds(name: str) -> None:
    results = run_examples(shipped(name))
    assert [(r.title, r.line, r.why) for r in results if r.outcome == "failed"] == []
    assert any(r.outcome == "passed" for r in results)


def test_every_example_of_cabo_applies_to_cabo() -> None:
    assert [r.title for r in run_examples(shipped("cabo")) if r.outcome != "passed"] == []


def test_every_clause_has_an_example_in_the_ruleset_that_formalises_it() -> None:
    shown = {
        clause
        for name in cabo_family()
        for example, result in zip(shipped(name).examples, run_examples(shipped(name)), strict=True)
        if result.outcome == "passed"
        for clause in example.cites
    }
    missing = [c for c in shipped("cabo").clauses if c not in shown and c not in UNSHOWN]
    assert missing == []


def asked(system: System, option: OptionDef) -> bool:
    """Does the option's question come up, as the others stand?"""
    setup = fixed(system, system.players[0], {})
    return option.when is None or bool(evaluate(setup, setup.empty_store(), option.when, {}))


def test_both_answers_of_an_open_point_are_played() -> None:
    """For each open option of the family that is asked at all: examples with two values that it may have."""
    missing = {}
    for name in cabo_family():
        system = shipped(name)
        given: dict[str, set[object]] = {}
        for example, result in zip(system.examples, run_examples(system), strict=True):
            for key, value in example.options if result.outcome == "passed" else ():
                given.setdefault(key, set()).add(repr(value))
        for key, option in system.options.items():
            if option.openness == "open" and asked(system, option) and len(given.get(key, ())) < 2:
                missing[key] = name
            elif option.openness == "open":
                missing.pop(key, None)
    assert missing == {}


def test_what_no_position_can_show() -> None:
    assert faults(shipped("cabo")) == ()


def _without_an_option(system: System) -> System:
    chain = dataclasses.replace(system.options["matching.chain"], openness="fixed")
    return dataclasses.replace(system, options={**system.options, "matching.chain": chain})


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (lambda t: dataclasses.replace(t, players=(2, 5)), "P1"),
        (lambda t: dataclasses.replace(t, requires=()), "P2"),
        (lambda t: dataclasses.replace(t, deck=t.deck[:1]), "D1"),
        (lambda t: dataclasses.replace(t, presets={}), "Y6"),
        (_without_an_option, "M4"),
    ],
    ids=["players", "requires", "deck", "presets", "open"],
)
def test_the_checks_notice(broken: Callable[[System], System], told: str) -> None:
    assert any(told in fault for fault in faults(broken(shipped("cabo"))))


def test_every_example_ends_with_a_fact() -> None:
    facts = (d.ThenCards, d.ThenCan, d.ThenFact)
    assert [e.title for e in shipped("cabo").examples if not isinstance(e.lines[-1], facts)] == []
