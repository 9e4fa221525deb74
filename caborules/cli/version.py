"""The version of the tool: of the installed package, or of the checkout it runs from."""

from __future__ import annotations

import tomllib
from pathlib import Path


def version() -> str:
    """Such as ``0.1.0``; ``unknown`` where neither is to be found."""
    from importlib import metadata

    try:
        return metadata.version("caborules")
    except metadata.PackageNotFoundError:
        return _of_checkout(Path(__file__).resolve().parents[2] / "pyproject.toml")


def _of_checkout(file: Path) -> str:
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return "unknown"
    return str(project["version"]) if project.get("name") == "caborules" else "unknown"
