"""Where the grammar and the shipped rulesets are, in a checkout and in an installed wheel; the user's cache folder."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_GRAMMAR = "caborules.lark"


def _folder(name: str) -> Path:
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


@cache
def grammar_text() -> str:
    """The text of the grammar."""
    return (_folder("grammar") / _GRAMMAR).read_text(encoding="utf-8")


def shipped_root() -> Path:
    """The folder of the shipped rulesets, with its ``library``, ``variants`` and ``clauses``."""
    return _folder("spec")


def shipped(name: str) -> Path:
    """The shipped file ``name``, such as ``library/rows.cabo``.

    Raises FileNotFoundError if there is none, or if ``name`` leaves the folder.
    """
    root = shipped_root()
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        raise FileNotFoundError(name)
    return path


def cache_folder() -> Path | None:
    """The user's own cache folder for this tool; None if there is no home folder, or CABORULES_CACHE is ``off``."""
    chosen = os.environ.get("CABORULES_CACHE")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    try:
        base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    except RuntimeError:
        return None
    return Path(base) / "caborules"
