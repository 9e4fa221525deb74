"""Games with stacked decks: they show what a fair shuffle hardly ever brings, and are as legal as any."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from caborules.check.properties import play
from caborules.check.properties.stacked import stacked
from caborules.check.run import check
from caborules.diagnostics.verdict import Verdict
from caborules.engine.chance import seeded
from caborules.engine.play import begin
from tests.support.rulesets import tiny

GAME = """\
language 1
ruleset four "Four of a rank"
use "library/french.cabo"
players 2..2
begin with game

deck in stock
    french

places
    stock: pile, face down
    hand of each player: hand, seen by its owner

define mates of (player) = those c in hand of player where no d in hand of player where rank of d is not rank of c

rule game "The game"
    let chosen be one of players at random
    shuffle stock
    repeat 4 times
        move top of stock to hand of chosen otherwise nothing
    chosen must
        stop
            nothing

property "nobody holds four of a rank"
    never size of stock is 48 and some p in players where size of mates of p is at least 4
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "four.cabo"
    path.write_text(GAME, encoding="utf-8")
    return path


def verdict(path: Path) -> Verdict:
    return next(one for one in check(str(path)).verdicts if one.property.startswith("author:"))


def test_four_of_a_rank_come_together_in_a_stacked_deck(game: Path) -> None:
    one = verdict(game)
    assert one.found == "violated" and one.witness is not None and not one.witness.smaller


def test_without_stacking_nothing_is_found(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "stacked", lambda setup, begun, seed: None)
    one = verdict(game)
    assert one.found == "undecided"
    assert one.reason is not None and "half of them with like cards together" in one.reason


def test_a_stacked_deck_is_a_deal_of_the_whole_deck() -> None:
    setup = tiny("rule game\n    let lot be one of players at random\n    shuffle stock\n")
    begun = begin(setup, seeded("any")).turns[0].step.outcomes
    assert len(begun) == 2
    orders = set()
    for seed in map(str, range(30)):
        chance = stacked(setup, begun, seed)
        assert chance is not None and chance == stacked(setup, begun, seed)
        lot, order = begin(setup, chance).turns[0].step.outcomes
        assert lot == begun[0] and isinstance(order, tuple) and sorted(order) == list(range(12))
        faces = [setup.faces[card] for card in order]
        runs = [1 + sum(one[at] != other[at] for one, other in pairwise(faces)) for at in (0, 1)]
        assert runs[0] == 2 or runs[1] == 6
        orders.add((order, runs[0] == 2))
    assert len(orders) == 30 and {by_suit for _, by_suit in orders} == {True, False}


def test_where_nothing_can_be_stacked_there_is_none() -> None:
    setup = tiny("rule game\n    shuffle stock\n")
    assert stacked(setup, (), "a") is None
    assert stacked(setup, (3, (1, 0)), "a") is None
    assert stacked(setup, (3, tuple(range(12))), "a") is not None
    assert stacked(replace(setup, faces=setup.faces[:1] * 12), (3, tuple(range(12))), "a") is None
