"""The record of the long run: JSON lines, the first about the plan, each other one about a chunk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tests.lockstep.plan import CHUNK, RULESET, STEPS, Plan
from tests.support.json_lines import whole_lines

SCHEMA: Final = "caborules/lockstep/1"
RECORDED: Final = Path(__file__).parent / "recorded.jsonl"
COMMAND: Final = "python -m tests.lockstep run"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A chunk in which the engines agreed. ``start`` is a digest of its first states, to know it again by."""

    chunk: int
    players: int
    steps: int
    games: int
    views: int
    faults: int
    chosen: Mapping[str, int]
    start: str


def header(plan: Plan) -> dict[str, object]:
    """What the record is about: it is stale when this is another."""
    return {
        "schema": SCHEMA,
        "ruleset": RULESET,
        "hash": plan.hash,
        "steps": STEPS,
        "chunk": CHUNK,
        "rows": len(plan.rows),
        "pairs": plan.pairs,
        "excluded": plan.excluded,
    }


def read(path: Path) -> tuple[dict[str, object], dict[int, Agreed]]:
    """The header and the chunks. An unfinished last line is left out."""
    about: dict[str, object] = {}
    found: dict[int, Agreed] = {}
    for line in whole_lines(path):
        if "schema" in line:
            about = line
        else:
            found[line["chunk"]] = Agreed(**line)
    return about, found


def line(agreed: Agreed) -> str:
    return json.dumps(asdict(agreed))


def write(path: Path, plan: Plan, found: Mapping[int, Agreed]) -> None:
    """All chunks in their order."""
    lines = [json.dumps(header(plan)), *(line(found[number]) for number in sorted(found))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stale(plan: Plan, path: Path) -> str | None:
    """Why the record does not hold for the present rules, and what to do; None where it does."""
    about, found = read(path)
    if about != header(plan):
        return f"The rules or the plan have changed since the run was recorded. Run  {COMMAND}  and commit {path.name}."
    missing = len({chunk.number for chunk in plan.chunks()} ^ found.keys())
    steps = sum(one.steps for one in found.values())
    if missing or steps < STEPS:
        return f"The run is not finished: {missing} chunks are missing. Run  {COMMAND} --resume  ."
    return None
