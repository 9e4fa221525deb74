"""A match is the one that the engine plays by itself; what is planted in an engine or in the rules is noticed in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caborules.api.game import Game
from caborules.compile import live
from caborules.compile.playout import Pace
from caborules.compile.program import Program
from caborules.engine import machine
from caborules.engine.game import set_up
from caborules.engine.setup import Setup
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.matches.play import LEG, Match, Player
from tests.support import lock_generated
from tests.support.rulesets import HEAD, shipped, system_of

ALL = 10_000


def player(name: str = "cabo", players: int = 3) -> Player:
    """A player with a program of its own, in which something may be planted."""
    return of(set_up(shipped(name), players))


def of(setup: Setup) -> Player:
    return Player(setup, lock_generated.generated(setup))


def troubles(one: Player, lock: int = 0, count: int = 6, most: int = 400) -> set[str]:
    """The kinds of trouble in some matches."""
    found = [one.match(f"planted/{number}", Pace(), lock, most).trouble for number in range(count)]
    return {trouble[0] for trouble in found if trouble is not None}


@pytest.mark.parametrize("game", ["no-matching", "six-open", "second-edition"])
def test_a_match_is_the_one_that_the_engine_plays_of_its_seed(game: str) -> None:
    one = player(game)
    for pace in (Pace(), one.calm):
        alone, watched = one.match("same", pace, most=90), one.match("same", pace, ALL, 90)
        played, _ = Game(one.setup).playout("same", pace=pace, most=90)
        assert (alone.decisions, alone.over) == (played.decisions, played.over)
        assert watched.digest == alone.digest and watched.whole and not alone.positions
        assert watched.positions == alone.decisions + 1 and watched.views >= one.setup.players * 2
        assert alone.looks == 1 + -(-alone.decisions // LEG) and not alone.trouble and not watched.trouble


def test_lock_step_for_a_while_and_then_alone() -> None:
    one = player()
    found = one.match("a while", one.calm, LEG + 1, 300)
    assert found.positions == 2 * LEG + 1 and not found.whole
    assert found.digest == one.match("a while", one.calm, 0, 300).digest


def test_what_is_not_broken_is_no_trouble() -> None:
    assert troubles(player()) == set() and troubles(player(), lock=ALL, count=1) == set()


# ---------------------------------------------------------------- planted in the engines
def planted(program: Program, name: str, change: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put something else in the place of a function that generated code calls."""
    program.space[name] = change(program.space[name])


def test_a_card_lost_in_a_shuffle_is_noticed_without_lock_step() -> None:
    one = player()

    def losing(real: Callable[..., Any]) -> Callable[..., Any]:
        def shuffle(s: Any, at: int, *rest: Any) -> Any:
            found = real(s, at, *rest)
            if s.pt < len(one.program.must):  # not before the game
                s.pl[at].pop()
            return found

        return shuffle

    planted(one.program, "shuffle", losing)
    assert troubles(one) == {"lost"}


def test_a_card_in_two_places_is_noticed() -> None:
    one = player()
    real = one.program.start

    def start(chance: Any) -> Any:
        s = real(chance)
        s.pl[1].append(s.pl[0][0])
        return s

    one.program.start = start  # type: ignore[method-assign]  # planted
    assert troubles(one) == {"lost"}


def test_a_card_that_the_engine_looks_for_elsewhere_is_noticed() -> None:
    one = player()
    real = one.program.start

    def start(chance: Any) -> Any:
        s = real(chance)
        card = s.pl[0][0]
        s.at[card] = 1
        return s

    one.program.start = start  # type: ignore[method-assign]  # planted
    assert troubles(one, count=1) == {"lost"}


@pytest.mark.parametrize("change", [lambda legal: legal[:-1], lambda legal: legal[::-1]], ids=["fewer", "turned round"])
def test_a_wrong_legal_action_is_noticed_in_lock_step(change: Callable[[list[int]], list[int]]) -> None:
    one = player()

    def wrong(real: Callable[[Any], list[int]]) -> Callable[[Any], list[int]]:
        return lambda s: change(found) if len(found := real(s)) > 6 else found

    assert troubles(one, lock=ALL, count=1) == set()
    one.program.legal_at = tuple(map(wrong, one.program.legal_at))
    assert troubles(one, lock=ALL, count=1) == {"difference"}


def test_a_card_lost_in_the_reference_engine_is_noticed_in_lock_step(monkeypatch: pytest.MonkeyPatch) -> None:
    real = machine.act

    def act(*given: Any) -> machine.Step:
        step = real(*given)
        store = step.state.store
        object.__setattr__(store, "places", (store.places[0][:-1], *store.places[1:]))
        return step

    monkeypatch.setattr(machine, "act", act)
    assert troubles(player(), lock=ALL, count=1) == {"difference"}


def test_a_wrong_view_is_noticed_in_lock_step(monkeypatch: pytest.MonkeyPatch) -> None:
    real = live.Live.view
    monkeypatch.setattr(live.Live, "view", lambda self, seat: real(self, (seat + 1) % 3))
    assert troubles(player(), lock=ALL, count=1) == {"difference"}


# ---------------------------------------------------------------- planted in the rules
def test_chips_that_come_out_of_nothing_are_noticed(tmp_path: Path) -> None:
    old = "pay due of (p, q) from chips of p to chips of q"
    shutil.copytree(shipped_root(), tmp_path / "spec")
    path = tmp_path / "spec" / "kabu.cabo"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1 and troubles(player("kabu")) == set()
    path.write_text(text.replace(old, "add due of (p, q) to chips of q"), encoding="utf-8")
    assert troubles(of(set_up(elaborate(load_book(path)).system, 3))) == {"lost"}


STUCK = """
rule game
    for each p in players
        move top of stock to row of p
    repeat 9 times
        for each p in players
            p must
                lay (c in row of p) "lay"
                    move c to discard
"""
FAULT = """
state
    score of each player: 0..3, at first 0

rule game
    repeat 9 times
        for each p in players
            p may
                count "count"
                    add 1 to score of p
"""


@pytest.mark.parametrize("lock", [0, ALL])
@pytest.mark.parametrize(("rules", "kind"), [(STUCK, "stuck"), (FAULT, "fault")])
def test_rules_that_cannot_go_on_are_noticed(rules: str, kind: str, lock: int) -> None:
    assert troubles(of(set_up(system_of(HEAD + rules), 2)), lock) == {kind}


def test_what_only_the_generated_engine_runs_into_is_a_difference() -> None:
    one = player()

    def faulty(s: Any, *rest: Any) -> Any:
        raise LookupError

    one.program.space["shuffle"] = faulty
    found: Match = one.match("only one", Pace(), 0, 400)
    assert found.trouble is not None and found.trouble[0] == "difference"
