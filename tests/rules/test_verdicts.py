"""The verdict on every property of every shipped ruleset is the one that is written down, and the page tells it."""

from __future__ import annotations

import pytest

from caborules import load
from tests.rules import verdict_table

STEPS = ("conservation", "own-legality", "public-legality", "no-leak", "progress")


@pytest.mark.slow
@pytest.mark.parametrize("name", verdict_table.rulesets())
def test_every_verdict_is_as_written_down(name: str) -> None:
    assert verdict_table.verdicts(name) == verdict_table.pinned()[name]


def test_every_shipped_ruleset_is_written_down_with_what_it_states() -> None:
    pinned = verdict_table.pinned()
    assert list(pinned) == verdict_table.rulesets()
    for name, entries in pinned.items():
        stated = {f"author:{claim.title}" for claim in load(name).system.properties}
        assert {one for one in entries if one.startswith("author:")} == stated, name


def test_what_is_asked_of_every_game_is_proved_of_every_game() -> None:
    for name, entries in verdict_table.pinned().items():
        for step in STEPS:
            assert entries[step]["found"] in ("holds", "declared"), (name, step)
            assert entries[step]["evidence"] == "proved", (name, step)


def test_nothing_is_undecided_without_a_reason() -> None:
    for name, entries in verdict_table.pinned().items():
        for key, entry in entries.items():
            assert entry["found"] != "violated", (name, key)
            assert entry["found"] != "undecided" or entry["reason"], (name, key)


def test_the_page_is_current() -> None:
    wanted = verdict_table.page(verdict_table.pinned())
    assert verdict_table.PAGE.read_text(encoding="utf-8") == wanted, verdict_table.COMMAND
