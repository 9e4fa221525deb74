"""Judging many mutants, on several processors, writing each outcome down as it comes."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.mutants import record
from tests.mutants.generate import Mutant
from tests.mutants.judge import Outcome, Subject, judge, subject

_OWN: list[Subject] = []
"""The subject of a worker process: what it was started with."""


def run(
    of: Subject, path: Path, *, jobs: int, resume: Path | None, progress: Callable[[str], None], proofs: bool = True
) -> None:
    """Judge all mutants of ``of`` and write the record to ``path``; what ``resume`` holds for these sources is kept.

    More than one process, or ``proofs``, only for Cabo."""
    done: dict[str, Outcome] = {}
    if resume is not None and resume.exists():
        done = record.kept(of, resume)
        progress(f"{len(done)} outcomes kept" if done else f"{resume.name} is about other rules")
    todo = [m for m in of.mutants if record.key(m) not in done]
    record.write(path, of, done)
    with path.open("a", encoding="utf-8") as out:
        for count, (mutant, outcome) in enumerate(judged(of, todo, jobs, proofs), start=1):
            done[record.key(mutant)] = outcome
            out.write(record.line(mutant, outcome) + "\n")
            out.flush()
            if outcome.by == "nothing":
                progress(f"not noticed: {mutant.id}: {mutant.was} => {mutant.now}")
            if count % 50 == 0:
                progress(f"{count} of {len(todo)}")
    record.write(path, of, done)


def sample(of: Subject, count: int, seed: int) -> list[Mutant]:
    """So many mutants, the same ones for the same seed."""
    return random.Random(seed).sample(of.mutants, min(count, len(of.mutants)))


def judged(of: Subject, todo: list[Mutant], jobs: int, proofs: bool = True) -> Iterator[tuple[Mutant, Outcome]]:
    """Each mutant with its outcome, as they come."""
    if jobs == 1:
        yield from ((mutant, judge(of, mutant, proofs=proofs)) for mutant in todo)
        return
    numbers = {m.id: number for number, m in enumerate(of.mutants)}
    with multiprocessing.get_context("spawn").Pool(jobs, _start) as pool:
        for number, outcome in pool.imap_unordered(_one, [numbers[m.id] for m in todo], chunksize=4):
            yield of.mutants[number], outcome


def _start() -> None:
    _OWN.append(subject())


def _one(number: int) -> tuple[int, Outcome]:
    of = _OWN[0]
    return number, judge(of, of.mutants[number])
