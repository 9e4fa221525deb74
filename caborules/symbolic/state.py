"""A symbolic state: places, registers, variables and windows as terms and functions.

What a state does not mention has the value that it had at the start (the base), so a step builds only what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from caborules.ir.types import BoolType, CardType, CollectionType, PlaceType, PlayerType, SpotType, Type
from caborules.symbolic.places import SHARED, Family, Loc, Of, Whose
from caborules.symbolic.sets import Element, Many
from caborules.symbolic.shape import FamilyShape, Shape
from caborules.symbolic.symbols import Symbols
from caborules.symbolic.terms import Term, all_of, any_of, choose, implies, one_if, same, within

Registers: TypeAlias = Mapping[str, Any]
"""Register to value: a term, a ``Loc``, a ``Whose`` or a ``Many``."""


@dataclass(frozen=True, slots=True)
class State:
    """See the module. ``variables``: from owner (``SHARED`` for one that nobody owns) to value."""

    families: tuple[Family, ...]
    registers: Registers = field(default_factory=dict)
    variables: Mapping[str, Of] = field(default_factory=dict)
    open: Mapping[str, Term] = field(default_factory=dict)
    passed: Mapping[str, Of] = field(default_factory=dict)

    def with_family(self, number: int, family: Family) -> State:
        families = self.families
        return replace(self, families=(*families[:number], family, *families[number + 1 :]))

    def with_register(self, name: str, value: Any) -> State:
        return replace(self, registers={**self.registers, name: value})

    def card_at(self, loc: Loc) -> Term:
        """The card that lies at a location (whatever stands there, if none does)."""
        return self._read(loc, lambda family: family.at(loc.owner, loc.index))

    def known_at(self, seat: Term, loc: Loc) -> Term:
        return self._read(loc, lambda family: family.known(seat, loc.owner, loc.index))

    def up_at(self, loc: Loc) -> Term:
        return self._read(loc, lambda family: family.up(loc.owner, loc.index))

    def lies(self, loc: Loc) -> Term:
        """Does a card lie there? (The hand is not a place where cards lie.)"""
        last = len(self.families) - 1
        cases = [
            all_of(same(loc.place, number), family.there(loc.owner, loc.index))
            for number, family in enumerate(self.families[:last])
            if same(loc.place, number) is not False
        ]
        return any_of(*cases)

    def exists(self, loc: Loc) -> Term:
        """Is there a card, in a place or in the hand?"""
        hand = len(self.families) - 1
        return any_of(self.lies(loc), all_of(same(loc.place, hand), self.families[hand].there(SHARED, 0)))

    def size_of(self, whose: Whose) -> Term:
        return self._read(Loc(whose.place, whose.owner, 0), lambda family: family.size(whose.owner))

    def _read(self, loc: Loc, what: Callable[[Family], Term]) -> Term:
        result: Term = None
        for number, family in enumerate(self.families):
            here = same(loc.place, number)
            if here is False:
                continue
            value = what(family)
            result = value if result is None else choose(here, value, result)
        return result


# ---------------------------------------------------------------- the base
@dataclass(frozen=True, slots=True)
class Base:
    """Makes the state before a step. ``types`` of the registers; ``watched``: the card whose copies are counted."""

    shape: Shape
    types: Mapping[str, Type]
    symbols: Symbols
    watched: Term = None

    def state(self, registers: Registers) -> State:
        """The state with the given values of registers."""
        return State(tuple(self._family(n, f) for n, f in enumerate(self.shape.families)), registers)

    def variable(self, name: str) -> Of:
        """A variable: what all see, so the same in both runs."""
        definition = self.shape.variables[name]
        seat = isinstance(definition.type, PlayerType)
        if definition.per_player:
            function = self.symbols.integers(f"variable:{name}", 1)
            boolean = self.symbols.truths(f"variable:{name}", 1)
            return boolean if _is_bool(definition.type) else function
        term = (
            self.symbols.truth(f"variable:{name}")
            if _is_bool(definition.type)
            else self.symbols.whole(f"variable:{name}")
        )
        if seat:
            self.seat_fact(term, definition.type)
        return lambda _owner: term

    def seat_fact(self, term: Term, kind: Type) -> None:
        """A player stands for a seat, or for nobody where the type allows it."""
        lowest = -1 if isinstance(kind, PlayerType) and kind.optional else 0
        self.symbols.diary.suppose(within(lowest, term, self.players()))

    def players(self) -> Term:
        """The number of players."""
        players = self.symbols.whole("players")
        self.symbols.diary.suppose(players >= self.shape.fewest)
        return players

    def fresh(self, kind: Type, name: str, own: bool) -> Any:
        """Any value of a type. ``own``: it belongs to this run alone."""
        symbols = self.symbols
        match kind:
            case CardType() | SpotType():
                loc = Loc(
                    symbols.whole(f"{name}.place", own),
                    symbols.whole(f"{name}.owner", own),
                    symbols.whole(f"{name}.index", own),
                )
                self.well_formed(loc, in_hand=isinstance(kind, CardType))
                return loc
            case PlaceType():
                whose = Whose(symbols.whole(f"{name}.place", own), symbols.whole(f"{name}.owner", own))
                self.well_formed(Loc(whose.place, whose.owner, 0), in_hand=False)
                return whose
            case CollectionType():
                return self._collection(kind, name, own)
        if _is_bool(kind):
            return symbols.truth(name, own)
        term = symbols.whole(name, own)
        if isinstance(kind, PlayerType):
            self.seat_fact(term, kind)
        return term

    def element(self, kind: Type, name: str) -> Element:
        """A generic element of a collection, the same in both runs."""
        return self.fresh(kind, name, own=False)

    def well_formed(self, loc: Loc, *, in_hand: bool) -> None:
        """A location names a family; its owner is a seat where the places have owners; a single position is 0."""
        cases = []
        families = self.shape.families if in_hand else self.shape.families[:-1]
        for number, family in enumerate(families):
            owner = within(0, loc.owner, self.players()) if family.per_player else same(loc.owner, SHARED)
            index = same(loc.index, 0) if family.kind == "one" else loc.index >= 0
            cases.append(all_of(same(loc.place, number), owner, index))
        self.symbols.diary.suppose(any_of(*cases))

    def _collection(self, kind: CollectionType, name: str, own: bool) -> Many:
        symbols = self.symbols
        if isinstance(kind.of, CardType | SpotType):
            at = symbols.truths(f"{name}.has", 3, own)
            sample = self.fresh(kind.of, f"{name}.sample", own)
            return self._sized(
                name, own, lambda x: at(x.place, x.owner, x.index), lambda tag: self.element(kind.of, tag), sample
            )
        one = symbols.truths(f"{name}.has", 1, own)
        seats = isinstance(kind.of, PlayerType)

        def has(x: Element) -> Term:
            return all_of(one(x), within(0, x, self.players())) if seats else one(x)

        some = symbols.truth(f"{name}.some", own)
        sample = self.fresh(kind.of, f"{name}.sample", own)
        symbols.diary.suppose(implies(some, has(sample)))
        return Many(has, lambda tag: self.element(kind.of, tag), lambda: some)

    def cards_among(self, name: str, own: bool, whose: Whose) -> Many:
        """Any collection of cards of one place, which is given by number."""
        symbols = self.symbols
        at = symbols.truths(f"{name}.has", 1, own)

        def has(x: Element) -> Term:
            return all_of(same(x.place, whose.place), same(x.owner, whose.owner), at(x.index))

        def element(tag: str, own: bool = False) -> Loc:
            single = self.shape.families[whose.place].kind == "one"
            return Loc(whose.place, whose.owner, 0 if single else symbols.whole(tag, own))

        cards = self._sized(name, own, has, element, element(f"{name}.sample", own))
        return replace(cards, inside=whose.place, lies=whose)

    def _sized(
        self, name: str, own: bool, has: Callable[[Element], Term], element: Callable[[str], Element], sample: Element
    ) -> Many:
        """A collection with a number of elements; if there are any, ``sample`` is one of them."""
        symbols = self.symbols
        size = symbols.whole(f"{name}.size", own)
        symbols.diary.suppose(size >= 0)
        symbols.diary.suppose(implies(size > 0, has(sample)))
        return Many(has, element, lambda: size > 0, lambda: size)

    def _family(self, number: int, family: FamilyShape) -> Family:
        """Positions and who knows what are the same in both runs, the cards are each run's own."""
        symbols, name, per = self.symbols, family.name, family.per_player
        arity = 2 if per else 1
        card = symbols.integers(f"{name}.card", arity, own=True)
        face_up = symbols.truths(f"{name}.up", arity)
        told = symbols.truths(f"{name}.known", arity + 1)
        filled = symbols.truths(f"{name}.there", arity)
        count = symbols.integers(f"{name}.size", 1)

        def key(o: Term, i: Term) -> tuple[Term, ...]:
            symbols.diary.read(number, o, i)
            return (o, i) if per else (i,)

        def size(o: Term) -> Term:
            symbols.diary.meet(number, o)
            return count(o)

        def there(o: Term, i: Term) -> Term:
            position = key(o, i)
            if family.kind == "pile":
                return within(0, i, count(o))
            if family.kind == "one":
                return all_of(filled(*key(o, 0)), same(i, 0))
            return filled(*position)

        sizes: Of = (lambda o: one_if(there(o, 0))) if family.kind == "one" else size
        copies: Of = symbols.integers(f"{name}.copies", 1)
        if number == self.shape.hand:
            copies = lambda _o: all_copies_in_hand(there(SHARED, 0), card(0), self.watched)  # noqa: E731  told by the card
        return Family(
            family.kind,
            there,
            lambda o, i: card(*key(o, i)),
            lambda q, o, i: told(q, *key(o, i)),
            lambda o, i: face_up(*key(o, i)),
            sizes,
            copies,
            symbols.whole(f"{name}.all") if per else sizes(SHARED),
            symbols.whole(f"{name}.all copies") if per else copies(SHARED),
        )


def all_copies_in_hand(full: Term, card: Term, watched: Term) -> Term:
    """1 if the watched card is in the hand, else 0."""
    return 0 if watched is None else one_if(all_of(full, same(card, watched)))


def _is_bool(kind: Type) -> bool:
    return isinstance(kind, BoolType)
