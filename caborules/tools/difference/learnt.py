"""Games that learn from the shortest one so far: where two rulesets part only late, play is led to where they do.

What is learnt is how much each seat likes each choice, with how many cards: more and more what the shortest game did.
So play comes to an end soon without knowing anything about the game. Decks are stacked: cards that have an attribute in
common lie together, as they hardly ever do by chance. Such a deal is as possible as any other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from caborules.tools.difference.position import Deed, Pair, parted
from caborules.tools.difference.shorten import Way
from caborules.tools.difference.sides import Deal, Sides, dealt

GAMES: Final = 20
"""So many games are played on a deal."""
RATE: Final = 0.3
"""So much is learnt from one game."""
BOUND: Final = 5.0
"""No liking is larger, so that nothing is ever settled for good."""
FEW: Final = 4
"""The decks are stacked by attributes with more values than these."""

Kind: TypeAlias = tuple[int | None, str, int]
"""Who does what, with how many cards or other things."""
Chosen: TypeAlias = tuple[Kind, tuple[Kind, ...]]
"""What was done, and what there was to choose from."""


@dataclass(slots=True)
class Learning:
    """``left``: so many positions may still be looked at."""

    sides: Sides
    seed: int | str
    left: int
    _liking: dict[Kind, float] = field(default_factory=dict)
    games: int = 0

    def shorter(self, most: int) -> Way | None:
        """The shortest game found that parts after at most so many moves, if there is any."""
        best: Way | None = None
        for number, deal in enumerate(stacked(self.sides, self.seed)):
            best_here: list[Chosen] = []
            for game in range(GAMES):
                if self.left <= 0 or most < 1:
                    return best
                self.games += 1
                rng = random.Random(f"learnt/{self.seed}/{number}/{game}")
                found = self._played(deal, most, rng)
                if found is not None:
                    deeds, best_here = found
                    best, most = Way(deal, tuple(deeds), "random"), len(deeds) - 1
                self._learn(best_here)
        return best

    def _played(self, deal: Deal, most: int, rng: random.Random) -> tuple[list[Deed], list[Chosen]] | None:
        """A game of at most so many moves that parts; None where it does not."""
        pair, deeds, chosen = Pair(*deal.begin(self.sides)), list[Deed](), list[Chosen]()
        while len(deeds) < most and pair.going and self.left > 0:
            kinds: dict[Kind, list[Deed]] = {}
            for deed in pair.deeds():
                kinds.setdefault(_kind(deed), []).append(deed)
            if not kinds:
                return None
            there = tuple(kinds)
            (kind,) = rng.choices(there, self._weights(there))
            deeds.append(rng.choice(kinds[kind]))
            chosen.append((kind, there))
            pair = pair.after(deeds[-1])
            self.left -= 1
            if parted(self.sides, pair):
                return deeds, chosen
        return None

    def _weights(self, kinds: tuple[Kind, ...]) -> list[float]:
        return [math.exp(self._liking.get(kind, 0.0)) for kind in kinds]

    def _learn(self, chosen: list[Chosen]) -> None:
        """To like what was chosen more, and what else there was less."""
        for kind, there in chosen:
            weights = self._weights(there)
            whole = sum(weights)
            for other, weight in zip(there, weights, strict=True):
                change = RATE * ((other == kind) - weight / whole)
                self._liking[other] = max(-BOUND, min(BOUND, self._liking.get(other, 0.0) + change))


def _kind(deed: Deed) -> Kind:
    seat, choice, arguments = deed
    sizes = (len(one) if isinstance(one, tuple) and one and isinstance(one[0], tuple) else 1 for one in arguments)
    return seat, choice, sum(sizes)


def stacked(sides: Sides, seed: int | str) -> Iterator[Deal]:
    """Deals without end in which cards with the same value of an attribute lie together, the values in any order."""
    faces = sides.first.setup.faces
    several = [at for at in range(len(faces[0])) if len({face[at] for face in faces}) > FEW] or [*range(len(faces[0]))]
    number = 0
    while True:
        later = f"{seed}/stacked/{number}"
        rng = random.Random(f"deal/{later}")
        at = rng.choice(several)
        values = list(dict.fromkeys(face[at] for face in faces))
        rng.shuffle(values)
        cards = list(range(len(faces)))
        rng.shuffle(cards)
        yield dealt(sides, tuple(card for value in values for card in cards if faces[card][at] == value), later)
        number += 1
