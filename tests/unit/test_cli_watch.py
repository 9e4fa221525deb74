"""``caborules check --watch``: again whenever a file of the ruleset changes; Ctrl-C ends it with 130."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from caborules.cli.terminal import Terminal
from caborules.cli.watch import watch
from tests.support.cli_games import FAILING, SMALL


class Screen(io.StringIO):
    """A terminal to write to."""

    def isatty(self) -> bool:
        return True


def watched(file: Path, edits: list[Callable[[], object]], out: io.StringIO) -> int:
    """How often a file is checked: once, and again after every edit that changes something; then Ctrl-C."""
    checks = 0

    def check() -> int:
        nonlocal checks
        checks += 1
        return 0

    def wait(_seconds: float) -> None:
        if not edits:
            raise KeyboardInterrupt
        edits.pop(0)()

    with pytest.raises(KeyboardInterrupt):
        watch([str(file)], check, Terminal(io.StringIO(), out, io.StringIO()), wait)
    return checks


def test_it_checks_again_when_something_has_changed(tmp_path: Path) -> None:
    """The file, a library of it, a file that comes or goes; not when it is only written again as it was."""
    file, library = tmp_path / "small.cabo", tmp_path / "part.cabo"
    file.write_text('use "part.cabo"\n', encoding="utf-8")

    def write(path: Path, text: str) -> Callable[[], object]:
        return lambda: path.write_text(text, encoding="utf-8")

    assert watched(file, [], io.StringIO()) == 1
    assert watched(file, [write(file, 'use "part.cabo"\n')], io.StringIO()) == 1
    assert watched(file, [write(file, 'use "part.cabo" #\n')], io.StringIO()) == 2
    assert watched(file, [write(library, "one"), write(library, "two"), library.unlink], io.StringIO()) == 4
    assert watched(file, [file.unlink, write(file, "again")], io.StringIO()) == 3
    assert watched(file, [write(tmp_path / "other.cabo", "x")], io.StringIO()) == 1


def test_a_terminal_is_cleared_and_a_pipe_is_not(tmp_path: Path) -> None:
    file = tmp_path / "small.cabo"
    file.write_text(SMALL, encoding="utf-8")
    screen, pipe = Screen(), io.StringIO()
    watched(file, [], screen)
    watched(file, [], pipe)
    assert "\x1b[2J" in screen.getvalue()
    assert pipe.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_at_a_terminal(tmp_path: Path) -> None:
    """The whole command: it checks, sees an edit, checks again, and Ctrl-C ends it."""
    file = tmp_path / "small.cabo"
    file.write_text(SMALL, encoding="utf-8")
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "caborules", "check", str(file), "--watch"]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=_take_terminal
    )
    os.close(theirs)
    try:
        assert "Ctrl-C ends" in _until(ours, "Ctrl-C ends")
        file.write_text(FAILING, encoding="utf-8")
        shown = _until(ours, "Ctrl-C ends")
        assert "Violated: examples." in shown
        assert "\x1b[2J" in shown
        os.write(ours, b"\x03")
        assert process.wait(timeout=120) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _take_terminal() -> None:
    """Make the terminal that is standard input the one that sends Ctrl-C to this process."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(terminal: int, text: str, seconds: float = 240) -> str:
    """What is shown, up to a text."""
    shown, ends = "", time.monotonic() + seconds
    while text not in shown and time.monotonic() < ends:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown
