"""Bad input of every kind: a message, the documented exit code, no traceback, and no long wait."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caborules.cli import main
from tests.support.clock import within

LONGEST = 5.0
"""Seconds that a refusal may take."""

GAME = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n'


def _missing(folder: Path) -> Path:
    return folder / "nowhere.cabo"


def _folder(folder: Path) -> Path:
    return folder


def _unreadable(folder: Path) -> Path:
    path = folder / "secret.cabo"
    path.write_text(GAME, encoding="utf-8")
    path.chmod(0)
    return path


def _pipe(folder: Path) -> Path:
    path = folder / "pipe.cabo"
    os.mkfifo(path)
    return path


def _bytes(content: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / "bad.cabo"
        path.write_bytes(content)
        return path

    return make


def _circle_of_extends(folder: Path) -> Path:
    for name, other in (("a", "b"), ("b", "a")):
        (folder / f"{name}.cabo").write_text(
            f'language 1\nruleset {name} "{name}" extends "{other}.cabo"\n', encoding="utf-8"
        )
    return folder / "a.cabo"


def _circle_of_use(folder: Path) -> Path:
    for name, other in (("a", "b"), ("b", "a")):
        (folder / f"{name}.cabo").write_text(
            f'language 1\nlibrary {name} "{name}"\nuse "{other}.cabo"\n', encoding="utf-8"
        )
    game = folder / "game.cabo"
    game.write_text('language 1\nruleset game "Game" extends "cabo.cabo"\nuse "a.cabo"\n', encoding="utf-8")
    return game


def _outside(folder: Path) -> Path:
    path = folder / "bad.cabo"
    path.write_text('language 1\nruleset mine "Mine" extends "../../../../etc/passwd.cabo"\n', encoding="utf-8")
    return path


def _library(folder: Path) -> Path:
    path = folder / "lib.cabo"
    path.write_text('language 1\nlibrary lib "Lib"\n', encoding="utf-8")
    return path


RULESETS: dict[str, Callable[[Path], Path]] = {
    "empty": _bytes(b""),
    "blank": _bytes(b"\n\n  \n"),
    "binary": _bytes(bytes(range(256)) * 40),
    "not utf-8": _bytes(GAME.encode() + b'preset x "\xff"\n'),
    "ten megabytes": _bytes(GAME.encode() + b"# filler\n" * 1_200_000),
    "one long line": _bytes(GAME.encode() + b"#" + b"x" * 900_000),
    "nested brackets": _bytes(GAME.encode() + b"define x = " + b"(" * 200_000 + b"1" + b")" * 200_000 + b"\n"),
    "a tower of nots": _bytes(GAME.encode() + b"define x = " + b"not " * 100_000 + b"yes\n"),
    "nonsense": _bytes(GAME.encode() + b"lorem ipsum dolor\n" * 500),
    "missing": _missing,
    "a folder": _folder,
    "unreadable": _unreadable,
    "a pipe": _pipe,
    "extends in a circle": _circle_of_extends,
    "use in a circle": _circle_of_use,
    "out of the folder": _outside,
    "a library": _library,
}
FOR_FILES = ("check", "sim", "moves", "options", "show", "play", "trace", "new")


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str], expected: int = 2) -> str:
    """Run a command that must refuse; what it says."""
    with within(LONGEST):
        code = main(arguments)
    shown = capsys.readouterr()
    assert code == expected, shown.err
    assert "Traceback" not in shown.err
    assert "internal error" not in shown.err
    assert (shown.err + shown.out).strip()
    assert len(shown.err + shown.out) < 40_000
    return shown.err + shown.out


@pytest.mark.parametrize("command", FOR_FILES)
@pytest.mark.parametrize("kind", RULESETS)
def test_a_bad_ruleset_is_refused(
    kind: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that takes a ruleset refuses a bad one with a code of the table."""
    if kind == "unreadable" and os.geteuid() == 0:
        pytest.skip("this user can read everything")
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "sub" if kind == "a pipe" else tmp_path
    place.mkdir(exist_ok=True)
    path = RULESETS[kind](place)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    arguments = [command, str(path)]
    if command == "new":
        arguments = ["new", "mine", "--extends", path.name if path.parent == tmp_path else str(path), "-o", "-"]
    said = refused(arguments, capsys)
    assert "E1" in said or "E2" in said


