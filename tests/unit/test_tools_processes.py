"""Processes that share out calls: the same answers whatever their number, and none is left whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from caborules.cli import main
from caborules.tools import simulate as simulating
from caborules.tools.processes import ProcessLost, spread


def square(number: int) -> int:
    return number * number


def refuse_seven(number: int) -> int:
    if number == 7:
        raise ValueError("not seven")
    return number


def die_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def for_ever(number: int) -> bytes:
    """Answers that fill a pipe, so that whoever sends them waits."""
    return bytes(1_000_000) if number else b""


def interrupted(number: int) -> int:
    """As when Ctrl-C reaches a process of its own."""
    os.kill(os.getpid(), signal.SIGINT)
    return number


def left() -> int:
    return len(multiprocessing.active_children())


@pytest.mark.parametrize("jobs", [1, 2, 5, 40])
def test_every_number_is_answered_once(jobs: int) -> None:
    assert sorted(spread(square, range(1, 31), jobs)) == [(n, n * n) for n in range(1, 31)]
    assert left() == 0


def test_no_numbers_no_process() -> None:
    assert list(spread(square, (), 3)) == []


def test_what_a_call_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="not seven"):
        list(spread(refuse_seven, range(20), 2))
    assert left() == 0


def test_a_process_that_was_killed_is_told() -> None:
    with pytest.raises(ProcessLost):
        list(spread(die_at_seven, range(20), 2))
    assert left() == 0


def test_nothing_is_left_where_the_answers_are_not_wanted_any_more() -> None:
    answers = spread(for_ever, range(1_000), 2)
    next(answers)
    answers.close()  # type: ignore[attr-defined]  # it is a generator
    assert left() == 0


def test_an_interrupt_is_none_of_their_business() -> None:
    assert len(list(spread(interrupted, range(10), 2))) == 10


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Who runs tests may have Ctrl-C ignored; here it is what it is for a command."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_it_ends_though_interrupted_at_any_moment() -> None:
    """Ctrl-C while the processes start, while they work, while they answer."""
    for wait in (0.0, 0.001, 0.01, 0.05):
        with pytest.raises(KeyboardInterrupt):
            for _ in spread(for_ever, range(100), 2):
                time.sleep(wait)
                signal.raise_signal(signal.SIGINT)
        assert left() == 0


def test_sim_says_that_a_process_was_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(simulating, "play_one", lambda plan, number: die_at_seven(number + 6))
    assert main(["sim", "cabo", "-n", "4", "-j", "2"]) == 2
    assert "a process that played games has ended" in capsys.readouterr().err
