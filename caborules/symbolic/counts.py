"""Counting: how many cards there are, how many copies of the watched card, and what the meaning of a count implies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.symbolic.places import SHARED
from caborules.symbolic.shape import Shape
from caborules.symbolic.state import State
from caborules.symbolic.symbols import Diary
from caborules.symbolic.terms import Term, all_of, implies, negate, plus, same


@dataclass(frozen=True, slots=True)
class Total:
    """Over all places and the hand: cards, and copies of the watched card."""

    cards: Term
    copies: Term


def total(state: State) -> Total:
    """What there is in all. The hand counts what is in it, not what was ever put there: a card may be lost in it."""
    cards: Term = 0
    copies: Term = 0
    for family in state.families[:-1]:
        cards, copies = plus(cards, family.all_size), plus(copies, family.all_copies)
    hand = state.families[-1]
    return Total(plus(cards, hand.size(SHARED)), plus(copies, hand.copies(SHARED)))


def definitions(shape: Shape, state: State, diary: Diary, watched: Term) -> Iterator[Term]:
    """What holds of sizes and copies because they are counts, for the owners and positions in the diary."""
    owners = list(diary.owners.values())
    for number, owner in owners:
        family = state.families[number]
        if number == shape.hand:
            continue
        size = family.size(owner)
        if not isinstance(size, int):
            yield all_of(size >= 0, size <= family.all_size)
        if watched is not None:
            copies = family.copies(owner)
            yield all_of(copies >= 0, copies <= size, copies <= family.all_copies)
            yield family.all_copies - copies <= family.all_size - size
    for first, (number, owner) in enumerate(owners):
        for place, other in owners[:first]:
            if place == number and shape.families[number].per_player:
                yield implies(negate(same(owner, other)), _together(state, number, owner, other, watched))
    yield from _positions(shape, state, diary, watched)


def _together(state: State, number: int, owner: Term, other: Term, watched: Term) -> Term:
    family = state.families[number]
    sizes = family.size(owner) + family.size(other) <= family.all_size
    if watched is None:
        return sizes
    return all_of(sizes, family.copies(owner) + family.copies(other) <= family.all_copies)


def _positions(shape: Shape, state: State, diary: Diary, watched: Term) -> Iterator[Term]:
    positions = [item for item in diary.positions.values() if item[0] != shape.hand]
    for number, owner, index in positions:
        family = state.families[number]
        there, size = family.there(owner, index), family.size(owner)
        if family.kind == "slots":
            yield implies(there, size >= 1)
        if watched is not None:
            copies, here = family.copies(owner), same(family.at(owner, index), watched)
            yield implies(all_of(there, here), copies >= 1)
            yield implies(all_of(there, same(copies, size)), here)
    for first, (number, owner, index) in enumerate(positions):
        for place, other, position in positions[:first]:
            if place != number or state.families[number].kind == "one":
                continue
            family = state.families[number]
            apart = all_of(same(owner, other), negate(same(index, position)))
            two = all_of(apart, family.there(owner, index), family.there(other, position))
            if family.kind == "slots":
                yield implies(two, family.size(owner) >= 2)
            if watched is not None:
                both = all_of(two, same(family.at(owner, index), watched), same(family.at(other, position), watched))
                yield implies(both, family.copies(owner) >= 2)
