"""A game in which two rulesets part is made shorter: moves are left out, or others made in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caborules.tools.difference.position import Deed, Pair, parted
from caborules.tools.difference.record import Found
from caborules.tools.difference.sides import Deal, Sides


@dataclass(frozen=True, slots=True)
class Way:
    """A game: its deal, and what was done. The two part after the last deed."""

    deal: Deal
    deeds: tuple[Deed, ...]
    how: Found
    shorter: int = -1
    """On this deal no game of up to so many moves parts: all were looked at."""


@dataclass(slots=True)
class Shortening:
    """``left``: so many positions may still be looked at. Once there are none, games stay as long as they are."""

    sides: Sides
    left: int

    def shortened(self, way: Way) -> Way:
        """The game made shorter, as long as it can be and positions are left."""
        path = Path(way.deeds, self._pairs(way))
        while True:
            shorter = self._exchanged(self._left_out(path))
            if len(shorter.deeds) == len(path.deeds):
                return replace(way, deeds=path.deeds)
            path = shorter

    def _pairs(self, way: Way) -> tuple[Pair, ...]:
        """The positions before each deed."""
        pairs = [Pair(*way.deal.begin(self.sides))]
        for deed in way.deeds[:-1]:
            pairs.append(pairs[-1].after(deed))
        return tuple(pairs)

    def _left_out(self, path: Path) -> Path:
        """Parts of the game left out: halves, quarters, ... single moves."""
        size = len(path.deeds) // 2
        while size >= 1:
            start = 0
            while start < len(path.deeds):
                shorter = self._tried(path, start, path.deeds[start + size :])
                if shorter is None:
                    start += size
                else:
                    path = shorter
            size = min(size // 2, len(path.deeds) // 2)
        return path

    def _exchanged(self, path: Path) -> Path:
        """Another move in the place of one, and then whatever of the rest is possible."""
        for at, deed in enumerate(path.deeds):
            for other in path.pairs[at].deeds():
                if other != deed:
                    shorter = self._tried(path, at, (other, *path.deeds[at + 1 :]))
                    if shorter is not None:
                        return shorter
        return path

    def _tried(self, path: Path, start: int, deeds: tuple[Deed, ...]) -> Path | None:
        """The game up to ``start``, and then those of the deeds that are possible in turn, if it parts sooner so."""
        done, pairs = list(path.deeds[:start]), list(path.pairs[: start + 1])
        for deed in deeds:
            pair = pairs[-1]
            if not pair.going or len(done) + 1 >= len(path.deeds) or self.left <= 0:
                return None
            if deed not in pair.deeds():
                continue
            self.left -= 1
            following = pair.after(deed)
            done.append(deed)
            if parted(self.sides, following):
                return Path(tuple(done), tuple(pairs))
            pairs.append(following)
        return None


@dataclass(frozen=True, slots=True)
class Path:
    """A game with the position before each of its deeds."""

    deeds: tuple[Deed, ...]
    pairs: tuple[Pair, ...]
