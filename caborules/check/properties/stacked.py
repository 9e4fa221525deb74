"""Stacked decks: deals in which cards that are alike in something lie together, as they hardly ever do by chance.

A game that breaks a property often needs one player to hold four low cards, or four of a rank to meet. Such deals are
as possible as any other, so a game that is played with one shows as much.
"""

from __future__ import annotations

import random

from caborules.engine.chance import Chance, Outcome, Supplied, seeded
from caborules.engine.setup import Setup


def stacked(setup: Setup, begun: tuple[Outcome, ...], seed: str) -> Chance | None:
    """The chance outcomes of the ``begun`` start of a game up to where the whole deck is shuffled, with the cards put
    together by one of their attributes instead; after that, those of the seed. None where the start shuffles no whole
    deck, or where all cards are alike.
    """
    size = len(setup.faces)
    at = next((at for at, one in enumerate(begun) if isinstance(one, tuple) and len(one) == size), None)
    telling = [
        number for number in range(len(setup.system.attributes)) if len({face[number] for face in setup.faces}) > 1
    ]
    if at is None or not telling:
        return None
    rng = random.Random(seed)
    attribute = rng.choice(telling)
    groups = sorted({face[attribute] for face in setup.faces}, key=str)
    rng.shuffle(groups)
    place = {group: number for number, group in enumerate(groups)}
    order = list(range(size))
    rng.shuffle(order)
    order.sort(key=lambda card: place[setup.faces[card][attribute]])
    return Supplied((*begun[:at], tuple(order)), seeded(seed))
