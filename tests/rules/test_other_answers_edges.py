"""Answers to edge positions that no shipped game gives: each is a variant of a few lines, with examples.

The files are in tests/data/edges, by the number of the row (docs/edge-cases.md tells them all).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules import load
from caborules.engine.examples import run_example
from caborules.syntax import nodes as n
from caborules.syntax.printer import item_lines
from caborules.text import parse

FILES = sorted((Path(__file__).parents[1] / "data" / "edges").glob("*.cabo"))
MOST_LINES = 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_language_can_say_it(path: Path) -> None:
    """It passes the static checks, and its own examples come out."""
    system = load(path).system
    own = [one for one in system.examples if one.span is not None and Path(one.span.file).name == path.name]
    assert own
    assert [(r.title, r.line, r.why) for r in (run_example(system, one) for one in own) if r.outcome != "passed"] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_takes_few_lines(path: Path) -> None:
    """Header and changes; examples are not counted."""
    file = parse(path.read_text(encoding="utf-8"), path.name)
    items = [item for item in file.items if not isinstance(item, n.Example)]
    assert 2 + sum(len(item_lines(item)) for item in items) < MOST_LINES
