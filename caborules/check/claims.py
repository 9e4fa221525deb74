"""The claims to be proved about a graph: for each node, what must hold of its operation, given the facts there.

Most nodes of a graph are copies of others up to the names of registers (a reaction at every decision, a rule called
twice). Claims therefore have a key that is the same for all copies, and are proved once. What an operation cannot touch
is carried over without a question; which places it changed is compared with what was supposed here (``Footprint``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeAlias

from caborules.check.flow import Graph
from caborules.check.known import Facts
from caborules.check.reading import Words
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.symbolic.claims import Claim
from caborules.symbolic.facts import RELATIONAL, VARIABLE, Fact

Key: TypeAlias = tuple[object, ...]
AllFacts: TypeAlias = tuple[Facts | None, ...]
"""Facts by node; None where control cannot come."""
_CARD_KINDS = ("lies", "lives", "exists", "told", "free", "at", "spot", "among", *RELATIONAL)
_NOT_MEANT = ("span", "path", "number", "text")
"""What a claim does not depend on."""
_MOVES = (lo.Lift, lo.Lay, lo.MoveAll, lo.MoveCards, lo.SwapCards, lo.ShufflePlace)


@dataclass(frozen=True, slots=True)
class Footprint:
    """What an operation may change: places (None: any), cards' whereabouts and who knows them, the hand, names."""

    places: frozenset[str] | None
    cards: bool
    hand: bool
    names: frozenset[str]

    def touches(self, fact: Fact) -> bool:
        """May the operation make a difference to the fact?"""
        if any(name in self.names for name in fact.names()):
            return True
        if (
            fact.place
            and fact.kind not in ("lies", "spot", "place", "among")
            and (self.places is None or fact.place in self.places)
        ):
            return True
        if fact.kind in ("hand empty", "in hand"):
            return self.hand
        return self.cards and fact.kind in _CARD_KINDS


@dataclass(slots=True)
class Templates:
    """Keys of expressions and operations with the names of registers left out, and those names in order."""

    registers: Mapping[str, object]
    _done: dict[int, tuple[object, tuple[str, ...]]] = field(default_factory=dict)

    def of(self, part: object) -> tuple[object, tuple[str, ...]]:
        """The key of a part of an operation, and the registers in it in the order of reading."""
        if isinstance(part, ex.Typed):
            found = self._done.get(id(part))
            if found is None:
                found = self._done[id(part)] = self._made(part)
            return found
        if isinstance(part, str) and part in self.registers:
            return "#", (part,)
        if isinstance(part, tuple):
            keys = [self.of(one) for one in part]
            return tuple(key for key, _ in keys), tuple(name for _, names in keys for name in names)
        if is_dataclass(part) and not isinstance(part, type):
            return self._made(part)
        return part, ()

    def _made(self, part: Any) -> tuple[object, tuple[str, ...]]:
        keys: list[object] = [type(part).__name__]
        names: list[str] = []
        for item in fields(part):
            value = getattr(part, item.name)
            if isinstance(value, lo.Source) or item.name in _NOT_MEANT:
                continue
            if item.name in ("next", "otherwise", "done", "target", "point") and isinstance(value, int):
                continue
            key, inner = self.of(value)
            keys.append(key)
            names.extend(inner)
        return tuple(keys), tuple(names)


