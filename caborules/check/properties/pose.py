"""What all questions about a watch have in common, and the state at a node with all that is known there as terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from caborules.check.claims import AllFacts, Claims
from caborules.check.flow import Graph
from caborules.check.properties.atoms import ANY, CARD_OF, Reads, reads
from caborules.check.properties.deck import deck_sizes
from caborules.check.properties.drawing import counted, is_drawing
from caborules.check.properties.ghosts import UNCHANGED, Ghosts, Maker
from caborules.check.properties.logic import Cube
from caborules.check.properties.watch import ARMED, COUNT, MEMBER, PAST, PLAYER, Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, PlayerType
from caborules.symbolic import counts
from caborules.symbolic.claims import Claim, register_values
from caborules.symbolic.facts import EACH, HAND_EMPTY, SHARED_PLACE, Fact, Meaning
from caborules.symbolic.places import SHARED, Loc
from caborules.symbolic.shape import Shape
from caborules.symbolic.state import Base, State
from caborules.symbolic.symbols import Diary, Key, Symbols
from caborules.symbolic.terms import Term, within

Names = Mapping[str, Any]
GOING_ON: Final = ex.LocalRef(BOOL, None, ARMED)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all questions about one watch on one system have in common."""

    graph: Graph
    facts: AllFacts
    shape: Shape
    watch: Watch
    atoms: tuple[ex.Expr, ...]
    active: tuple[tuple[bool, ...], ...]
    """By node, which conditions are followed there: those whose registers are read again."""
    claims: Claims = field(init=False, compare=False, repr=False)
    read: tuple[Reads, ...] = field(init=False, compare=False, repr=False)
    """What each condition reads."""
    registers: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """Those that conditions read, in the order of the conditions."""
    _going: int = field(init=False, compare=False, repr=False)
    _kept: tuple[bool, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims", Claims(self.graph))
        object.__setattr__(self, "read", tuple(reads(atom) for atom in self.atoms))
        named = (name for one in self.read for name in sorted(one.registers))
        object.__setattr__(self, "registers", tuple(dict.fromkeys(named)))
        object.__setattr__(self, "_going", self.atoms.index(GOING_ON) if GOING_ON in self.atoms else -1)
        object.__setattr__(self, "_kept", tuple(not _of_claim(one) for one in self.read))

    def idle(self, cube: Cube) -> Cube:
        """While no claim is going on, what it would keep means nothing."""
        if self._going < 0 or cube[self._going] is not False:
            return cube
        return tuple(value if kept else None for value, kept in zip(cube, self._kept, strict=True))


@dataclass(slots=True)
class Pose:
    """The state at a node and what is known there. ``kept`` keeps expressions alive that terms stand for."""

    setting: Setting
    node: int
    diary: Diary = field(default_factory=Diary)
    kept: list[ex.Expr] = field(default_factory=list)
    base: Base = field(init=False)
    maker: Maker = field(init=False)
    state: State = field(init=False)
    ghosts: Ghosts = field(init=False)
    facts: tuple[Fact, ...] = field(init=False)
    found: list[Term] = field(default_factory=list)

    def __post_init__(self) -> None:
        setting = self.setting
        graph = setting.graph
        self.base = Base(setting.shape, graph.system.registers, Symbols("", self.diary), None)
        past = tuple(name for name in setting.registers if name.endswith(PAST))
        self.maker = Maker(setting.watch, self.base, graph.system, self.kept, past)
        node, point = graph.system.nodes[self.node], graph.point(self.node)
        claims = setting.claims
        self.facts = tuple(sorted(self._useful(claims)))
        names = dict.fromkeys(claims.templates.of(node.operation)[1])
        if point is not None:
            names.update(dict.fromkeys(claims.templates.of(point)[1]))
        names.update(dict.fromkeys(setting.registers))
        for fact in self.facts:
            names.update(dict.fromkeys(fact.names()))
        registers = tuple(name for name in names if name in graph.system.registers)
        claim = Claim(lo.Stop(), -1, None, self.facts, (), registers, compared=False)
        self.state = self.base.state(register_values(self.base, claim))
        self.ghosts = self.maker.before()
        q = self.base.symbols.whole(PLAYER)
        self.found.append(within(0, q, self.base.players()))
        self.found.append(self.ghosts.count(q) >= 0)
        self.found += [within(0, then, self.base.players()) for then in self.ghosts.was.values()]

    def _useful(self, claims: Claims) -> Iterable[Fact]:
        facts = self.setting.facts[self.node] or frozenset()
        claim = claims.claim(self.node, self.setting.facts, compared=False)
        chosen = set() if claim is None else set(claim.before)
        places = {place for one in self.setting.read for place in one.places}
        return chosen | {
            fact for fact in facts if fact.kind == "same" or (fact.place in places and fact.kind != "lies")
        }

    # ------------------------------------------------------------ names
    @property
    def player(self) -> Term:
        return self.base.symbols.whole(PLAYER)

    def any_names(self) -> dict[str, Any]:
        """Any player, and any position of each place that conditions speak of."""
        found: dict[str, Any] = {PLAYER: self.player}
        for place in sorted(n.removeprefix(CARD_OF) for n in self.setting.registers if n.startswith(CARD_OF)):
            number = self.setting.shape.numbers[place]
            family = self.setting.shape.families[number]
            owner: Term = self.base.symbols.whole(f"owner of {place}") if family.per_player else SHARED
            index: Term = 0 if family.kind == "one" else self.base.symbols.whole(f"position in {place}")
            found[CARD_OF + place] = Loc(number, owner, index)
            if family.per_player:
                self.diary.suppose(within(0, owner, self.base.players()))
            if family.kind != "one":
                self.diary.suppose(index >= 0)
        return found

    def instances(self, seats: Sequence[Term]) -> Iterator[dict[str, Any]]:
        """Players and positions that the step has names for."""
        whole = self.any_names()
        places = [name for name in whole if name != PLAYER]
        for seat in seats:
            yield {**whole, PLAYER: seat}
        for name in places:
            for place, owner, index in list(self.diary.positions.values()):
                if place == whole[name].place:
                    yield {**whole, name: Loc(place, owner, index)}
                    for seat in seats[:2]:
                        yield {**whole, PLAYER: seat, name: Loc(place, owner, index)}

    def literal(self, at: int, state: State, ghosts: Ghosts, names: Names) -> Term:
        return self.maker.truth(self.setting.atoms[at], state, ghosts, names)

    # ------------------------------------------------------------ hypotheses
    def hypotheses(self) -> list[Term]:
        """All that may be used of facts at the node, at every position read."""
        meaning = Meaning(self.base, self.state, (self.player,))
        found = list(self.found)
        found += [meaning.plain(fact) for fact in self.facts]
        found += self._gathered()
        found += [one.index >= 0 for one in self.diary.witnesses.values() if isinstance(one, Loc)]
        positions: set[Key] = set()
        owners: set[Key] = set()
        while True:
            new_positions = [item for key, item in self.diary.positions.items() if key not in positions]
            new_owners = [item for key, item in self.diary.owners.items() if key not in owners]
            if not new_positions and not new_owners:
                break
            positions.update(self.diary.positions)
            owners.update(self.diary.owners)
            for place, owner in new_owners:
                found += [meaning.at_owner(fact, place, owner) for fact in self.facts]
            for place, owner, index in new_positions:
                found += [meaning.at_position(fact, place, owner, index) for fact in self.facts]
        found += counts.definitions(self.setting.shape, self.state, self.diary, None)
        found += self.diary.facts.values()
        return [term for term in found if term is not True]

    def _gathered(self) -> Iterator[Term]:
        """Where a place is shuffled and facts say that all others are empty, and the hand is, it has the whole deck."""
        if not isinstance(self.setting.graph.system.nodes[self.node].operation, lo.ShufflePlace):
            return
        facts = self.setting.facts[self.node] or frozenset()
        families = self.setting.shape.families[:-1]
        if HAND_EMPTY not in facts:
            return
        filled = [
            number
            for number, family in enumerate(families)
            if Fact("empty", family.name, "", EACH if family.per_player else SHARED_PLACE) not in facts
        ]
        if len(filled) == 1 and not families[filled[0]].per_player:
            fewest, most = deck_sizes(self.setting.graph.system)
            yield within(fewest, self.state.families[filled[0]].size(SHARED), most + 1)

    def seats(self) -> list[Term]:
        """The players that have a name here: in variables, registers, and as those who are said to fit."""
        shape, found = self.setting.shape, list[Term]()
        variables = {v for one in self.setting.read for v in one.variables}
        for name in sorted(variables):
            variable = shape.variables[name]
            if isinstance(variable.type, PlayerType) and not variable.per_player:
                found.append(self.base.variable(name)(SHARED))
        if any(_tells_first_seat(atom) for atom in self.setting.atoms):
            found.append(0)
        found += self._counted()
        found[:0] = [w for _, w in sorted(self.diary.witnesses.items(), reverse=True) if not isinstance(w, Loc)]
        return list(dict.fromkeys(found))

    def _counted(self) -> Iterator[Term]:
        """The players in registers of whose places a test asks how many cards they have, where that is followed."""
        operation = self.setting.graph.system.nodes[self.node].operation
        if isinstance(operation, lo.Test) and any(map(is_drawing, self.setting.atoms)):
            for place in counted(operation.condition):
                if isinstance(place.owner, ex.LocalRef) and place.owner.name in self.state.registers:
                    yield self.state.registers[place.owner.name]


def _of_claim(read: Reads) -> bool:
    return any(name in (COUNT, MEMBER, UNCHANGED) or name.endswith((" is over", PAST)) for name in read.registers)


def _tells_first_seat(atom: ex.Expr) -> bool:
    """Does a condition say whether any player has the first seat?"""
    match atom:
        case ex.Compare(op="is", left=left, right=right):
            return ANY in (left, right) and any(isinstance(side, ex.FirstSeat) for side in (left, right))
    return False
