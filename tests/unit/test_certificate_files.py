"""Certificates on the command line: written, rechecked, exported; what is exported says what solvers say."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from caborules.check.certificate import record
from caborules.check.certificate.controls import controls
from caborules.check.certificate.export import INDEX, files
from caborules.check.certificate.find import file_name
from caborules.check.certificate.recheck import Answers, recheck, work_of
from caborules.check.certificate.solvers import SOLVERS, z3_says
from caborules.cli.dispatch import run
from tests.support.certified import STATED, certified, ruleset_of
from tests.support.rulesets import HEAD

KINDS = {"facts", "conservation", "no-leak", "own-legality"}


@cache
def exported(name: str) -> dict[str, str]:
    certificate = record.read(certified(name))
    result = recheck(certificate, ruleset_of(name), Answers({"Z3": z3_says}))
    broken = controls(work_of(certificate, ruleset_of(name)))
    return {one.name: one.text for one in files(result, broken)}


def test_both_solvers_say_of_each_exported_file_what_it_says_itself() -> None:
    found: Counter[str] = Counter()
    for name, text in exported("stated").items():
        if name == INDEX:
            continue
        said = "sat" if "(set-info :status sat)" in text else "unsat"
        assert ("(set-info :status unsat)" in text) == (said == "unsat")
        inner = "\n".join(line for line in text.splitlines() if line not in ("(check-sat)", "(exit)"))
        inner = "\n".join(line for line in inner.splitlines() if not line.startswith(("(set-logic", "(set-info")))
        assert {solver(inner + "\n") for solver in SOLVERS.values()} == {said}, name
        assert text.startswith("; ")
        found[said] += 1
    assert found["unsat"] > 20 and found["sat"] >= 4


def test_the_index_lists_every_file_and_controls_of_every_kind() -> None:
    index = json.loads(exported("stated")[INDEX])
    assert [one["file"] for one in index["files"]] == [name for name in exported("stated") if name != INDEX]
    assert {one["property"] for one in index["files"] if one["status"] == "sat"} == KINDS
    assert all(one["about"] and one["where"] for one in index["files"])


def test_an_export_is_the_same_every_time() -> None:
    first = exported("stated")
    exported.cache_clear()
    assert exported("stated") == first


# ---------------------------------------------------------------- the commands
@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "rules" / "tiny.cabo"
    path.parent.mkdir()
    path.write_text(HEAD + STATED, encoding="utf-8")
    return path


def test_from_a_check_to_a_recheck(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proofs = tmp_path / "proofs"
    run(["check", str(game), "--certify", str(proofs), "--solvers", "both"])
    said = capsys.readouterr().out
    assert "Certificate: " in said and "Confirmed: " in said and "cvc5" in said
    written = proofs / "tiny.json"
    assert record.read(written.read_text(encoding="utf-8")).ruleset == "../rules/tiny.cabo"

    assert run(["recheck", str(proofs)]) == 0
    assert "1 certificate confirmed." in capsys.readouterr().out
    assert run(["recheck", str(written), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["solvers"]) == {"Z3", "cvc5"}
    assert data["certificates"][0]["status"] == "confirmed"
    assert data["certificates"][0]["properties"]["conservation"]["questions"] > 0

    parts = json.loads(written.read_text(encoding="utf-8"))
    parts.pop("digest")
    parts["sections"]["facts"]["facts"]["1"] = "stock is empty"
    written.write_text(record.sealed(parts), encoding="utf-8")
    assert run(["recheck", str(proofs)]) == 1
    assert "not confirmed: facts: " in capsys.readouterr().out

    game.write_text(HEAD + STATED.replace("at least 3", "at least 2"), encoding="utf-8")
    assert run(["recheck", str(proofs)]) == 2
    caught = capsys.readouterr()
    assert "stale" in caught.out + caught.err
    game.unlink()
    assert run(["recheck", str(proofs)]) == 2


def test_an_export_of_a_ruleset(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "smt2"
    assert run(["export", "--smt2", str(game), "-o", str(folder)]) == 0
    assert "must be unsat" in capsys.readouterr().out
    listed = json.loads((folder / INDEX).read_text(encoding="utf-8"))["files"]
    assert {one["file"] for one in listed} | {INDEX} == {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    "arguments",
    [["recheck", "no-such-file.json"], ["recheck"], ["export", "cabo", "-o", "x"], ["export", "--smt2", "cabo"]],
)
def test_wrong_uses_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err


def test_certificates_are_called_after_the_ruleset_and_its_options() -> None:
    assert file_name("cabo", {}) == "cabo.json"
    assert file_name("cabo", {"jokers": "2", "a.b": "yes / no"}) == "cabo,a.b=yes-no,jokers=2.json"
