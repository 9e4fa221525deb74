"""The abstract state: what the compiler knows at a point of the rules, whatever path led there.

Players and cards are known by symbols: ``rule.name`` for what a rule's parameter, ``let`` or loop names, ``$active``
for the player that the variable ``active`` holds now, ``?`` for a player of whom nothing is known. Facts about places
and variables of each player are kept by owner; the owner ``*`` stands for every player that is not listed. All facts
hold for sure: whatever is not written down may be either way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar

from caborules.ir.system import PlaceDef, VariableDef
from caborules.types.flow.bounds import Possible, Range, of_type
from caborules.types.flow.bounds import either as hull
from caborules.types.ranges import union

T = TypeVar("T")

Key: TypeAlias = tuple[str, str | None]
"""A place or variable and its owner's symbol (None where it is shared)."""

CardName: TypeAlias = "str | tuple[str, Key]"
"""A card's or some cards' symbol; ``("top", place)`` is whatever lies on top of the place."""

Audience: TypeAlias = frozenset[str]
"""Who knows something: players' symbols; ``ALL`` is everybody."""

ALL: Final[Audience] = frozenset({"*"})
NOBODY: Final[Audience] = frozenset()
REST: Final = "*"
UNKNOWN: Final = "?"
FIRST: Final = "@first"
"""The symbol of the first seat."""
SHUFFLED: Final = "~shuffled"
"""Why a card is lost; it comes after every name of a decision."""


def both(left: Audience, right: Audience) -> Audience:
    """Who is in both audiences."""
    if left == ALL:
        return right
    return left if right == ALL else left & right


def either(left: Audience, right: Audience) -> Audience:
    """Who is in one of them."""
    return ALL if ALL in (left, right) else left | right


@dataclass(frozen=True, slots=True)
class Read:
    """A face that is read and that not everybody has seen. ``about``: the cards or the place it belongs to."""

    audience: Audience
    about: CardName | Key | None
    text: str
    decision: str = ""
    """The decision at which a reaction may have hidden it, if one may."""


Label: TypeAlias = frozenset[Read]
"""What is not public in a value; empty where everybody can compute it."""

PUBLIC: Final[Label] = frozenset()
_ONE_CARD: Final = Range(0, 1)


@dataclass(frozen=True, slots=True)
class CardFact:
    """Facts about a card, or about each of some cards: where it lies (one of these; None: anywhere), who saw it.

    ``lost``: its place was shuffled, so that nobody can tell which of the cards there it is: by the rules (SHUFFLED),
    or perhaps by a reaction at the decision that it names. What it shows is known as before to those who saw it.
    """

    lies: frozenset[Key] | None
    seen: Audience
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Owed:
    """A guard that read hidden faces: the cards that must be laid open before the next decision of its body."""

    choice: tuple[str, int]
    cards: frozenset[CardName]


@dataclass(frozen=True, slots=True)
class World:
    """What a ruleset declares, as far as facts need it."""

    places: dict[str, PlaceDef]
    variables: dict[str, VariableDef]
    deck: int

    @property
    def anywhere(self) -> frozenset[Key]:
        """Every place; of each player's, that of some player."""
        return frozenset((p.name, UNKNOWN if p.per_player else None) for p in self.places.values())

    def room(self, family: str) -> Range:
        """How many cards a place may hold."""
        return _ONE_CARD if self.places[family].shape == "one card" else Range(0, self.deck)

    def domain(self, variable: str) -> Possible:
        """Every value that a variable may hold."""
        known = of_type(self.variables[variable].type)
        assert known is not None, "variables hold numbers, members, yes or no, or players"
        return known


