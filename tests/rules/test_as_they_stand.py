"""What is written down of every game apart from its ruleset: numbers of players, cards, what may be chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from caborules.ir.system import System
from caborules.names.sources import shipped_rulesets
from tests.rules.game_checks import as_they_stand, game_faults, told
from tests.support.rulesets import shipped


def test_every_shipped_ruleset_is_written_down() -> None:
    assert as_they_stand().keys() == {path.stem for path in shipped_rulesets().values()}


@pytest.mark.parametrize("name", as_they_stand())
def test_a_ruleset_is_as_it_is_written_down(name: str) -> None:
    assert game_faults(name, shipped(name)) == ()


def _option(system: System, key: str, **parts: object) -> System:
    option = dataclasses.replace(system.options[key], **parts)  # type: ignore[arg-type]  # parts of an option
    return dataclasses.replace(system, options={**system.options, key: option})


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (lambda t: dataclasses.replace(t, players=(2, 5)), "for (2, 5) players"),
        (lambda t: dataclasses.replace(t, deck=(*t.deck, *t.deck)), "2 players have 104 cards"),
        (lambda t: _option(t, "second-calls", openness="fixed"), "second-calls is None, not open no in yes, no"),
        (lambda t: _option(t, "second-calls", openness="option"), "second-calls is option no"),
        (lambda t: _option(t, "game.rounds", domain=(1, 49)), "game.rounds is open 4 in 1..49"),
    ],
    ids=["players", "deck", "fixed", "openness", "range"],
)
def test_the_checks_notice(broken: Callable[[System], System], fault: str) -> None:
    assert any(one.startswith(fault) for one in game_faults("kobo", broken(shipped("kobo"))))


def test_settings_that_are_refused_are_looked_at() -> None:
    loose = dataclasses.replace(shipped("jokers-reverse"), requires=())
    assert any("can be chosen together" in one for one in game_faults("jokers-reverse", loose))


def test_options_are_told_in_words() -> None:
    found = told(shipped("kobo"))
    assert found["cost.wrong-match"] == ("option lose-a-turn in lose-a-turn, penalty-cards 1, lose-a-turn-and-a-card")
    assert found["game.rounds"] == "open 4 in 1..50"
    assert told(shipped("kaboo"))["cost.late-match"] == "open nothing in nothing, penalty-cards 2"
