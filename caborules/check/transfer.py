"""How an operation changes the facts: what is lost, what is gained. Guesses, all of them: the solver confirms each one.

A guess that is too bold costs a question to the solver and is dropped; one that is missing may leave a claim
undecided. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from caborules.check.choosing import agrees, chosen, next_of, unsealed, used_up
from caborules.check.known import Facts, but, closed, follows, forget_name, without
from caborules.check.reading import Card, Spot, Words
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PlaceDef
from caborules.ir.types import CardType, CollectionType, PlaceType, PlayerType, SpotType, Type
from caborules.ir.walk import subexpressions
from caborules.symbolic.facts import EACH, EVERYBODY, HAND_EMPTY, OWNER, VARIABLE, Fact, Scope


@dataclass(frozen=True, slots=True)
class Transfer:
    """Facts after operations of a system with these places and registers."""

    places: Mapping[str, PlaceDef]
    registers: Mapping[str, Type]

    def ways(self, node: lo.Node, point: lo.Point | None, facts: Facts) -> Iterator[tuple[int, Facts]]:
        """For each way on from the node, in the order of ``symbolic.steps``: its target and the facts there."""
        words = Words(facts)
        match node.operation:
            case lo.Stop():
                return
            case lo.Test() as test:
                yield node.next, closed({*facts, *words.told_by(test.condition, True)})
                yield test.otherwise, closed({*facts, *words.told_by(test.condition, False)})
            case lo.NextOf() as loop:
                yield node.next, closed(next_of(loop, facts, self.registers))
                yield loop.done, closed(used_up(loop.collection, facts))
            case lo.Ask() if point is not None:
                for offer in point.offers:
                    sealed = point.sealed and offer.kind == "choice"
                    yield (node.next if sealed else offer.target), closed(chosen(offer, facts, sealed=sealed))
            case lo.Unseal() as unseal if point is not None:
                for offer in point.offers:
                    if offer.kind == "choice":
                        yield offer.target, closed(unsealed(offer, facts, self.registers))
                yield unseal.done, facts
            case _:
                after = self._after(node.operation, facts, words)
                yield node.next, closed({*after, *_outlasting(node.operation, facts)})

    def _after(self, operation: lo.Operation, facts: Facts, words: Words) -> Iterable[Fact]:
        match operation:
            case lo.Lift():
                return self._lift(operation, facts, words)
            case lo.Lay():
                return self._lay(operation, facts, words)
            case lo.MoveAll():
                return self._move_all(operation, facts, words)
            case lo.MoveCards():
                return self._move_cards(operation, facts, words)
            case lo.SwapCards():
                return self._swap(operation, facts, words)
            case lo.ShufflePlace():
                return self._shuffle(operation, facts, words)
            case lo.ShowCards():
                return {*facts, *self._shown(operation.cards, self._people(operation.to, words), words)}
            case lo.TurnCards() if operation.up:
                return {*facts, *self._shown(operation.cards, [EVERYBODY], words)}
            case lo.TurnCards():
                spot = self._turned(operation.cards, words)
                return without(facts, lambda f: f.kind == "open" and (spot is None or f.place == spot.place))
            case lo.PickOne():
                left = forget_name(facts, operation.register)
                return {*left, *words.element(operation.register, operation.among), agrees(operation.register)}
            case lo.SetVariable():
                return forget_name(facts, VARIABLE + operation.variable) if operation.owner is None else facts
            case lo.SetRegister():
                return self._set(operation, facts, words)
            case lo.Rotate():
                return facts
            case lo.Say(value=ex.LocalRef(name=name)):
                return {*facts, agrees(name)}
        return facts

    # ------------------------------------------------------------ one card
    def _lift(self, operation: lo.Lift, facts: Facts, words: Words) -> Iterable[Fact]:
        card, h = words.card(operation.card), operation.register
        knowers = [] if card is None else list(words.knowers(card))
        spot = None if card is None else card.spot
        old = "" if card is None else card.register
        kept = self._moved_away(facts, spot, old)
        at = [f.register for f in facts if f.kind == "at" and f.who == old and old]
        if h != old:
            kept = forget_name(kept, h)
        gained = {Fact("in hand", register=h), *(Fact("told", register=h, who=who) for who in knowers)}
        gained.update(Fact("free", register=register) for register in at)
        if old and old != h:
            gained.add(Fact("same", register=h, who=old))
        if not old or agrees(old) in facts:
            gained.add(agrees(h))
        if spot is not None and spot.scope != EACH and self.places[spot.place].shape == "one card":
            gained.add(Fact("empty", spot.place, "", spot.scope))
        return {*kept, *gained}

    def _moved_away(self, facts: Iterable[Fact], spot: Spot | None, register: str) -> set[Fact]:
        """A card leaves a place: which may be named by other registers as well."""

        def gone(fact: Fact) -> bool:
            if fact.kind == "hand empty" or (fact.kind == "at" and fact.who == register):
                return True
            if fact.kind == "filled":
                return spot is None or fact.place == spot.place
            if fact.kind == "lies":
                return spot is None or fact.register == register or fact.place == spot.place
            if fact.kind == "among":
                return spot is None or fact.place == spot.place
            return fact.kind in ("lives", "at")

        return without(facts, gone)

    def _lay(self, operation: lo.Lay, facts: Facts, words: Words) -> Iterable[Fact]:
        h = words.first_name(operation.register)
        to, spot = operation.to, words.place(operation.to)
        if isinstance(to, ex.LocalRef) and isinstance(self.registers.get(to.name), SpotType):
            spot = words.spot_of(words.first_name(to.name))
        knowers = list(words.knowers(Card(h, None)))
        kept = without(facts, lambda f: f.kind == "in hand" or (f.kind == "free" and _may_be(f, spot, words)))
        if spot is None:
            kept = without(kept, lambda f: f.kind in ("empty", "known", "open"))
            return {*kept, HAND_EMPTY, Fact("lives", register=h)}
        kept = self._comes(kept, spot, knowers)
        gained = {HAND_EMPTY, Fact("lies", spot.place, h, spot.scope)}
        if spot.scope != EACH:
            gained.add(Fact("filled", spot.place, "", spot.scope))
        gained.update(Fact("told", register=h, who=who) for who in self._who_sees(spot))
        return {*kept, *gained}

    def _who_sees(self, spot: Spot) -> list[str]:
        sight = self.places[spot.place].sight
        if sight == "face up":
            return [EVERYBODY]
        return [spot.scope.name] if sight == "seen by its owner" and spot.scope.name else []

    def _comes(self, facts: Iterable[Fact], spot: Spot, knowers: list[str]) -> set[Fact]:
        """A card comes to a place: it is no longer empty, and all its cards are known only to those who know it."""
        kept: set[Fact] = set()
        for fact in facts:
            if (
                fact.place != spot.place
                or fact.kind not in ("empty", "known")
                or (fact.kind == "known" and self._still_known(fact, spot, knowers))
            ):
                kept.add(fact)
                continue
            if fact.who == EVERYBODY and self.places[spot.place].sight == "seen by its owner":
                kept.add(Fact(fact.kind, fact.place, "", fact.scope, OWNER))
            if fact.scope == EACH and spot.scope.kind == "one":
                kept.add(Fact(fact.kind, fact.place, "", but(spot.scope.name), fact.who))
            elif fact.scope == but(spot.scope.name) and spot.scope.kind == "one":
                kept.add(fact)
        return kept

    def _still_known(self, fact: Fact, spot: Spot, knowers: list[str]) -> bool:
        sees = self._who_sees(spot)
        if EVERYBODY in sees or EVERYBODY in knowers:
            return True
        return fact.who in (*sees, *knowers) or (fact.who == OWNER and bool(sees))

    # ------------------------------------------------------------ many cards
    def _move_all(self, operation: lo.MoveAll, facts: Facts, words: Words) -> Iterable[Fact]:
        source, to = words.place(operation.source), words.place(operation.to)
        if source is None or to is None:
            return without(facts, lambda f: f.kind not in _OF_NO_CARDS)
        knowers = list(words.knowers_of(source))
        kept = facts if words.empty(source) else self._comes(facts, to, knowers)
        moved: set[Fact] = set()
        for fact in kept:
            if fact.kind == "filled" and fact.place == source.place and not operation.rest:
                continue
            if fact.kind == "lies" and fact.place == source.place:
                if operation.rest or fact.scope != source.scope:
                    moved.add(Fact("lives", register=fact.register))
                else:
                    moved.add(Fact("lies", to.place, fact.register, to.scope))
            elif fact.kind == "among" and fact.place == source.place:
                if not operation.rest and fact.scope == source.scope and to.scope != EACH:
                    moved.add(Fact("among", to.place, fact.register, to.scope))
            elif fact.kind != "at":
                moved.add(fact)
        if not operation.rest:
            moved.add(Fact("empty", source.place, "", source.scope))
        return moved

    def _move_cards(self, operation: lo.MoveCards, facts: Facts, words: Words) -> Iterable[Fact]:
        source, to = words.among(operation.cards), words.place(operation.to)
        if source is None or to is None:
            return without(facts, lambda f: f.kind not in _OF_NO_CARDS)
        moved: set[Fact] = set()
        name = words.first_name(operation.cards.name) if isinstance(operation.cards, ex.LocalRef) else ""
        for fact in self._comes(facts, to, list(words.knowers_of(source))):
            if fact.kind in ("filled", "lies") and fact.place == source.place:
                if fact.kind == "lies":
                    moved.add(Fact("lives", register=fact.register))
            elif fact.kind == "among" and fact.place == source.place:
                if fact.register == name and to.scope != EACH:
                    moved.add(Fact("among", to.place, name, to.scope))
            elif fact.kind != "at" and not (fact.kind == "free" and _may_be(fact, to, words)):
                moved.add(fact)
        if Fact("some", register=name) in facts and to.scope != EACH:
            moved.add(Fact("filled", to.place, "", to.scope))
        return moved

    def _swap(self, operation: lo.SwapCards, facts: Facts, words: Words) -> Iterable[Fact]:
        left, right = words.card(operation.left), words.card(operation.right)
        if left is None or right is None or left.spot is None or right.spot is None:
            return without(facts, lambda f: f.kind in ("lies", "known", "at", "among"))
        people = list(words.knowers(left)), list(words.knowers(right))
        places = (left.spot.place, right.spot.place)
        kept = without(facts, lambda f: f.kind == "at" or (f.kind in ("lies", "among") and f.place in places))
        swapped = {Fact("lives", register=f.register) for f in facts if f.kind == "lies" and f.place in places}
        known = {f for f in kept if f.kind == "known"}
        rest = {f for f in kept if f.kind != "known"}
        known = self._comes(self._comes(known, left.spot, people[1]), right.spot, people[0])
        for card, other in ((left, right), (right, left)):
            assert other.spot is not None
            if card.register:
                swapped.add(Fact("lies", other.spot.place, card.register, other.spot.scope))
                swapped.update(Fact("told", register=card.register, who=who) for who in self._who_sees(other.spot))
        return {*rest, *known, *swapped}

    def _shuffle(self, operation: lo.ShufflePlace, facts: Facts, words: Words) -> Iterable[Fact]:
        spot = words.place(operation.place)
        elsewhere = {f.register for f in facts if f.kind == "lies" and spot is not None and f.place != spot.place}

        def gone(fact: Fact) -> bool:
            if fact.kind == "known":
                return spot is None or (fact.place == spot.place and not self._still_known(fact, spot, []))
            return fact.kind == "at" or (fact.kind == "told" and fact.register not in elsewhere)

        return without(facts, gone)

    # ------------------------------------------------------------ knowledge
    def _people(self, to: ex.Expr, words: Words) -> list[str]:
        if isinstance(to, ex.Seats):
            return [EVERYBODY]
        name = words.name(to) if isinstance(to.type, PlayerType) else None
        return [] if name is None else [name]

    def _shown(self, cards: ex.Expr, people: list[str], words: Words) -> Iterator[Fact]:
        if isinstance(cards, ex.CardsIn):
            spot = words.place(cards.place)
            if spot is not None:
                yield from (Fact("known", spot.place, "", spot.scope, who) for who in people)
            return
        card = words.card(cards)
        if card is not None and card.register:
            yield from (Fact("told", register=card.register, who=who) for who in people)
        elif card is not None and card.spot is not None and self.places[card.spot.place].shape == "one card":
            yield from (Fact("known", card.spot.place, "", card.spot.scope, who) for who in people)

    def _turned(self, cards: ex.Expr, words: Words) -> Spot | None:
        """In which place the cards lie, if that is known."""
        card = words.card(cards)
        return words.among(cards) if card is None else card.spot

    # ------------------------------------------------------------ registers
    def _set(self, operation: lo.SetRegister, facts: Facts, words: Words) -> Iterable[Fact]:
        register, value = operation.register, operation.value
        gained = set(self._about(register, value, facts, words))
        if any(isinstance(part, ex.LocalRef) and part.name == register for part in subexpressions(value)):
            gained = {fact for fact in gained if fact.kind == "agrees"}
        return {*forget_name(facts, register), *gained}

    def _about(self, register: str, value: ex.Expr, facts: Facts, words: Words) -> Iterator[Fact]:
        yield from self._agreement(register, value, facts)
        kind = self.registers[register]
        match value:
            case ex.LocalRef(name=name) if name != register and not isinstance(kind, CollectionType):
                yield Fact("same", register=register, who=words.first_name(name))
            case ex.VariableRef(owner=None) if isinstance(kind, PlayerType):
                yield Fact("same", register=register, who=VARIABLE + value.variable)
            case ex.SpotOf():
                card = words.card(value.card)
                if card is not None and card.register:
                    yield Fact("at", register=register, who=card.register)
                if card is not None and card.spot is not None:
                    yield Fact("spot", card.spot.place, register, card.spot.scope)
            case ex.NewSpot():
                spot = words.place(value.place)
                if spot is not None:
                    yield Fact("spot", spot.place, register, spot.scope)
                    yield Fact("free", register=register)
            case _ if isinstance(kind, CardType):
                card = words.card(value)
                if card is not None and card.spot is not None:
                    yield Fact("lies", card.spot.place, register, card.spot.scope)
                    yield from (Fact("told", register=register, who=who) for who in words.knowers(card))
            case _ if isinstance(kind, CollectionType) and isinstance(kind.of, CardType):
                spot = words.among(value)
                if spot is not None and spot.scope != EACH:
                    yield Fact("among", spot.place, register, spot.scope)
            case _ if isinstance(kind, PlaceType):
                spot = words.place(value)
                if spot is not None:
                    yield Fact("place", spot.place, register, spot.scope)
            case ex.Seats() if isinstance(kind, CollectionType):
                for name, place in self.places.items():
                    if place.per_player:
                        yield Fact("empty", name, "", Scope("outside", "", register))
                        yield Fact("known", name, "", Scope("outside", "", register), EVERYBODY)

    def _agreement(self, register: str, value: ex.Expr, facts: Facts) -> Iterator[Fact]:
        """Who can tell what a register holds: a guess, at first everybody."""
        yield agrees(register)
        people = {f.who for f in facts if f.kind in ("told", "known", "agrees")} - {EVERYBODY, OWNER, ""}
        yield from (Fact("agrees", register=register, who=who) for who in sorted(people))


_OF_NO_CARDS = ("agrees", "same", "place", "hand empty", "some")
"""The kinds of facts that outlast whatever happens to cards."""


def _outlasting(operation: lo.Operation, facts: Facts) -> Iterator[Fact]:
    """What moving cards leaves true of cards with names: each is somewhere, and whoever could tell its face still can.

    Of the name that the operation gives, and of cards whose face nobody could tell, nothing is said.
    """
    match operation:
        case lo.Lift(register=given):
            pass
        case lo.Lay() | lo.MoveAll() | lo.MoveCards() | lo.SwapCards() | lo.ShufflePlace():
            given = ""
        case _:
            return
    for fact in sorted(facts):
        if fact.register == given or fact.kind not in ("lies", "lives", "in hand", "exists", "told", "face"):
            continue
        about_face = fact.kind in ("told", "face")
        lasting = Fact("face", "", fact.register, who=fact.who) if about_face else Fact("exists", "", fact.register)
        if follows(lasting, facts):
            yield lasting


def _may_be(fact: Fact, spot: Spot | None, words: Words) -> bool:
    """May the free spot of the fact be in this place?"""
    free = words.spot_of(fact.register)
    return spot is None or free is None or free.place == spot.place
