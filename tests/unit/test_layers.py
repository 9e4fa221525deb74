"""Imports point one way, and importing the package stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "caborules"
ORDER = (
    "diagnostics",
    "syntax",
    "text",
    "names",
    "ir",
    "types",
    "engine",
    "lower",
    "compile",
    "api",
    "symbolic",
    "explore",
    "check",
    "tools",
    "cli",
)


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module of the package that a file imports, wherever in the file, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), level=0) if module.split(".")[0] == "caborules":
                if module == "caborules":
                    yield from ((node.lineno, f"caborules.{alias.name}") for alias in node.names)
                else:
                    yield node.lineno, module
            case ast.Import(names=names):
                yield from ((node.lineno, a.name) for a in names if a.name.split(".")[0] == "caborules")
            case ast.ImportFrom(level=level) if level:
                yield node.lineno, "caborules.<relative>"


def offences(path: Path, folder: str) -> list[str]:
    """What a file of ``folder`` imports from folders that come after it, or by a relative name."""
    wrong = []
    for line, module in _imports(path):
        other = module.split(".")[1] if "." in module else ""
        if other not in ORDER or ORDER.index(other) > ORDER.index(folder):
            wrong.append(f"{path.name}:{line} imports {module}")
    return wrong


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_imports_only_from_folders_before_it(folder: str) -> None:
    found = [o for path in sorted((PACKAGE / folder).rglob("*.py")) for o in offences(path, folder)]

    assert found == []


def test_every_folder_of_the_package_has_its_place_in_the_order() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name not in {"__pycache__", "_data"}}

    assert folders <= set(ORDER)


def test_an_import_that_points_the_wrong_way_is_noticed(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from caborules.cli import main\n", encoding="utf-8")

    assert offences(bad, "engine") == ["bad.py:2 imports caborules.cli"]


def test_importing_the_package_brings_in_no_heavy_library() -> None:
    code = "import sys, caborules; print(sorted({'lark', 'z3', 'cvc5', 'rich', 'numpy'} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert out.stdout.strip() == "[]"
