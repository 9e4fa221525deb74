"""The verdict on progress: every position that can be reached and is not the end has a legal move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from caborules.check import classify
from caborules.check.progress import stuck
from caborules.check.progress.goals import Shown, decisions, show
from caborules.check.progress.ways import Ways
from caborules.check.proofs import where
from caborules.check.prove import Proof
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.symbolic.shape import Shape, shape_of

PROGRESS: Final = "progress"


@dataclass(frozen=True, slots=True)
class ProgressProof:
    """Why nobody is ever stuck: by lowered system, each decision that can be reached, and the ways to it."""

    decisions: tuple[tuple[Shown, ...], ...]


def look(work: Work) -> tuple[Verdict, ...]:
    """The verdict on progress."""
    work.tell("whether somebody can always move")
    found = tuple(tuple(show_all(work, proof)) for proof in work.proofs)
    work.evidence[PROGRESS] = {PROGRESS: ProgressProof(found)}
    goals = tuple(dict.fromkeys(_open(work, found)))
    searched = stuck.Search(None, "")
    if goals:
        work.tell("looking for a game in which somebody is stuck")
        searched = stuck.search(work)
    return (
        classify.proved_or_not(
            classify.Evidence(
                PROGRESS,
                work.scope,
                sum(len(shown) for shown in found),
                goals,
                vacuous=not any(found),
                witness=None if searched.found is None else stuck.witness(work, searched.found),
                looked=searched.looked,
            )
        ),
    )


def shape(work: Work, proof: Proof) -> Shape:
    """The shape of a proof's system, as its facts were confirmed with."""
    return shape_of(proof.graph.system, work.memory.codes, min(system.players[0] for system in work.lowered))


def show_all(work: Work, proof: Proof) -> Iterator[Shown]:
    """What is to be shown at each decision of one lowered system."""
    ways, here = Ways(proof), shape(work, proof)
    for decision in decisions(proof):
        yield show(ways, here, decision)


def _open(work: Work, found: tuple[tuple[Shown, ...], ...]) -> Iterator[str]:
    for proof, shown in zip(work.proofs, found, strict=True):
        for one in shown:
            if one.open_way is not None:
                why = f" ({one.why})" if one.why else ""
                yield f"somebody may have to decide and can do nothing{where(proof, one.node)}{why}"
