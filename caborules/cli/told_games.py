"""Games that show something, as people read them: of a long one the beginning and the end, and each only once."""

from __future__ import annotations

import re
from collections.abc import Iterator
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

    def __init__(self, whole: str, *, numbered: bool = True) -> None:
        self._whole = whole
        self._numbered = numbered
        self._above: dict[tuple[str, ...], str] = {}

    def lines(self, name: str, witness: Witness) -> Iterator[str]:
        """The lines of a witness, with the numbers that they have in its data."""
        moves = tuple(_leading(witness.steps)) if witness.data else ()
        table = witness.title.partition(": ")[0]
        above = self._above.setdefault((table, *moves), name) if len(moves) > SHORT else name
        blank = "      " if self._numbered else ""
        if above != name:
            yield f"{blank}The moves are those told above for {above}, up to {_numbers(moves[-1])[1]}."
        for number, step in enumerate(witness.steps, 1):
            if number > len(moves) or (above == name and not _middle(number, len(moves))):
                yield f"{number:>4}  {step}" if self._numbered else step
            elif above == name and number == MOST_TOLD // 2 + 1:
                yield f"{blank}{self._left_out(moves)}"

    def _left_out(self, moves: tuple[str, ...]) -> str:
        left = moves[MOST_TOLD // 2 : len(moves) - MOST_TOLD // 2]
        count = _numbers(left[-1])[1] - _numbers(left[0])[0] + 1
        verb = "is" if count == 1 else "are"
        return f"... {plural(count, 'move')} {verb} left out here; {self._whole}."


def _middle(number: int, moves: int) -> bool:
    """Does a line stand in the part that is left out? Nothing is left out for a single line."""
    half = MOST_TOLD // 2
    return moves > MOST_TOLD + 1 and half < number <= moves - half


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
