"""What one operation of the lowered graph does to the measures of a state: its ways on, when, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType, PlaceType, PlayerType, SpotType
from caborules.symbolic.facts import VARIABLE, Fact, Scope
from caborules.symbolic.measure_table import Key, Pile, PlaceOf, Seating, Table
from caborules.symbolic.measures import Measures
from caborules.symbolic.places import SHARED
from caborules.symbolic.terms import Term, all_of, any_of, choose, negate, same


@dataclass(frozen=True, slots=True)
class Move:
    """A way on from a node: it is taken only where ``condition`` holds. ``supposed``: what holds besides.

    ``after`` holds the measures that changed; ``wrote`` their kinds and names.
    """

    node: int
    way: int
    target: int
    condition: Term
    supposed: tuple[Term, ...]
    after: Measures
    offer: lo.Offer | None = None
    wrote: frozenset[tuple[str, str]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wrote", frozenset(key[:2] for key in self.after.changed))


@dataclass(frozen=True, slots=True)
class Mover:
    """Makes the moves of the nodes of a system. ``facts``: what is proved at each node (None: it is not reached)."""

    table: Table
    facts: tuple[frozenset[Fact] | None, ...]

    def start(self, node: int) -> Measures:
        """The measures at a node, before its operation."""
        return Measures(self.table, lambda name: self.place_of(node, name))

    def place_of(self, node: int, register: str) -> PlaceOf | None:
        """Where the card, the cards, the spot or the place of a register is, as far as facts tell it."""
        same_as = ""
        for fact in sorted(self.facts[node] or ()):
            if fact.register != register:
                continue
            if fact.kind in ("lies", "spot", "place", "among") and fact.scope.kind in ("shared", "one"):
                return PlaceOf(fact.place, self._owner(fact.scope))
            if fact.kind == "same":
                same_as = fact.who
        return self.place_of(node, same_as) if same_as and same_as != register else None

    def _owner(self, scope: Scope) -> Term:
        if scope.kind == "shared":
            return SHARED
        if scope.name.startswith(VARIABLE):
            return self.table.base(("var", scope.name.removeprefix(VARIABLE), SHARED))
        return self.table.base(("reg", scope.name, SHARED))

    def supposed(self, node: int, measures: Measures) -> list[Term]:
        """What the facts at a node say of measures."""
        found = []
        for fact in sorted(self.facts[node] or ()):
            if fact.kind == "some":
                found.append(measures.get(("count", fact.register, SHARED)) >= 1)
            if fact.kind not in ("empty", "filled", "among") or fact.scope.kind not in ("shared", "one"):
                continue
            size = measures.of("size", fact.place, self._owner(fact.scope))
            if fact.kind == "among":
                found.append(measures.get(("count", fact.register, SHARED)) <= size)
            else:
                found.append(same(size, 0) if fact.kind == "empty" else size >= 1)
        return found

    # ------------------------------------------------------------ the ways on
    def moves(self, node: int) -> tuple[Move, ...]:
        """The ways on from a node, in the order of ``Graph.targets``."""
        made = []
        begin = self.start(node)
        known = self.supposed(node, begin)
        for way, (target, condition, after, offer) in enumerate(self._ways(node, begin)):
            made.append(Move(node, way, target, condition, (*known, *after.supposed), after, offer))
        return tuple(made)

    def _ways(self, number: int, begin: Measures) -> Iterator[tuple[int, Term, Measures, lo.Offer | None]]:
        node = self.table.system.nodes[number]
        match node.operation:
            case lo.Stop():
                return
            case lo.Test(condition=condition, otherwise=otherwise):
                holds = begin.truth(condition)
                yield node.next, holds, begin, None
                yield otherwise, negate(holds), begin, None
            case lo.NextOf() as loop:
                yield from self._next_of(loop, node.next, begin)
            case lo.Ask(point=point):
                for offer in self.table.system.points[point].offers:
                    sealed = self.table.system.points[point].sealed and offer.kind == "choice"
                    after = begin.branch()
                    legal = self._offered(offer, after)
                    if sealed:
                        after.changed["sealed", str(point), SHARED] = begin.get(("sealed", str(point), SHARED)) + 1
                    yield (node.next if sealed else offer.target), legal, after, offer
            case lo.Unseal(point=point, done=done):
                waiting = begin.get(("sealed", str(point), SHARED))
                for offer in self.table.system.points[point].offers:
                    if offer.kind == "choice":
                        after = begin.branch()
                        self._any_arguments(offer, after)
                        after.changed["sealed", str(point), SHARED] = waiting - 1
                        yield offer.target, waiting >= 1, after, None
                yield done, waiting <= 0, begin, None
            case lo.SetVariable() as setting:
                after = begin.branch()
                condition = self._set(setting, after)
                yield node.next, condition, after, None
            case _:
                after = begin.branch()
                self._done(node.operation, after)
                yield node.next, True, after, None

    def _done(self, operation: lo.Operation, after: Measures) -> None:
        match operation:
            case lo.SetRegister(register=register, value=value):
                self._put_register(register, after.value(value), after)
            case lo.PickOne(register=register, among=among):
                values = after.value(among)
                picked = self._element(register, values, after)
                self._put_register(register, picked, after)
            case lo.MoveWindow(window=window, what=what):
                if what != "forget":
                    after.changed["open", window, SHARED] = what == "open"
                if what != "close":
                    for seat in range(self.table.seats):
                        after.changed["passed", window, seat] = False
            case lo.Lift(card=card):
                self._take(self._card_place(card, after), 1, after)
            case lo.Lay(to=to):
                self._add(self._target_place(to, after), 1, after)
            case lo.MoveAll(source=source, rest=rest, to=to):
                self._pour(after.value(source), rest, after.value(to), after)
            case lo.MoveCards(cards=cards, to=to):
                some = after.value(cards)
                known = isinstance(some, Pile) and some.place is not None
                self._take(some.place if known else None, some.size if known else None, after)
                self._add(self._target_place(to, after), some.size if known else None, after)

    # ------------------------------------------------------------ cards
    def _card_place(self, card: ex.Expr, after: Measures) -> PlaceOf | None:
        match card:
            case ex.EndOf(cards=cards):
                some = after.value(cards)
                return some.place if isinstance(some, Pile) else None
            case ex.TheCard(place=place):
                there = after.value(place)
                return there if isinstance(there, PlaceOf) else None
            case ex.LocalRef(name=name):
                return after.where(name)
        return None

    def _target_place(self, to: ex.Expr, after: Measures) -> PlaceOf | None:
        match to:
            case ex.PlaceRef():
                there = after.value(to)
                return there if isinstance(there, PlaceOf) else None
            case ex.LocalRef(name=name):
                return after.where(name)
            case ex.SpotOf(card=card):
                return self._card_place(card, after)
            case ex.NewSpot(place=place):
                there = after.value(place)
                return there if isinstance(there, PlaceOf) else None
        return None

    def _take(self, place: PlaceOf | None, count: Term, after: Measures) -> None:
        if place is not None and count is not None:
            after.put("size", place.name, place.owner, lambda old: old - count)
            return
        for key in self._sizes():
            fewer = after.any_value(False)
            after.supposed.append(all_of(fewer >= 0, fewer <= after.get(key)))
            after.changed[key] = fewer

    def _add(self, place: PlaceOf | None, count: Term, after: Measures) -> None:
        if place is not None and count is not None:
            after.put("size", place.name, place.owner, lambda old: old + count)
            return
        for key in self._sizes():
            more = after.any_value(False)
            after.supposed.append(more >= after.get(key))
            after.changed[key] = more

    def _sizes(self) -> Iterator[Key]:
        for name, place in self.table.system.places.items():
            for owner in self.table.owners(place.per_player):
                yield ("size", name, owner)

    def _pour(self, source: object, rest: bool, to: object, after: Measures) -> None:
        if not isinstance(source, PlaceOf) or not isinstance(to, PlaceOf):
            self._take(None, None, after)
            self._add(None, None, after)
            return
        size = after.of("size", source.name, source.owner)
        kept = choose(size > 0, 1, 0) if rest else 0
        moved = size - kept if rest else size
        after.put("size", source.name, source.owner, lambda _old: kept)
        after.put("size", to.name, to.owner, lambda old: old + moved)

    # ------------------------------------------------------------ values
    def _put_register(self, register: str, value: object, after: Measures) -> None:
        kind = self.table.system.registers[register]
        match kind:
            case CardType() | SpotType() | PlaceType():
                return
            case CollectionType(of=PlayerType()):
                for seat in range(self.table.seats):
                    known = value.has[seat] if isinstance(value, Seating) else after.any_value(True)
                    after.changed["set", register, seat] = all_of(self.table.seated(seat), known)
            case CollectionType():
                size = value.size if isinstance(value, Pile) else after.any_value(False)
                after.changed["count", register, SHARED] = size
            case _:
                key = ("reg", register, SHARED)
                truth = self.table.is_truth(key)
                after.changed[key] = after.any_value(truth) if value is None else value

    def _set(self, setting: lo.SetVariable, after: Measures) -> Term:
        """Set a variable. The condition: its value is in its range, for else the play ends with an error."""
        name, value = setting.variable, after.value(setting.value)
        owner = SHARED if setting.owner is None else after.value(setting.owner)
        if owner is None:
            owner = after.any_seat()
        key = ("var", name, SHARED)
        if value is None or isinstance(value, Seating | Pile | PlaceOf):
            value = after.any_value(self.table.is_truth(key))
        after.put("var", name, owner, lambda _old: value)
        least, most = self.table.bounds(key)
        if self.table.is_truth(key) or least is None:
            return True
        kind = self.table.system.variables[name].type
        top = value < self.table.players() if isinstance(kind, PlayerType) else value <= most
        return all_of(value >= least, top)

    def _element(self, register: str, among: object, after: Measures) -> object:
        if not isinstance(among, Seating):
            return None
        seat = after.any_seat()
        after.supposed.append(_is_in(among, seat))
        return seat

    def _next_of(
        self, loop: lo.NextOf, onward: int, begin: Measures
    ) -> Iterator[tuple[int, Term, Measures, lo.Offer | None]]:
        kind = self.table.system.registers[loop.collection]
        left = begin.register(loop.collection, kind)
        after = begin.branch()
        if isinstance(left, Seating):
            seat = after.any_seat()
            for one, has in enumerate(left.has):
                after.changed["set", loop.collection, one] = all_of(has, negate(same(seat, one)))
            self._put_register(loop.register, seat, after)
            yield onward, _is_in(left, seat), after, None
            yield loop.done, negate(any_of(*left.has)), begin, None
            return
        assert isinstance(left, Pile)
        after.changed["count", loop.collection, SHARED] = left.size - 1
        self._put_register(loop.register, None, after)
        yield onward, left.size >= 1, after, None
        yield loop.done, left.size <= 0, begin, None

    # ------------------------------------------------------------ offers
    def _offered(self, offer: lo.Offer, after: Measures) -> Term:
        """Make the choice; when that is legal."""
        conditions: list[Term] = []
        if offer.actor is not None and offer.among is not None:
            among = after.value(offer.among)
            seat = after.any_seat()
            conditions.append(_is_in(among, seat) if isinstance(among, Seating) else True)
            after.changed["reg", offer.actor, SHARED] = seat
        conditions.extend(self._argument(domain, after) for domain in offer.domains)
        conditions.append(True if offer.guard is None else after.truth(offer.guard))
        if offer.kind == "pass" and offer.window is not None and offer.actor is not None:
            actor = after.get(("reg", offer.actor, SHARED))
            after.put("passed", offer.window, actor, lambda _old: True)
        return all_of(*conditions)

    def _argument(self, domain: lo.Domain, after: Measures) -> Term:
        among = after.value(domain.among)
        if domain.many:
            size = after.any_value(False)
            self._put_register(domain.register, Pile(size), after)
            most = [size <= among.size] if isinstance(among, Pile) else []
            most += [] if domain.high is None else [size <= domain.high]
            return all_of(size >= domain.low, *most)
        if isinstance(among, Seating):
            seat = after.any_seat()
            self._put_register(domain.register, seat, after)
            chosen = _is_in(among, seat)
        else:
            self._put_register(domain.register, None, after)
            chosen = among.size >= 1 if isinstance(among, Pile) else True
        return chosen if domain.where is None else all_of(chosen, after.truth(domain.where))

    def _any_arguments(self, offer: lo.Offer, after: Measures) -> None:
        names: Iterable[str] = (domain.register for domain in offer.domains)
        for name in names if offer.actor is None else (offer.actor, *names):
            self._put_register(name, None, after)


def _is_in(among: Seating, seat: Term) -> Term:
    return any_of(*(all_of(has, same(seat, one)) for one, has in enumerate(among.has)))
