"""What stands around the text: what is no file, closed and full streams, names that command a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from caborules.cli import main
from caborules.diagnostics.plain import UNFIT
from tests.fuzz.pipeline import clock

GAME: Final = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n'
HERE: Final = Path(__file__).parents[2]


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 2) -> str:
    """Run a command in this process; what it says. Nothing that it writes may command a terminal."""
    with clock():
        found = main(arguments)
    shown = capsys.readouterr()
    assert found == code, shown.err
    assert "internal error" not in shown.err
    assert "Traceback" not in shown.err
    said = shown.err + shown.out
    assert not UNFIT.search(said), repr(said)
    return said


def process(arguments: str, folder: Path, *, before: str = "", streams: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own; ``streams`` are redirections of the shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f'{before}exec "{sys.executable}" -m caborules {arguments} {streams}'],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


# ---------------------------------------------------------------- files
@pytest.mark.parametrize("ending", [".cabo", ".json"])
@pytest.mark.parametrize("kind", ["loop", "pipe", "device", "link to a device"])
def test_what_is_no_file_is_not_read(
    kind: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither as the file that is named, nor as one that it uses."""
    path = tmp_path / f"odd{ending}"
    match kind:
        case "loop":
            path.symlink_to(path)
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to("/dev/zero")
    named = "/dev/zero" if kind == "device" else str(path)
    if ending == ".json":
        for command in ("replay", "moves"):
            run([command, str(path)], capsys)
        return
    for command in ("check", "fmt", "sim"):
        assert "E205" in run([command, named], capsys)
    (tmp_path / "game.cabo").write_text(f'{GAME}use "odd.cabo"\n', encoding="utf-8")
    assert "E205" in run(["check", str(tmp_path / "game.cabo")], capsys)


