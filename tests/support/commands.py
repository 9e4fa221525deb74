"""A command run in this process, with its output and its JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from caborules.cli import main


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> tuple[str, str]:
    """Run a command that ends with this exit code; its output and its messages."""
    found = main(arguments)
    shown = capsys.readouterr()
    assert found == code, shown.err
    return shown.out, shown.err


def run_json(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    """Run a command with ``--format json``: its result, which names the command's schema and the tool's version."""
    out, _ = run([*arguments, "--format", "json"], capsys, code)
    content: dict[str, Any] = json.loads(out)
    assert content["schema"] == f"caborules/{arguments[0]}/1"
    assert re.match(r"\d+\.\d+", content["tool"])
    return content
