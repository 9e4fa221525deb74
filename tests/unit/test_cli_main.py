"""The command line's frame: help, unknown commands, exit codes, what goes to which stream, and what is imported."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from caborules.cli import exits, main
from caborules.cli.arguments import chosen, count, seed_text, shorten
from caborules.cli.commands import COMMANDS
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Progress, Table, Terminal, plain_table, wants_colour

HEAVY = ("lark", "z3", "rich")


def test_help_lists_every_command_and_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """``--help`` names all commands and what the exit codes mean, on standard output."""
    assert main(["--help"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    for command in COMMANDS.values():
        assert f"caborules {command.usage}" in shown.out
    for code, meaning in exits.MEANING.items():
        assert f"{code:>3}  {meaning}" in shown.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``COMMAND --help`` and ``help COMMAND`` say the same, with exit code 0."""
    assert main([name, "--help"]) == 0
    first = capsys.readouterr().out
    assert main(["help", name]) == 0
    assert capsys.readouterr().out == first
    assert first.startswith(f"usage: caborules {COMMANDS[name].usage}")


def test_no_arguments_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    """The bare command shows the overview rather than an error."""
    assert main([]) == 0
    assert "caborules check" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` is one line."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.split()[0] == "caborules"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], 'Did you mean "check"?'),
        (["option"], 'Did you mean "options"?'),
        (["zzz"], "See: caborules --help"),
        (["--nothing"], "unknown option"),
        (["check"], "the following arguments are required: FILE"),
        (["sim", "cabo", "--bot", "careful"], "unrecognized arguments: --bot"),
        (["sim", "cabo", "--bots", "clever"], "invalid choice"),
        (["sim", "cabo", "--set", "x"], "OPTION=VALUE is wanted"),
        (["sim", "cabo", "--games", "-3"], "a whole number from 1"),
        (["sim", "cabo", "--games", "many"], "a whole number from 1"),
        (["sim", "cabo", "--players", "0"], "a whole number from 1"),
        (["moves", "cabo", "--seed", "9" * 5000], "a seed has 1 to"),
    ],
)
def test_wrong_usage_is_said_in_our_own_words(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one message and a hint on standard error, nothing on standard output."""
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("caborules: ")
    assert said in shown.err
    assert "Traceback" not in shown.err


def test_an_internal_error_is_70_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault of ours gives a short message and a hint; the traceback only with CABORULES_DEBUG=1."""
    from caborules.cli.commands import explain

    def broken(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(explain, "run", broken)
    assert main(["explain", "E101"]) == 70
    shown = capsys.readouterr()
    assert "internal error (ZeroDivisionError in " in shown.err
    assert "report" in shown.err
    assert "Traceback" not in shown.err
    monkeypatch.setenv("CABORULES_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["explain", "E101"])


def test_interruption_and_a_broken_pipe_are_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C is 130 and says nothing."""
    from caborules.cli.commands import explain

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "run", interrupted)
    assert main(["explain", "E101"]) == exits.INTERRUPTED
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    """``caborules --help | head -c 1``: no traceback, exit code 141."""
    code = (
        "import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 1); "
        "from caborules.cli import main; sys.exit(main(['--help']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == exits.BROKEN_PIPE
    assert done.stderr == ""


@pytest.mark.parametrize("code", ["import caborules", "import caborules.cli; caborules.cli.main(['--help'])"])
def test_nothing_heavy_is_imported_at_the_start(code: str) -> None:
    """Neither ``import caborules`` nor ``caborules --help`` loads lark, z3 or rich."""
    probe = f"{code}\nimport sys; print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=30, check=True)
    assert done.stderr.strip() == "[]"


def test_the_import_probe_can_fail() -> None:
    """The probe of the test above does see a heavy module."""
    probe = f"import rich, sys; print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=30, check=True)
    assert done.stderr.strip() == "['rich']"


def test_a_table_without_a_terminal_is_plain() -> None:
    """Columns are aligned, there are no escape codes, and no blanks at line ends."""
    text = plain_table(Table(("a", "long name"), (("1", "x"), ("22", "")), "Title"))
    assert text == "Title\na   long name\n--  ---------\n1   x\n22\n"


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe, NO_COLOR and TERM=dumb all mean plain text."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(_Screen())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(_Screen())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(_Screen())


def test_a_table_on_a_terminal_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the same cells appear, text in square brackets included (it is not markup)."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = _Screen()
    Terminal(io.StringIO(), screen, io.StringIO()).table(Table(("card",), (("[13]",),), "Title"))
    assert "[13]" in screen.getvalue()
    assert "Title" in screen.getvalue()


def test_progress_speaks_only_after_a_second() -> None:
    """A quick command says nothing; a slow one does, and never when it is told to be quiet."""
    err = io.StringIO()
    terminal = Terminal(io.StringIO(), io.StringIO(), err)
    Progress(terminal)("first")
    assert err.getvalue() == ""
    slow = Progress(terminal)
    slow.started -= 5
    slow("proving")
    slow("proving more")
    assert err.getvalue() == "proving\n"
    silent = Progress(Terminal(io.StringIO(), io.StringIO(), err, quiet=True))
    silent.started -= 5
    silent("proving")
    assert err.getvalue() == "proving\n"


def test_numbers_and_seeds() -> None:
    """Counts are bounded; digits are a number, everything else a text."""
    assert count(1, 5)("5") == 5
    assert seed_text("12") == 12
    assert seed_text("-12") == -12
    assert seed_text("twelve") == "twelve"
    assert seed_text("²") == "²"


def test_two_values_for_one_option_are_refused() -> None:
    """The same setting twice is harmless, two different ones are not."""
    assert chosen([("a", "1"), ("a", "1"), ("b", "2")]) == {"a": "1", "b": "2"}
    with pytest.raises(UsageError, match="two values"):
        chosen([("a", "1"), ("a", "2")])


def test_what_stands_in_a_message_is_printable_and_short() -> None:
    """Control characters never reach the terminal, and a long word is cut."""
    assert "\x1b" not in shorten("\x1b[31mred")
    assert len(shorten("x" * 1000)) == 60


def test_options_may_stand_between_the_other_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """In every command: what may be left out is not taken to be left out because an option comes first."""
    assert main(["diff", "cabo", "--no-game", "no-matching"]) == 1
    assert capsys.readouterr().out.startswith("cabo and no-matching\n")
    assert main(["explain", "--format", "json", "E320"]) == 0
    assert '"E320"' in capsys.readouterr().out
    assert main(["diff", "cabo", "--no-game", "kobo", "kaboo"]) == 2
    assert "unrecognized arguments: kaboo" in capsys.readouterr().err