@dataclass(frozen=True, slots=True)
class State:
    """See the module. Dictionaries are never changed in place."""

    world: World = field(compare=False, repr=False)
    sizes: dict[Key, Range] = field(default_factory=dict)
    seen: dict[Key, Audience] = field(default_factory=dict)
    values: dict[Key, Possible] = field(default_factory=dict)
    options: dict[str, Possible] = field(default_factory=dict)
    locals: dict[str, Possible] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    """Variables that hold a player known by another symbol than their own."""
    cards: dict[CardName, CardFact] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    """Local names whose value is not public."""
    apart: frozenset[frozenset[str]] = frozenset()
    windows: dict[str, bool] = field(default_factory=dict)
    owed: frozenset[Owed] = frozenset()
    said: frozenset[object] = frozenset()
    """Announced values and comparisons known to hold, until something changes."""

    def but(self, **changes: object) -> State:
        """The state with some parts changed; a quick ``replace``."""
        new = object.__new__(State)
        for put, value in zip(_PUT.values(), _ALL_PARTS(self), strict=True):
            put(new, value)
        for name, value in changes.items():
            _PUT[name](new, value)
        return new

    def frozen(self) -> tuple[object, ...]:
        """The state as a value that can be looked up."""
        return (
            *(
                frozenset(part.items())
                for part in (self.sizes, self.seen, self.values, self.options, self.locals, self.people, self.cards)
            ),
            frozenset(self.labels.items()),
            self.apart,
            frozenset(self.windows.items()),
            self.owed,
            self.said,
        )

    # ------------------------------------------------------------ reading
    def differ(self, left: str | None, right: str | None) -> bool:
        """Are these two players different for sure?"""
        return left is not None and right is not None and frozenset((left, right)) in self.apart

    def may_be(self, left: Key, right: Key) -> bool:
        """May these two be the same place?"""
        return left[0] == right[0] and (left[1] == right[1] or not self.differ(left[1], right[1]))

    def size(self, key: Key) -> Range:
        known = self.sizes.get(key)
        return self.look(self.sizes, key, union, self.world.room(key[0])) if known is None else known

    def value(self, key: Key) -> Possible:
        known = self.values.get(key)
        return self.look(self.values, key, hull, self.world.domain(key[0])) if known is None else known

    def knowers(self, key: Key) -> Audience:
        """Who has seen every card in a place: by its sight, or by what happened."""
        sight = self.sight(key)
        return sight if sight is ALL else either(sight, self.look(self.seen, key, both, NOBODY))

    def sight(self, key: Key) -> Audience:
        """Who sees whatever comes to a place."""
        match self.world.places[key[0]].sight:
            case "face up":
                return ALL
            case "seen by its owner" if key[1] is not None and key[1] not in (UNKNOWN, REST):
                return frozenset({key[1]})
            case _:
                return NOBODY

    def one_card(self, key: Key) -> bool:
        return self.world.places[key[0]].shape == "one card"

    def face(self, fact: CardFact) -> Audience:
        """Who knows the face of a card."""
        if not fact.lies:
            return fact.seen
        there = ALL
        for key in fact.lies:
            there = both(there, self.knowers(key))
            if not there:
                return fact.seen
        return either(fact.seen, there)

    def look(self, table: dict[Key, T], key: Key, join: Callable[[T, T], T], unknown: T) -> T:
        """What a table says of a place or variable: of its owner, or of all who may be its owner."""
        found = table.get(key)
        if found is not None:
            return found
        family, owner = key
        if owner is None:
            return unknown
        result = table.get((family, REST), unknown)
        for (other, whose), value in table.items():
            if other == family and whose not in (REST, owner) and not self.differ(owner, whose):
                result = join(result, value)
        return result

    # ------------------------------------------------------------ changing
    def with_size(self, key: Key, size: Range) -> State:
        """The size of exactly this place is known to be ``size``."""
        if key[1] == UNKNOWN or self.sizes.get(key) == size:
            return self
        return self.but(sizes=self.sizes | {key: size})

    def grow(self, key: Key, low: int, high: int) -> State:
        """Between ``low`` and ``high`` cards (negative: fewer) come to a place."""
        room = self.world.room(key[0])

        def grown(size: Range) -> Range:
            least = max(size.low + low, room.low)
            return Range(min(least, room.high), max(min(size.high + high, room.high), room.low))

        return self.but(sizes=self._update(self.sizes, key, grown, union, self.size(key)))

    def emptied(self, key: Key) -> State:
        """All cards leave a place."""
        nothing = Range(0, 0)
        return self.but(sizes=self._update(self.sizes, key, lambda _: nothing, union, nothing))

    def write(self, key: Key, value: Possible) -> State:
        """A variable now has one of these values."""
        values = self._update(self.values, key, lambda _: value, hull, value)
        return self.but(values=values, said=frozenset())

    def reveal(self, key: Key, whom: Audience) -> State:
        """All cards in a place are shown to ``whom``."""
        if key[1] == UNKNOWN or not whom:
            return self
        return self.but(seen=self.seen | {key: either(self.look(self.seen, key, both, NOBODY), whom)})

    def with_known(self, key: Key, known_to: Audience) -> State:
        """The only card of a place now is one that ``known_to`` know."""
        if key[1] == UNKNOWN:
            return self.mix(key, known_to)
        update = self._update(self.seen, key, lambda old: both(old, known_to), both, NOBODY)
        return self.but(seen=update | {key: known_to})

    def mix(self, key: Key, known_to: Audience) -> State:
        """A card that ``known_to`` know comes to a place."""
        before = self.look(self.seen, key, both, NOBODY)
        now = known_to if key[1] != UNKNOWN and self.size(key).high == 0 else both(before, known_to)
        update = self._update(self.seen, key, lambda old: both(old, known_to), both, before)
        if key[1] != UNKNOWN:
            update[key] = now
        return self.but(seen=update)

    def _update(
        self, table: dict[Key, T], key: Key, change: Callable[[T], T], join: Callable[[T, T], T], now: T
    ) -> dict[Key, T]:
        """A change at one owner for sure, at those who may be the same owner perhaps."""
        new = dict(table)
        family, owner = key
        for at, value in table.items():
            if (
                at[0] == family
                and at != key
                and (at[1] == REST) <= (owner == UNKNOWN)
                and not self.differ(at[1], owner)
            ):
                new[at] = join(value, change(value))
        if owner != UNKNOWN:
            new[key] = change(now)
        return new


_PARTS: Final = tuple(f.name for f in fields(State))
_ALL_PARTS: Final = attrgetter(*_PARTS)
_PUT: Final = {name: getattr(State, name).__set__ for name in _PARTS}
"""What fills the slots of a new state: what a frozen class's own ``__init__`` does, but quicker."""
