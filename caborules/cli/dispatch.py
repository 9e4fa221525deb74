"""From the command line to an exit code: finds the command, runs it, and says every failure in one place."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from caborules.cli import exits
from caborules.cli.commands import COMMANDS, Command
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Terminal
from caborules.diagnostics.record import Refused

DEBUG = "CABORULES_DEBUG"


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command; nothing escapes but the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # A stream that was closed before we began is None.
    terminal = Terminal(sys.stdin or io.StringIO(), sys.stdout or io.StringIO(), sys.stderr or io.StringIO())
    try:
        code = _guarded(arguments, terminal)
        terminal.out.flush()
    except BrokenPipeError:
        _discard_output()
        return exits.BROKEN_PIPE
    except OSError as error:
        # Files are opened and written where their errors are told; what is left is our own output.
        with suppress(OSError):
            _complain(terminal, f"the output cannot be written: {error.strerror or error}", "Is the disk full?")
        _discard_output()
        return exits.REFUSED
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    return code


def _guarded(arguments: list[str], terminal: Terminal) -> int:
    try:
        return _dispatch(arguments, terminal)
    except UsageError as error:
        _complain(terminal, error.message, error.hint)
        return exits.REFUSED
    except Refused as error:
        from caborules.cli.reports import report_refusal

        report_refusal(error.diagnostics, terminal, as_json=_wants_json(arguments), command=arguments[0])
        return exits.REFUSED
    except OSError:
        raise
    except Exception as error:
        if _is_rules_fault(error):
            _complain(terminal, f"the rules broke down: {error}", "See: caborules check FILE")
            return exits.VIOLATED
        # The last line of defence: whatever is left is a fault of ours.
        if os.environ.get(DEBUG) == "1":
            raise
        kind, place = type(error).__name__, _where(error)
        terminal.note(f"caborules: internal error ({kind} in {place}). This is a fault of caborules, not of your file.")
        terminal.note(f"Please report it with the command and the file. {DEBUG}=1 shows where it happened.")
        return exits.INTERNAL


def _dispatch(arguments: list[str], terminal: Terminal) -> int:
    match arguments:
        case [] | ["-h" | "--help" | "help"]:
            terminal.say(overview())
            return exits.OK
        case ["--version" | "-V"]:
            from caborules.cli.version import version

            terminal.say(f"caborules {version()}")
            return exits.OK
        case ["help", name]:
            return _run_command(_find(name), ["--help"], terminal)
        case [name, *rest]:
            return _run_command(_find(name), rest, terminal)
    raise AssertionError(arguments)


def _find(name: str) -> Command:
    if name in COMMANDS:
        return COMMANDS[name]
    from caborules.cli.arguments import shorten
    from caborules.names.nearest import suggestion

    what = "option" if name.startswith("-") else "command"
    hint = suggestion(name, COMMANDS) if what == "command" else ""
    raise UsageError(f"unknown {what} {shorten(name)}", f"{hint} See: caborules --help".strip())


def _run_command(command: Command, rest: list[str], terminal: Terminal) -> int:
    from caborules.cli.arguments import Parser

    parser = Parser(command.name, command.summary, command.usage)
    module = command.module()
    module.arguments(parser)
    if "-h" in rest or "--help" in rest:
        terminal.say(parser.format_help().rstrip())
        return exits.OK
    # Options may stand between the other arguments: `clauses cabo --by part cabo.M3`.
    options = parser.parse_intermixed_args(rest)
    parser.try_outputs(options)
    if getattr(options, "quiet", False):
        terminal = Terminal(terminal.inp, terminal.out, terminal.err, quiet=True)
    return module.run(options, terminal)


def overview() -> str:
    """The text of ``caborules --help``."""
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = ["caborules: rules of hidden-information card games, written, checked and played", ""]
    lines += [f"  caborules {command.usage.ljust(width)}  {command.summary}" for command in COMMANDS.values()]
    lines += [
        "",
        "FILE is a path, or the name of a shipped ruleset such as cabo or kamikaze.",
        "caborules COMMAND --help tells more. Exit codes:",
        "",
        *(f"  {code:>3}  {meaning}" for code, meaning in exits.MEANING.items()),
    ]
    return "\n".join(lines)


def _complain(terminal: Terminal, message: str, hint: str) -> None:
    terminal.note(f"caborules: {message}")
    if hint:
        terminal.note(hint)


def _wants_json(arguments: list[str]) -> bool:
    return "--format=json" in arguments or ("--format", "json") in pairwise(arguments)


def _is_rules_fault(error: Exception) -> bool:
    """Whether the rules of a game could not go on. Loads the engine only if an error comes from it."""
    faults = sys.modules.get("caborules.engine.faults")
    return faults is not None and isinstance(error, faults.RulesFault)


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "?" if trace is None else trace.tb_frame.f_globals.get("__name__", "?")


def _discard_output() -> None:
    """Point standard output at nothing, so that the interpreter's own last flush does not complain."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):
        return
