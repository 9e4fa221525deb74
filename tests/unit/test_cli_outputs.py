"""Whether a result can be written is tried before the work begins, for every command that writes a file or folder."""

from __future__ import annotations

import argparse
import io
import os
from pathlib import Path

import pytest

from caborules.cli.arguments import Parser
from caborules.cli.commands import COMMANDS
from caborules.cli.dispatch import _guarded
from caborules.cli.terminal import Terminal

WRITING = [
    (("check", "cabo", "-o"), False),
    (("check", "cabo", "--certify"), True),
    (("check", "cabo", "--witnesses"), True),
    (("trace", "cabo", "-o"), False),
    (("rulebook", "cabo", "-o"), False),
    (("new", "mine", "--extends", "cabo", "-o"), False),
    (("export", "cabo", "--smt2", "-o"), True),
]
"""Every argument that names what is written, and whether it is a folder."""


def told(*arguments: str) -> tuple[int, str]:
    err = io.StringIO()
    code = _guarded(list(arguments), Terminal(io.StringIO(), io.StringIO(), err))
    return code, err.getvalue()


@pytest.fixture(autouse=True)
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is never begun: whoever begins it fails."""

    def begun(options: argparse.Namespace, terminal: Terminal) -> int:
        raise AssertionError("the work was begun")

    for command in COMMANDS.values():
        monkeypatch.setattr(command.module(), "run", begun)


@pytest.mark.parametrize(("words", "folder"), WRITING, ids=lambda x: " ".join(x) if isinstance(x, tuple) else "")
def test_a_path_that_cannot_be_written_is_refused_at_once(words: tuple[str, ...], folder: bool, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    bad = ["file/inner"] + (["file"] if folder else ["missing/x", "folder"])
    for name in bad:
        code, err = told(*words, str(tmp_path / name))
        assert code == 2, (name, err)
        assert "cannot be written" in err
        assert "Nothing was done" in err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


@pytest.mark.parametrize(("words", "folder"), WRITING, ids=lambda x: " ".join(x) if isinstance(x, tuple) else "")
def test_trying_leaves_nothing_behind(words: tuple[str, ...], folder: bool, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="begun"):
        os.environ["CABORULES_DEBUG"] = "1"
        try:
            told(*words, str(tmp_path / ("new/deep" if folder else "new")))
        finally:
            del os.environ["CABORULES_DEBUG"]
    assert list(tmp_path.iterdir()) == []


def test_every_argument_that_names_what_is_written_is_tried() -> None:
    """By its help: what a command writes is said there. Folders of certificates that are read are not among them."""
    found = set()
    for command in COMMANDS.values():
        parser = Parser(command.name, command.summary, command.usage)
        command.module().arguments(parser)
        tried = {name for name, _ in parser.written}
        for action in parser._actions:
            if (
                action.option_strings
                and not action.choices
                and action.nargs != 0
                and action.help
                and "writ" in action.help
            ):
                assert action.dest in tried, (command.name, action.dest)
        found |= {(command.name, name) for name in tried}
    assert len(found) == len(WRITING)
