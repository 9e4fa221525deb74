"""Imagining what an action would do, without knowing more than the player does.

The position is dealt anew before the action is tried: the cards that the player knows keep their faces, all the others
are mixed among themselves, and chance gets a source of its own. What comes out is therefore a function of the player's
view and of the dice, not of the hidden cards. Where others have sealed secret choices nothing can be imagined, because
the trial would lay them open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.engine.basics import lies_face_up
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.machine import act
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, State, Store
from caborules.ir.system import Face
from caborules.tools.dice import Dice

_CARD_EVENTS = frozenset({"moved", "swapped"})


@dataclass(frozen=True, slots=True)
class Imagined:
    """What an action did in an imagined position: how many cards the player's own places gained; did any card move?"""

    gained: int
    stirred: bool


Imagine: TypeAlias = Callable[[Action], "Imagined | None"]
"""Tries an action of one player; None where it cannot be tried."""


def imagination(setup: Setup, state: State, seat: int, dice: Dice) -> Imagine:
    """The imagination of the player at ``seat`` in this state."""

    def imagine(action: Action) -> Imagined | None:
        if action.seat != seat or any(isinstance(frame, Deciding) and frame.sealed for frame in state.control):
            return None
        dealt = replace(setup, faces=imagined_faces(setup, state, seat, dice))
        position = replace(state, chance=seeded(dice.below(1 << 32)))
        try:
            step = act(dealt, position, action)
        except (IllegalAction, RulesFault):
            return None
        gained = own_cards(setup, step.state.store, seat) - own_cards(setup, state.store, seat)
        return Imagined(gained, any(event.kind in _CARD_EVENTS for event in step.events))

    return imagine


def own_cards(setup: Setup, store: Store, seat: int) -> int:
    """How many cards lie in the places of a seat."""
    return sum(
        sum(card is not None for card in cards)
        for (_, owner), cards in zip(setup.place_ids, store.places, strict=True)
        if owner == seat
    )


def imagined_faces(setup: Setup, state: State, seat: int, dice: Dice) -> tuple[Face, ...]:
    """Faces by card number: those that the seat knows as they are, the others dealt anew.

    The unknown faces are put in order before they are mixed, so that the result depends on which they are and not on
    where they lie.
    """
    unknown = [
        card
        for place, cards in zip(setup.place_ids, state.store.places, strict=True)
        for card in cards
        if card is not None
        and not setup.onlookers(place) >> seat & 1
        and not state.store.known[card] >> seat & 1
        and not lies_face_up(setup, state.store, card)
    ]
    mixed = dice.shuffled(sorted((setup.faces[card] for card in unknown), key=repr))
    faces = list(setup.faces)
    for card, face in zip(unknown, mixed, strict=True):
        faces[card] = face
    return tuple(faces)
