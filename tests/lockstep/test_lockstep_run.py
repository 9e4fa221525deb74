"""The recorded run of a million steps is about the present rules, and a sample of it comes out the same again."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from caborules.compile import live
from caborules.compile.program import Program
from caborules.engine.game import fixed
from caborules.engine.setup import Setup
from caborules.engine.views import View
from caborules.ir.types import Value
from tests.lockstep import record, run
from tests.lockstep.plan import CHUNK, PLAYERS, STEPS, plan
from tests.support import lock_generated
from tests.support.lockstep import Difference


@pytest.mark.slow
def test_the_record_is_complete() -> None:
    assert record.stale(plan(), record.RECORDED) is None
    _, found = record.read(record.RECORDED)
    assert sum(one.steps for one in found.values()) >= STEPS


def test_the_record_is_about_these_rules() -> None:
    about, found = record.read(record.RECORDED)
    assert about == record.header(plan()) and found
    for number, one in found.items():
        assert one.steps == CHUNK and one.views == one.steps * one.players and not one.faults, number


def test_a_sample_of_the_record_comes_out_again() -> None:
    _, found = record.read(record.RECORDED)
    chunks = plan().chunks()
    for number in random.Random(5).sample(sorted(found), 3):
        again = run.play(chunks[number], 120)
        assert again.start == found[number].start, "the reference engine plays other games than when it was recorded"
        assert again.steps == 120 and again.views == 120 * again.players


def test_a_record_of_other_rules_is_stale(tmp_path: Path) -> None:
    lines = record.RECORDED.read_text(encoding="utf-8").splitlines()
    about = json.loads(lines[0])
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join([json.dumps({**about, "hash": "0" * 64}), *lines[1:]]), encoding="utf-8")
    assert "changed" in (record.stale(plan(), other) or "")
    other.write_text("\n".join([lines[0], *lines[2:]]), encoding="utf-8")
    assert "not finished" in (record.stale(plan(), other) or "")


def test_every_pair_of_option_values_is_played() -> None:
    """Counted without the generator's help; what is missing no combination that was tried allows."""
    of = plan()
    played = {
        pair for row in range(len(of.rows)) for pair in combinations(((k, repr(v)) for k, v in _values(row).items()), 2)
    }
    wanted = {
        ((a, repr(x)), (b, repr(y)))
        for (a, xs), (b, ys) in combinations(of.factors.items(), 2)
        for x, y in product(xs, ys)
    }
    missing = wanted - played
    assert len(missing) == of.excluded
    assert missing == {(("players", str(n)), ("two-decks", "True" if n < 5 else "False")) for n in (2, 3, 4, 6)}
    assert {chunk.row for chunk in of.chunks()} == set(range(len(of.rows))), "every row is played"


def _values(row: int) -> dict[str, Value]:
    players, options = plan().settings(row)
    return {PLAYERS: players, **{key: options[key] for key in plan().factors if key != PLAYERS}}


# ---------------------------------------------------------------- what the comparison sees
def broken(monkeypatch: pytest.MonkeyPatch, method: str, other: object) -> None:
    monkeypatch.setattr(live.Live, method, other)


def played(steps: int = 300) -> None:
    setup = fixed(plan().system, 3, {})
    lock_generated.run(setup, lock_generated.generated(setup), "seen", steps)


def test_a_view_that_says_too_little_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = live.Live.view

    def forgetful(self: live.Live, seat: int) -> View:
        seen = real(self, seat)
        return replace(seen, asked=()) if seat == 2 else seen

    broken(monkeypatch, "view", forgetful)
    with pytest.raises(Difference, match=r"^view"):
        played()


def test_knowledge_that_is_kept_at_a_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = live.Live.store

    def remembering(self: live.Live) -> object:
        store = real(self)
        return replace(store, known=tuple(known | 1 for known in store.known))

    broken(monkeypatch, "store", remembering)
    with pytest.raises(Difference, match=r"^(known|view)"):
        played()


def test_an_action_too_many_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = live.Live.actions
    broken(monkeypatch, "actions", lambda self: real(self)[::-1])
    with pytest.raises(Difference, match=r"^(legal actions|view)"):
        played()


def test_an_event_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = live.Live.events
    broken(monkeypatch, "events", lambda self: tuple(one for one in real(self) if one.kind != "shown"))
    with pytest.raises(Difference, match=r"^(events|view)"):
        played()


def test_another_deck_is_noticed() -> None:
    setup, jokers = fixed(plan().system, 3, {}), fixed(plan().system, 3, {"jokers": 2})
    with pytest.raises(Difference, match="decks"):
        _run(setup, lock_generated.generated(jokers))


def test_a_program_for_other_rules_is_noticed() -> None:
    setup, other = fixed(plan().system, 3, {}), fixed(plan().system, 3, {"rows.new-card": "at-the-end"})
    with pytest.raises(Difference):
        _run(setup, lock_generated.generated(other))


def _run(setup: Setup, program: Program) -> None:
    lock_generated.run(setup, program, "other", 2000)
