"""How command lines are read: argparse with our own messages, and the arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from caborules.cli.problems import UsageError

SEED_LENGTH: Final = 200
MOST: Final = 10**9


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would print and leave."""

    def __init__(self, name: str, summary: str, usage: str) -> None:
        super().__init__(
            prog=f"caborules {name}",
            description=summary[0].upper() + summary[1:] + ".",
            usage=f"caborules {usage} [options]",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.written: list[tuple[str, bool]] = []
        """What is written at the end, by the name of the argument, and whether it is a folder."""

    def output(self, *flags: str, folder: bool = False, **more: Any) -> None:
        """An argument for a file, or a folder, that the command writes when its work is done."""
        added = self.add_argument(*flags, **more)
        self.written.append((added.dest, folder))

    def try_outputs(self, options: argparse.Namespace) -> None:
        """Raises UsageError where something could not be written in the end; nothing is left behind. `-` is no file."""
        for name, folder in self.written:
            target = getattr(options, name)
            if target is None or target == "-":
                continue
            from caborules.tools.files import try_file, try_folder

            try:
                (try_folder if folder else try_file)(Path(target))
            except (OSError, ValueError) as error:
                why = f"{shorten(target)} cannot be written: {reason(error)}"
                raise UsageError(why, "Nothing was done. Check the path and its permissions.") from error

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"See: {self.prog} --help")


def output_format(parser: Parser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people or for machines")


def quiet(parser: Parser) -> None:
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress on standard error")


def settings(parser: Parser) -> None:
    """``--set option=value``, any number of times."""
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        type=setting,
        metavar="OPTION=VALUE",
        help="choose a value of an option (repeatable; `caborules options FILE` lists them)",
    )


def game(parser: Parser) -> None:
    """What fixes a game of a ruleset: options, a preset, the number of players."""
    settings(parser)
    parser.add_argument("--preset", metavar="NAME", help="the options of a preset; --set goes before it")
    players(parser)


def refuse_game_arguments(options: argparse.Namespace, why: str) -> None:
    """Raises UsageError where ``--set``, ``--preset`` or ``--players`` is given although it would mean nothing."""
    if options.settings or options.preset or options.players is not None:
        raise UsageError(why, "Leave --set, --preset and --players out.")


def players(parser: Parser) -> None:
    parser.add_argument(
        "--players", type=count(1, 1000), metavar="N", help="how many play (the fewest that the rules allow)"
    )


def seed(parser: Parser) -> None:
    parser.add_argument(
        "--seed", type=seed_text, default="1", metavar="S", help="number or text: the same seed, the same games (1)"
    )


def bots(parser: Parser) -> None:
    parser.add_argument("--bots", choices=("careful", "random"), default="careful", help="who plays (careful)")


def count(low: int, high: int = MOST) -> Callable[[str], int]:
    """A whole number from ``low`` to ``high``."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", text, re.ASCII) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is wanted, not {shorten(text)}")
        return int(text)

    return read


def seed_text(text: str) -> int | str:
    """A seed: digits are a number, all else is text."""
    if not text or len(text) > SEED_LENGTH:
        raise argparse.ArgumentTypeError(f"a seed has 1 to {SEED_LENGTH} characters")
    return int(text) if re.fullmatch(r"-?[0-9]+", text, re.ASCII) else text


def setting(text: str) -> tuple[str, str]:
    """``option=value`` as a pair of texts."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise argparse.ArgumentTypeError(f"OPTION=VALUE is wanted, not {shorten(text)}")
    return key.strip(), value.strip()


def chosen(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """The settings by option. Raises UsageError where an option is set twice with different values."""
    found: dict[str, str] = {}
    for key, value in pairs:
        if found.setdefault(key, value) != value:
            raise UsageError(f'--set gives "{key}" two values: {found[key]} and {value}', "Keep one of them.")
    return found


def shorten(text: str, length: int = 60) -> str:
    """The text as it can stand in a message: quoted, printable, not too long."""
    shown = ascii(text) if not text.isprintable() else f'"{text}"'
    return shown if len(shown) <= length else f"{shown[: length - 3]}..."


def reason(error: Exception) -> str:
    """Why a file cannot be had, in words for people."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
