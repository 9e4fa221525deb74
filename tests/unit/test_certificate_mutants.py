"""Certificates changed at random are rejected, or what they still say is true.

What a changed certificate that is confirmed says is looked at in random games, without the encoding: each fact that it
states holds wherever it is stated, what it calls never reached or closed is never come to, and it claims no more.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from caborules.api.game import Ruleset
from caborules.check.certificate import record
from caborules.check.certificate.recheck import Answers, recheck, work_of
from caborules.check.certificate.record import Certificate
from caborules.check.prove import Proof
from caborules.diagnostics.record import Refused
from caborules.lower import groups, lower
from caborules.lower.machine import Machine, MachineState, load
from tests.support.certified import CHANGES, STATED, Mutant, certified, mutant, ruleset_of
from tests.support.holding import holds
from tests.support.operations import operations
from tests.support.rulesets import HEAD, system_of

ANSWERS = cache(Answers)
KEPT = 12
"""So many positions are kept for each operation."""


@cache
def visits(name: str) -> tuple[Machine, dict[int, list[MachineState]], set[tuple[int, int]]]:
    """A machine for the fewest players, positions by operation, and steps taken, from random games."""
    system = ruleset_of(name).system
    players, options = groups(system)[0]
    machine = load(lower(system, options, players), players[0])
    found: dict[int, list[MachineState]] = defaultdict(list)
    steps: set[tuple[int, int]] = set()
    for seed in range(6):
        last = None
        for before, after in operations(machine, seed, most=500):
            if last is not None:
                steps.add((last, before.node))
            steps.add((before.node, after.state.node))
            last = after.state.node
            for state in (before, after.state):
                if len(found[state.node]) < KEPT:
                    found[state.node].append(state)
    return machine, dict(found), steps


def lies(name: str, certificate: Certificate) -> list[str]:
    """What a certificate says that random games show to be wrong."""
    original = record.read(certified(name))
    found = []
    strength = {"declared": 1, "holds": 2}
    for claim, said in certificate.claims.items():
        if strength[said] > strength.get(original.claims.get(claim, ""), 0):
            found.append(f"it claims more of {claim}")
    machine, positions, steps = visits(name)
    proof: Proof = work_of(certificate, ruleset_of(name)).proofs[0]
    for node, here in enumerate(proof.facts):
        for state in positions.get(node, ()):
            if here is None:
                found.append(f"operation {node} is reached")
                break
            found += [f"at {node}: {fact}" for fact in here if not holds(machine, state, fact)]
    targets = proof.graph.targets
    for node, way in proof.closed:
        twice = targets[node].count(targets[node][way]) > 1
        if not twice and (node, targets[node][way]) in steps:
            found.append(f"way {way} of {node} is taken")
    return found


def outcome(name: str, one: Mutant) -> str:
    """``refused``, ``rejected``, ``harmless``, or what is wrong."""
    try:
        certificate = record.read(one.text)
        result = recheck(certificate, ruleset_of(name), ANSWERS())
    except Refused:
        return "refused"
    if result.status != "confirmed":
        assert result.open
        return "rejected"
    wrong = lies(name, certificate)
    return f"confirmed, but {wrong[:3]}" if wrong else "harmless"


def run(name: str, numbers: Iterable[int]) -> Counter[tuple[str, str]]:
    text = certified(name)
    counted: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        one = mutant(text, number)
        counted[one.what, outcome(name, one)] += 1
    return counted


def test_what_the_certificates_say_is_so_in_random_games() -> None:
    assert lies("stated", record.read(certified("stated"))) == []


def test_changed_certificates_are_rejected_or_still_true() -> None:
    counted = run("stated", range(2 * len(CHANGES)))
    assert {said for _, said in counted} <= {"refused", "rejected", "harmless"}, counted
    assert sum(n for (_, said), n in counted.items() if said != "harmless") > sum(counted.values()) * 2 // 3


def test_changed_records_beside_the_facts_are_rejected_or_still_true() -> None:
    beside = [at for at, (what, _) in enumerate(CHANGES) if "beside" in what]
    counted = run("stated", [at + some * len(CHANGES) for some in range(5) for at in beside])
    assert {said for _, said in counted} <= {"refused", "rejected", "harmless"}, counted
    assert sum(n for (_, said), n in counted.items() if said == "rejected") > 5, counted


BROKEN = {
    "a boss may be set again": ("lead when boss is nobody", "lead", "author:a boss stays"),
    "going on adds nothing": ("add 1 to count", "nothing", "author:somebody goes on"),
    "a step too many": ("add 1 to count", "add 3 to count", "author:the count has a limit"),
    "what is drawn is put back": ("move top of stock to row of turn", "nothing", "ends:show-all"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_certificate_does_not_pass_for_rules_in_which_its_claim_is_wrong(name: str) -> None:
    """The rules are broken, and the certificate of the sound ones is given their hash."""
    old, new, concerned = BROKEN[name]
    assert old in STATED
    ruleset = Ruleset(system_of(HEAD + STATED.replace(old, new)))
    result = recheck(replace(record.read(certified("stated")), hash=ruleset.hash), ruleset, ANSWERS())
    assert result.status == "rejected"
    assert any(words.startswith((f"{concerned}: ", "expected: ")) for words in result.open), result.open


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hands", "seats", "stated"])
def test_many_changed_certificates_are_rejected_or_still_true(name: str) -> None:
    counted = run(name, range(1000, 1000 + 10 * len(CHANGES)))
    assert {said for _, said in counted} <= {"refused", "rejected", "harmless"}, counted


def test_harm_would_be_seen() -> None:
    """The judge of harmless changes is no yes-man: it refutes wrong facts, wrong ends and wrong claims."""
    text = certified("stated")
    assert "hand is empty" in text
    wrong = text.replace("is empty", "has a card").replace("the hand has a card", "the hand is empty")
    parts = {name: one for name, one in json.loads(wrong).items() if name != "digest"}
    assert lies("stated", record.read(record.sealed(parts)))