@dataclass(slots=True)
class Claims:
    """Makes the claims about the nodes of a graph."""

    graph: Graph
    closed: frozenset[tuple[int, int]] = frozenset()
    """Ways on that are taken to be impossible: nothing is to be shown behind them."""
    templates: Templates = field(init=False)

    def __post_init__(self) -> None:
        self.templates = Templates(self.graph.system.registers)

    def footprint(self, number: int, facts: Facts) -> Footprint:
        """What the operation at a node may change, given the facts there."""
        operation = self.graph.system.nodes[number].operation
        words = Words(facts)
        names = frozenset(self._set_names(operation, self.graph.point(number)))
        places: frozenset[str] | None = frozenset()
        match operation:
            case lo.Lift(card=card):
                places = _card_places(words, card)
            case lo.Lay(to=to):
                places = _to_places(words, to)
            case lo.SwapCards(left=left, right=right):
                places = _both(_card_places(words, left), _card_places(words, right))
            case lo.MoveAll(source=source, to=to):
                places = _both(_to_places(words, source), _to_places(words, to))
            case lo.ShufflePlace(place=place):
                places = _to_places(words, place)
            case lo.MoveCards(cards=cards, to=to):
                places = _both(_shown_places(words, cards), _to_places(words, to))
            case lo.ShowCards(cards=cards) | lo.TurnCards(cards=cards):
                places = _shown_places(words, cards)
        moves = isinstance(operation, _MOVES)
        shows = isinstance(operation, lo.ShowCards | lo.TurnCards)
        hand = isinstance(operation, lo.Lift | lo.Lay) or places is None
        return Footprint(places, moves or shows, hand, names)

    def _set_names(self, operation: lo.Operation, point: lo.Point | None) -> Iterator[str]:
        match operation:
            case lo.Lift(register=register) | lo.PickOne(register=register) | lo.SetRegister(register=register):
                yield register
            case lo.NextOf(register=register, collection=collection):
                yield from (register, collection)
            case lo.SetVariable(variable=variable):
                yield VARIABLE + variable
            case lo.Ask() | lo.Unseal() if point is not None:
                for offer in point.offers:
                    if offer.actor is not None and (offer.among is not None or isinstance(operation, lo.Unseal)):
                        yield offer.actor
                    yield from (domain.register for domain in offer.domains)

    def goals(self, number: int, facts: AllFacts) -> tuple[tuple[Fact, ...], ...]:
        """By way on, the facts there that the operation may have made a difference to, in a fixed order."""
        here = facts[number] or frozenset()
        footprint = self.footprint(number, here)
        return tuple(
            tuple(sorted(f for f in facts[target] or () if f not in here or footprint.touches(f)))
            if (number, way) not in self.closed
            else ()
            for way, target in enumerate(self.graph.targets[number])
        )

    def claim(self, number: int, facts: AllFacts, *, compared: bool, all_facts: bool = False) -> Claim | None:
        """The claim about a node, of one run or of two compared; None where nothing is to be asked."""
        here = facts[number]
        if here is None:
            return None
        node = self.graph.system.nodes[number]
        after = tuple(
            tuple(f for f in goals if (f.kind in RELATIONAL) == compared) for goals in self.goals(number, facts)
        )
        if isinstance(node.operation, lo.Mark | lo.Stop | lo.MoveWindow) and not any(after):
            return None
        before = self._relevant(number, here, after, all_facts=all_facts)
        registers = self._registers(number, before, after)
        return Claim(node.operation, node.next, self.graph.point(number), before, after, registers, compared)

    def _relevant(
        self, number: int, facts: Facts, after: tuple[tuple[Fact, ...], ...], *, all_facts: bool
    ) -> tuple[Fact, ...]:
        """The facts that speak of what the operation and the goals speak of."""
        if all_facts:
            return tuple(sorted(facts))
        operation = self.graph.system.nodes[number].operation
        names = set(self._named(number))
        goals = [fact for goal in after for fact in goal]
        names.update(name for fact in goals for name in fact.names())
        places = set(self._places(number)) | {fact.place for fact in goals if fact.place}
        for _ in range(2):
            for fact in facts:
                if fact.register in names and fact.kind in ("lies", "spot", "place", "same", "at", "among"):
                    names.update(fact.names())
                    if fact.place:
                        places.add(fact.place)
        hand = isinstance(operation, lo.Lift | lo.Lay)
        chosen = (
            fact
            for fact in facts
            if (fact.place and fact.place in places and not fact.register)
            or fact.register in names
            or (hand and fact.kind in ("hand empty", "in hand"))
        )
        return tuple(sorted(chosen))

    def _named(self, number: int) -> tuple[str, ...]:
        """The registers of the operation and, at a decision, of its offers."""
        operation = self.graph.system.nodes[number].operation
        point = self.graph.point(number)
        names = self.templates.of(operation)[1]
        return names if point is None else (*names, *self.templates.of(point)[1])

    def _places(self, number: int) -> Iterator[str]:
        operation, point = self.graph.system.nodes[number].operation, self.graph.point(number)
        yield from _places_in(operation)
        if point is not None:
            yield from _places_in(point)

    def _registers(self, number: int, before: Iterable[Fact], after: tuple[tuple[Fact, ...], ...]) -> tuple[str, ...]:
        known = self.graph.system.registers
        names = dict.fromkeys(self._named(number))
        for fact in (*before, *(fact for goals in after for fact in goals)):
            names.update(dict.fromkeys(name for name in fact.names() if name in known))
        return tuple(name for name in names if name in known)

    # ------------------------------------------------------------ keys
    def key(self, number: int, claim: Claim) -> Key:
        """The same for claims that are equal up to the names of registers."""
        operation = self.templates.of(claim.operation)
        point = self.templates.of(claim.point)
        order = {name: at for at, name in enumerate(claim.registers)}
        written = {name: f"#{at}" for name, at in order.items()}
        types = tuple(self.graph.system.registers[name] for name in claim.registers)

        def facts(some: tuple[Fact, ...]) -> tuple[Fact, ...]:
            return tuple(sorted(fact.renamed(written) for fact in some))

        return (
            operation[0],
            tuple(order[name] for name in operation[1]),
            point[0],
            tuple(order[name] for name in point[1]),
            types,
            facts(claim.before),
            tuple(facts(goals) for goals in claim.after),
            claim.compared,
        )


