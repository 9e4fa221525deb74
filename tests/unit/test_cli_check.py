"""``caborules check``: the report for people, the one for machines, exit codes, several files, witnesses."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from caborules.check import classify, run
from caborules.check.classify import Chosen, not_run, over_options
from caborules.cli import main
from caborules.cli.terminal import Terminal
from caborules.cli.verdicts import last_line, print_findings, print_verdicts
from caborules.diagnostics.verdict import Verdict, Witness, exit_code, objections
from caborules.engine.examples import ExampleResult

PROVED = ("conservation", "own-legality", "public-legality", "no-leak")

SMALL = """\
language 1
ruleset small "Small"
players 2..3
begin with game
attribute rank: 1..6
pack plain
    each rank 1..6
deck in stock
    plain
places
    stock: pile, face down
    row of each player: row, face down
state
    caller: player or nobody, each game nobody
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
    for each p in players
        p may
            look (c in row of p) "look at a card of yours"
                show c to p
            speak "speak"
                set caller to p
example "one card each"
    given stock: [1] [2] [3]
    at game
    then row of A: [1]
    then row of B: [2]
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "small.cabo"
    file.write_text(SMALL, encoding="utf-8")
    return file


def check(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> tuple[str, str]:
    found = main(["check", *arguments])
    shown = capsys.readouterr()
    assert found == code, shown.out + shown.err
    return shown.out, shown.err


def check_json(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> list[dict[str, Any]]:
    content = json.loads(check([*arguments, "--format", "json"], capsys, code)[0])
    assert content["schema"] == "caborules/check/1"
    rulesets: list[dict[str, Any]] = content["rulesets"]
    return rulesets


def test_a_sound_ruleset(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was checked, one line a property with what was found and the evidence, and a last line in words."""
    out, err = check([str(small)], capsys, 0)
    assert "players 2 to 3; options: the defaults" in out
    for name in PROVED:
        line = next(line for line in out.splitlines() if line.startswith(f"{name} "))
        assert line.split()[1:3] == ["holds", "proved"]
    (ruleset,) = check_json([str(small)], capsys, 0)
    rest = [one["property"] for one in ruleset["verdicts"] if one["evidence"] == "not-run"]
    assert ("Not run in this version:\n" + "".join(f"  {name}\n" for name in rest) in out) == bool(rest)
    assert out.rstrip().splitlines()[-1].startswith("Of what was run, nothing is violated and nothing undecided.")
    assert "Traceback" not in err


def test_what_was_not_run_counts_only_when_strict(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A property that is not looked into: exit code 0, and 4 with --strict, which says why."""
    monkeypatch.setattr(run, "LOOKS", {**run.LOOKS, "planted": lambda _work: not_run([("planted", "later")])})
    assert "With --strict" not in check([str(small)], capsys, 0)[0]
    (ruleset,) = check_json([str(small), "--strict"], capsys, 4)
    out, _ = check([str(small), "--strict"], capsys, 4)
    assert "planted: not run" in ruleset["objections"]
    listed = "".join(f"  {one}\n" for one in ruleset["objections"])
    assert out.endswith(f"With --strict these are not accepted:\n{listed}")


def test_the_json_is_the_same_in_every_run(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Apart from the seconds, which stand by themselves."""
    runs = [check_json([str(small)], capsys, 0)[0] for _ in range(2)]
    for one in runs:
        assert one.pop("seconds")
    assert runs[0] == runs[1]
    assert {one["property"]: one["found"] for one in runs[0]["verdicts"]}["conservation"] == "holds"
    assert runs[0]["players"] == [2, 3]
    assert len(runs[0]["hash"]) == 64


def test_a_failing_example_is_a_violation_with_a_witness(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1; the example, its line and why."""
    small.write_text(SMALL.replace("row of B: [2]", "row of B: [3]"), encoding="utf-8")
    out, _ = check([str(small)], capsys, 1)
    assert "examples: violated" in out
    assert '"one card each", ' in out
    assert "small.cabo:28: There lies: [2]." in out
    assert out.rstrip().splitlines()[-1].startswith("Violated: examples.")


def test_refused_files_are_shown_with_line_why_and_mend(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2; every error with its line; the result goes to standard output."""
    small.write_text(SMALL.replace("show c to p", "show c to pp").replace("set caller", "set kaller"), encoding="utf-8")
    out, err = check([str(small)], capsys, 2)
    assert f"{small}:21:" in out
    assert f"{small}:23:" in out
    assert "Did you mean" in out
    assert "show c to pp" in out
    assert out.rstrip().endswith("Refused: 2 errors.")
    assert err == ""
    (ruleset,) = check_json([str(small)], capsys, 2)
    assert ruleset["refused"] is True
    assert [one["place"]["start"]["line"] for one in ruleset["diagnostics"]] == [21, 23]


WARNED = """\
state
    laps: 0..3, at first 0
rule lap
    add 1 to laps
"""


def test_warnings_about_other_files_are_told_in_a_line_each(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of the file itself in full."""
    (tmp_path / "lib.cabo").write_text('language 1\nlibrary lib "Lib"\n' + WARNED, encoding="utf-8")
    own = WARNED.replace("lap", "turn")
    text = SMALL.replace('"Small"\n', '"Small"\nuse "lib.cabo"\n').replace(
        "rule game\n", "rule game\n    lap\n    turn\n"
    )
    small.write_text(text + own, encoding="utf-8")
    out, _ = check([str(small)], capsys, 0)
    assert out.count("W302") == 2
    (inherited,) = [line for line in out.splitlines() if "lib.cabo:6" in line]
    assert inherited.strip().startswith("W302")
    (full,) = [line for line in out.splitlines() if "W302" in line and line != inherited]
    assert full.startswith(f"{small}:")
    assert "add 1 to turns" in out
    assert "add 1 to laps" not in out


def test_a_deck_that_does_not_last_is_a_warning(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six cards, one for each player: with seven players it is told, and the exit code stays 0."""
    assert "W322" not in check([str(small)], capsys, 0)[0]
    small.write_text(SMALL.replace("players 2..3", "players 2..7"), encoding="utf-8")
    out, _ = check([str(small)], capsys, 0)
    assert f"{small}:17:9  W322  With 7 players the cards run out before the first decision" in out


def test_errors_stand_before_warnings(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever their lines; on a refusal too."""
    variant = tmp_path / "mine.cabo"
    variant.write_text(
        'language 1\nruleset mine "Mine" extends "small.cabo"\nplayers 2..2\nremove rule zig was ~000000\n',
        encoding="utf-8",
    )
    out, _ = check([str(variant)], capsys, 2)
    assert out.index("E507") < out.index("W502")


def test_of_several_files_the_worst_counts(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All of them are checked and reported; 2 is worse than 1, and 1 than 0."""
    failing = tmp_path / "failing.cabo"
    failing.write_text(SMALL.replace("row of B: [2]", "row of B: [3]"), encoding="utf-8")
    bad = tmp_path / "bad.cabo"
    bad.write_text("language 1\n", encoding="utf-8")
    assert len(check_json([str(small), str(failing)], capsys, 1)) == 2
    out, _ = check([str(bad), str(small), str(failing)], capsys, 2)
    assert out.index("Refused") < out.index("Of what was run") < out.index("Violated")


def test_options_and_presets_are_checked_as_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """--set and --preset fix what is proved; what the rules do not allow is refused."""
    (ruleset,) = check_json(["cabo", "--preset", "quick", "--set", "jokers=2"], capsys, 0)
    values = ruleset["options"][0]["values"]
    assert (values["matching.offered"], values["game.target"], values["jokers"]) == ("no", "50", "2")
    out, _ = check(["cabo", "--set", "jokers=9"], capsys, 2)
    assert "E702" in out
    out, _ = check(["cabo", "--preset", "quik"], capsys, 2)
    assert "E706" in out


# ---------------------------------------------------------------- verdicts of every kind
VERDICTS = (
    Verdict("alpha", "holds", "proved", "a scope that is rather longer than forty characters", obligations=7),
    Verdict("gamma", "none", "not-run", reason="later"),
    Verdict("delta", "undecided", "sampled", reason="two steps are not proved", details=("step one", "step two")),
    Verdict("omega", "never-applies", "proved", reason="nothing is subject to it"),
    Verdict("kappa", "declared", "proved", details=("the guard of a choice",), undeclared=("something else",)),
    Verdict("sigma", "violated", "executed", witness=Witness("A card is lost", ("A draws", "A exchanges"))),
)


def written(show: Any) -> str:
    out = io.StringIO()
    show(VERDICTS, Terminal(io.StringIO(), out, io.StringIO()))
    return out.getvalue()


def test_every_verdict_has_a_row() -> None:
    """What was found and what stands behind it are two columns; scopes and what was not run stand below."""
    lines = written(lambda verdicts, terminal: print_verdicts(verdicts, "a remark", terminal)).splitlines()
    assert [line.split()[0] for line in lines[2:7]] == ["alpha", "delta", "omega", "kappa", "sigma"]
    assert lines[2].split() == ["alpha", "holds", "proved", "(1)", "7"]
    assert lines[7:9] == ["(1) a scope that is rather longer than forty characters", "a remark"]
    assert lines[9:] == ["", "Not run in this version:", "  gamma"]


def test_findings_tell_reasons_and_witnesses() -> None:
    """Everything that is not simply good is told; what holds or was not run is not."""
    text = written(print_findings)
    assert "alpha" not in text
    assert "gamma" not in text
    parts = (
        *("delta: undecided", "two steps are not proved", "step two", "omega: never-applies", "kappa: declared"),
        *("not declared: something else", "sigma: violated", "A card is lost", "1  A draws", "2  A exchanges"),
    )
    for part in parts:
        assert part in text


def test_examples_that_do_not_apply_stand_apart_from_those_that_fail() -> None:
    """They are no fault: under a heading of their own, after what fails; machines get them among the details."""
    results = [
        ExampleResult("one", "failed", 7, "no", "base.cabo"),
        ExampleResult("two", "does not apply", None, "k cannot be 3"),
    ]
    verdict = classify.examples(results, "mine.cabo")
    out = io.StringIO()
    print_findings([verdict], Terminal(io.StringIO(), out, io.StringIO()))
    failing, apart = out.getvalue().strip().split("\n\n")
    assert failing.startswith("examples: violated")
    assert 'remove example "one"' in failing
    assert "apply" not in failing
    assert apart.splitlines() == [
        "examples that do not apply, which is no fault: 1",
        '  "two" does not apply: k cannot be 3',
    ]
    assert over_options([Chosen("k", (), verdict)], "all", 0).apart == verdict.apart


def test_strict_lists_what_it_objects_to() -> None:
    """What was not run, what never applies, what is not declared; and nothing where all is well."""
    assert objections(VERDICTS) == (
        "gamma: not run",
        "omega: never applies",
        "kappa: not declared: something else",
    )
    assert objections(VERDICTS[:1]) == ()
    assert exit_code(VERDICTS[:1], strict=True) == 0
    assert exit_code(VERDICTS[:2], strict=True) == 4
    assert exit_code(VERDICTS[4:5], strict=True) == 4
    assert exit_code(VERDICTS[:3], strict=True) == 3


@pytest.mark.parametrize(
    ("errors", "left_out", "said"),
    [
        (2, (), "Refused: 2 errors."),
        (0, (), "Violated: sigma. Never applies: omega. 1 property was not run."),
        (0, ("sigma",), "Nothing is violated; undecided: delta. Never applies: omega. 1 property was not run."),
        (0, ("sigma", "delta", "omega"), "Of what was run, nothing is violated and nothing undecided. "
                                         "1 property was not run."),
    ],
)  # fmt: skip
def test_the_last_line(errors: int, left_out: tuple[str, ...], said: str) -> None:
    """One sentence says how it went."""
    assert last_line(errors, [verdict for verdict in VERDICTS if verdict.property not in left_out]) == said
