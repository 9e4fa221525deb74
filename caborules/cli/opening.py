"""Opening what the command line names: a ruleset with its game, or a recorded game with its ruleset."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from caborules.cli.arguments import chosen, reason, shorten
from caborules.cli.problems import UsageError

if TYPE_CHECKING:
    from caborules.api.game import Game, Ruleset

_MOST_BYTES: Final = 64 * 1024 * 1024


def game_of(ruleset: Ruleset, options: Namespace) -> Game:
    """The game that ``--set``, ``--preset`` and ``--players`` fix. Raises Refused, UsageError."""
    return ruleset.configured(options.players, chosen(options.settings), options.preset)


def read_text(name: str, what: str) -> str:
    """The text of a file that is no ruleset. Raises UsageError with the reason where it cannot be had."""
    path = Path(name)
    try:
        if not path.is_file():
            why = "is not a file" if path.exists() else "does not exist"
            raise UsageError(f"{what} {shorten(name)} {why}", "Give the path of a file.")
        if path.stat().st_size > _MOST_BYTES:
            raise UsageError(f"{what} {shorten(name)} is too large", f"At most {_MOST_BYTES >> 20} MiB are read.")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{what} {shorten(name)} is not a text in UTF-8", f"Byte {error.start} is wrong.") from error
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{what} {shorten(name)} cannot be read: {reason(error)}", "Check its name and permissions."
        ) from error


def is_trace(name: str) -> bool:
    """Does the name lead to a recorded game rather than to a ruleset?"""
    return name.endswith(".json")


def open_trace(name: str, file: str | None) -> tuple[Ruleset, str]:
    """The text of a recorded game, and its ruleset: ``file``, or the shipped one that the trace names.

    Raises UsageError and Refused.
    """
    from caborules.engine.formats import json_of
    from caborules.engine.play import FORMAT
    from caborules.names.sources import shipped_rulesets
    from caborules.tools.compile import open_ruleset

    text = read_text(name, "the trace")
    said = json_of(text, FORMAT).get("name")
    if file is not None:
        return open_ruleset(file), text
    if not isinstance(said, str) or said not in shipped_rulesets():
        known = isinstance(said, str)
        named = (
            f"names {shorten(str(said))}, which is not a shipped ruleset"
            if known
            else "does not say of which ruleset it is"
        )
        raise UsageError(f"{shorten(name)} {named}", "Name its ruleset: --ruleset FILE.")
    return open_ruleset(said), text