def numbered(claim: Claim, fact: Fact) -> Fact:
    """A fact of a claim with numbers for the names of registers, in the order of the claim."""
    return fact.renamed({name: f"#{at}" for at, name in enumerate(claim.registers)})


def named(claim: Claim, fact: Fact) -> Fact:
    """The reverse of ``numbered``."""
    return fact.renamed({f"#{at}": name for at, name in enumerate(claim.registers)})


def _places_in(part: object) -> Iterator[str]:
    if isinstance(part, ex.PlaceRef):
        yield part.place
    if is_dataclass(part) and not isinstance(part, type):
        for item in fields(part):
            if item.name not in ("span", "type") and not isinstance(getattr(part, item.name), lo.Source):
                yield from _places_in(getattr(part, item.name))
    elif isinstance(part, tuple):
        for one in part:
            yield from _places_in(one)


def _card_places(words: Words, card: ex.Expr) -> frozenset[str] | None:
    known = words.card(card)
    return None if known is None or known.spot is None else frozenset({known.spot.place})


def _to_places(words: Words, to: ex.Expr) -> frozenset[str] | None:
    match to:
        case ex.PlaceRef():
            return frozenset({to.place})
        case ex.LocalRef():
            spot = words.place(to) or words.spot_of(words.first_name(to.name))
            return None if spot is None else frozenset({spot.place})
    return None


def _shown_places(words: Words, cards: ex.Expr) -> frozenset[str] | None:
    while isinstance(cards, ex.Those | ex.RestOf | ex.FirstCards):
        cards = cards.among if isinstance(cards, ex.Those) else cards.cards
    if isinstance(cards, ex.CardsIn):
        return _to_places(words, cards.place)
    spot = words.among(cards)
    return _card_places(words, cards) if spot is None else frozenset({spot.place})


def _both(left: frozenset[str] | None, right: frozenset[str] | None) -> frozenset[str] | None:
    return None if left is None or right is None else left | right
