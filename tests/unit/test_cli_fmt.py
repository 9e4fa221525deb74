"""The commands that write ruleset files: fmt and new."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.support.commands import run, run_json

ROOT = Path(__file__).resolve().parents[2]
SLOPPY = 'language 1\nruleset   mine "Mine"   extends "cabo.cabo"\n# a remark\nchange options\n  jokers is 2 was 0\n'
TIDY = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n# a remark\nchange options\n    jokers is 2 was 0\n'


# ---------------------------------------------------------------- fmt and new
def test_fmt_rewrites_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is rewritten once; the second time nothing is left to do."""
    file = tmp_path / "mine.cabo"
    file.write_text(SLOPPY, encoding="utf-8")
    out, err = run(["fmt", str(file)], capsys)
    assert file.read_text(encoding="utf-8").split() == TIDY.split()
    assert "    jokers is 2 was 0" in file.read_text(encoding="utf-8")
    assert (out, "rewritten" in err) == ("", True)
    assert run(["fmt", str(file)], capsys) == ("", "")


def test_fmt_check_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1 and the name of the file that would change; 0 where none would."""
    file = tmp_path / "mine.cabo"
    file.write_text(SLOPPY, encoding="utf-8")
    out, _ = run(["fmt", "--check", str(file)], capsys, code=1)
    assert out == f"{file}\n"
    assert file.read_text(encoding="utf-8") == SLOPPY
    assert run_json(["fmt", "--check", str(file)], capsys, code=1)["files"][0]["changed"] is True
    run(["fmt", str(file)], capsys)
    assert run(["fmt", "--check", str(file)], capsys)[0] == ""


def test_fmt_diff_shows_what_would_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A unified diff, and nothing is written."""
    file = tmp_path / "mine.cabo"
    file.write_text(SLOPPY, encoding="utf-8")
    out, _ = run(["fmt", "--diff", str(file)], capsys)
    assert "+    jokers is 2 was 0" in out
    assert file.read_text(encoding="utf-8") == SLOPPY


def test_fmt_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` formats a stream; an error shows its line."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SLOPPY.encode())))
    out, _ = run(["fmt", "-"], capsys)
    assert out.split() == TIDY.split()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SLOPPY.replace("jokers is", "jokers =").encode())))
    out, err = run(["fmt", "-"], capsys, code=2)
    assert out == ""
    assert "jokers = 2" in err


def test_fmt_writes_what_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing ``was`` is filled in; a stale one is renewed only with --accept, and each is said."""
    file = tmp_path / "mine.cabo"
    file.write_text(TIDY.replace(" was 0", ""), encoding="utf-8")
    _, err = run(["fmt", str(file)], capsys)
    assert "jokers is 2 was 0" in file.read_text(encoding="utf-8")
    assert "was missing, now 0" in err
    file.write_text(TIDY.replace("was 0", "was 1"), encoding="utf-8")
    run(["fmt", str(file)], capsys)
    assert "was 1" in file.read_text(encoding="utf-8")
    _, err = run(["fmt", "--accept", str(file)], capsys)
    assert "was 0" in file.read_text(encoding="utf-8")
    assert "was 1, now 0" in err


def test_fmt_says_that_it_could_not_write_what_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the error that stands in the way; and nothing of the kind where no ``was`` is missing."""
    file = tmp_path / "mine.cabo"
    wrong = TIDY + "\nremove rule no-such-rule was ~000000\n"
    file.write_text(wrong, encoding="utf-8")
    assert "was" not in run(["fmt", str(file)], capsys)[1]
    file.write_text(wrong.replace(" was 0", ""), encoding="utf-8")
    _, err = run(["fmt", str(file)], capsys)
    assert "a missing `was` could not be written, because of E507 in " in err
    assert "jokers is 2 was" not in file.read_text(encoding="utf-8")


def test_the_shipped_files_are_formatted(capsys: pytest.CaptureFixture[str]) -> None:
    """``fmt --check`` has nothing to say about spec/."""
    files = sorted(str(path) for path in (ROOT / "spec").rglob("*.cabo"))
    assert len(files) > 10
    run(["fmt", "--check", *files], capsys)


def test_new_starts_a_variant_that_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file loads in any folder, is formatted, and is not written over without --force."""
    monkeypatch.chdir(tmp_path)
    _, err = run(["new", "sunday-game", "--extends", "cabo"], capsys)
    assert "sunday-game.cabo extends cabo" in err
    assert run_json(["options", "sunday-game.cabo"], capsys)["ruleset"] == "sunday-game"
    run(["fmt", "--check", "sunday-game.cabo"], capsys)
    assert "there already" in run(["new", "sunday-game", "--extends", "cabo"], capsys, code=2)[1]
    run(["new", "sunday-game", "--extends", "cabo", "--force", "--title", "Sundays"], capsys)
    assert '"Sundays"' in Path("sunday-game.cabo").read_text(encoding="utf-8")


def test_new_extends_a_file_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path is written as the new file must name it, also into another folder."""
    monkeypatch.chdir(tmp_path)
    Path("base.cabo").write_text(TIDY, encoding="utf-8")
    Path("more").mkdir()
    run(["new", "child", "--extends", "base.cabo", "-o", "more/child.cabo"], capsys)
    assert 'extends "../base.cabo"' in Path("more/child.cabo").read_text(encoding="utf-8")
    assert run_json(["options", "more/child.cabo"], capsys)["ruleset"] == "child"
