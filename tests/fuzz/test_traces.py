"""A recorded game, changed in one place: it is refused, or the difference is told."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from caborules.api import load
from caborules.api.game import Ruleset
from caborules.diagnostics.codes import CODES
from caborules.diagnostics.record import Refused
from caborules.engine.chance import seeded
from caborules.engine.play import replay
from caborules.tools.record import record
from tests.fuzz.pipeline import check_diagnostic, clock

VALUES: Final = ("-1", "999999999999999999999999", "null", '"\\u001b[31mx"', "[]", "{}", "1.5", "true", '""', "1e400")
_SCALAR: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|true|false|null')


@cache
def cabo() -> Ruleset:
    return load.load("cabo")


@cache
def trace() -> str:
    """A game of 16 decisions."""
    recording = record(cabo().configured(3).setup, "careful", "edited", 16)
    assert not recording.fault
    return recording.play.trace()


def outcome(text: str) -> str:
    """``refused``, ``differs`` or ``same``."""
    try:
        with clock():
            found = replay(cabo().system, text)
    except Refused as refused:
        for diagnostic in refused.diagnostics:
            assert diagnostic.code in CODES
            check_diagnostic(diagnostic, None)
        return "refused"
    return "same" if found.difference is None else "differs"


def edits() -> Iterator[tuple[str, str]]:
    """The trace with one number, text or word replaced; and what was done."""
    text = trace()
    for number, found in enumerate(_SCALAR.finditer(text)):
        old = found[0]
        others = [str(int(old) + 1)] if re.fullmatch(r"-?\d+", old) else []
        others += VALUES if os.environ.get("CABORULES_CI") else VALUES[number % 3 :: 3]
        for new in others:
            if new != old:
                where = text[max(0, found.start() - 40) : found.start()]
                yield text[: found.start()] + new + text[found.end() :], f"{where} >> {old} to {new}"


def test_one_edit_is_never_overlooked() -> None:
    """Save in the head: the name is for people, and an option that has not mattered yet may as well be another."""
    found: Counter[str] = Counter()
    start = trace().index('"steps"')
    for text, what in edits():
        result = outcome(text)
        found[result] += 1
        if result == "same":
            at = next(i for i, (a, b) in enumerate(zip(text, trace(), strict=False)) if a != b)
            assert at < start, what
    assert found["refused"] > 300
    assert found["differs"] > 30
    assert found["same"] < 30, found


def test_cutting_it_off_anywhere_is_noticed() -> None:
    text = trace()
    for at in range(0, len(text) - 1, 97):
        assert outcome(text[:at]) == "refused"


@pytest.mark.parametrize("part", ["steps", "options", "players", "name", "ruleset", "format", "language", "ir"])
def test_parts_that_are_missing_or_of_another_kind(part: str) -> None:
    whole = json.loads(trace())
    without = {key: value for key, value in whole.items() if key != part}
    assert outcome(json.dumps(without)) == "refused"
    odd: tuple[object, ...] = (None, [], {}, 10**30, "x" * 100_000, [[[[]]]], {"x": {"y": []}}, True)
    for value in odd:
        # The name is for people; no options at all are the defaults, as in this game.
        if (part, type(value)) not in (("name", str), ("options", dict)) or value == odd[6]:
            assert outcome(json.dumps({**whole, part: value})) == "refused", (part, str(value)[:40])


def test_steps_in_another_order_differ() -> None:
    whole = json.loads(trace())
    steps = whole["steps"]
    for at in range(1, len(steps) - 1):
        swapped = [*steps[:at], steps[at + 1], steps[at], *steps[at + 2 :]]
        assert outcome(json.dumps({**whole, "steps": swapped})) == "differs"
    assert outcome(json.dumps({**whole, "steps": steps[:-1]})) == "same"
    assert outcome(json.dumps({**whole, "steps": [*steps, steps[-1]]})) == "differs"


def test_the_same_seed_gives_the_same_trace() -> None:
    """The edits above stand on this."""
    recording = record(cabo().configured(3).setup, "careful", "edited", 16)
    assert recording.play.trace() == trace()
    assert outcome(trace()) == "same"
    assert seeded("a") == seeded("a")
