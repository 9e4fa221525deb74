"""Games that show something, as people read them: of a long one the beginning and the end, and nothing of it twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from caborules.cli.reports import plural
from caborules.diagnostics.verdict import Witness

MOST_TOLD: Final = 24
"""So many lines of moves are told; of a longer game half of them from its beginning, and half from its end."""
SHORT: Final = 5
"""So few lines of moves are told once more."""

_MOVE = re.compile(r"(\d+)\.(?: to (\d+)\.)? ")


class ToldGames:
    """The games that were told above, each with what it was told for. ``whole``: where all moves can be had."""

    def __init__(self, whole: str) -> None:
        self._whole = whole
        self._above: list[tuple[str, tuple[str, ...], str]] = []

    def lines(self, name: str, witness: Witness) -> Iterator[str]:
        """The lines of a witness; what came of a move is told in lines of its own."""
        for step in self._told(name, witness):
            yield from step.splitlines()

    def _told(self, name: str, witness: Witness) -> Iterator[str]:
        """What is told of a witness. Moves that were told above, at the same table, are not told again.

        Moves have numbers of their own; what is no game is numbered line by line.
        """
        moves = tuple(_leading(witness.steps)) if witness.data else ()
        table = witness.title.partition(": ")[0]
        same, told_for = self._beginning(table, moves)
        self._above.append((table, moves, name))
        if same > SHORT:
            begins = "The moves are" if same == len(moves) else "The first moves are"
            yield f"{begins} those told above for {told_for}, up to {_numbers(moves[same - 1])[1]}."
        else:
            same = 0
        yield from self._cut(moves[same:])
        rest = [step for step in witness.steps[len(moves) :] if step != witness.title]
        yield from rest if moves else (f"{number}  {step}" for number, step in enumerate(rest, 1))

    def _beginning(self, table: str, moves: tuple[str, ...]) -> tuple[int, str]:
        """With how many lines a game told above begins as this one does, and what it was told for."""
        found = [(_shared(moves, other), name) for at, other, name in self._above if at == table]
        return max(found, key=lambda one: one[0], default=(0, ""))

    def _cut(self, moves: tuple[str, ...]) -> Iterator[str]:
        """The moves; of many those at the beginning and at the end. Nothing is left out for a single line."""
        half = MOST_TOLD // 2
        if len(moves) <= MOST_TOLD + 1:
            yield from moves
            return
        left = moves[half:-half]
        count = _numbers(left[-1])[1] - _numbers(left[0])[0] + 1
        yield from moves[:half]
        yield f"... {plural(count, 'move')} {'is' if count == 1 else 'are'} left out here; {self._whole}."
        yield from moves[-half:]


def _shared(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """With how many equal lines two games begin."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _leading(steps: tuple[str, ...]) -> Iterator[str]:
    """The lines with which the game itself is told; what is said of it comes after them."""
    for step in steps:
        if not _MOVE.match(step):
            return
        yield step


def _numbers(line: str) -> tuple[int, int]:
    """The first and the last move that a line tells."""
    found = _MOVE.match(line)
    assert found is not None
    return int(found[1]), int(found[2] or found[1])
