"""The long run: chunk after chunk, on several processors, each written down when it is through."""

from __future__ import annotations

import hashlib
import multiprocessing
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from caborules.engine import machine
from caborules.engine.chance import seeded
from caborules.engine.decisions import offers
from caborules.engine.save import fingerprint
from caborules.engine.setup import Setup
from tests.lockstep import record
from tests.lockstep.plan import CHUNK, Chunk, Plan, plan
from tests.lockstep.record import Agreed
from tests.support import lock_generated

KNOWN_BY: Final = 10
"""So many states at the start of a chunk make its digest."""


def run(path: Path, *, jobs: int, resume: bool, progress: Callable[[str], None]) -> None:
    """Play all chunks and write the record to ``path``. Raises Difference at the first that differs."""
    of = plan()
    done: dict[int, Agreed] = {}
    if resume and path.exists():
        about, found = record.read(path)
        done = found if about == record.header(of) else {}
        progress(f"{len(done)} chunks kept" if done else "nothing to keep: the record is about other rules")
    todo = [chunk for chunk in of.chunks() if chunk.number not in done]
    record.write(path, of, done)
    with path.open("a", encoding="utf-8") as out:
        for count, agreed in enumerate(_all(todo, jobs), start=1):
            done[agreed.chunk] = agreed
            out.write(record.line(agreed) + "\n")
            out.flush()
            if count % 20 == 0:
                progress(f"{count} of {len(todo)} chunks")
    record.write(path, of, done)


def _all(todo: list[Chunk], jobs: int) -> Iterator[Agreed]:
    if jobs == 1:
        yield from map(play, todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(play, todo)


def play(chunk: Chunk, steps: int = CHUNK) -> Agreed:
    """Play one chunk, or the beginning of it. Raises Difference."""
    of = plan()
    setup = of.setup(chunk.row)
    tally = lock_generated.run(setup, lock_generated.generated(setup), chunk.seed, steps)
    chosen = dict(sorted(tally.chosen.items()))
    return Agreed(
        chunk.number, setup.players, tally.steps, tally.games, tally.views, tally.faults, chosen, start(setup, chunk)
    )


def start(setup: Setup, chunk: Chunk) -> str:
    """A digest of some states that the reference engine comes to: other rules, or another engine, give another one."""
    rng = random.Random(chunk.seed)
    state = machine.start(setup, seeded(chunk.seed)).state
    digest = hashlib.sha256(fingerprint(setup, state).encode())
    for _ in range(KNOWN_BY):
        offered = offers(setup, state)
        if not offered:
            break
        state = machine.act(setup, state, rng.choice(offered).action, offered).state
        digest.update(fingerprint(setup, state).encode())
    return digest.hexdigest()[:16]


def sample(of: Plan, count: int, seed: int) -> list[Chunk]:
    """So many chunks, the same ones for the same seed."""
    return random.Random(seed).sample(of.chunks(), count)


def report(of: Plan, path: Path) -> str:
    """What the record says, in a few lines."""
    _, found = record.read(path)
    chosen: Counter[str] = Counter()
    for one in found.values():
        chosen.update(one.chosen)
    rows = len({chunk.row for chunk in of.chunks() if chunk.number in found})
    steps, games = (sum(getattr(one, what) for one in found.values()) for what in ("steps", "games"))
    views, faults = (sum(getattr(one, what) for one in found.values()) for what in ("views", "faults"))
    lines = [
        f"{steps:,} steps of {games:,} games, {views:,} views compared; {faults} games ended in a fault of the rules",
        f"{rows} of {len(of.rows)} combinations of {len(of.factors)} factors: {of.pairs:,} pairs of values,"
        f" {of.excluded} excluded by the ruleset",
        *(f"{count:9,}  {choice}" for choice, count in chosen.most_common()),
    ]
    return "\n".join(lines)
