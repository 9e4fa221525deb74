"""How long the static check of Cabo takes once the parser is there: reading, merging, balance, typing, flow."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from caborules import text
from caborules.names.load import load_book
from caborules.text.grammar import parser
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow

BAR = 0.15
"""Seconds of processor time: the bar of the static check, every file read anew."""
WITH_TREES = 0.13
"""The same while the ruleset is edited: the trees of files that did not change are kept."""


def _static_check() -> None:
    assert not check_flow(elaborate(load_book("cabo")).system).diagnostics[1:]


def _best(part: Callable[[], None], runs: int = 15) -> float:
    """Processor time, the best of some runs: what else the machine does counts little."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        part()
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.slow
def test_the_static_check_is_quick() -> None:
    parser()
    _static_check()
    assert _best(_static_check) < WITH_TREES
