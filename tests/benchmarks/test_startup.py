"""How long it takes to start: ``import caborules`` and ``caborules --help``, against a bare Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.figures import fresh


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("code", "limit"),
    [("import caborules", 0.06), ("from caborules.cli import main; main(['--help'])", 0.2)],
)
def test_start_is_quick(code: str, limit: float) -> None:
    """Over a bare Python: 60 ms for the import, 200 ms for the help."""
    assert fresh(code) - fresh("pass") < limit


@pytest.mark.benchmark
def test_an_unchanged_ruleset_is_answered_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``caborules check cabo`` for the second time: under 0.7 s, Python's own start included."""
    monkeypatch.delenv("CABORULES_NO_CACHE", raising=False)
    monkeypatch.setenv("CABORULES_CACHE", str(tmp_path))
    check = "from caborules.cli import main; main(['check', 'cabo', '--quiet'])"
    fresh(check)
    assert fresh(check) < 0.7
