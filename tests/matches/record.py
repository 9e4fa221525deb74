"""The record of the run: JSON lines, the first about the run, one about each ruleset, one about each setting of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.matches.lock import VIEWS
from tests.matches.plan import BESIDE, CAP, LOCK, MATCHES, Table, rulesets
from tests.support.json_lines import whole_lines

SCHEMA: Final = "caborules/matches/1"
RECORDED: Final = Path(__file__).parent / "recorded.jsonl"
COMMAND: Final = "python -m tests.matches run"


@dataclass(frozen=True, slots=True)
class Played:
    """The matches of one setting. ``at``: its values, by number; ``own``: players may choose it.

    ``over``: matches that came to their end, the others met the limit of decisions, or ``troubles``; ``looks`` at the
    table; ``locked``: matches begun in lock-step, ``whole`` those in lock-step to their last decision; ``positions``
    and ``views`` compared; ``first``: the digest of the first match, ``digest``: of all.
    """

    ruleset: str
    at: tuple[int, ...]
    own: bool
    players: int
    matches: int
    over: int
    decisions: int
    longest: int
    looks: int
    locked: int
    whole: int
    positions: int
    views: int
    troubles: tuple[str, ...]
    first: str
    digest: str


@dataclass(frozen=True, slots=True)
class Record:
    about: Mapping[str, Any] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    played: tuple[Played, ...] = ()

    def of(self, ruleset: str, own: bool | None = None) -> list[Played]:
        """Its settings: all of them, or those that players may choose, or the others."""
        return [one for one in self.played if one.ruleset == ruleset and own in (None, one.own)]


def about() -> dict[str, Any]:
    """How the run goes: a record of a run that goes otherwise is stale."""
    return {"schema": SCHEMA, "matches": MATCHES, "beside": BESIDE, "cap": CAP, "lock": LOCK, "views one in": VIEWS}


def read(path: Path = RECORDED) -> Record:
    """The record. An unfinished last line is left out."""
    head: Mapping[str, Any] = {}
    hashes: dict[str, str] = {}
    played: list[Played] = []
    for one in whole_lines(path):
        if "schema" in one:
            head = one
        elif "hash" in one:
            hashes[one["ruleset"]] = one["hash"]
        else:
            played.append(Played(**one | {"at": tuple(one["at"]), "troubles": tuple(one["troubles"])}))
    return Record(head, hashes, tuple(played))


def line(played: Played) -> str:
    return json.dumps(asdict(played), ensure_ascii=False, separators=(",", ":"))


def heading(ruleset: str, content: str) -> str:
    return json.dumps({"ruleset": ruleset, "hash": content})


def write(path: Path, hashes: Mapping[str, str], played: Iterable[Played]) -> None:
    lines = [json.dumps(about())]
    by: dict[str, list[Played]] = {name: [] for name in hashes}
    for one in played:
        by[one.ruleset].append(one)
    for name in sorted(by, key=list(rulesets()).index):
        lines += [heading(name, hashes[name]), *map(line, sorted(by[name], key=lambda one: (not one.own, one.at)))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stale(found: Record, tables: Mapping[str, Table]) -> list[str]:
    """Why the record does not hold for the present rulesets; texts for people do not count."""
    wrong = [] if dict(found.about) == about() else ["the run goes otherwise now"]
    for name, table in tables.items():
        settings = found.of(name, own=True)
        if found.hashes.get(name) != table.hash:
            wrong.append(f"{name}: not in the record" if not settings else f"{name}: its rules have changed")
        elif (there := sum(one.matches for one in settings)) != MATCHES:
            wrong.append(f"{name}: {there} of {MATCHES} matches are there")
    wrong += [f"{name}: no shipped ruleset" for name in found.hashes.keys() - tables.keys()]
    return wrong