def test_output_goes_to_a_device_and_leaves_it_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever may write a folder of devices could otherwise put a file in a device's place."""
    run(["trace", "cabo", "--moves", "1", "-o", os.devnull], capsys, 0)
    assert Path(os.devnull).is_char_device()
    full = Path("/dev/full")
    if full.is_char_device():
        said = run(["trace", "cabo", "--moves", "1", "-o", str(full)], capsys)
        assert "No space left" in said
        assert full.is_char_device()


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "no folder", "an empty name"])
def test_output_that_cannot_be_written(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.json"
    match kind:
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case "no folder":
            path = tmp_path / "nowhere" / "out.json"
        case _:
            path = Path("x" * 300)
    said = run(["trace", "cabo", "--moves", "1", "-o", str(path)], capsys)
    assert "cannot be written" in said
    assert "Errno" not in said
    assert {file.name for file in tmp_path.iterdir()} <= {"out.json"}


@pytest.mark.parametrize(
    "catalogue",
    [
        f'game = "g"\nsize = {"9" * 5000}\n',
        'game = "g"\nday = 2024-02-31\n',
        f"a = {'[' * 100_000}\n",
        f"{'a.' * 20_000}b = 1\n",
        "\x00",
        "clause = 7\n",
        "[[clause]]\nid = 7\n",
        '[[clause]]\nid = "g.A1"\nkind = "\\u001b[31mred"\ntext = "x"\n',
    ],
    ids=["number", "date", "brackets", "dots", "zero", "no list", "no text", "escape"],
)
def test_a_bad_catalogue_is_refused(catalogue: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text(catalogue, encoding="utf-8")
    path = tmp_path / "game.cabo"
    path.write_text(f'{GAME}clauses "bad.toml"\n', encoding="utf-8")
    assert "E207" in run(["check", str(path)], capsys)


# ---------------------------------------------------------------- texts
@pytest.mark.parametrize(
    "text",
    [
        GAME + 'preset x "\x1b]0;mine\x07"\n',
        GAME.replace("Mine", "Mi\u202ene"),
        GAME.replace("Mine", "Mi\u200fne"),
        GAME.replace("Mine", "Mi\u200bne"),
        GAME.replace("Mine", "Mi\x0cne"),
        GAME + "\x0c\n",
        GAME.replace("\n", "\r"),
        GAME + "# \x85\n",
    ],
    ids=[
        "escape",
        "reversed",
        "to the right",
        "no width",
        "form feed",
        "form feed between",
        "carriage return",
        "next line",
    ],
)
def test_characters_that_cannot_be_seen_are_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.cabo"
    path.write_bytes(text.encode())
    assert "E109" in run(["check", str(path)], capsys)


@pytest.mark.parametrize(
    "change", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n"), lambda t: t.rstrip("\n")]
)
def test_a_mark_of_byte_order_and_line_ends_of_windows_change_nothing(
    change: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.cabo"
    assert callable(change)
    path.write_bytes(change(GAME).encode())
    run(["show", str(path)], capsys, 0)


EVIL: Final = "\x1b]0;x\x07\x9b31m\u202e"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", f"{EVIL}.cabo"],
        ["fmt", f"{EVIL}.cabo"],
        ["replay", f"{EVIL}.json"],
        ["sim", "cabo", "--set", f"{EVIL}=1"],
        ["sim", "cabo", "--set", f"jokers={EVIL}"],
        ["sim", "cabo", "--preset", EVIL],
        ["sim", "cabo", f"--{EVIL}"],
        ["sim", "cabo", "--games", EVIL],
        ["new", EVIL, "--extends", "cabo", "-o", "-"],
        ["new", "mine", "--extends", EVIL, "-o", "-"],
        ["new", "mine", "--extends", "cabo", "--title", EVIL, "-o", "-"],
        ["trace", "cabo", "-o", f"no/{EVIL}"],
        ["explain", EVIL],
        ["help", EVIL],
        [EVIL],
        ["check", "\udcff.cabo"],
        ["sim", "cabo", "--set", "\udcff=\udcfe"],
        ["check", "x" * 5000],
        ["sim", "cabo", "--set", f"{'x' * 5000}=1"],
    ],
)
def test_arguments_cannot_command_the_terminal(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(arguments, capsys)
    assert said.strip()
    assert len(said) < 20_000


def test_a_name_of_a_file_cannot_command_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is there, and its name stands in every message about it."""
    path = tmp_path / f"{EVIL}.cabo"
    path.write_text(f"{GAME}rule\n", encoding="utf-8")
    assert "E102" in run(["check", str(path)], capsys)
    run(["fmt", "--diff", str(path)], capsys)
    run(["check", str(path), "--format", "json"], capsys)


# ---------------------------------------------------------------- streams
@pytest.mark.parametrize("arguments", ["play cabo --seed 1", "fmt -"])
def test_input_that_is_closed_has_ended(arguments: str, tmp_path: Path) -> None:
    done = process(arguments, tmp_path, streams="<&-")
    assert done.returncode == 2, done.stderr
    assert b"internal error" not in done.stderr


def test_input_without_end_and_without_sense_is_given_up(tmp_path: Path) -> None:
    done = process("play cabo --seed 1", tmp_path, streams="< /dev/zero")
    assert done.returncode == 2, done.stderr
    assert len(done.stdout) < 200_000


@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_output_that_is_closed_is_not_written(streams: str, tmp_path: Path) -> None:
    assert process("options cabo", tmp_path, streams=streams).returncode == 0
    assert process("fmt nowhere.cabo", tmp_path, streams=streams).returncode == 2


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", ["options cabo", "trace cabo --moves 2", "show cabo"])
def test_a_full_disk_is_told(arguments: str, tmp_path: Path) -> None:
    done = process(arguments, tmp_path, streams="> /dev/full")
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_folder_that_has_gone(tmp_path: Path) -> None:
    for arguments in ("check x.cabo", "new mine --extends cabo", "fmt x.cabo"):
        done = process(arguments, tmp_path, before="mkdir gone; cd gone; rmdir ../gone; ")
        assert done.returncode == 2, done.stderr
        assert b"Traceback" not in done.stderr
