"""The mutants that nothing notices, each with the reason: ``survivors.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.generate import Mutant, bare
from tests.mutants.judge import Outcome, Subject
from tests.mutants.record import HERE, key

KINDS = ("equivalent", "excused")
"""``equivalent``: the reason says why it is the same game. ``excused``: it is another, but cites no ``rule`` clause."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """``was`` and ``now`` as ``Mutant`` has them."""

    file: str
    where: str
    operator: str
    was: str
    now: str
    kind: str
    reason: str


def survivors(path: Path = HERE / "survivors.toml") -> tuple[Survivor, ...]:
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Survivor(**one) for one in given.get("survivor", ()))


def reason_of(mutant: Mutant, known: tuple[Survivor, ...]) -> Survivor | None:
    return next((s for s in known if _same(s, mutant)), None)


def _same(survivor: Survivor, mutant: Mutant) -> bool:
    mine = (survivor.file, survivor.where, survivor.operator, bare(survivor.was), bare(survivor.now))
    return mine == (mutant.file, mutant.where, mutant.operator, bare(mutant.was), bare(mutant.now))


def problems(of: Subject, outcomes: Mapping[str, Outcome], known: tuple[Survivor, ...], rules: set[str]) -> list[str]:
    """What is wrong with the list: a survivor without a reason, a reason without a survivor, an excuse for a rule.

    ``rules``: the clauses of kind ``rule``.
    """
    found = []
    alive = [m for m in of.mutants if outcomes[key(m)].by == "nothing"]
    for mutant in alive:
        survivor = reason_of(mutant, known)
        if survivor is None:
            found.append(f"{mutant.id} survives without a reason: {mutant.was} => {mutant.now}")
        elif survivor.kind not in KINDS or len(survivor.reason) < 20:
            found.append(f"{mutant.id}: kind {survivor.kind!r}, reason {survivor.reason!r}")
        elif survivor.kind == "excused" and rules & set(mutant.clauses):
            found.append(f"{mutant.id} cites {sorted(rules & set(mutant.clauses))}: a rule cannot be excused")
    idle = [s for s in known if not any(_same(s, mutant) for mutant in alive)]
    return found + [f"no survivor: {s.file} {s.operator}: {s.was} => {s.now}" for s in idle]
