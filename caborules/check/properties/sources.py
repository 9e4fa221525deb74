"""Conditions on where cards come from: whether somebody knows the cards of the place that another is filled from."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.properties.atoms import ANY, CARD_OF, OWNER_OF, Pool, any_card, normal, place_of, reads, same
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CARDS, PLAYER, CardType, PlaceType


def sources(pool: Pool, followed: tuple[ex.Expr, ...]) -> tuple[ex.Expr, ...]:
    """Where one of the conditions ``followed`` is whether a player knows any card of a place: whether there is one at
    that position, whether any player knows a card that is laid there, and any card of the place that it is taken from;
    and whether the card is one that is shown by its name, or turned up."""
    system = pool.system
    known = sorted(
        card.name.removeprefix(CARD_OF)
        for atom in followed
        if isinstance(atom, ex.Knows) and isinstance(card := atom.cards, ex.LocalRef) and card.name.startswith(CARD_OF)
    )
    laid = {
        node.operation.register
        for node in system.nodes
        if isinstance(node.operation, lo.Lay) and not reads(node.operation.to).places.isdisjoint(known)
    }
    found: dict[ex.Expr, None] = {}
    for place in known:
        found.update(dict.fromkeys(_any(place, pool)))
    for node in system.nodes:
        match node.operation:
            case lo.Lift(register=register, card=card) if register in laid:
                found[ex.Knows(BOOL, None, ANY, ex.LocalRef(CARD, None, register))] = None
                source = place_of(card)
                if source is not None and source.place not in known:
                    found.update(dict.fromkeys(_any(source.place, pool)))
            case lo.ShowCards(cards=ex.LocalRef() as card) | lo.TurnCards(cards=ex.LocalRef() as card):
                if isinstance(card.type, CardType):
                    found.update((normal(same(any_card(place), card), system), None) for place in known)
    return tuple(found)


def _any(place: str, pool: Pool) -> Iterator[ex.Expr]:
    """Does any card lie at any position of the place, and does any player know it?"""
    owner = ex.LocalRef(PLAYER, None, OWNER_OF + place) if pool.system.places[place].per_player else None
    cards = ex.CardsIn(CARDS, None, ex.PlaceRef(PlaceType(), None, place, owner))
    yield ex.IsIn(BOOL, None, any_card(place), cards)
    yield ex.Knows(BOOL, None, ANY, any_card(place))
