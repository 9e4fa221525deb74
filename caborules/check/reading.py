"""What an expression says at a position in the rules, as far as facts are concerned: places, cards, conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.check.known import Facts, follows, one
from caborules.ir import expressions as ex
from caborules.symbolic.facts import EVERYBODY, OWNER, SHARED_PLACE, VARIABLE, Fact, Scope


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a certain owner: the scope is shared or one; each: of some owner, one cannot say whose."""

    place: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class Card:
    """A card: in a register, or the end of a place (``register`` empty). ``spot``: where it lies, if that is known."""

    register: str
    spot: Spot | None


@dataclass(frozen=True, slots=True)
class Words:
    """Reads expressions in the light of facts."""

    facts: Facts

    def name(self, expr: ex.Expr) -> str | None:
        """The register or variable that an expression is, if it is no more than that."""
        match expr:
            case ex.LocalRef():
                return self.first_name(expr.name)
            case ex.VariableRef(owner=None):
                return VARIABLE + expr.variable
        return None

    def first_name(self, name: str) -> str:
        """Of several names that hold the same, the first."""
        for fact in self.facts:
            if fact.kind == "same" and fact.register == name:
                return self.first_name(fact.who)
        return name

    def place(self, expr: ex.Expr) -> Spot | None:
        """The place that an expression names, if its owner has a name."""
        match expr:
            case ex.PlaceRef(owner=None):
                return Spot(expr.place, SHARED_PLACE)
            case ex.PlaceRef(owner=owner) if owner is not None:
                name = self.name(owner)
                return None if name is None else Spot(expr.place, one(name))
            case ex.LocalRef():
                return self._fact_place("place", expr.name)
        return None

    def _fact_place(self, kind: str, register: str) -> Spot | None:
        for fact in self.facts:
            if fact.kind == kind and fact.register == register:
                return Spot(fact.place, fact.scope)
        return None

    def card(self, expr: ex.Expr) -> Card | None:
        match expr:
            case ex.LocalRef():
                name = self.first_name(expr.name)
                return Card(name, self.lies(name))
            case ex.TheCard():
                return Card("", self.place(expr.place))
            case ex.EndOf(cards=ex.CardsIn(place=place)):
                return Card("", self.place(place))
        return None

    def among(self, cards: ex.Expr) -> Spot | None:
        """The place in which all cards of a collection lie."""
        match cards:
            case ex.LocalRef():
                return self._fact_place("among", self.first_name(cards.name))
            case ex.CardsIn():
                return self.place(cards.place)
            case ex.Those() | ex.ThoseBest():
                return self.among(cards.among)
            case ex.RestOf() | ex.FirstCards():
                return self.among(cards.cards)
        return None

    def lies(self, register: str) -> Spot | None:
        """Where the card of a register lies."""
        return self._fact_place("lies", register)

    def spot_of(self, register: str) -> Spot | None:
        """In which place the spot of a register is."""
        return self._fact_place("spot", register)

    def knowers(self, card: Card) -> Iterator[str]:
        """Who knows a card: everybody, or names of players."""
        for fact in self.facts:
            if card.register and fact.kind == "told" and fact.register == card.register:
                yield fact.who
        if card.spot is not None:
            yield from self.knowers_of(card.spot)

    def knowers_of(self, spot: Spot) -> Iterator[str]:
        """Who knows all cards of a place."""
        people = {EVERYBODY, OWNER, *(f.who for f in self.facts if f.kind == "known")}
        for who in sorted(people):
            if follows(Fact("known", spot.place, "", spot.scope, who), self.facts):
                if who != OWNER:
                    yield who
                elif spot.scope.name:
                    yield spot.scope.name

    def empty(self, spot: Spot) -> bool:
        return follows(Fact("empty", spot.place, "", spot.scope), self.facts)

    # ------------------------------------------------------------ conditions
    def told_by(self, condition: ex.Expr, holds: bool) -> Iterator[Fact]:
        """Facts that follow from a condition's being so or not."""
        match condition:
            case ex.Not():
                yield from self.told_by(condition.operand, not holds)
            case ex.Logic() if (condition.op == "and") == holds:
                yield from self.told_by(condition.left, holds)
                yield from self.told_by(condition.right, holds)
            case ex.Either(then=ex.Const(value=bool(value))) if value != holds:
                yield from self.told_by(condition.condition, False)
                yield from self.told_by(condition.otherwise, holds)
            case ex.Either(otherwise=ex.Const(value=bool(value))) if value != holds:
                yield from self.told_by(condition.condition, True)
                yield from self.told_by(condition.then, holds)
            case ex.IsEmpty(collection=ex.CardsIn(place=place)):
                spot = self.place(place)
                if spot is not None:
                    yield Fact("empty" if holds else "filled", spot.place, "", spot.scope)
            case ex.IsEmpty(collection=ex.LocalRef(name=name)) if not holds:
                yield Fact("some", register=self.first_name(name))
            case ex.Compare(left=ex.SizeOf(collection=ex.CardsIn(place=place)), right=ex.Const(value=int(number))):
                spot = self.place(place)
                if spot is not None and _positive(condition.op, number, holds):
                    yield Fact("filled", spot.place, "", spot.scope)
            case ex.Exists(among=ex.CardsIn(place=place)) if holds:
                spot = self.place(place)
                if spot is not None:
                    yield Fact("filled", spot.place, "", spot.scope)

    def element(self, register: str, among: ex.Expr) -> Iterator[Fact]:
        """Facts about one element of a collection, in a register."""
        match among:
            case ex.Those():
                yield from self.element(register, among.among)
                for fact in self.told_by(among.where, True):
                    yield fact.renamed({among.variable: register})
            case ex.ThoseBest():
                yield from self.element(register, among.among)
            case ex.RestOf() | ex.FirstCards():
                yield from self.element(register, among.cards)
            case ex.CardsIn() | ex.LocalRef():
                spot = self.among(among)
                if spot is None and isinstance(among, ex.LocalRef):
                    return
                if spot is None:
                    yield Fact("lives", register=register)
                else:
                    yield Fact("lies", spot.place, register, spot.scope)
                    yield Fact("filled", spot.place, "", spot.scope)
                    yield from (Fact("told", register=register, who=who) for who in self.knowers_of(spot))


def _positive(op: str, number: int, holds: bool) -> bool:
    """Does the comparison of a size with a number say that the size is at least one?"""
    if not holds:
        op = {
            "is at most": "is more than",
            "is less than": "is at least",
            "is": "is not",
            "is not": "is",
            "is at least": "is less than",
            "is more than": "is at most",
        }[op]
    match op:
        case "is more than":
            return number >= 0
        case "is at least" | "is":
            return number >= 1
        case "is not":
            return number == 0
    return False
