"""``caborules fmt`` for folders: all files below, by name, hidden ones left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caborules.cli import main

LIBRARY = 'language 1\nlibrary part "Part"\nkind mood: good or bad\n'


def test_all_files_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file as if it were named itself; other files of the folder are left alone."""
    (tmp_path / "deep").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("b.cabo", "deep/a.cabo", ".hidden/c.cabo", "notes.txt"):
        (tmp_path / name).write_text(LIBRARY + "\n\n\n", encoding="utf-8")
    assert main(["fmt", str(tmp_path), "--format", "json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [one["file"] for one in files] == [str(tmp_path / "b.cabo"), str(tmp_path / "deep" / "a.cabo")]
    assert all(one["changed"] for one in files)
    assert main(["fmt", "--check", str(tmp_path)]) == 0
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8").endswith("\n\n\n")
    assert (tmp_path / ".hidden" / "c.cabo").read_text(encoding="utf-8").endswith("\n\n\n")


def test_a_file_that_would_change_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cabo").write_text(LIBRARY + "\n\n\n", encoding="utf-8")
    assert main(["fmt", "--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'a.cabo'}\n"


def test_a_folder_without_rulesets_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", str(tmp_path)]) == 2
    assert "E205" in (err := capsys.readouterr().err)
    assert "has no .cabo files" in err
