"""Conditions on the faces of cards that no cards of the deck meet: found by trying the faces that there are.

Of a condition only what it says of faces is worked out; whatever else it asks may be so or not. Two cards are told
apart where they lie in different places; else they may be the same card.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from caborules.check.claims import Templates
from caborules.check.prove import Proof
from caborules.check.static.dead import own
from caborules.check.work import Work
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import Face
from caborules.ir.types import BoolType, CardType, Value
from caborules.ir.walk import subexpressions
from caborules.lower.machine import load

MOST: Final = 2
"""Conditions on more cards than this are left alone."""
_BINDERS = (ex.Exists, ex.Those, ex.ThoseBest, ex.FirstWhere, ex.Fold, ex.Share, ex.SomeSet)
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "is at least": operator.ge,
    "is at most": operator.le,
    "is more than": operator.gt,
    "is less than": operator.lt,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition on cards: the line, the condition, where the cards in it lie as far as that is known."""

    span: Span
    condition: ex.Expr
    places: Mapping[ex.Expr, str]


def unmet(work: Work) -> Iterator[Diagnostic]:
    """W333: conditions on two cards in any file, and on one card in the ruleset's own, that nothing meets."""
    met: dict[tuple[Span, object], bool] = {}
    for proof in work.proofs:
        system = proof.graph.system
        templates = Templates(system.registers)
        decks = [load(system, players).setup for players in dict.fromkeys(system.players)]
        tried: dict[object, bool] = {}
        for asked in _conditions(proof):
            cards = _cards(asked.condition)
            if not _looked_at(work, asked, cards):
                continue
            key = (asked.span, templates.of(asked.condition)[0])
            mark = (key, tuple(asked.places.get(card, "") for card in cards))
            if mark not in tried:
                tried[mark] = any(
                    Faces(system, setup.faces, setup.attribute_index, asked.places).met(asked.condition)
                    for setup in decks
                )
            met[key] = met.get(key, False) or tried[mark]
    for (span, _), some in met.items():
        if not some:
            yield Diagnostic(
                "W333",
                span,
                "No cards of the deck meet this condition.",
                "Whatever depends on it never happens.",
                "Compare something else, or use a deck that has such cards.",
            )


def _looked_at(work: Work, asked: Asked, cards: tuple[ex.Expr, ...]) -> bool:
    """Is the condition one that reads faces, and of no more cards than can be tried?"""
    parts = list(subexpressions(asked.condition))
    binders = sum(isinstance(part, ex.Exists) for part in parts)
    reading = any(isinstance(part, ex.AttributeOf | ex.Lookup) for part in parts)
    count = len(cards) + binders
    return reading and 0 < count <= MOST and (count > 1 or own(work, asked.span))


def _conditions(proof: Proof) -> Iterator[Asked]:
    """Every condition on cards, with where the cards lie."""
    for number, node in enumerate(proof.graph.system.nodes):
        facts = proof.facts[number]
        if facts is None:
            continue
        lying: dict[ex.Expr, str] = {
            ex.LocalRef(CardType(), None, fact.register): fact.place for fact in facts if fact.kind == "lies"
        }
        point = proof.graph.point(number)
        match node.operation:
            case lo.Test(condition=condition) if node.source.span is not None:
                yield Asked(node.source.span, condition, lying)
            case lo.SetRegister(value=value) if isinstance(value.type, BoolType) and node.source.span is not None:
                yield Asked(node.source.span, value, lying)
            case lo.Ask() if point is not None:
                for offer in point.offers:
                    yield from _of_offer(offer, lying)


def _of_offer(offer: lo.Offer, lying: Mapping[ex.Expr, str]) -> Iterator[Asked]:
    if offer.source.span is None:
        return
    here = dict(lying)
    for domain in offer.domains:
        name = ex.LocalRef(CardType(), None, domain.register)
        here.pop(name, None)
        place = _place_of(domain.among)
        if place:
            here[name] = place
        if domain.where is not None:
            yield Asked(offer.source.span, domain.where, here)
    if offer.guard is not None:
        yield Asked(offer.source.span, offer.guard, here)


def _place_of(cards: ex.Expr) -> str:
    match cards:
        case ex.CardsIn(place=ex.PlaceRef(place=name)):
            return name
        case ex.Those(among=among) | ex.RestOf(cards=among) | ex.FirstCards(cards=among):
            return _place_of(among)
    return ""


