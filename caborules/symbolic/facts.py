"""Facts about a position in the rules: what is known of places, cards and names whenever control is there.

A fact is data: which ones hold is found by ``check.flow`` and confirmed by the solver, edge by edge. Here stand their
meaning as a hypothesis (instantiated where needed) and as a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from caborules.symbolic.places import SHARED, Loc, same_loc
from caborules.symbolic.sets import Many, same_element
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, implies, negate, same

EVERYBODY, OWNER = "everybody", "the owner"
VARIABLE = "variable "
"""Begins the name of a variable where the name of a register may stand."""
RELATIONAL = ("agrees", "face")
"""The kinds of facts that speak of two runs at once."""

ScopeKind: TypeAlias = Literal["shared", "one", "each", "but", "outside", "outside but"]
FactKind: TypeAlias = Literal[
    "empty",
    "filled",
    "known",
    "lies",
    "lives",
    "exists",
    "spot",
    "free",
    "told",
    "agrees",
    "face",
    "hand empty",
    "in hand",
    "place",
    "same",
    "at",
    "open",
    "among",
    "some",
]


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """Of which owners something holds: of a ``shared`` place's, of ``one``, of ``each``, of all ``but`` one, of those
    ``outside`` a collection, of those but one. ``name`` is the one, ``collection`` the collection."""

    kind: ScopeKind
    name: str = ""
    collection: str = ""


SHARED_PLACE, EACH = Scope("shared"), Scope("each")


@dataclass(frozen=True, slots=True, order=True)
class Fact:
    """One fact; parts that its kind has no use for are empty.

    * ``empty``, ``filled``: the place of the owners in ``scope`` has no card, has one
    * ``known``: all cards of the place of these owners are known to ``who``
    * ``lies``: the card ``register`` lies in the place of the one owner (of some owner, if ``scope`` is each);
      ``lives``: it lies somewhere; ``exists``: it lies somewhere or is in the hand
    * ``spot``: the spot ``register`` is one of that place; ``free``: no card lies there
    * ``told``: the card ``register``, or each of those cards, is known to ``who``
    * ``agrees``: ``who`` can tell what ``register`` holds (two runs that look the same to them agree on it);
      ``face``: ``who`` can tell the face of the card ``register``, wherever it may be by now (both runs have one card)
    * ``hand empty``; ``in hand``: a card is in the hand, and it is that of ``register``
    * ``place``: the register holds this place; ``same``: it holds what ``who`` holds; ``at``: the spot is that of the
      card ``who``
    * ``open``: all cards of the place of these owners lie face up
    * ``among``: all cards of the collection ``register`` lie in the place of the one owner; ``some``: it has one
    """

    kind: FactKind
    place: str = ""
    register: str = ""
    scope: Scope = SHARED_PLACE
    who: str = ""

    def names(self) -> tuple[str, ...]:
        """The names of registers and variables that the fact mentions."""
        found = (self.register, self.scope.name, self.scope.collection, self.who)
        return tuple(name for name in found if name and name not in (EVERYBODY, OWNER))

    def renamed(self, names: Mapping[str, str]) -> Fact:
        """The fact with other names for registers; those that are not listed keep theirs."""
        scope, who = self.scope, names.get(self.who, self.who)
        if scope.name or scope.collection:
            inner = names.get(scope.name, scope.name), names.get(scope.collection, scope.collection)
            scope = Scope(scope.kind, *inner)
        return Fact(self.kind, self.place, names.get(self.register, self.register), scope, who)


HAND_EMPTY = Fact("hand empty")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What facts mean in a state. ``seats``: the players of whom "known to everybody" is used."""

    base: Base
    state: State
    seats: tuple[Term, ...] = ()

    # ------------------------------------------------------------ names
    def value(self, name: str) -> Any:
        if name.startswith(VARIABLE):
            variable = name.removeprefix(VARIABLE)
            of = self.state.variables.get(variable) or self.base.variable(variable)
            return of(SHARED)
        return self.state.registers[name]

    def owner(self, scope: Scope) -> Term:
        return SHARED if scope.kind == "shared" else self.value(scope.name)

    def contains(self, scope: Scope, owner: Term) -> Term:
        """Is this owner one of those in scope?"""
        match scope.kind:
            case "shared" | "each":
                return True
            case "one":
                return same(owner, self.value(scope.name))
            case "but":
                return negate(same(owner, self.value(scope.name)))
        outside = negate(self._collection(scope).has(owner))
        if scope.kind == "outside":
            return outside
        return all_of(outside, negate(same(owner, self.value(scope.name))))

    def _collection(self, scope: Scope) -> Many:
        many = self.value(scope.collection)
        assert isinstance(many, Many)
        return many

    def is_one_of(self, who: str, seat: Term, owner: Term) -> Term:
        """Is the seat one of those that ``who`` speaks of?"""
        if who == EVERYBODY:
            return True
        return same(seat, owner if who == OWNER else self.value(who))

    # ------------------------------------------------------------ as a claim
    def claim(self, fact: Fact, owner: Term, index: Term, seat: Term) -> Term:
        """The fact in the state; where it speaks of all, at the generic owner, index and seat."""
        state = self.state
        match fact.kind:
            case "empty":
                return implies(self.contains(fact.scope, self._of(fact, owner)), self._empty_at(fact, owner, index))
            case "filled":
                return self._family(fact).size(self.owner(fact.scope)) >= 1
            case "known":
                o = self._of(fact, owner)
                return implies(self.contains(fact.scope, o), self._known_at(fact, o, index, seat))
            case "told":
                card = self.value(fact.register)
                if isinstance(card, Many):
                    known = self._each_known(card, owner, index, seat)
                else:
                    known = state.known_at(seat, card)
                return implies(self.is_one_of(fact.who, seat, SHARED), known)
            case "open":
                o = self._of(fact, owner)
                return implies(self.contains(fact.scope, o), self._open_at(fact, o, index))
            case "among":
                return all_of(*(self._only_there(fact, loc) for loc in self._anywhere(owner, index)))
            case "agrees" | "face":
                return True
        return self.plain(fact)

    def _anywhere(self, owner: Term, index: Term) -> Iterator[Loc]:
        """A generic position of every place, and of the hand."""
        for number, family in enumerate(self.base.shape.families):
            yield Loc(number, owner if family.per_player else SHARED, index)

    def _only_there(self, fact: Fact, loc: Loc) -> Term:
        """If the card at the location belongs to the collection, the location is in the place."""
        return implies(self.value(fact.register).has(loc), all_of(self._in_place(fact, loc), self.state.lies(loc)))

    def _open_at(self, fact: Fact, owner: Term, index: Term) -> Term:
        family = self._family(fact)
        return implies(family.there(owner, index), family.up(owner, index))

    def _each_known(self, cards: Many, owner: Term, index: Term, seat: Term) -> Term:
        """Does the seat know the card at a generic position, if it is one of these?"""
        spots = self._anywhere(owner, index)
        return all_of(*(implies(cards.has(spot), self.state.known_at(seat, spot)) for spot in spots))

    def _of(self, fact: Fact, owner: Term) -> Term:
        if fact.scope.kind == "shared":
            return SHARED
        return self.value(fact.scope.name) if fact.scope.kind == "one" else owner

    def _empty_at(self, fact: Fact, owner: Term, index: Term) -> Term:
        family, o = self._family(fact), self._of(fact, owner)
        if family.kind == "one":
            return negate(family.there(o, 0))
        return all_of(same(family.size(o), 0), negate(family.there(o, index)))

    def _known_at(self, fact: Fact, owner: Term, index: Term, seat: Term) -> Term:
        family = self._family(fact)
        told = all_of(family.there(owner, index), self.is_one_of(fact.who, seat, owner))
        return implies(told, family.known(seat, owner, index))

    def _family(self, fact: Fact) -> Any:
        return self.state.families[self.base.shape.numbers[fact.place]]

    def plain(self, fact: Fact) -> Term:
        """A fact that speaks of no position in general; yes for the others."""
        state, shape = self.state, self.base.shape
        in_hand = Loc(shape.hand, SHARED, 0)
        match fact.kind:
            case "filled":
                return self._family(fact).size(self.owner(fact.scope)) >= 1
            case "lies":
                loc = self.value(fact.register)
                return all_of(self._in_place(fact, loc), state.lies(loc))
            case "lives":
                return state.lies(self.value(fact.register))
            case "exists":
                return state.exists(self.value(fact.register))
            case "spot":
                return self._in_place(fact, self.value(fact.register))
            case "free":
                return negate(state.lies(self.value(fact.register)))
            case "hand empty":
                return negate(state.exists(in_hand))
            case "in hand":
                return all_of(state.exists(in_hand), same_loc(self.value(fact.register), in_hand))
            case "place":
                whose = self.value(fact.register)
                return self._in_place(fact, Loc(whose.place, whose.owner, 0))
            case "same" | "at":
                return same_element(self.value(fact.register), self.value(fact.who))
            case "told" if isinstance(self.value(fact.register), Many):
                return True
            case "told" if fact.who != EVERYBODY:
                return state.known_at(self.value(fact.who), self.value(fact.register))
            case "told":
                loc = self.value(fact.register)
                return all_of(*(state.known_at(seat, loc) for seat in self.seats))
            case "some":
                return self.value(fact.register).some()
        return True

    def _in_place(self, fact: Fact, loc: Loc) -> Term:
        number = self.base.shape.numbers[fact.place]
        owner = True if fact.scope == EACH else same(loc.owner, self.owner(fact.scope))
        return all_of(same(loc.place, number), owner)

    # ------------------------------------------------------------ as a hypothesis about all owners and positions
    def at_owner(self, fact: Fact, family: int, owner: Term) -> Term:
        """What the fact says of an owner's place."""
        if fact.kind != "empty" or self.base.shape.numbers[fact.place] != family:
            return True
        contents = self.state.families[family]
        empty = negate(contents.there(owner, 0)) if contents.kind == "one" else same(contents.size(owner), 0)
        return implies(self.contains(fact.scope, owner), empty)

    def at_position(self, fact: Fact, family: int, owner: Term, index: Term) -> Term:
        """What the fact says of a position."""
        if fact.kind == "told" and isinstance(cards := self.value(fact.register), Many):
            spot = Loc(family, owner, index)
            known = (self.state.known_at(seat, spot) for seat in self._knowers(fact, owner))
            return implies(cards.has(spot), all_of(*known))
        if fact.kind not in ("empty", "known", "open", "among") or self.base.shape.numbers[fact.place] != family:
            return True
        contents = self.state.families[family]
        if fact.kind == "among":
            here = self.value(fact.register).has(Loc(family, owner, index))
            return implies(here, contents.there(owner, index))
        if fact.kind == "empty":
            claim = negate(contents.there(owner, index))
        elif fact.kind == "open":
            claim = self._open_at(fact, owner, index)
        else:
            claim = all_of(*(self._known_at(fact, owner, index, seat) for seat in self._knowers(fact, owner)))
        return implies(self.contains(fact.scope, owner), claim)

    def _knowers(self, fact: Fact, owner: Term) -> tuple[Term, ...]:
        if fact.who == EVERYBODY:
            return self.seats
        return (owner if fact.who == OWNER else self.value(fact.who),)
