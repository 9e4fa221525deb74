"""The run: setting after setting of each ruleset, each written down when it is through."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from caborules.compile.cache import compiled
from caborules.compile.playout import Pace
from caborules.ir.pairwise import Row
from tests.matches import record
from tests.matches.plan import BESIDE, CAP, LOCK, MATCHES, Table, rulesets
from tests.matches.play import Match, Player
from tests.matches.record import Played
from tests.support.rulesets import shipped


def tables(names: tuple[str, ...] | None = None) -> dict[str, Table]:
    return {name: Table(name, shipped(name)) for name in names or rulesets()}


def run(
    path: Path, names: tuple[str, ...] | None, *, resume: bool, beside: bool, progress: Callable[[str], None]
) -> None:
    """Play what is still to be played, and write the record to ``path``. ``beside``: what players cannot choose too."""
    every = tables(names)
    found = record.read(path) if resume and path.exists() else record.Record()
    kept = dict(found.about) == record.about()
    hashes = {name: table.hash for name, table in every.items()}
    same = {name for name, content in found.hashes.items() if kept and hashes.get(name, content) == content}
    done = [one for one in found.played if one.ruleset in same]
    hashes = {name: content for name, content in found.hashes.items() if name in same} | hashes
    progress(f"{len(done)} settings kept")
    record.write(path, hashes, done)
    with path.open("a", encoding="utf-8") as out:
        for table in every.values():
            for one in settings(table, {one.at for one in done if one.ruleset == table.name}, beside):
                done.append(one)
                out.write(record.line(one) + "\n")
                out.flush()
                for trouble in one.troubles:
                    progress(f"{table.name} {one.at}: {trouble}")
            progress(table.name)
    record.write(path, hashes, done)


def settings(table: Table, done: set[Row], beside: bool) -> Iterator[Played]:
    """Play the settings of a ruleset that are not done."""
    rows = table.rows()
    own = [row for row in rows if table.own(row)]
    for number, row in enumerate(own):
        if row not in done:
            yield play(table, row, range(number, MATCHES, len(own)), LOCK // len(own))
    for row in rows if beside else ():
        if not table.own(row) and row not in done:
            yield play(table, row, range(BESIDE), 0)


def play(table: Table, row: Row, numbers: range, lock: int) -> Played:
    """The matches of these numbers with one setting; the first of them in lock-step, for so many positions in all."""
    setup, own = table.setup(row), table.own(row)
    program = compiled(setup)
    if program is None:
        raise ValueError(f"{table.name} {row}: no code is made for this setting")
    player = Player(setup, program)
    found: list[Match] = []
    for turn, number in enumerate(numbers):
        left = lock - sum(one.positions for one in found)
        found.append(one_match(table, player, row, number, turn, max(left, 0)))
    told = [
        f"{one.trouble[0]} in {seed(table, row, number)}: {one.trouble[1]}"
        for number, one in zip(numbers, found, strict=True)
        if one.trouble is not None
    ]
    return Played(
        table.name,
        row,
        own,
        setup.players,
        matches=len(found),
        over=sum(one.over for one in found),
        decisions=sum(one.decisions for one in found),
        longest=max(one.decisions for one in found),
        looks=sum(one.looks for one in found),
        locked=sum(one.positions > 0 for one in found),
        whole=sum(one.whole for one in found),
        positions=sum(one.positions for one in found),
        views=sum(one.views for one in found),
        troubles=tuple(told),
        first=found[0].digest,
        digest=hashlib.sha256("".join(one.digest for one in found).encode()).hexdigest()[:32],
    )


def one_match(table: Table, player: Player, row: Row, number: int, turn: int, lock: int) -> Match:
    """A match by its number; ``turn``: its place among those of the setting. Every other one is calm."""
    pace = player.calm if (turn + sum(row)) % 2 else Pace()
    return player.match(seed(table, row, number), pace, lock, CAP)


def seed(table: Table, row: Row, number: int) -> str:
    return f"{table.name}/{'-'.join(map(str, row))}/{number}"
