"""Conditions on how many cards players hold as long as there is a pile to draw from.

A loop of n rounds that moves a card from the pile to a place, as long as there is one, leaves n cards there or an empty
pile. While it runs, the cards there and the rounds left come to n. So the conditions are all of the form "the pile is
empty, or the place of any player has so many cards": with an empty pile nothing else is told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from caborules.check.properties.atoms import ANY, Pool, at_most, normal, place_of, reads, same
from caborules.check.properties.watch import Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CardType, CollectionType, NumberType, PlayerType
from caborules.ir.walk import subexpressions

MOST: Final = 12
"""So many cards or rounds are told apart."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A loop: its counter and rounds, the place to which it moves cards from the pile, and the node behind it."""

    counter: str
    rounds: int
    place: ex.PlaceRef
    end: int


def drawing(watch: Watch, pool: Pool) -> tuple[ex.Expr, ...]:
    """For a property that asks whether a pile is empty: how many cards the players' places have that loops fill from
    it, who is still to come in loops over players, how many rounds are left, how large sets are."""
    system = pool.system
    found: dict[ex.Expr, None] = {}
    for source in _piles(watch):
        draws = list(_draws(system, source))
        places = {draw.place.place: replace(draw.place, owner=ANY) for draw in draws}
        empty = ex.IsEmpty(BOOL, None, _cards(source))
        for name, numbers in _numbers(system, draws).items():
            for number in sorted(numbers):
                found[_or(empty, _at_least(_size(places[name]), number))] = None
        for draw in draws:
            counter = ex.LocalRef(system.registers[draw.counter], None, draw.counter)
            both = ex.Arithmetic(NumberType(0, 999), None, "plus", _size(places[draw.place.place]), counter)
            found[normal(at_most(counter, 0), system)] = None
            for number in (draw.rounds, draw.rounds - 1):
                found[_or(empty, _at_least(both, number))] = None
        if draws:
            found[normal(empty, system)] = None
            found.update((normal(one, system), None) for one in _who(watch, pool, frozenset(places)))
            found.update((normal(one, system), None) for one in _sets(system, frozenset(places)))
    return tuple(found)


def is_drawing(atom: ex.Expr) -> bool:
    """Is a condition one of those that hold anyway with an empty pile?"""
    return isinstance(atom, ex.Logic) and isinstance(atom.left, ex.IsEmpty)


def counted(condition: ex.Expr) -> Iterator[ex.PlaceRef]:
    """The places of which a condition says how many cards they have, or that they have none."""
    for part in subexpressions(condition):
        match part:
            case ex.IsEmpty(collection=cards) | ex.SizeOf(collection=cards):
                place = place_of(cards)
                if place is not None:
                    yield place


def _piles(watch: Watch) -> Iterator[ex.PlaceRef]:
    """The places that nobody owns of which the property asks whether they are empty."""
    places = (place for expr in watch.expressions() for place in counted(expr) if place.owner is None)
    yield from dict.fromkeys(replace(place, span=None) for place in places)


def _draws(system: lo.LoweredSystem, source: ex.PlaceRef) -> Iterator[Draw]:
    """The loops that fill places of players from the pile."""
    rounds = {
        node.operation.register: node.operation.value.value
        for node in system.nodes
        if isinstance(node.operation, lo.SetRegister) and isinstance(node.operation.value, ex.Const)
    }
    lifted = {
        node.operation.register
        for node in system.nodes
        if isinstance(node.operation, lo.Lift) and source.place in reads(node.operation.card).places
    }
    for number, node in enumerate(system.nodes):
        match node.operation:
            case lo.Test(condition=ex.Compare(left=ex.LocalRef(name=name)), otherwise=end) if name in rounds:
                count = rounds[name]
                body = [one.operation for one in system.nodes[number + 1 : end]]
                if not isinstance(count, int) or not 0 < count <= MOST or not _falls(name, body):
                    continue
                places = [one.to for one in body if isinstance(one, lo.Lay) and one.register in lifted]
                for to in places:
                    if isinstance(to, ex.PlaceRef) and to.owner is not None:
                        yield Draw(name, count, to, end)


def _falls(counter: str, body: list[lo.Operation]) -> bool:
    return any(
        isinstance(one, lo.SetRegister)
        and one.register == counter
        and isinstance(one.value, ex.Arithmetic)
        and one.value.op == "minus"
        for one in body
    )


def _numbers(system: lo.LoweredSystem, draws: list[Draw]) -> dict[str, set[int]]:
    """By place, the numbers of cards: those that loops leave, and what comes together where one place goes to another
    after the loops that stand before it."""
    found: dict[str, set[int]] = {}
    for draw in draws:
        found.setdefault(draw.place.place, set()).add(draw.rounds)
    for number, node in enumerate(system.nodes):
        match node.operation:
            case lo.MoveAll(source=ex.PlaceRef(place=one), to=ex.PlaceRef(place=other)) if other in found:
                before = [draw for draw in draws if draw.end <= number]
                came, had = (max((d.rounds for d in before if d.place.place == at), default=0) for at in (one, other))
                if one != other and 0 < came + had <= MOST:
                    found[other].add(came + had)
    return found


def _who(watch: Watch, pool: Pool, places: frozenset[str]) -> Iterator[ex.Expr]:
    """Whether any player is the one whose place is touched, or is still to come."""
    system = pool.system
    rests = {n.operation.register: n.operation.collection for n in system.nodes if isinstance(n.operation, lo.NextOf)}
    among = {
        offer.actor: offer.among.name
        for point in system.points
        for offer in point.offers
        if offer.actor is not None and isinstance(offer.among, ex.LocalRef)
    }
    for expr in (*pool.touching, *watch.expressions()):
        for part in subexpressions(expr):
            if not isinstance(part, ex.PlaceRef) or part.place not in places:
                continue
            match part.owner:
                case ex.LocalRef(name=name) as owner if name in system.registers:
                    yield same(ANY, owner)
                    for rest in (rests.get(name), among.get(name)):
                        if rest is not None:
                            yield ex.IsIn(BOOL, None, ANY, ex.LocalRef(system.registers[rest], None, rest))
                case ex.VariableRef(owner=None, type=PlayerType()) as owner:
                    yield same(ANY, owner)


def _sets(system: lo.LoweredSystem, places: frozenset[str]) -> Iterator[ex.Expr]:
    """Whether a set of cards that is chosen from such a place has no more cards than it must have."""
    for point in system.points:
        for domain in (domain for offer in point.offers for domain in offer.domains):
            kind = system.registers[domain.register]
            if domain.high is None or not reads(domain.among).places & places or not isinstance(kind, CollectionType):
                continue
            if isinstance(kind.of, CardType):
                cards = ex.LocalRef(kind, None, domain.register)
                yield at_most(ex.SizeOf(NumberType(0, 999), None, cards), domain.high)


def _cards(place: ex.PlaceRef) -> ex.CardsIn:
    return ex.CardsIn(CollectionType(CARD), None, place)


def _size(place: ex.PlaceRef) -> ex.SizeOf:
    return ex.SizeOf(NumberType(0, 999), None, _cards(place))


def _at_least(left: ex.Expr, number: int) -> ex.Expr:
    return ex.Compare(BOOL, None, "is at least", left, ex.Const(NumberType(number, number), None, number))


def _or(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    return ex.Logic(BOOL, None, "or", left, right)
