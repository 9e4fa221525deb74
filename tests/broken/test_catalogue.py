"""Each way of being broken has its verdicts, pinned: what it breaks is found, nothing else is, and witnesses replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.check.run import begun, look_into
from caborules.diagnostics.verdict import Verdict
from caborules.ir import lowered as lo
from caborules.lower import groups, lower
from tests.broken.case import Broken, Read, read
from tests.broken.catalogue import ALL, HOST
from tests.broken.replay import check_witness


def whole_check(case: Broken, one: Read) -> tuple[tuple[Verdict, ...], tuple[lo.LoweredSystem, ...], tuple[str, ...]]:
    """All verdicts, behind the compiler's back if need be; the lowered systems, and codes of further warnings."""
    ranges = groups(one.ruleset.system, case.settings)
    report = begun(one.ruleset, ranges)
    lowered = tuple(lower(one.ruleset.system, options, players) for players, options in ranges)
    if case.surgery is not None:
        lowered = tuple(case.surgery(system) for system in lowered)
    looked = look_into(one.ruleset, case.settings, ranges, lowered)
    return (*report.verdicts, *looked.verdicts), lowered, tuple(sorted({d.code for d in report.diagnostics}))


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
            broken = case.surgery is not None
            lengths[verdict.property] = check_witness(verdict, one.ruleset.system, dict(case.settings), lowered, broken)
    assert {name: lengths[name] for name in case.shortest} == case.shortest


def test_every_defect_is_noticed_somehow() -> None:
    """A case that breaks nothing says by itself why nothing can notice it."""
    silent = {case.name for case in ALL if not (case.finds or case.refused or case.warned)}
    assert silent == {case.name for case in ALL if case.unnoticed}
