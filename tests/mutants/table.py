"""The tables of the recorded run of verdicts: what each property catches, what only it catches, and what survives."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import tests.mutants.record as rules_record
from tests.mutants import games_table
from tests.mutants.survivors import Survivor, survivors
from tests.mutants.verdicts import Line, Record

PAGE: Final = Path(__file__).parents[2] / "docs" / "mutants.md"
REASONS: Final = rules_record.HERE / "lowering_survivors.toml"
COMMAND: Final = "python -m tests.mutants table"
OTHER: Final = {"example": "examples", "test": "tests of clauses", "proof": "", "nothing": ""}
LOCKSTEP: Final = "lock-step"
HEAD: Final = f"""\
# Mutants and verdicts

This page is made by `{COMMAND}` from the recorded run. [How to run it, and what it means](how-to/mutation.md).
"""


def reasons(path: Path = REASONS) -> Mapping[str, str]:
    """Why mutants of the lowering survive, by key."""
    given = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {one["key"]: one["reason"] for one in given.get("survivor", ())}


def caught(line: Line) -> frozenset[str]:
    """All that catches a mutant: properties, and what is not a property: examples, tests, lock-step."""
    others = {OTHER.get(line.by, "")} if line.kind == "rules" else {LOCKSTEP if line.lockstep else ""}
    crash = {"an error of the checker"} if line.fault and not line.unfinished else set()
    return line.caught | crash | (others - {""})


def page(found: Record, why: Mapping[str, str] | None = None, present: str = "") -> str:
    """The whole page. ``present``: the fingerprint of the rules as they stand, if it is known."""
    of = _of_which(found, present) if present else ()
    parts = [HEAD, *of, *_summary(found), "", *_by_property(found), "", *_alive(found, why or reasons())]
    return "\n".join(parts) + "\n"


def _of_which(found: Record, present: str) -> Iterator[str]:
    """Of which rules the run is: it takes the better part of an hour, and what it says is about the checker."""
    recorded = found.about.get("meaning")
    if recorded == present:
        yield f"The run is of the rules as they stand (fingerprint {present})."
    else:
        yield (
            f"The rules have changed since: the run is of those with the fingerprint {recorded}, and they now have "
            f"{present}. It is told all the same, since it is about the checker; a sample of mutants of the present "
            "rules is judged anew by a slow test."
        )
    yield ""


def whole(found: Record, present: str) -> str:
    """The page with what is recorded of the other rulesets."""
    return page(found, present=present) + "\n" + "\n".join(games_table.section(games_table.everything().found)) + "\n"


# ---------------------------------------------------------------- numbers
def _summary(found: Record) -> Iterator[str]:
    lines = list(found.lines.values())
    rules = [one for one in lines if one.kind == "rules"]
    lowered = [one for one in lines if one.kind == "lowering"]
    yield f"{len(lines)} mutants were checked: {len(rules)} of the rules, {len(lowered)} of the lowered system."
    holds = sum(_holds(found, one) for one in lines)
    refuted = sum(len(one.refuted) for one in lines)
    yield (
        f"Of {holds:,} verdicts that said `holds`, or `declared` of leaks and secrets, brute force refuted {refuted}."
    )
    doubted = sum(bool(one.doubted) for one in lines)
    yield (
        f"Of {doubted} mutants it found something with smaller options, where the checker, asked about that very game, "
        "does not say `holds` either."
    )
    unfinished = sum(one.unfinished for one in lines)
    faults = sum(bool(one.fault) for one in lines) - unfinished
    yield f"On {faults} mutants the checker itself failed, which is no verdict; on {unfinished} it was stopped."
    for name, some in (("rules", rules), ("lowering", lowered)):
        by_property = sum(bool(one.caught) for one in some)
        total = sum(bool(caught(one)) for one in some)
        yield f"\n{name.capitalize()}: properties catch {by_property} of {len(some)}, together with all else {total}."


def _holds(found: Record, line: Line) -> int:
    if line.fault:
        return 0
    said = {**found.base, **line.found}
    good = (text.startswith("holds" if name != "secrecy" else ("holds", "declared")) for name, text in said.items())
    return sum(one and "proviso" not in text for one, text in zip(good, said.values(), strict=True))


def _by_property(found: Record) -> Iterator[str]:
    """A row for each property: how many mutants it catches, how many no other property does, and how many nothing does.

    The last column is what would go unnoticed without it.
    """
    yield "## What each property catches"
    yield ""
    yield "A mutant is caught by a property that is `violated` or `undecided` of it. *No other property*: all others"
    yield "say what they say of Cabo. *Nothing else*: nor does an example, a test of a clause or lock-step catch it."
    yield ""
    yield "| property | rules | no other property | nothing else | lowering | no other property | nothing else |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    names = [*found.base, "an error of the checker", "examples", "tests of clauses", LOCKSTEP]
    tables = [_counts(found, kind) for kind in ("rules", "lowering")]
    for name in names:
        cells = [str(counts[name] or "") for table in tables for counts in table]
        yield f"| {name} | {' | '.join(cells)} |"


def _counts(found: Record, kind: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    by, alone, only = Counter[str](), Counter[str](), Counter[str]()
    for line in found.lines.values():
        if line.kind != kind:
            continue
        every = caught(line)
        by.update(every)
        if len(line.caught) == 1:
            alone.update(line.caught)
        if len(every) == 1:
            only.update(every)
        if not line.caught:
            alone.update(every - line.caught)
    return by, alone, only


# ---------------------------------------------------------------- survivors
def alive(found: Record, kind: str) -> dict[str, Line]:
    """The mutants that nothing catches, by key."""
    return {key: one for key, one in found.lines.items() if one.kind == kind and not caught(one)}


def _alive(found: Record, why: Mapping[str, str]) -> Iterator[str]:
    yield "## What nothing catches"
    yield ""
    known = survivors()
    some = alive(found, "rules")
    yield f"Of the rules {len(some)}, for the reasons in `tests/mutants/survivors.toml`:"
    yield ""
    yield "| where | change | why |"
    yield "|---|---|---|"
    for one in some.values():
        yield f"| {one.id} | {_change(one)} | {_cell(_known(one, known))} |"
    some = alive(found, "lowering")
    yield ""
    yield f"Of the lowering {len(some)}, for the reasons in `tests/mutants/{REASONS.name}`:"
    yield ""
    yield "| where | change | why |"
    yield "|---|---|---|"
    for key, one in some.items():
        yield f"| {one.id} | {_change(one)} | {_cell(why.get(key, 'no reason given'))} |"
    yield ""
    yield "## What only lock-step catches"
    yield ""
    some = {key: one for key, one in found.lines.items() if one.kind == "lowering" and caught(one) == {LOCKSTEP}}
    yield f"{len(some)} mutants of the lowering make another game that is as good as Cabo to every property."
    yield ""
    yield "| where | change |"
    yield "|---|---|"
    for one in some.values():
        yield f"| {one.id} | {_change(one)} |"


def _known(line: Line, known: tuple[Survivor, ...]) -> str:
    for one in known:
        told = line.id.startswith(f"{one.file}:") and one.operator.split()[0] == line.operator
        if told and (one.was, one.now) == (line.was, line.now):
            return one.reason
    return "see the list"


def _change(line: Line) -> str:
    return f"{_cell(line.was or 'nothing')} => {_cell(line.now or 'nothing')}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
