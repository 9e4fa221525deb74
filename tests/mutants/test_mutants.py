"""The mutation run itself: a sample is judged anew; the recorded run is complete, of these rules, and good enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from caborules.names.load import book_of
from caborules.syntax.printer import format_file
from caborules.text import parse
from caborules.types.elaborate import elaborate
from tests.mutants import record
from tests.mutants.generate import Mutant, mutated_file
from tests.mutants.judge import Outcome, Subject, built, disproved, judge, subject
from tests.mutants.report import report
from tests.mutants.run import run, sample
from tests.mutants.same import essence
from tests.mutants.survivors import Survivor, problems, survivors

SEED = 2024
MOST_UNNOTICED = 0.1


@pytest.fixture(scope="module")
def of() -> Subject:
    return subject()


@pytest.fixture(scope="module")
def recorded(of: Subject) -> dict[str, Outcome]:
    sources, outcomes = record.read(record.RECORDED)
    why = record.stale(of, sources, outcomes)
    if why is not None:
        pytest.fail(why)
    return outcomes


def rules(of: Subject) -> set[str]:
    return {clause.id for clause in of.gathered.clauses.values() if clause.kind == "rule"}


def find(of: Subject, file: str, operator: str, was: str) -> Mutant:
    return next(m for m in of.mutants if (m.file, m.operator) == (file, operator) and m.was.startswith(was))


def test_the_recorded_run_is_of_the_present_rules(recorded: dict[str, Outcome]) -> None:
    assert recorded


def test_a_sample_is_judged_as_recorded(of: Subject, recorded: dict[str, Outcome]) -> None:
    for mutant in sample(of, 20, SEED):
        outcome = judge(of, mutant, proofs=False)
        was = recorded[record.key(mutant)]
        assert outcome.by == ("nothing" if was.by == "proof" else was.by), mutant.id


def test_nearly_all_mutants_are_noticed(recorded: dict[str, Outcome]) -> None:
    """Of those that are another game, that is; ``same`` is shown by comparing simplified systems."""
    real = [outcome for outcome in recorded.values() if outcome.by != "same"]
    assert sum(outcome.by == "nothing" for outcome in real) <= MOST_UNNOTICED * len(real)


def test_every_survivor_has_a_reason_and_no_rule_is_excused(of: Subject, recorded: dict[str, Outcome]) -> None:
    assert problems(of, recorded, survivors(), rules(of)) == []


def test_the_list_of_survivors_is_itself_checked(of: Subject) -> None:
    """A survivor without a reason, an excuse for a rule, and a reason without a survivor are three problems."""
    alive, noticed = of.mutants[0], of.mutants[1]
    outcomes = {record.key(m): Outcome("example") for m in of.mutants} | {record.key(alive): Outcome("nothing")}
    assert len(problems(of, outcomes, (), rules(of))) == 1
    why = "because nobody plays it so"
    given = [Survivor(m.file, m.where, m.operator, m.was, m.now, "excused", why) for m in (alive, noticed)]
    told = problems(of, outcomes, tuple(given), set(alive.clauses))
    assert len(told) == 2 and "cannot be excused" in told[0] and "no survivor" in told[1]


def test_what_is_judged_is_what_is_printed(of: Subject) -> None:
    """Mutants are made on the tree: the text of each, read again, is the same tree."""
    texts = {source.name: source for source in of.gathered.sources}
    for mutant in sample(of, 25, SEED + 1):
        source = texts[mutant.file]
        changed = mutated_file(source.file, mutant)
        assert changed != source.file
        assert parse(format_file(changed, source.text), source.name) == changed, mutant.id


def test_mutants_have_names_of_their_own(of: Subject) -> None:
    assert len({m.id for m in of.mutants}) == len(of.mutants) == len({record.key(m) for m in of.mutants})


def test_each_way_of_being_noticed(of: Subject) -> None:
    """A defect that a static check sees, one that an example sees, one that a test sees, and one that is none."""
    planted = {
        ("library/call.cabo", "drop-flip", "flip all of row of p up"): "static",
        ("library/rows.cabo", "drop-show", "show c to player"): "example",
        ("cabo.cabo", "number-1", "players 2..6"): "test",
        ("library/rows.cabo", "up-down", "flip taken up"): "same",
    }
    for (file, operator, was), by in planted.items():
        assert judge(of, find(of, file, operator, was), proofs=False).by == by


@pytest.mark.slow
def test_proofs_notice_a_leak_and_nothing_in_the_rules_as_they_are(of: Subject) -> None:
    leak = built(of, find(of, "library/call.cabo", "drop-flip", "flip all of row of p up"))
    assert disproved(leak).by == "proof"
    assert disproved(elaborate(book_of(of.gathered)).system) == Outcome("nothing")


def test_the_same_game_is_found_where_a_line_is_not_read(of: Subject) -> None:
    unread = built(of, find(of, "library/rows.cabo", "up-down", "flip taken up"))
    assert essence(unread) == of.essence
    assert essence(replace(unread, players=(2, 5))) != of.essence


def test_the_same_game_is_not_found_where_it_is_another(of: Subject) -> None:
    for mutant in sample(of, 6, SEED + 2):
        outcome = judge(of, mutant, proofs=False)
        if outcome.by == "example":
            assert essence(built(of, mutant)) != of.essence, mutant.id


def test_a_run_is_recorded_resumed_and_reported(of: Subject, tmp_path: Path) -> None:
    few = Subject(of.gathered, of.mutants[-3:], of.essence)
    path = tmp_path / "run.jsonl"
    said: list[str] = []
    run(few, path, jobs=1, resume=None, progress=said.append)
    first = path.read_text(encoding="utf-8")
    path.write_text(first + '{"key": "unfini', encoding="utf-8")
    run(few, path, jobs=1, resume=path, progress=said.append)
    assert path.read_text(encoding="utf-8") == first
    assert "3 outcomes kept" in said
    outcomes = record.read(path)[1]
    assert record.stale(few, record.read(path)[0], outcomes) is None
    assert "Run" in (record.stale(of, record.read(path)[0], outcomes) or "")
    assert "The rules have changed" in (record.stale(few, "other", outcomes) or "")
    assert any("| all | 3 |" in text for text in report(few, outcomes, ()))