FORMATTED = ("empty", "binary", "not utf-8", "ten megabytes", "nested brackets", "a tower of nots", "nonsense",
             "missing", "a folder")  # fmt: skip


@pytest.mark.parametrize("kind", FORMATTED)
def test_a_bad_file_is_not_formatted(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``fmt`` refuses what it cannot read, leaves it as it was, and does the other files all the same."""
    folder = tmp_path / "sub"
    folder.mkdir()
    path = RULESETS[kind](folder)
    before = path.read_bytes() if path.is_file() else None
    good = tmp_path / "good.cabo"
    good.write_text('language 1\nruleset   good "Good"   extends "cabo.cabo"\n', encoding="utf-8")
    refused(["fmt", str(path), str(good)], capsys)
    assert before is None or path.read_bytes() == before
    assert good.read_text(encoding="utf-8").startswith('language 1\nruleset good "Good" extends')


NOT_ALLOWED = (
    (["--set", "jokers=9"], "E702"),
    (["--set", "jokers=many"], "E702"),
    (["--set", "joker=2"], "E701"),
    (["--set", "joker=2", "--set", "open-peek=maybe"], "E702"),
    (["--set", "two-decks=no", "--players", "6"], "E704"),
    (["--set", "rows.size=5"], "E703"),
    (["--set", "jokers=1", "--set", "jokers=2"], "two values"),
    (["--players", "1"], "E705"),
    (["--players", "1000"], "E705"),
    (["--preset", "quik"], "E706"),
    (["--set", "jokers=" + "9" * 5000], "E702"),
    (["--set", "cost.late-match=penalty-cards 99"], "E702"),
    (["--set", "__import__('os')=1"], "E701"),
)
PLAYING = ("sim", "moves", "trace", "play")


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [(PLAYING[at % 4], *one) for at, one in enumerate(NOT_ALLOWED)]
    + [(command, *NOT_ALLOWED[0]) for command in PLAYING[1:]],
)
def test_a_game_that_the_rules_do_not_allow_is_refused(
    command: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown options, values out of range, requirements, numbers of players: each with its code."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert said in refused([command, "cabo", *arguments], capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sim", "cabo", "--games", "0"],
        ["sim", "cabo", "--games", "-5"],
        ["sim", "cabo", "--max-steps", "0"],
        ["sim", "cabo", "--jobs", "-1"],
        ["sim", "cabo", "--seed", ""],
        ["sim", "cabo", "--seed", "1" * 100_000],
        ["moves", "cabo", "--after", "-1"],
        ["moves", "cabo", "--after", "10000000000000"],
        ["moves", "cabo", "--seat", "Z"],
        ["moves", "cabo", "--seat", "0"],
        ["moves", "cabo", "--after", "100000000"],
        ["trace", "cabo", "--moves", "-1"],
        ["trace", "cabo", "-o", "no/such/folder/x.json"],
        ["trace", "cabo", "--moves", "1", "-o", "."],
        ["play", "cabo", "--seat", "9"],
        ["play", "cabo"],
        ["new", "9lives", "--extends", "cabo", "-o", "-"],
        ["new", "x" * 100, "--extends", "cabo", "-o", "-"],
        ["new", "mine", "--extends", "cabo", "--title", 'a "b"', "-o", "-"],
        ["new", "mine", "--extends", "cabo", "-o", "no/such/folder/x.cabo"],
        ["explain", "E999"],
        ["explain", "\x1b[31m"],
        ["show", "cabo", "--players", "3"],
        ["fmt", "--accept", "--check", "x.cabo"],
        ["replay", "nowhere.json"],
        ["replay", "."],
        ["moves", "nowhere.json"],
        ["help", "nothing"],
    ],
)
def test_wrong_arguments_are_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative counts, huge seeds, seats that are not there, folders that do not exist."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    refused(arguments, capsys)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- traces
def _trace(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["trace", "cabo", "--seed", "bad", "--moves", "8"]) == 0
    return capsys.readouterr().out


def _edited(text: str, **parts: object) -> str:
    return json.dumps({**json.loads(text), **parts})


BAD_TRACES: dict[str, Callable[[str], str | bytes]] = {
    "empty": lambda _: "",
    "cut off": lambda text: text[: len(text) // 2],
    "not json": lambda _: "ruleset cabo",
    "a list": lambda _: "[]",
    "a number": lambda _: "7",
    "deep": lambda _: "[" * 200_000,
    "binary": lambda _: bytes(range(256)) * 10,
    "of another ruleset": lambda text: _edited(text, ruleset="0" * 64),
    "of an unknown ruleset": lambda text: _edited(text, name="no-such-game"),
    "without a name": lambda text: _edited(text, name=7),
    "of another version": lambda text: _edited(text, format="caborules/trace/99"),
    "with more": lambda text: _edited(text, extra=1),
    "wrong players": lambda text: _edited(text, players=99),
    "players in words": lambda text: _edited(text, players="three"),
    "wrong options": lambda text: _edited(text, options={"nothing": 1}),
    "no steps": lambda text: _edited(text, steps=[]),
    "steps of nothing": lambda text: _edited(text, steps=[1, 2]),
    "no start": lambda text: _edited(text, steps=json.loads(text)["steps"][1:]),
}


@pytest.mark.parametrize("command", ["replay", "moves"])
@pytest.mark.parametrize("kind", BAD_TRACES)
def test_a_bad_trace_is_refused(kind: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Truncated, edited, of another ruleset or version: refused before anything is replayed."""
    path = tmp_path / "trace.json"
    made = BAD_TRACES[kind](_trace(capsys))
    path.write_bytes(made if isinstance(made, bytes) else made.encode())
    refused([command, str(path)], capsys)


def steps_of(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps of a trace."""
    steps: list[dict[str, Any]] = whole["steps"]
    return steps


def test_a_ruleset_given_as_a_trace_is_said_to_be_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With or without ``--ruleset``; and a trace that is cut off is said to be one."""
    path = tmp_path / "game.json"
    for ruleset in ([], ["--ruleset", "cabo"]):
        path.write_text('language 1\nruleset mine "Mine"\n', encoding="utf-8")
        assert "This is no trace." in refused(["replay", str(path), *ruleset], capsys)
        path.write_text(_trace(capsys)[:900], encoding="utf-8")
        assert "This trace does not end" in refused(["replay", str(path), *ruleset], capsys)


def test_a_trace_that_parts_from_the_rules_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An edited action, outcome or state is a difference, told with its step and the line of the rules."""
    whole = json.loads(_trace(capsys))
    path = tmp_path / "trace.json"

    def differs(change: Callable[[list[dict[str, object]]], None]) -> str:
        parts = json.loads(json.dumps(whole))
        change(parts["steps"])
        path.write_text(json.dumps(parts), encoding="utf-8")
        return refused(["replay", str(path)], capsys, expected=1)

    said = differs(lambda steps: steps[1].update(state="0" * 32))
    assert "step 1" in said
    choice = steps_of(whole)[1]["action"]["choice"]
    assert f"The rule concerned: {choice} (library/rows.cabo:" in said
    assert "@cabo.T1" in said
    assert "Where the game stood: turn (library/rows.cabo:" in said
    taken = next(at for at, step in enumerate(steps_of(whole)) if (step["action"] or {}).get("choice") == "turn.take")
    said = differs(lambda steps: steps[taken].update(state="0" * 32))
    rule, stood = (line for line in said.splitlines() if "@cabo" in line)
    assert "@cabo.T2" in rule, "the clause of the choice itself"
    assert "@cabo.T2" not in stood
    said = differs(lambda steps: steps[1]["action"].update(choice="turn.win"))  # type: ignore[attr-defined]  # JSON
    assert "not legal" in said
    assert "The rule concerned: turn (library/rows.cabo:" in said
    said = differs(lambda steps: steps[0].update(chance=[]))
    assert "step 0" in said
    assert "rounds.cabo:" in said
    assert "more chance" in differs(lambda steps: steps[2].update(chance=[1]))
