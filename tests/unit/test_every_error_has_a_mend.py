"""Every refusal says how to mend it: wherever the code makes one, a mend is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "caborules"
LEAST = {"Diagnostic": 5, "error": 4, "report": 3}
"""The number of arguments with which a mend is among them (the flow analysis has its why last, and its line apart)."""


def without_mend(source: str) -> Iterator[int]:
    """The lines that make an error and give no mend."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        is_error = str(node.args[0].value)[:1] == "E" and str(node.args[0].value)[1:].isdigit()
        unpacked = any(isinstance(one, ast.Starred) for one in node.args)
        named = any(one.arg == "mend" for one in node.keywords)
        if name in LEAST and is_error and len(node.args) < LEAST[name] and not unpacked and not named:
            yield node.lineno


def test_a_missing_mend_is_noticed() -> None:
    assert list(without_mend('w.report.error("E301", span, "Unlike.")\nDiagnostic("E301", span, "x", "y")')) == [1, 2]
    assert (
        list(without_mend('w.report.error("E301", span, "Unlike.", "Write x.")\nDiagnostic("E1", None, mend="z")'))
        == []
    )


def test_every_error_has_a_mend() -> None:
    found = [(path.name, line) for path in PACKAGE.rglob("*.py") for line in without_mend(path.read_text("utf-8"))]
    assert found == []
