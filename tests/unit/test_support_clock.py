"""Limits on time: watched where it is asked for, and nowhere else."""

from __future__ import annotations

import pytest

from tests.support import clock


def test_too_long_is_noticed_where_time_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "WATCHED", True)
    with pytest.raises(AssertionError, match=r"instead of -1 s"), clock.within(-1):
        pass
    with clock.within(60):
        pass


def test_elsewhere_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "WATCHED", False)
    with clock.within(-1):
        pass
