"""What can be done at a point: functions that list the numbers of the legal actions in the documented order.

The number of an action is whole and the same in every state: the base of its offer, then in mixed radix the seat and
the arguments: a card by place and position, a player, a number, a member; a set of cards by its bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from caborules.compile.layout import BREADTH, SET_BREADTH, Layout, Unsupported
from caborules.compile.loops import Names
from caborules.compile.values import Values, conjuncts, reads, total
from caborules.engine.decisions import element_type
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CARDS, BoolType, CardType, EnumType, NumberType, PlayerType, Type

WIDE = 1 << 16
"""The radix of numbers as arguments, half of them below 0."""


def placed(offer: lo.Offer, domain: lo.Domain) -> ex.PlaceRef | None:
    """The one place in which the cards of a parameter lie, where the seat and the arguments before it say which.

    The digit of such a card is its position alone.
    """
    base = domain.among
    while isinstance(base, ex.Those):
        base = base.among
    if domain.many or not isinstance(base, ex.CardsIn) or not isinstance(base.place, ex.PlaceRef):
        return None
    before = [offer.actor, *(one.register for one in offer.domains[: offer.domains.index(domain)])]
    match base.place.owner:
        case None | ex.Const():
            return base.place
        case ex.LocalRef(name=name) if name in before:
            return base.place
    return None


def radix(layout: Layout, offer: lo.Offer, domain: lo.Domain) -> int:
    """How many values the digit of a parameter can have."""
    if placed(offer, domain) is not None:
        return BREADTH
    if domain.many:
        return 1 << (len(layout.machine.setup.place_ids) * SET_BREADTH)
    match element_type(domain.among.type):
        case CardType():
            return len(layout.machine.setup.place_ids) * BREADTH
        case PlayerType():
            return layout.players
        case NumberType():
            return WIDE
        case EnumType(_, members):
            return len(members)
        case BoolType():
            return 2
        case other:
            raise Unsupported(f"a parameter of type {other}")


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of all offers: for each point and offer its base and the radices of seat and arguments."""

    bases: tuple[tuple[int, ...], ...]
    radices: tuple[tuple[tuple[int, ...], ...], ...]

    def offer_of(self, number: int) -> tuple[int, int, list[int]]:
        """The point, the offer and the digits of an action's number."""
        for point in range(len(self.bases) - 1, -1, -1):
            if self.bases[point] and number >= self.bases[point][0]:
                break
        offer = max(at for at, base in enumerate(self.bases[point]) if base <= number)
        rest, digits = number - self.bases[point][offer], []
        for size in reversed(self.radices[point][offer]):
            rest, digit = divmod(rest, size)
            digits.append(digit)
        return point, offer, digits[::-1]


def numbering(layout: Layout) -> Numbering:
    """Offers without sets of cards come first, so that their numbers are small."""
    radices = tuple(
        tuple((layout.players, *(radix(layout, offer, domain) for domain in offer.domains)) for offer in point.offers)
        for point in layout.lowered.points
    )
    bases: list[tuple[int, ...]] = []
    at = 0
    for point in radices:
        here = []
        for sizes in point:
            here.append(at)
            size = 1
            for one in sizes:
                size *= one
            at += size
        bases.append(tuple(here))
    return Numbering(tuple(bases), radices)


def _independent(offer: lo.Offer) -> bool:
    """Is the first parameter read by no other, and not by the guard?"""
    name = {offer.domains[0].register}
    parts = [part for one in offer.domains[1:] for part in (one.among, one.measure, one.where)] + [offer.guard]
    return not any(part is not None and reads(part, name) for part in parts)


def _sum(text: str, digit: str, weight: int) -> str:
    more = digit if weight == 1 else f"{digit} * {weight}"
    return more if text == "0" else f"{text} + {more}"


def _all_in(place: ex.PlaceRef) -> ex.Expr:
    return ex.CardsIn(CARDS, None, place)