def _cards(condition: ex.Expr) -> tuple[ex.Expr, ...]:
    """The cards whose faces the condition reads, each once, but those that a binder names."""
    found: dict[ex.Expr, None] = {}
    bound = {part.variable for part in subexpressions(condition) if isinstance(part, _BINDERS)}
    for part in subexpressions(condition):
        card = part.card if isinstance(part, ex.AttributeOf) else part.key if isinstance(part, ex.Lookup) else None
        if card is None or not isinstance(card.type, CardType):
            continue
        if not any(isinstance(one, ex.LocalRef) and one.name in bound for one in subexpressions(card)):
            found.setdefault(card)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a deck, tried on conditions. ``places``: where cards lie, as far as that is known."""

    system: lo.LoweredSystem
    faces: tuple[Face, ...]
    attributes: Mapping[str, int]
    places: Mapping[ex.Expr, str]

    def met(self, condition: ex.Expr) -> bool:
        """May some cards of the deck meet the condition?"""
        cards = _cards(condition)
        for faces in product(dict.fromkeys(self.faces), repeat=len(cards)):
            chosen = dict(zip(cards, faces, strict=True))
            if self._can_be(chosen) and self._truth(condition, chosen) is not False:
                return True
        return False

    def _can_be(self, chosen: Mapping[ex.Expr, Face]) -> bool:
        """Are there such cards? Two of one face need two copies, unless they may be the same card."""
        cards = list(chosen)
        for at, one in enumerate(cards):
            for other in cards[:at]:
                if chosen[one] == chosen[other] and self._apart(one, other) and self.faces.count(chosen[one]) < 2:
                    return False
        return True

    def _apart(self, one: ex.Expr, other: ex.Expr) -> bool:
        here, there = self._place(one), self._place(other)
        return bool(here and there and here != there)

    def _place(self, card: ex.Expr) -> str:
        match card:
            case ex.EndOf(cards=cards):
                return _place_of(cards)
            case ex.TheCard(place=ex.PlaceRef(place=name)):
                return name
        return self.places.get(card, "")

    # ------------------------------------------------------------ what a condition says of faces
    def _truth(self, expr: ex.Expr, chosen: Mapping[ex.Expr, Face]) -> bool | None:
        """The value of a condition; None where it depends on something else."""
        match expr:
            case ex.Not(operand=operand):
                value = self._truth(operand, chosen)
                return None if value is None else not value
            case ex.Logic(op=op, left=left, right=right):
                return _joined(op, self._truth(left, chosen), self._truth(right, chosen))
            case ex.Either(condition=condition, then=then, otherwise=otherwise):
                decided = self._truth(condition, chosen)
                if decided is None:
                    cases = {self._truth(then, chosen), self._truth(otherwise, chosen)}
                    return cases.pop() if len(cases) == 1 else None
                return self._truth(then if decided else otherwise, chosen)
            case ex.Exists(variable=name, where=where):
                return None if any(self._truth(where, one) is not False for one in self._each(name, chosen)) else False
            case ex.Compare(op=op, left=left, right=right):
                return _compared(op, self._value(left, chosen), self._value(right, chosen))
            case ex.IsIn(element=element, collection=ex.Const(value=tuple(members))):
                held = self._value(element, chosen)
                return None if held is None else held[0] in members
        known = self._value(expr, chosen)
        return None if known is None or not isinstance(known[0], bool) else known[0]

    def _each(self, name: str, chosen: Mapping[ex.Expr, Face]) -> Iterator[Mapping[ex.Expr, Face]]:
        """The choice of faces with each face for the card that a binder names."""
        for face in dict.fromkeys(self.faces):
            yield {**chosen, ex.LocalRef(CardType(), None, name): face}

    def _value(self, expr: ex.Expr, chosen: Mapping[ex.Expr, Face]) -> tuple[Value] | None:
        """The value, as one of one; None where it depends on something else."""
        match expr:
            case ex.Const(value=value):
                return (value,)
            case ex.AttributeOf(attribute=name, card=card) if card in chosen:
                return (chosen[card][self.attributes[name]],)
            case ex.Lookup(table=table, column=column, key=key) if key in chosen:
                cells = self.system.cells[table, column]
                return (cells[chosen[key]],) if chosen[key] in cells else None
        return None


def _joined(op: str, left: bool | None, right: bool | None) -> bool | None:
    settles = op == "or"
    if left is settles or right is settles:
        return settles
    return None if left is None or right is None else not settles


def _compared(op: str, left: tuple[Value] | None, right: tuple[Value] | None) -> bool | None:
    if left is None or right is None:
        return None
    if op in ("is", "is not"):
        return (left == right) == (op == "is")
    one, other = left[0], right[0]
    return _COMPARE[op](one, other) if isinstance(one, int) and isinstance(other, int) else None
