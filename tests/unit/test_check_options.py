"""``check --all-options``: what is looked at, equal games once, the worst verdict and where it occurs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from caborules.api.load import load
from caborules.check import run
from caborules.check.classify import Chosen, over_options
from caborules.check.options import check_all
from caborules.check.space import Games, Space, stated_options
from caborules.check.work import Work
from caborules.cli import main
from caborules.diagnostics.record import Refused
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.engine.game import set_up
from caborules.ir.pairwise import pairs_of
from caborules.lower import lower
from tests.support.cli_games import SMALL

FEW = SMALL.replace("target: 1..100", "target: 8..10")
"""Six combinations in all."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "small.cabo"
    file.write_text(FEW, encoding="utf-8")
    return file


def checked(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    assert main(["check", "--all-options", "--format", "json", *arguments]) == code
    (ruleset,) = json.loads(capsys.readouterr().out)["rulesets"]
    return dict(ruleset)


# ---------------------------------------------------------------- the space
def test_few_combinations_are_all_looked_at(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two values times three; the defaults are one of them."""
    report = checked([str(game)], capsys)
    assert report["coverage"] == {
        "tried": {"looks": ["yes", "no"], "target": ["8", "9", "10"]},
        "every_value": ["looks", "target"],
        "covered": "all combinations",
        "combinations": 6,
        "refused": 0,
        "possible": 6,
        "pairs": 6,
        "pairs_excluded": 0,
        "distinct": 6,
        "left_out": 0,
    }
    (leak,) = [one for one in report["verdicts"] if one["property"] == "no-leak"]
    assert (leak["found"], leak["evidence"]) == ("holds", "proved")
    assert leak["scope"].endswith("play of any length, 6 different games: all combinations of 2 options")


def test_of_a_long_range_only_some_values_are_tried(game: Path) -> None:
    """The ends and the default; and it says so."""
    game.write_text(SMALL, encoding="utf-8")
    space = Space(load(game).system, {})
    assert space.values["target"] == (1, 10, 100)
    assert space.every_value == ("looks",)
    assert space.combinations().words == "all combinations of the values tried"
    assert space.possible == 200


def test_every_pair_of_values_of_cabo() -> None:
    """Held against the rows themselves; few of them are needed."""
    space = Space(load("cabo").system, {})
    found = space.combinations()
    sizes = [len(tried) for tried in space.values.values()]
    wanted = sum(one * other for place, one in enumerate(sizes) for other in sizes[place + 1 :])
    assert found.words == "every pair of values"
    asked = {pair for row in found.rows for pair in pairs_of(row, space.asked)}
    assert len(asked) == found.pairs
    assert found.pairs + found.pairs_excluded == wanted
    assert len(found.rows) < 50
    assert all(space.ranges(settings) for settings in found.settings)


def test_options_that_are_not_asked_count_for_nothing() -> None:
    """How matches are made has been looked at together with other options only where there is matching."""
    space = Space(load("cabo").system, {})
    found = space.combinations()
    keys = tuple(space.values)
    offered, powers, gaps = (keys.index(f"{key}") for key in ("matching.offered", "matching.powers", "rows.gaps"))
    there = [row for row in found.rows if space.values["matching.offered"][row[offered]]]
    assert 0 < len(there) < len(found.rows)
    assert {(row[powers], row[gaps]) for row in there} == {(one, other) for one in range(3) for other in range(2)}
    dependent = [key for key in keys if space.system.options[key].when is not None and not key.startswith("game.")]
    assert {key.partition(".")[0] for key in dependent} == {"matching", "calling"}
    assert found.pairs_excluded == sum(len(space.values[key]) for key in dependent)  # each with the "no" it depends on


def test_what_the_ruleset_excludes_is_left_out(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require = '    require looks or target is 8    "Without looking only to eight."\n'
    game.write_text(FEW.replace("attribute rank", f"{require}attribute rank", 1), encoding="utf-8")
    coverage = checked([str(game)], capsys)["coverage"]
    assert (coverage["distinct"], coverage["refused"], coverage["possible"]) == (4, 2, 6)


def test_options_that_are_set_keep_their_value(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coverage = checked([str(game), "--set", "looks=no"], capsys)["coverage"]
    assert coverage["tried"] == {"target": ["8", "9", "10"]}
    assert coverage["distinct"] == 3
    assert main(["check", str(game), "--all-options", "--set", "looks=maybe"]) == 2


def test_settings_that_do_not_fit_are_refused(game: Path) -> None:
    with pytest.raises(Refused):
        check_all(load(game), {"target": 7})


def test_games_that_are_the_same_count_once(game: Path) -> None:
    """An option may change nothing where another has a certain value; unless a property of the author reads it."""
    text = FEW.replace("target: 8..10", 'often: yes or no = yes, open "More than once?"\n    target: 8..10')
    text = text.replace("when looks", "when looks and often")
    game.write_text(text, encoding="utf-8")
    system = load(game).system
    assert len(_games(game).found) == 6  # looks and often, or not; times three
    assert stated_options(system) == frozenset()
    game.write_text(text + 'property "p"\n    never often and points is 99\n', encoding="utf-8")
    assert stated_options(load(game).system) == {"often"}
    assert len(_games(game).found) == 9


def _games(file: Path) -> Games:
    system = load(file).system
    space = Space(system, {})
    games = Games(stated_options(system))
    for settings in space.combinations().settings:
        for players, values in space.ranges(settings):
            games.add(settings, (players, values), lower(system, values, players))
    return games


# ---------------------------------------------------------------- verdicts
def planted(work: Work) -> Iterable[Verdict]:
    """Violated where nobody may look, with a witness; never run else."""
    (((players, _), values),) = work.ranges
    assert set_up(work.system, players, work.settings).options == values
    if values["looks"]:
        return (Verdict("planted", "holds", "proved", obligations=1),)
    return (Verdict("planted", "violated", "executed", witness=Witness("nobody looks", ("A waits",))),)


def test_the_worst_verdict_counts_and_says_where(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A defect that only one value of an option has is found, and what the games that have it share is told."""
    monkeypatch.setattr(run, "LOOKS", {"planted": planted})
    assert main(["check", str(game)]) == 0
    capsys.readouterr()
    report = checked([str(game)], capsys, 1)
    (verdict,) = [one for one in report["verdicts"] if one["property"] == "planted"]
    assert (verdict["found"], verdict["obligations"]) == ("violated", 3)
    assert verdict["details"][:3] == [
        "the game shown is one with 2 to 3 players, looks = no, target = 8",
        "in 3 of 6 different games; in the others: holds in 3",
        "  only these have, and all of them: looks = no",
    ]
    assert "  2 to 3 players, looks = no" in verdict["details"]
    assert verdict["witness"]["title"] == "nobody looks"


@pytest.mark.parametrize(
    ("found", "worst"),
    [
        (("holds", "never-applies"), "holds"),
        (("holds", "declared"), "declared"),
        (("declared", "undecided"), "undecided"),
        (("never-applies", "never-applies"), "never-applies"),
        (("undecided", "violated"), "violated"),
    ],
)
def test_which_verdict_is_the_worst(found: tuple[Any, Any], worst: str) -> None:
    parts = []
    for number, one in enumerate(found):
        witness = Witness("w", ()) if one == "violated" else None
        parts.append(Chosen(f"{number}", (f"x = {number}",), Verdict("p", one, "proved", witness=witness)))
    for some in (parts, parts[::-1]):
        assert over_options(some, "scope", 0).found == worst


def test_every_reason_is_told_and_what_the_others_come_to() -> None:
    """Two games are undecided for different reasons; a third one has the same option, the rest has not."""
    rows = (("undecided", "why", "a"), ("undecided", "because", "a"), ("declared", "", "a"), ("holds", "", "b"))
    parts = [
        Chosen(f"{n}", (f"x = {x}", f"n = {n}"), Verdict("p", found, "sampled", reason=reason))  # type: ignore[arg-type]  # a kind of finding
        for n, (found, reason, x) in enumerate(rows)
    ]
    verdict = over_options(parts, "scope", 0)
    assert (verdict.found, verdict.reason) == ("undecided", "why")
    assert verdict.details == (
        "in 2 of 4 different games; in the others: declared in 1, holds in 1",
        "  all of them have: x = a",
        "  0",
        "  1",
        "or: because",
    )


def test_what_is_left_out_is_told_and_then_nothing_holds(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--max-combinations: the first ones, the defaults among them; exit code 3."""
    report = checked([str(game), "--max-combinations", "3"], capsys, 3)
    assert (report["coverage"]["combinations"], report["coverage"]["left_out"]) == (3, 3)
    found = {one["property"]: (one["found"], one["evidence"]) for one in report["verdicts"]}
    assert found["no-leak"] == ("undecided", "sampled")
    assert found["examples"] == ("holds", "executed")
    assert main(["check", str(game), "--max-combinations", "3"]) == 2


def test_the_text_says_what_was_covered(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(SMALL, encoding="utf-8")
    assert main(["check", str(game), "--all-options", "--set", "looks=no"]) == 0
    out = capsys.readouterr().out
    assert "options: looks = no, all others;" in out
    assert "  3 combinations of 100; 3 different games\n  all combinations of the values tried\n" in out
    assert "  of target only 1, 10, 100\n" in out


def test_each_game_comes_with_what_was_chosen(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings give the game again: an option that is fixed at what another one says is not among them."""
    mine = game.parent / "mine.cabo"
    mine.write_text(
        'language 1\nruleset mine "Mine" extends "small.cabo"\nfix target at 9 if looks otherwise 8\n', encoding="utf-8"
    )
    monkeypatch.setattr(run, "LOOKS", {"planted": planted})
    report = check_all(load(mine))
    assert report.coverage is not None
    assert report.coverage.tried == {"looks": ("yes", "no")}
    assert report.verdict("planted").found == "violated"
