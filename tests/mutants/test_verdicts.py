"""The recorded run of verdicts: whole, of these rules, no verdict of it refuted by brute force; a sample done anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from caborules.check.classify import PROVISO, resting
from caborules.check.ends.loops import Search
from caborules.diagnostics.verdict import Verdict
from caborules.lower import groups, lower
from caborules.types.flow.check import check_flow
from tests.mutants import examine, verdicts
from tests.mutants.examine import Examiner, broken_scope, fewer
from tests.mutants.judge import Subject, built, subject
from tests.mutants.lowerings import Lowering, lowerings, sample
from tests.mutants.remembered import Remembered
from tests.mutants.table import COMMAND, PAGE, alive, caught, page, reasons, whole
from tests.mutants.verdicts import Chosen, Judge, Line, Record, chosen, meaning, read, stale
from tests.support.rulesets import shipped

AGAIN = 6
SEED = 7


@pytest.fixture(scope="module")
def of() -> Subject:
    return subject()


@pytest.fixture(scope="module")
def recorded() -> Record:
    """The record; the run took three quarters of an hour of one core."""
    return read()


@pytest.fixture(scope="module")
def every() -> tuple[Lowering, ...]:
    few = fewer(shipped("cabo"))
    ((players, options),) = groups(few)
    return lowerings(lower(few, options, players))


# ---------------------------------------------------------------- the record
def test_the_run_is_whole(recorded: Record) -> None:
    assert len(recorded.lines) == 500
    assert sum(one.kind == "rules" for one in recorded.lines.values()) == 300


def test_brute_force_refutes_no_verdict(recorded: Record) -> None:
    assert [(one.id, one.refuted) for one in recorded.lines.values() if one.refuted] == []


def test_the_checker_fails_on_no_mutant(recorded: Record) -> None:
    """It may be stopped, on very few, when it takes too long; then nothing is recorded as found."""
    faults = [one for one in recorded.lines.values() if one.fault]
    assert [(one.id, one.fault) for one in faults if not one.unfinished] == []
    assert len(faults) <= 2 and not any(one.found for one in faults)


def test_what_nothing_catches_has_a_reason(recorded: Record) -> None:
    """Those of the rules have theirs in the other run; a reason without a survivor is one too many."""
    assert set(alive(recorded, "lowering")) == set(reasons())
    assert {one.by for one in alive(recorded, "rules").values()} <= {"nothing", "proof"}


def test_the_page_is_that_of_the_record(of: Subject, recorded: Record) -> None:
    assert PAGE.read_text(encoding="utf-8") == whole(recorded, meaning(of)), f"run  {COMMAND}"


def test_the_page_says_of_which_rules_the_run_is(of: Subject, recorded: Record) -> None:
    """A run of rules that have changed since is told as such."""
    present = {**recorded.about, "meaning": meaning(of)}
    assert "as they stand" in page(replace(recorded, about=present), present=meaning(of))
    assert "have changed since" in page(replace(recorded, about={**present, "meaning": "other"}), present=meaning(of))


def test_a_record_that_lacks_a_mutant_or_is_of_other_rules_is_stale(of: Subject, recorded: Record) -> None:
    present = {**recorded.about, "meaning": meaning(of)}
    line = next(iter(recorded.lines.values()))
    full = replace(recorded, about=present, lines={one.key: line for one in chosen(of)})
    assert stale(of, full) is None
    assert "1 mutants" in (stale(of, replace(full, lines=dict(list(full.lines.items())[1:]))) or "")
    assert "have changed" in (stale(of, replace(full, about={**present, "meaning": "other"})) or "")


@pytest.mark.slow
def test_a_sample_of_the_present_rules_is_judged_anew(of: Subject, recorded: Record) -> None:
    """Of rules and lowering as many: none refuted; as recorded, where the run is of these rules."""
    judge, rng = Judge(of), random.Random(SEED)
    present = stale(of, recorded) is None
    assert not present or dict(judge.base) == dict(recorded.base)
    both = [[one for one in chosen(of) if one.kind == kind] for kind in ("rules", "lowering")]
    for one in [one for kind in both for one in rng.sample(kind, AGAIN // 2)]:
        line = judge.line(one)
        assert (line.refuted, line.fault) == ((), ""), one.id
        assert not present or same(line, recorded.lines[one.key]), one.id


@pytest.mark.slow
def test_what_is_remembered_changes_no_verdict(of: Subject, recorded: Record) -> None:
    """Of a lowering that is caught, on the present rules: with what is remembered of others, and without."""
    judge = Judge(of)
    some = (one for one in chosen(of) if one.kind == "lowering" and one.key in recorded.lines)
    one = next(one for one in some if recorded.lines[one.key].caught)
    line = judge.line(one)
    fresh = object.__new__(Judge)
    fresh.of, fresh.system, fresh.base = of, judge.system, judge.base
    fresh.examiner = Examiner(judge.system)
    with patch.object(Remembered, "used", _nothing):
        assert same(fresh.line(one), line)


@contextmanager
def _nothing(_: object) -> Iterator[None]:
    yield


def same(one: Line, other: Line) -> bool:
    return replace(one, seconds=0.0) == replace(other, seconds=0.0)


# ---------------------------------------------------------------- mutants of the lowering
def test_mutants_of_the_lowering_have_names_of_their_own(every: tuple[Lowering, ...]) -> None:
    assert len({one.id for one in every}) == len(every) > 1000


def test_each_is_another_system_and_fits_the_one_with_small_options(every: tuple[Lowering, ...]) -> None:
    few = fewer(shipped("cabo"))
    ((players, options),) = groups(few)
    whole = lower(few, options, players)
    plain = broken_scope(few, None, 1).machine.lowered
    for one in sample(every, 60, SEED):
        assert one.of(whole) != whole, one.id
    for one in sample(every, 8, SEED):
        assert broken_scope(few, one, 1).machine.lowered != plain, one.id


def test_a_mutant_that_does_not_fit_is_refused(every: tuple[Lowering, ...]) -> None:
    few = fewer(shipped("cabo"))
    ((players, options),) = groups(few)
    with pytest.raises(ValueError, match="does not fit"):
        replace(every[0], what="no such thing").of(lower(few, options, players))


# ---------------------------------------------------------------- the harness finds what it is for
def all_good(*_: object) -> SimpleNamespace:
    """A checker that says yes to everything."""
    names = ("conservation", "progress", "no-leak", "own-legality", "public-legality", "secrecy")
    return SimpleNamespace(verdicts=tuple(Verdict(name, "holds", "proved") for name in names))


def find(every: tuple[Lowering, ...], what: str, rule: str, was: str) -> Lowering:
    return next(one for one in every if (one.what, one.rule) == (what, rule) and one.was.startswith(was))


@pytest.mark.parametrize(
    ("what", "rule", "was", "deck", "refuted"),
    [
        ("drop", "lay-on-pile", "Lay", 6, "conservation"),
        ("drop-offer", "turn", "choice turn.draw", 1, "progress"),
        ("place", "lay-on-pile", "Lay", 6, "secrecy"),
    ],
)
def test_a_checker_that_says_yes_to_everything_is_refuted(
    every: tuple[Lowering, ...], what: str, rule: str, was: str, deck: int, refuted: str
) -> None:
    with patch.object(examine, "look_into", all_good):
        found = Examiner(shipped("cabo")).lowering(find(every, what, rule, was), deck)
    assert refuted in found.refuted


def test_such_a_checker_is_not_refuted_of_the_game_itself() -> None:
    with patch.object(examine, "look_into", all_good):
        found = Examiner(shipped("cabo")).lowering(None, 1)
    assert (found.refuted, found.doubted, found.fault) == ((), (), "")


def test_a_checker_that_fails_is_noted(every: tuple[Lowering, ...]) -> None:
    def fails(*_: object) -> None:
        raise KeyError("no such thing")

    with patch.object(examine, "look_into", fails):
        found = Examiner(shipped("cabo")).lowering(every[0], 1)
    assert found.fault.startswith("KeyError")


def test_lock_step_notices_a_mistake_and_not_the_game_itself(every: tuple[Lowering, ...]) -> None:
    system = shipped("cabo")
    assert verdicts.noticed_in_lock_step(system, find(every, "drop", "deal", "Lay"))
    with patch.object(Lowering, "of", lambda _, plain: plain):
        assert not verdicts.noticed_in_lock_step(system, every[0])


# ---------------------------------------------------------------- what the first runs found
def test_a_loop_of_a_narrowed_search_that_does_not_close_is_none(of: Subject) -> None:
    """Where nobody scores, the cards of a new deal need not lie as they did one round before; this was an error."""
    dropped = [m for m in of.mutants if (m.file, m.operator) == ("library/call.cabo", "drop-line")]
    mutant = next(m for m in dropped if "add points" in m.was)
    system = fewer(check_flow(built(of, mutant)).system)
    assert Search(system, {}).loop("play-game").found is not None


def test_what_rests_on_conservation_says_so() -> None:
    """A step that is not defined ends the game: this was not said of the properties that do not look for it."""
    proved = Verdict("end-reachable", "holds", "proved", "2 players")
    played = Verdict("author:one", "holds", "executed", "2 players")
    lost, kept = Verdict("conservation", "undecided", "sampled"), Verdict("conservation", "holds", "proved")
    assert [PROVISO in one.scope for one in resting((lost, proved, played))] == [False, True, False]
    assert resting(resting((lost, proved))) == resting((lost, proved))
    assert resting((kept, proved, played)) == (kept, proved, played)


# ---------------------------------------------------------------- running and telling
def line(**changes: object) -> Line:
    plain = Line("here", "lowering", "drop", "a", "b", "", False, {}, (), (), "", 1.0)
    return replace(plain, **changes)  # type: ignore[arg-type]  # fields of a line


def test_what_only_one_catches_is_told_apart() -> None:
    base = {"conservation": "holds, proved", "progress": "holds, proved"}
    both = {"conservation": "undecided, sampled", "progress": "violated, executed"}
    lines = {
        "1": line(found=both),
        "2": line(found={"progress": "undecided, sampled"}),
        "3": line(found={"progress": "undecided, sampled"}, lockstep=True),
        "4": line(lockstep=True),
        "5": line(),
    }
    text = page(Record({"base": base}, lines), {"5": "the same game"})
    assert "| conservation |  |  |  | 1 |  |  |" in text
    assert "| progress |  |  |  | 3 | 2 | 1 |" in text
    assert "| lock-step |  |  |  | 2 | 1 | 1 |" in text
    assert "| here | a => b | the same game |" in text
    assert caught(lines["4"]) == {"lock-step"}


def test_a_run_is_recorded_and_resumed(of: Subject, tmp_path: Path) -> None:
    path, said = tmp_path / "run.jsonl", list[str]()
    some = chosen(of)[:3]

    class Quick:
        def __init__(self, _: Subject) -> None:
            self.base = {"conservation": "holds, proved"}

        def line(self, one: Chosen) -> Line:
            return line(id=one.id)

    with patch.object(verdicts, "Judge", Quick), patch.object(verdicts, "chosen", lambda _: some):
        verdicts.run(of, path, jobs=1, resume=False, progress=said.append, only=2)
        assert len(read(path).lines) == 2
        path.write_text(path.read_text(encoding="utf-8") + '{"key": "unfini', encoding="utf-8")
        verdicts.run(of, path, jobs=1, resume=True, progress=said.append)
        found = read(path)
    assert "2 kept" in said
    assert list(found.lines) == [one.key for one in some]
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["checker"] == verdicts.checker()
