"""How long it takes to start: ``import caborules`` and ``caborules --help``, against a bare Python."""

from __future__ import annotations

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
