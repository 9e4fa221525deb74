"""How long the static check of Cabo takes once the parser is there: reading, merging, balance, typing, flow."""

from __future__ import annotations

import pytest

from caborules import text
from caborules.text.grammar import parser
from tests.benchmarks.figures import best, static_check

WHILE_EDITED = 0.15
"""Seconds of processor time while a ruleset is edited: the trees of texts that did not change are kept."""
READ_ANEW = 0.4
"""The same where every file is read anew. Aimed at is 0.15; see docs/performance.md for what it takes."""


@pytest.mark.benchmark
def test_the_static_check_is_quick() -> None:
    parser()
    static_check()
    assert best(static_check, runs=40) < WHILE_EDITED


@pytest.mark.benchmark
def test_reading_everything_anew_is_not_slow() -> None:
    parser()
    assert best(static_check, runs=5, before=text._read.cache_clear) < READ_ANEW
