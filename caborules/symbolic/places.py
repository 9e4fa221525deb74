"""Symbolic contents of places: functions from owner and index, and where cards move.

A place that everybody shares is a family with the single owner -1; a place of each player is a family with the seats as
owners. Piles are indexed from the bottom, so that a card laid on top shifts nothing. The hand of an operation
is one more family, with one position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from caborules.symbolic.terms import Term, all_of, choose, negate, one_if, plus, same, within

At: TypeAlias = Callable[[Term, Term], Term]
"""From owner and index."""
KnownTo: TypeAlias = Callable[[Term, Term, Term], Term]
"""From seat, owner and index."""
Of: TypeAlias = Callable[[Term], Term]
"""From owner."""

Kind: TypeAlias = Literal["pile", "slots", "one"]

SHARED = -1
"""The owner of a place that everybody shares, and of the hand."""


@dataclass(frozen=True, slots=True)
class Loc:
    """Where a card lies: the number of the family, the owner, the index. Also a spot, where no card need lie."""

    place: Term
    owner: Term
    index: Term


@dataclass(frozen=True, slots=True)
class Whose:
    """A place: the number of its family and the owner."""

    place: Term
    owner: Term


@dataclass(frozen=True, slots=True)
class Family:
    """The contents of a place, for all its owners.

    ``there``: does a card lie here; ``at``: which one; ``known``: has the seat been shown it; ``up``: does it lie face
    up; ``size``: how many cards the owner has here; ``copies``: how many of them are the watched card.
    ``all_size`` and ``all_copies`` are sums over the owners.
    """

    kind: Kind
    there: At
    at: At
    known: KnownTo
    up: At
    size: Of
    copies: Of
    all_size: Term
    all_copies: Term

    def with_size(self, size: Of) -> Family:
        """Another number of cards (a pile: the positions below it are filled)."""
        if self.kind == "pile":
            return replace(self, size=size, there=lambda o, i: within(0, i, size(o)))
        return replace(self, size=size)

    def with_there(self, there: At) -> Family:
        """Other positions filled (a single position: its size follows)."""
        if self.kind == "one":
            return replace(self, there=there, size=lambda o: one_if(there(o, 0)))
        return replace(self, there=there)


def at_place(number: int, loc: Loc, owner: Term, index: Term) -> Term:
    """Is this position of the family ``number`` the location?"""
    return all_of(same(loc.place, number), same(loc.owner, owner), same(loc.index, index))


def same_loc(left: Loc, right: Loc) -> Term:
    return all_of(same(left.place, right.place), same(left.owner, right.owner), same(left.index, right.index))


def choose_loc(condition: Term, then: Loc, otherwise: Loc) -> Loc:
    if condition is True:
        return then
    if condition is False:
        return otherwise
    return Loc(
        choose(condition, then.place, otherwise.place),
        choose(condition, then.owner, otherwise.owner),
        choose(condition, then.index, otherwise.index),
    )


@dataclass(frozen=True, slots=True)
class Held:
    """What goes with a card that moves: the card, who knows it (from the seat), 1 if it is the watched one, else 0."""

    card: Term
    known: Of
    copies: Term


def _over(hit: Callable[[Term, Term], Term], new: Term, old: At) -> At:
    return lambda o, i: choose(hit(o, i), new, old(o, i))


def without(number: int, family: Family, loc: Loc, copies: Term, on_top: bool) -> Family:
    """The family after the card at ``loc`` has left it, if ``loc`` is in it. ``copies``: 1 if it is the watched card.

    A pile closes up; ``on_top`` says that the card was uppermost, so that nothing shifts.
    """
    here = same(loc.place, number)
    if here is False:
        return family

    def of(owner: Term) -> Term:
        return all_of(here, same(loc.owner, owner))

    size, count = family.size, family.copies
    changed = replace(
        family,
        copies=lambda o: plus(count(o), choose(of(o), -copies, 0)),
        all_size=plus(family.all_size, choose(here, -1, 0)),
        all_copies=plus(family.all_copies, choose(here, -copies, 0)),
    )
    if family.kind == "pile":
        if not on_top:
            at, known, up = family.at, family.known, family.up

            def below(o: Term, i: Term) -> Term:
                return choose(all_of(of(o), i >= loc.index), i + 1, i)

            changed = replace(
                changed,
                at=lambda o, i: at(o, below(o, i)),
                known=lambda q, o, i: known(q, o, below(o, i)),
                up=lambda o, i: up(o, below(o, i)),
            )
        return changed.with_size(lambda o: plus(size(o), choose(of(o), -1, 0)))
    there = family.there
    changed = changed.with_there(lambda o, i: all_of(there(o, i), negate(at_place(number, loc, o, i))))
    if family.kind == "one":
        return changed
    return changed.with_size(lambda o: plus(size(o), choose(of(o), -1, 0)))


def with_card(number: int, family: Family, loc: Loc, held: Held, up: Term, seen_by: KnownTo) -> Family:
    """The family after the held card has come to ``loc``, if ``loc`` is in it; a pile: ``loc`` is its top.

    ``seen_by``: does the seat see the faces in this place of this owner?
    """
    here = same(loc.place, number)
    if here is False:
        return family

    def hit(o: Term, i: Term) -> Term:
        return at_place(number, loc, o, i)

    def of(owner: Term) -> Term:
        return all_of(here, same(loc.owner, owner))

    known, size, count, there = family.known, family.size, family.copies, family.there
    changed = replace(
        family,
        at=_over(hit, held.card, family.at),
        known=lambda q, o, i: choose(hit(o, i), _or(held.known(q), seen_by(q, o, i)), known(q, o, i)),
        up=_over(hit, up, family.up),
        copies=lambda o: plus(count(o), choose(of(o), held.copies, 0)),
        all_size=plus(family.all_size, choose(here, 1, 0)),
        all_copies=plus(family.all_copies, choose(here, held.copies, 0)),
    )
    if family.kind != "pile":
        changed = changed.with_there(lambda o, i: choose(hit(o, i), True, there(o, i)))
    if family.kind == "one":
        return changed
    return changed.with_size(lambda o: plus(size(o), choose(of(o), 1, 0)))


def replaced(number: int, family: Family, loc: Loc, old: Term, held: Held, up: Term, seen_by: KnownTo) -> Family:
    """The family after the held card has replaced the one at ``loc`` (``old``: 1 if that was the watched one)."""
    here = same(loc.place, number)
    if here is False:
        return family

    def hit(o: Term, i: Term) -> Term:
        return at_place(number, loc, o, i)

    known, count = family.known, family.copies
    change = held.copies - old
    return replace(
        family,
        at=_over(hit, held.card, family.at),
        known=lambda q, o, i: choose(hit(o, i), _or(held.known(q), seen_by(q, o, i)), known(q, o, i)),
        up=_over(hit, up, family.up),
        copies=lambda o: plus(count(o), choose(all_of(here, same(loc.owner, o)), change, 0)),
        all_copies=plus(family.all_copies, choose(here, change, 0)),
    )


def _or(left: Term, right: Term) -> Term:
    return choose(left, True, right)
