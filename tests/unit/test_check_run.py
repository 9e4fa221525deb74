"""``check`` as a whole: verdicts, what was not run, exit codes, and the form for machines."""

from __future__ import annotations

import json
from functools import cache

import pytest

import caborules
from caborules.check.classify import Evidence, proved_or_not
from caborules.check.report import Report, report_json
from caborules.check.run import check
from caborules.diagnostics.record import Refused
from caborules.diagnostics.verdict import Witness


@cache
def cabo() -> Report:
    return check("cabo")


def test_cabo_passes_its_check() -> None:
    """Examples and proofs hold; other properties are listed as not run and do not change the exit code."""
    report = cabo()
    proved = ("conservation", "own-legality", "public-legality", "no-leak")
    assert [report.verdict(name).found for name in proved] == ["holds"] * 4
    assert [report.verdict(name).evidence for name in proved] == ["proved"] * 4
    assert report.verdict("examples").evidence == "executed"
    assert report.exit_code() == 0
    assert report.exit_code(strict=True) == 4


def test_every_property_of_cabo_is_decided() -> None:
    """Nothing is left out, nothing is undecided, and nothing is violated; each property of the author has its line."""
    found = {one.property: one.found for one in cabo().verdicts}
    assert {"secrecy", "progress", "end-reachable", "ends:lap", "author:a call is final"} <= set(found)
    assert set(found.values()) <= {"holds", "declared", "never-applies"}
    for name in ("progress", "end-reachable", "author:the end of the game stays in reach"):
        assert (found[name], cabo().verdict(name).evidence) == ("holds", "proved")


def test_disclosures_are_listed() -> None:
    """What the rules announce stands in the report."""
    assert any('announce: "it matches"' in one for one in cabo().disclosures)


def test_the_form_for_machines_is_the_same_in_every_run() -> None:
    """Two runs differ in nothing but the seconds."""
    documents = [json.loads(json.dumps(report_json([report], "0.1.0"))) for report in (cabo(), check("cabo"))]
    assert documents[0]["schema"] == "caborules/check/1"
    for document in documents:
        seconds = document["rulesets"][0].pop("seconds")
        assert set(seconds) >= {"conservation", "no-leak"}
    assert documents[0] == documents[1]


def test_an_option_changes_what_is_checked() -> None:
    """Settings reach the proofs; a loaded ruleset serves as well as a name."""
    report = check(caborules.load("cabo"), {"matching.offered": False})
    assert report.verdict("no-leak").obligations < cabo().verdict("no-leak").obligations
    assert report.verdict("no-leak").found == "holds"


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Refused):
        check("cabo", {"no-such-option": True})


def test_progress_is_told() -> None:
    """Whoever waits hears what is being done."""
    told: list[tuple[str, int, int]] = []
    check("cabo", progress=lambda what, done, of: told.append((what, done, of)))
    assert any(what.startswith("proofs for 2 to 4 players") for what, _, _ in told)
    examples = [(done, of) for what, done, of in told if what == "examples"]
    assert examples == [(number, len(examples)) for number in range(1, len(examples) + 1)]
    assert len(examples) > 50
    proofs = [(done, of) for what, done, of in told if what.startswith("proofs for 2 to 4 players")]
    assert len({of for _, of in proofs}) > 1, "facts were refused, and everything was asked again"
    assert proofs == sorted(proofs), "no number runs backwards"
    assert all(done <= of for done, of in proofs)


def test_only_a_played_game_is_a_violation() -> None:
    """An open goal without a witness is undecided, with one it is a violation; without open goals it holds."""
    witness = Witness("a game", ("0. it begins",))
    assert proved_or_not(Evidence("p", "s", 3)).found == "holds"
    assert proved_or_not(Evidence("p", "s", 3, ("a goal",))).found == "undecided"
    assert proved_or_not(Evidence("p", "s", 3, ("a goal",), witness=witness)).found == "violated"
    assert proved_or_not(Evidence("p", "s", 3, ("a goal",), looked="-")).reason == "1 step is not proved, and -"
    assert proved_or_not(Evidence("p", "s", 3, ("a", "b"), looked="-")).reason == "2 steps are not proved, and -"
    assert proved_or_not(Evidence("p", "s", 3, vacuous=True)).found == "never-applies"
    assert proved_or_not(Evidence("p", "s", 3, disclosed=("something",))).found == "declared"
