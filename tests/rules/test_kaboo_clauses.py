"""Every clause of Kaboo is shown by an example, and every open point with both of its answers."""

from __future__ import annotations

import pytest

from caborules.engine.examples import run_examples
from tests.support.rulesets import shipped

FAMILY = ("kaboo", "bradley", "three-point-call")
UNSHOWN = {
    "kaboo.O1": "the aim",
    "kaboo.A1": "advice",
    "kaboo.Y1": "about another game",
    "kaboo.Y2": "about another game",
}
"""Clauses that no position of Kaboo can show."""


@pytest.mark.parametrize("name", FAMILY)
def test_every_example_holds(name: str) -> None:
    results = run_examples(shipped(name))
    assert [(r.title, r.line, r.why) for r in results if r.outcome == "failed"] == []
    assert any(r.outcome == "passed" for r in results)


def test_every_example_of_kaboo_applies_to_kaboo() -> None:
    assert [r.title for r in run_examples(shipped("kaboo")) if r.outcome != "passed"] == []


def test_every_clause_has_an_example() -> None:
    shown = {
        clause
        for name in FAMILY
        for example, result in zip(shipped(name).examples, run_examples(shipped(name)), strict=True)
        if result.outcome == "passed"
        for clause in example.cites
    }
    assert [c for c in shipped("kaboo").clauses if c not in shown and c not in UNSHOWN] == []
    assert not shown & UNSHOWN.keys()


@pytest.mark.parametrize("name", FAMILY)
def test_both_answers_of_an_open_point_are_played(name: str) -> None:
    system = shipped(name)
    given: dict[str, set[object]] = {}
    for example, result in zip(system.examples, run_examples(system), strict=True):
        for key, value in example.options if result.outcome == "passed" else ():
            given.setdefault(key, set()).add(repr(value))
    missing = [k for k, option in system.options.items() if option.openness == "open" and len(given.get(k, ())) < 2]
    assert missing == []
