"""What authors state of a small ruleset: verdicts, records of proofs, and records that claim too much."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from caborules.api.game import Ruleset
from caborules.check.certificate.question import Objection, Question
from caborules.check.certificate.recheck import Answers
from caborules.check.certificate.smt import body
from caborules.check.narrate import choice_texts
from caborules.check.proofs import prove_steps
from caborules.check.properties.look import STATED, look
from caborules.check.properties.prove import prove
from caborules.check.properties.questions import questions
from caborules.check.properties.record import StatedRecord, SystemRecord
from caborules.check.properties.watch import watch
from caborules.check.prove import Memory
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.lower import groups, lower
from tests.support.rulesets import system_of


@cache
def work_of(rules: str) -> Work:
    system = system_of(rules)
    ranges = groups(system)[:1]
    lowered = tuple(lower(system, options, players) for players, options in ranges)
    memory = Memory()
    proofs = prove_steps(lowered, memory)
    return Work(Ruleset(system), {}, tuple(ranges), lowered, proofs, memory, choice_texts(system))


@cache
def stated(rules: str) -> dict[str, Verdict]:
    """The verdicts on what is stated, by title."""
    return {one.property.removeprefix("author:"): one for one in look(work_of(rules))}


def is_proved(rules: str, title: str) -> bool:
    """Is a statement proved? (No game is looked for where it is not.)"""
    work = work_of(rules)
    claim = next(one for one in work.system.properties if one.title == title)
    fewest = min(system.players[0] for system in work.lowered)
    outcomes = (
        prove(watch(work.system, system, claim), proof, work.memory, fewest)
        for system, proof in zip(work.lowered, work.proofs, strict=True)
    )
    return all(not one.why for one in outcomes)


def proof_of(rules: str, title: str) -> SystemRecord:
    """The record of the proof that a statement holds."""
    stated(rules)
    data = work_of(rules).evidence[STATED][f"author:{title}"]
    assert isinstance(data, StatedRecord) and data.systems[0] is not None
    return data.systems[0]


def confirmed(rules: str, title: str, record: SystemRecord, answers: Answers) -> bool:
    """Is a record shown again by all solvers, without any search?"""
    name = f"author:{title}"
    for item in questions(work_of(rules), name, StatedRecord((record,))):
        if isinstance(item, Objection):
            return False
        assert isinstance(item, Question)
        for piece in item.pose():
            if isinstance(piece, Objection):
                return False
            text = body(piece)
            if text and set(answers.ask(text, item.where).values()) != {"unsat"}:
                return False
    return True


def without(record: SystemRecord, number: int, at: int) -> SystemRecord:
    """The record without one of the combinations of one of its sets."""
    some = record.sets[number]
    return replace(record, sets=(*record.sets[:number], (*some[:at], *some[at + 1 :]), *record.sets[number + 1 :]))