@dataclass(slots=True)
class Listing:
    """Writes the functions that list legal actions."""

    layout: Layout
    values: Values
    numbers: Numbering

    def function(self, point: int) -> list[str]:
        """The lines of the function for a point, which appends to ``out`` and returns it."""
        offers = self.layout.lowered.points[point].offers
        self._lines: list[str] = ["    out = []"]
        listed = [(at, offer) for at, offer in enumerate(offers) if offer.kind != "late"]
        for (kind, _), together in groupby(listed, key=lambda one: (one[1].kind, one[1].window)):
            group = list(together)
            self._group(point, group)
            if kind == "choice" and self.layout.lowered.points[point].must:
                self._must(group)
        if not any(offer.kind == "choice" for _, offer in listed) and self.layout.lowered.points[point].must:
            self._line(1, "raise Stuck()")
        self._line(1, "return out")
        return self._lines

    _lines: list[str] = None  # type: ignore[assignment]  # set by function before anything reads it

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _must(self, group: Sequence[tuple[int, lo.Offer]]) -> None:
        """Somebody who must choose and cannot is a fault of the rules."""
        if group[0][1].among is None:
            self._line(1, "if not out:")
            self._line(2, "raise Stuck()")

    def _group(self, point: int, group: list[tuple[int, lo.Offer]]) -> None:
        """Offers of one kind and window: by seat, within a seat as they are written."""
        first = group[0][1]
        if first.actor is None:
            for at, offer in group:
                depth = 1
                if offer.guard is not None:
                    self._line(1, f"if {self.values.condition(offer.guard, {})}:")
                    depth = 2
                self._line(depth, f"out.append({self.numbers.bases[point][at]})")
            return
        if first.among is None:
            actors = dict.fromkeys(str(offer.actor) for _, offer in group)
            for actor in actors:
                self._line(1, f"seat = {self.layout.register(actor)}")
            for at, offer in group:
                assert offer.actor is not None
                names = {offer.actor: "seat" if len(actors) == 1 else self.layout.register(offer.actor)}
                self._offer(point, at, offer, names, conjuncts(offer.guard), 1)
            return
        if any(offer.among is None for _, offer in group):
            raise Unsupported("offers to one player and to several together")
        self._several(point, group)

    def _several(self, point: int, group: list[tuple[int, lo.Offer]]) -> None:
        among = group[0][1].among
        assert among is not None
        depth, kept = 1, [conjuncts(offer.guard) for _, offer in group]
        actors = {str(offer.actor) for _, offer in group}
        # What all the guards begin with, and what says nothing of the actor, is tested once.
        while all(kept) and all(one[0] == kept[0][0] for one in kept) and total(kept[0][0]):
            if reads(kept[0][0], actors | {d.register for _, offer in group for d in offer.domains}):
                break
            self._line(depth, f"if {self.values.condition(kept[0][0], {})}:")
            kept, depth = [one[1:] for one in kept], depth + 1
        alike = all(offer.among == among for _, offer in group)
        seats = self.layout.pool.name(tuple(range(self.layout.players)))
        amongs = {at: f"w{at}" for at, _ in group}
        if not alike:
            for at, offer in group:
                assert offer.among is not None
                self._line(depth, f"w{at} = {self.values.elements(offer.among, {})}")
        must = group[0][1].kind == "choice" and self.layout.lowered.points[point].must
        depth = self._seats(among, {}, "seat", depth) if alike else self._for(depth, f"for seat in {seats}:")
        if must:
            self._line(depth, "before = len(out)")
        for (at, offer), guard in zip(group, kept, strict=True):
            here = depth
            if not alike:
                self._line(here, f"if seat in {amongs[at]}:")
                here += 1
            assert offer.actor is not None
            self._offer(point, at, offer, {offer.actor: "seat"}, guard, here)
        if must:
            asked = "True" if alike else " or ".join(f"seat in {amongs[at]}" for at, _ in group)
            self._line(depth, f"if len(out) == before and ({asked}):")
            self._line(depth + 1, "raise Stuck()")

    def _for(self, depth: int, opening: str) -> int:
        self._line(depth, opening)
        return depth + 1

    def _seats(self, among: ex.Expr, names: Names, player: str, depth: int) -> int:
        """A loop of ``player`` through players by seat; what does not depend on them is tested before it."""
        base, tests = among, []
        while isinstance(base, ex.Those):
            tests.append((base.variable, base.where))
            base = base.among
        seats = self.values.seats_in_order(base, names)
        if seats is None:
            return self._for(depth, f"for {player} in sorted(set({self.values.elements(among, names)})):")
        parts = [(name, part) for name, where in reversed(tests) for part in conjuncts(where)]
        for name, part in parts:
            if not reads(part, {name}) and total(part):
                depth = self._for(depth, f"if {self.values.condition(part, names)}:")
        depth = self._for(depth, f"for {player} in {seats}:")
        for name, part in parts:
            if reads(part, {name}) or not total(part):
                depth = self._for(depth, f"if {self.values.condition(part, {**names, name: player})}:")
        return depth

    def _offer(self, point: int, at: int, offer: lo.Offer, names: Names, guard: list[ex.Expr], depth: int) -> None:
        assert offer.actor is not None
        sizes = self.numbers.radices[point][at]
        weights = [1] * len(sizes)
        for i in range(len(sizes) - 2, -1, -1):
            weights[i] = weights[i + 1] * sizes[i + 1]
        text = _sum(str(self.numbers.bases[point][at]), names[offer.actor], weights[0])
        registers = {domain.register for domain in offer.domains}
        early: list[ex.Expr] = []
        while guard and not reads(guard[0], registers) and total(guard[0]):
            early.append(guard[0])
            guard = guard[1:]
        for one in early:
            self._line(depth, f"if {self.values.condition(one, names)}:")
            depth += 1
        if len(offer.domains) > 1 and _independent(offer):
            self._product(offer, names, text, weights, guard, depth)
            return
        for i, domain in enumerate(offer.domains):
            last = i == len(offer.domains) - 1
            place = placed(offer, domain)
            if last and place is not None and not guard and domain.where is None and domain.among == _all_in(place):
                self._run(place, names, text, depth)
                return
            text, names, depth = self._domain(i, offer, domain, names, text, weights[i + 1], depth)
        for one in guard:
            self._line(depth, f"if {self.values.condition(one, names)}:")
            depth += 1
        self._line(depth, f"out.append({text})")

    def _product(
        self, offer: lo.Offer, names: Names, text: str, weights: list[int], guard: list[ex.Expr], depth: int
    ) -> None:
        """The first parameter does not bear on the others: their numbers are listed once, and combined with it."""
        inner, down = names, depth
        base = "0"
        self._line(depth, "others = []")
        for i, domain in enumerate(offer.domains[1:], 1):
            last, place = i == len(offer.domains) - 1, placed(offer, domain)
            if last and place is not None and not guard and domain.where is None and domain.among == _all_in(place):
                self._run(place, inner, base, down, "others")
                break
            base, inner, down = self._domain(i, offer, domain, inner, base, weights[i + 1], down)
        else:
            for one in guard:
                down = self._for(down, f"if {self.values.condition(one, inner)}:")
            self._line(down, f"others.append({base})")
        depth = self._for(depth, "if others:")
        text, _, depth = self._domain(0, offer, offer.domains[0], names, text, weights[1], depth)
        self._line(depth, f"k = {text}")
        self._line(depth, "out += [k + i for i in others]")

    def _run(self, place: ex.PlaceRef, names: Names, first: str, depth: int, out: str = "out") -> None:
        """All the cards of one place, as a run of numbers."""
        self._line(depth, f"there = {self.values.place(place, names)}")
        if self.layout.place_def(place.place).shape == "row":
            self._line(depth, "if -1 in there:")
            self._line(depth + 1, f"if len(there) > {BREADTH}:")
            self._line(depth + 2, "raise TooLong()")
            self._line(depth + 1, f"k = {first}")
            self._line(depth + 1, f"{out} += [k + i for i, c in enumerate(there) if c >= 0]")
            self._line(depth, "else:")
            depth += 1
        self._line(depth, f"{out} += RUNS[{first}][:len(there)]")

    def _domain(
        self, i: int, offer: lo.Offer, domain: lo.Domain, names: Names, text: str, weight: int, depth: int
    ) -> tuple[str, Names, int]:
        """A loop through the values of a parameter. Returns the number so far, the names that hold, the depth."""
        value, code = f"value{depth}_{i}", f"code{depth}_{i}"
        names_in = {**names, domain.register: value}
        of: Type = element_type(domain.among.type)
        among = self.values.elements(domain.among, names)
        place = placed(offer, domain)
        if place is not None and domain.among == _all_in(place) and self.layout.place_def(place.place).shape != "pile":
            self._line(depth, f"for {code}, {value} in enumerate({self.values.place(place, names)}):")
            depth += 1
            if self.layout.place_def(place.place).shape == "row":
                self._line(depth, f"if {value} >= 0:")
                depth += 1
        elif place is not None:
            self._line(depth, f"for {value} in {among}:")
            depth += 1
            self._line(depth, f"{code} = index_of(s, {value})")
        elif domain.many:
            card, inner = f"x{depth}", {**names, domain.variable: f"x{depth}"}
            measure = "None" if domain.measure is None else self.values.value(domain.measure, inner)
            high = "None" if domain.high is None else str(domain.high)
            ordered = f"in_order(s, {among})"
            self._line(depth, f"for {value} in sets_of({ordered}, lambda {card}: {measure}, {domain.low}, {high}):")
            depth += 1
            self._line(depth, f"{code} = sum([1 << s.at[c] * {SET_BREADTH} + index_of(s, c) for c in {value}])")
        elif isinstance(of, CardType):
            self._line(depth, f"for {value} in {self._cards(domain.among, among, names)}:")
            depth += 1
            self._line(depth, f"{code} = s.at[{value}] * {BREADTH} + index_of(s, {value})")
        elif isinstance(of, PlayerType):
            depth, code = self._seats(domain.among, names, value, depth), value
        else:
            members = self.layout.pool.name(of.members) if isinstance(of, EnumType) else ""
            sort = f"sorted(set({among}){f', key={members}.index' if members else ''})"
            self._line(depth, f"for {value} in {among if isinstance(domain.among, ex.Numbers) else sort}:")
            depth += 1
            match of:
                case NumberType():
                    told = f"{value} + {WIDE // 2}"
                case EnumType():
                    told = f"{members}.index({value})"
                case _:
                    told = value
            self._line(depth, f"{code} = {told}")
        if domain.where is not None:
            self._line(depth, f"if {self.values.condition(domain.where, names_in)}:")
            depth += 1
        return _sum(text, code, weight), names_in, depth

    def _cards(self, among: ex.Expr, text: str, names: Names) -> str:
        """Cards of one place come in their order; others are sorted."""
        base = among
        while isinstance(base, ex.Those):
            base = base.among
        if isinstance(base, ex.CardsIn):
            return text
        return f"in_order(s, {text})"
