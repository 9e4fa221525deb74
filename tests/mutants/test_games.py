"""The run over all rulesets: every one is in it, the records are of the present rules, nearly all is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from caborules.names.sources import gather, shipped_rulesets
from caborules.syntax.file import CiteBlock, Excuse, Item, RemoveStatement
from tests.mutants import games, games_table, record
from tests.mutants.games_table import REASONS, Judged, Run, by_file, problems, section, share
from tests.mutants.generate import Mutant, mutants
from tests.mutants.judge import By, Outcome, Subject, judge
from tests.mutants.run import sample
from tests.mutants.survivors import Survivor, survivors

SEED = 11
MOST_UNNOTICED = 0.1


@pytest.fixture(scope="module")
def run() -> Run:
    return games_table.everything()


@pytest.fixture(scope="module")
def kobo() -> Subject:
    return games.game("kobo")


def test_every_shipped_ruleset_is_judged() -> None:
    every = {path.stem for path in shipped_rulesets().values()}
    assert len(set(games.GAMES)) == len(games.GAMES)
    assert {*games.GAMES, "cabo"} == every


def test_the_records_are_of_the_present_rules(run: Run) -> None:
    assert run.stale == ()


def test_nearly_all_is_noticed_of_each_file(run: Run) -> None:
    counts = by_file(run.found)
    assert {file for file, some in counts.items() if share(some) > MOST_UNNOTICED} == set()
    assert {f"{name}.cabo" for name in ("cabo", "kaboo", "kobo", "shithead", "kabu")} <= counts.keys()


def test_every_survivor_has_a_reason_and_no_rule_is_excused(run: Run) -> None:
    assert problems(run) == []


def test_the_list_of_reasons_is_itself_checked(run: Run, kobo: Subject) -> None:
    """A survivor without a reason is told, and reasons without a survivor."""
    alive = kobo.mutants[0]
    told = problems(Run({"a": Judged(alive, Outcome("nothing"))}, (), frozenset()))
    assert any(f"{alive.id} survives without a reason" in one for one in told)
    assert len(problems(Run({}, (), run.rules))) == len(survivors(REASONS))


def test_what_nobody_has_looked_into_has_no_reason(kobo: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    one = kobo.mutants[0]
    reason = Survivor(one.file, one.where, one.operator, one.was, one.now, "to do", "It may be another game.")
    monkeypatch.setattr(games_table, "reasons", lambda: (reason,))
    told = problems(Run({"a": Judged(one, Outcome("nothing"))}, (), frozenset()))
    assert any("kind 'to do'" in line for line in told)


def test_a_game_answers_for_its_own_file_and_for_what_nobody_noticed(kobo: Subject) -> None:
    files = {mutant.file for mutant in kobo.mutants}
    assert "kobo.cabo" in files and "cabo.cabo" not in files
    keys = {record.key(mutant) for mutant in games.answers_for(kobo.gathered, {})}
    fewer = games.answers_for(kobo.gathered, {key: Outcome("example") for key in keys})
    assert {mutant.file for mutant in fewer} == {"kobo.cabo"}


def test_a_variant_is_asked_about_what_nobody_noticed_of_its_parents_libraries() -> None:
    gathered = gather("second-edition")
    line = next(m for m in mutants(gathered) if m.file == "library/call.cabo" and m.was.startswith("caller-tied"))
    ways: tuple[tuple[By, bool], ...] = (("nothing", True), ("example", False), ("same", False))
    for by, asked in ways:
        found = games.answers_for(gathered, {record.key(line): Outcome(by)})
        assert (line in found) is asked, by


def find(of: Subject, operator: str, was: str) -> Mutant:
    return next(m for m in of.mutants if m.operator == operator and m.was.startswith(was))


def test_each_way_of_being_noticed(kobo: Subject) -> None:
    planted = {
        ("drop-answer", "empty-row: ends-round"): ("static", "example"),
        ("number+1", "rounds: 4"): ("test",),
        ("drop-choice", "add choice turn.call-too"): ("static", "example"),
        ("drop-line", "set misses-turn of player to yes"): ("example",),
    }
    for (operator, was), by in planted.items():
        assert judge(kobo, find(kobo, operator, was), proofs=False).by in by, was


def test_what_a_game_replaces_is_not_its_own(kobo: Subject) -> None:
    """Of a library it answers for what it plays by, not for a rule in whose place it puts its own."""
    lines = [m.was + m.where for m in games.answers_for(kobo.gathered, {}) if m.file == "library/call.cabo"]
    assert any("becomes-caller" in line for line in lines)
    assert not any("if stays-in of player" in line for line in lines)


def test_outcomes_are_kept_where_only_examples_are_new(kobo: Subject, tmp_path: object) -> None:
    path = games.recorded("kobo")
    kept = record.kept(kobo, path)
    assert kept == record.read(path)[1]


@pytest.mark.parametrize("name", ["kaboo", "shithead", "kabu"])
def test_a_sample_is_judged_as_recorded(name: str) -> None:
    _again(name, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
def test_a_larger_sample_is_judged_as_recorded(name: str) -> None:
    _again(name, 10)


def _again(name: str, count: int) -> None:
    of = games.game(name)
    outcomes = record.read(games.recorded(name))[1]
    for mutant in sample(of, count, SEED):
        assert judge(of, mutant, proofs=False).by == outcomes[record.key(mutant)].by, mutant.id


def test_the_table_counts_each_mutant_once(run: Run) -> None:
    text = list(section(run.found))
    assert f"| all | {len(run.found)} |" in "\n".join(text)


def test_a_record_outlives_citations_and_the_lines_of_removals_not_what_is_removed() -> None:
    gathered = gather("pick-three")

    def edited(name: str, change: Callable[[Item], Iterable[Item]]) -> tuple[str, str]:
        sources = tuple(
            replace(one, file=replace(one.file, items=tuple(new for item in one.file.items for new in change(item))))
            if one.name == name
            else one
            for one in gathered.sources
        )
        other = replace(gathered, sources=sources)
        return record.sources_hash(other), record.rules_hash(other)

    before = record.sources_hash(gathered), record.rules_hash(gathered)
    assert edited("shithead.cabo", lambda item: () if isinstance(item, CiteBlock | Excuse) else (item,)) == before

    def one_by_one(item: Item) -> Iterable[Item]:
        return [replace(item, titles=(t,)) for t in item.titles] if isinstance(item, RemoveStatement) else (item,)

    def another(item: Item) -> Iterable[Item]:
        return (replace(item, titles=("another",)),) if isinstance(item, RemoveStatement) else (item,)

    (own,) = (one.name for one in gathered.sources if one.name.endswith("pick-three.cabo"))
    assert edited(own, one_by_one) == before
    assert edited(own, lambda item: [new for one in one_by_one(item) for new in another(one)])[0] != before[0]
    assert edited(own, lambda item: () if isinstance(item, RemoveStatement) else (item,))[1] != before[1]
