"""The record of loops that one of several plays brings on: it is shown again, and an altered one is rejected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from caborules.check.certificate.codec import decode, encode
from caborules.check.reach import look as reach
from caborules.check.reach.branching import Measure
from caborules.check.reach.record import ReachRecord
from caborules.check.work import Work
from tests.support.reach_records import objections
from tests.support.rulesets import system_of
from tests.support.works import work_of
from tests.unit.test_reach_several import bank, scores

TEXTS = {"bank": bank(), "scores": scores(1, 2), "once": scores(1, 2, once=True)}


@cache
def kept(name: str) -> tuple[Work, ReachRecord]:
    work = work_of(system_of(TEXTS[name]), players=2)
    assert next(iter(reach.look(work))).found == "holds"
    records = work.evidence[reach.STRATEGIES]
    assert isinstance(records, dict)
    record = records[reach.REACH]
    assert isinstance(record, ReachRecord) and record.systems[0].several
    return work, record


@pytest.mark.parametrize("name", TEXTS)
def test_the_record_is_shown_again(name: str) -> None:
    """As it stands, and after it was written and read."""
    work, record = kept(name)
    assert objections(work, record, reach.REACH) == []
    assert decode(encode(record, ReachRecord), ReachRecord) == record


def loop(**parts: Any) -> Callable[[Any], Any]:
    return lambda system: replace(system, several=(replace(system.several[0], **parts),))


def cases(**parts: Any) -> Callable[[Any], Any]:
    return lambda system: loop(cases=(replace(system.several[0].cases[0], **parts),))(system)


BROKEN: dict[str, Callable[[Any], Any]] = {
    "no loop": lambda system: replace(system, several=()),
    "another head": lambda system: loop(head=system.several[0].head + 1)(system),
    "another way": loop(way=1),
    "no way": loop(way=2),
    "another variable": loop(measure=Measure("halved", 0, True)),
    "no variable": loop(measure=Measure("nothing", None, True)),
    "nobody's score": loop(measure=Measure("score", None, True)),
    "the score of a player who need not be there": loop(measure=Measure("score", 2, True)),
    "a score that falls": loop(measure=Measure("score", 0, False)),
    "no cases": loop(cases=()),
    "one play only": lambda system: cases(seeds=(system.several[0].cases[0].seeds[0][:1],))(system),
    "the same play again": lambda system: cases(seeds=(system.several[0].cases[0].seeds[0][:1] * 2,))(system),
    "no play": cases(seeds=((),)),
    "cases left out": cases(seeds=()),
    "too many cases": lambda system: cases(seeds=system.several[0].cases[0].seeds * 2)(system),
    "the measure is not read": cases(unknown=("halved",)),
    "nothing is read": cases(unknown=()),
    "something is read twice": cases(unknown=("score", "score")),
    "something that there is not is read": cases(unknown=("score", "nothing")),
    "given and unknown at once": cases(depends=("halved",), unknown=("score", "halved")),
    "a piece more": lambda system: replace(system, pieces=(*system.pieces, ())),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_altered_record_is_rejected(name: str) -> None:
    work, record = kept("once" if name == "one play only" else "scores")
    (system,) = record.systems
    assert objections(work, ReachRecord((BROKEN[name](system),)), reach.REACH)
