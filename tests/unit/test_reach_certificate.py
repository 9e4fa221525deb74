"""The record of strategies: it is shown again without a search, and an altered one is rejected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from caborules.check.certificate.codec import decode, encode
from caborules.check.ends.shared import analyses
from caborules.check.reach import look as reach
from caborules.check.reach.questions import questions
from caborules.check.reach.record import ReachRecord
from caborules.check.reach.renewal import Bound, Hand, raises
from caborules.check.reach.strategy import followed
from caborules.check.work import Work
from tests.support.reach_records import objections as speaking_against
from tests.support.works import work_of
from tests.unit.test_check_reach import match


@cache
def work() -> Work:
    return work_of(match(), players=2)


@cache
def kept() -> ReachRecord:
    found = list(reach.look(work()))
    assert found[0].found == "holds"
    records = work().evidence[reach.STRATEGIES]
    assert isinstance(records, dict)
    record = records[reach.REACH]
    assert isinstance(record, ReachRecord)
    return record


def objections(record: ReachRecord, name: str = reach.REACH) -> list[str]:
    return speaking_against(work(), record, name)


def test_the_record_is_shown_again() -> None:
    """As it stands, and after it was written and read."""
    assert objections(kept()) == []
    assert decode(encode(kept(), ReachRecord), ReachRecord) == kept()
    assert len(list(questions(work(), reach.REACH, kept()))) > 5


def test_it_is_about_the_end_of_the_game() -> None:
    """Also of what the author states of it, and of nothing else."""
    assert objections(kept(), "author:it can be brought to its end") == []
    assert objections(kept(), "author:so can each hand")
    assert objections(kept(), "author:somebody may get a point")


def changed(change: Callable[[Any], Any]) -> ReachRecord:
    (system,) = kept().systems
    return ReachRecord((change(system),))


def _rule(**parts: Any) -> Callable[[Any], Any]:
    def change(system: Any) -> Any:
        (rule,) = system.strategy.rules
        return replace(system, strategy=replace(system.strategy, rules=(replace(rule, **parts),)))

    return change


def _loop(**parts: Any) -> Callable[[Any], Any]:
    return lambda system: replace(system, loops=(replace(system.loops[0], **parts),))


def _cases(**parts: Any) -> Callable[[Any], Any]:
    return lambda system: _loop(cases=(replace(system.loops[0].cases[0], **parts),))(system)


BROKEN: dict[str, Callable[[Any], Any]] = {
    "another offer": _rule(offers=(0,)),
    "no offer": _rule(offers=()),
    "an offer that there is not": _rule(offers=(7,)),
    "another decision": _rule(node=0),
    "no rule": lambda system: replace(system, strategy=replace(system.strategy, rules=())),
    "no loop": lambda system: replace(system, loops=()),
    "another head": lambda system: _loop(head=system.loops[0].head + 1)(system),
    "another way": lambda system: _loop(way=1 - system.loops[0].way)(system),
    "a lower bound": lambda system: _loop(most=system.loops[0].most - 1)(system),
    "a higher bound": lambda system: _loop(most=system.loops[0].most + 1)(system),
    "another variable": _loop(variable="stopper"),
    "no cases": _loop(cases=()),
    "too many plays": _cases(seeds=(0, 1)),
    "a play that adds nothing": _cases(seeds=(None,)),
    "it depends on the score": _cases(depends=("score",)),
    "it depends on nothing known": _cases(depends=("nothing",)),
    "a piece less": lambda system: replace(system, pieces=system.pieces[1:]),
    "a piece more": lambda system: replace(system, pieces=(*system.pieces, ())),
    "a step less": lambda system: replace(system, pieces=(system.pieces[0][1:], *system.pieces[1:])),
    "a step turned round": lambda system: replace(
        system,
        pieces=(
            (replace(system.pieces[0][0], rising=not system.pieces[0][0].rising), *system.pieces[0][1:]),
            *system.pieces[1:],
        ),
    ),
    "an assumption": lambda system: replace(
        system, pieces=((replace(system.pieces[0][0], assumption="prompt"), *system.pieces[0][1:]), *system.pieces[1:])
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_altered_record_is_rejected(name: str) -> None:
    change = BROKEN[name]
    if name == "a play that adds nothing":
        change = _cases(seeds=(_idle_seed(),))
    assert objections(changed(change))


def _idle_seed() -> int:
    """Shuffles by which nobody gets a point."""
    (system,) = kept().systems
    loop = system.loops[0]
    after = followed(analyses(work())[0].proof, system.strategy)
    bound = Bound(loop.variable, loop.most)
    hand = Hand(after, loop.head, loop.way, bound, 2, system.strategy.offers())
    for seed in range(200):
        play = hand.play({}, seed)
        if play is not None and not raises(after, play, loop.head, bound):
            return seed
    raise AssertionError("by every shuffle somebody gets a point")
