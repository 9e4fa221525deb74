"""Each way of being broken has its verdicts, pinned: what it breaks is found, nothing else is, and witnesses replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.check.run import begun, look_into
from caborules.check.static.unshuffled import unshuffled
from caborules.diagnostics.verdict import Json, Verdict, Witness
from caborules.engine.game import fixed
from caborules.ir import lowered as lo
from caborules.lower import groups, lower
from tests.broken.case import Broken, Read, read
from tests.broken.catalogue import ALL
from tests.broken.pinned import HOST
from tests.broken.replay import check_witness
from tests.support import lockstep

STEPS = ("conservation", "own-legality", "public-legality", "no-leak")
"""Properties whose witnesses are games of the lowered system; those of others are games of the rules."""


def whole_check(case: Broken, one: Read) -> tuple[tuple[Verdict, ...], tuple[lo.LoweredSystem, ...], tuple[str, ...]]:
    """All verdicts, behind the compiler's back if need be; the lowered systems, and codes of further warnings."""
    ranges = groups(one.ruleset.system, case.settings)
    report = begun(one.ruleset, ranges)
    lowered = tuple(lower(one.ruleset.system, options, players) for players, options in ranges)
    if case.surgery is not None:
        lowered = tuple(case.surgery(system) for system in lowered)
    looked = look_into(one.ruleset, case.settings, ranges, lowered)
    found = {one.code for one in (*report.diagnostics, *unshuffled(looked.work))}
    return (*report.verdicts, *looked.verdicts), lowered, tuple(sorted(found))


def test_nothing_is_wrong_with_the_host(tmp_path: Path) -> None:
    """The unbroken game is not refused, and nothing is violated or left undecided."""
    case = Broken("host", "It is not broken.")
    one = read(case, tmp_path)
    verdicts, _, warnings = whole_check(case, one)
    assert (one.errors, one.warnings, warnings) == ((), (), ())
    assert {v.property: (v.found, v.evidence) for v in verdicts} == HOST


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name, marks=[pytest.mark.slow] if case.slow else []) for case in ALL]
)
def test_what_is_broken_is_found_and_nothing_else(case: Broken, tmp_path: Path) -> None:
    """All verdicts are those of the host but for the ones pinned; every witness of a violation is played again."""
    one = read(case, tmp_path)
    assert one.errors == case.refused
    verdicts, lowered, warnings = whole_check(case, one)
    assert (*one.warnings, *warnings) == case.warned
    expected = {name: found for name, found in {**HOST, **case.finds}.items() if found is not None}
    assert {v.property: (v.found, v.evidence) for v in verdicts} == expected
    lengths: dict[str, int] = {}
    for verdict in verdicts:
        if verdict.found == "violated" and verdict.property != "examples":
            broken = case.surgery is not None and verdict.property in STEPS
            lengths[verdict.property] = check_witness(verdict, one.ruleset.system, dict(case.settings), lowered, broken)
    assert {name: lengths[name] for name in case.length} == case.length


@pytest.mark.parametrize("claim", ["conservation", "no-leak", "ends:turn"])
def test_a_witness_that_shows_nothing_is_not_believed(claim: str, tmp_path: Path) -> None:
    """The beginning of a good game, given out for a lost card, for two deals, for a loop."""
    system = read(Broken("host", "It is not broken."), tmp_path).ruleset.system
    setup = fixed(system, 2, {})
    lowered = lower(system, setup.options, (2, 2))
    draw: Json = {"seat": 1, "choice": "turn.draw", "arguments": ()}
    game: dict[str, Json] = {"players": 2, "faces": setup.faces, "chance": ((tuple(range(8)),), ()), "actions": (draw,)}
    twice: dict[str, Json] = {"seat": 0, "action": None, "first": game, "second": game}
    looped: dict[str, Json] = {**game, "loop": 0, "shows": "turn goes on for ever"}
    data = {"conservation": game, "no-leak": twice, "ends:turn": looped}[claim]
    verdict = Verdict(claim, "violated", "executed", witness=Witness("", (), data))
    with pytest.raises(AssertionError, match=r"does not show|not two deals|not legal the next time"):
        check_witness(verdict, system, {}, (lowered,), broken=claim != "ends:turn")


def test_lock_step_notices_what_no_property_says(tmp_path: Path) -> None:
    """A lowering that plays another game in good order is told from the rules by playing both."""
    case = next(one for one in ALL if one.name == "a test is negated")
    assert case.surgery is not None
    system = read(case, tmp_path).ruleset.system
    setup = fixed(system, 2, {})
    lowered = lower(system, setup.options, (2, 2))
    lockstep.run(setup, 1, 60, lowered=lowered)
    with pytest.raises(lockstep.Difference):
        for seed in range(20):
            lockstep.run(setup, seed, 60, lowered=case.surgery(lowered))


def test_every_defect_is_noticed_somehow() -> None:
    """Of a case in which no verdict changes it is said why; and no case is there twice."""
    assert len({case.name for case in ALL}) == len(ALL)
    silent = [case.name for case in ALL if not (case.finds or case.refused or case.warned)]
    assert silent == [case.name for case in ALL if case.unnoticed]
