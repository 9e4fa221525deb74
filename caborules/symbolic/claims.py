"""Claims about one operation, and the formulas that they come to.

A claim is data: an operation, the facts supposed before it, and what is to be shown of it. ``pose`` turns it into
hypotheses and goals without quantifiers: a hypothesis about all positions is used at those that were read and at
the goals' own generic position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, SpotType, Type
from caborules.symbolic import counts, summaries
from caborules.symbolic.facts import EACH, EVERYBODY, RELATIONAL, VARIABLE, Fact, Meaning
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import SHARED, Family, Loc, Whose
from caborules.symbolic.sets import Many, same_element
from caborules.symbolic.shape import Shape
from caborules.symbolic.state import Base, State
from caborules.symbolic.steps import step
from caborules.symbolic.symbols import Diary, Key, Symbols
from caborules.symbolic.terms import Term, all_of, implies, negate, same
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Step, Told, Way

Aspect: TypeAlias = Literal["defined", "conserved", "fact", "alike", "own-legality", "public-legality", "no-news"]
"""``defined``: partial operations are; ``conserved``: no card is lost or doubled; ``fact``: of a node that follows;
``alike``: two runs that look the same to an observer still do; the legality of a move for its maker and for the others;
``no-news``: what is announced, or what an announced choice tells, all know already (else it is a disclosure)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """See the module. ``compared``: two runs side by side. ``after``: by way on, the facts to be shown there."""

    operation: lo.Operation
    onward: int
    point: lo.Point | None
    before: tuple[Fact, ...]
    after: tuple[tuple[Fact, ...], ...]
    registers: tuple[str, ...]
    compared: bool


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to be shown: its aspect, what it is about in words, the way on (-1: none), the fact if it is one.

    Where the formula is ``True``, both sides are the same term as written.
    """

    aspect: Aspect
    about: str
    way: int
    fact: Fact | None
    formula: Term

    def provided(self, condition: Term) -> Goal:
        """The goal where the condition holds: what is not defined is reported once, and not again by what follows."""
        return replace(self, formula=implies(condition, self.formula))


@dataclass(frozen=True, slots=True)
class Posed:
    """Hypotheses and goals. ``ways``: when each way on is taken; ``changed``: families whose contents changed;
    ``names``: registers and variables (as facts name them) that got another value."""

    hypotheses: tuple[Term, ...]
    goals: tuple[Goal, ...]
    ways: tuple[Term, ...]
    changed: frozenset[int]
    names: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Run:
    base: Base
    start: State
    step: Step
    meaning: Meaning


@dataclass(slots=True)
class Posing:
    """Works out one claim."""

    shape: Shape
    types: Mapping[str, Type]
    claim: Claim
    diary: Diary = field(default_factory=Diary)

    def pose(self) -> Posed:
        """The formulas of the claim. Raises NotEncodedError."""
        common = Symbols("", self.diary)
        observer = common.whole("observer")
        owner, index, seat = common.whole("any owner"), common.whole("any index"), common.whole("any seat")
        tags = ("1", "2") if self.claim.compared else ("",)
        seats = (observer,) if self.claim.compared else (seat,)
        watched = None if self.claim.compared else common.whole("watched")
        runs = [self._run(tag, watched, seats) for tag in tags]
        players = runs[0].base.players()
        for one in (owner, observer, seat):
            self.diary.suppose(all_of(one >= 0, one < players))
        generic = (owner, index, seat)
        defined = all_of(*(need.claim for run in runs for need in run.step.needs))
        goals = self._compared(runs, observer, generic) if self.claim.compared else self._single(runs[0], generic)
        told = self._told(runs)
        said = all_of(*(self._equal(one.value, other.value) for one, other in told if one.cards is None))
        goals = [goal if goal.aspect == "defined" else goal.provided(defined) for goal in goals]
        goals = [goal if goal.aspect == "no-news" else goal.provided(said) for goal in goals]
        hypotheses = self._hypotheses(runs, observer, told, goals)
        changed = frozenset(
            n
            for r in runs
            for w in r.step.ways
            for n in range(len(self.shape.families))
            if w.state.families[n] is not r.start.families[n]
        )
        ways = tuple(all_of(*(r.step.ways[n].condition for r in runs)) for n in range(len(runs[0].step.ways)))
        names = frozenset(name for run in runs for way in run.step.ways for name in _renamed(run.start, way.state))
        return Posed(tuple(hypotheses), tuple(goals), ways, changed, names)

    # ------------------------------------------------------------ the state before
    def _run(self, tag: str, watched: Term, seats: tuple[Term, ...]) -> _Run:
        base = Base(self.shape, self.types, Symbols(tag, self.diary), watched)
        state = base.state(_Registers(base, self.claim, self.claim.compared).values())
        reader = Reader(state, base)
        claim = self.claim
        taken = step(claim.operation, claim.onward, claim.point, reader, Mover(base))
        return _Run(base, state, taken, Meaning(base, state, seats))

    # ------------------------------------------------------------ one run
    def _single(self, run: _Run, generic: tuple[Term, Term, Term]) -> list[Goal]:
        goals = [Goal("defined", need.what, -1, None, need.claim) for need in run.step.needs]
        before = counts.total(run.start)
        for number, way in enumerate(run.step.ways):
            meaning = Meaning(run.base, way.state, run.meaning.seats)
            for fact in self.claim.after[number]:
                formula = implies(way.condition, meaning.claim(fact, *generic))
                goals.append(Goal("fact", fact.kind, number, fact, formula))
            if way.state.families is run.start.families:
                continue
            after = counts.total(way.state)
            copies = implies(way.condition, same(after.copies, 1))
            cards = implies(way.condition, same(after.cards, before.cards))
            goals.append(Goal("conserved", "each card is in one place", number, None, copies))
            goals.append(Goal("conserved", "the number of cards", number, None, cards))
        return goals

    # ------------------------------------------------------------ two runs
    def _compared(self, runs: list[_Run], observer: Term, generic: tuple[Term, Term, Term]) -> list[Goal]:
        left, right = runs
        goals = []
        for here, there in zip(left.step.seen, right.step.seen, strict=True):
            goals.append(Goal("alike", here.what, -1, None, self._equal(here.value, there.value)))
        for one, other in self._told(runs):
            if one.cards is None:
                goals.append(Goal("no-news", "an announcement", -1, None, self._equal(one.value, other.value)))
        for number, (one_way, other_way) in enumerate(zip(left.step.ways, right.step.ways, strict=True)):
            both = all_of(one_way.condition, other_way.condition)
            goals.extend(self._legality(number, one_way, other_way, observer))
            for family in range(len(self.shape.families)):
                new = one_way.state.families[family], other_way.state.families[family]
                if new[0] is left.start.families[family] and new[1] is right.start.families[family]:
                    continue
                goals.extend(self._same_family(number, family, new, both, observer, generic))
            meaning = Meaning(left.base, one_way.state, (observer,))
            for fact in self.claim.after[number]:
                if fact.kind in RELATIONAL:
                    alike = self._alike(fact, one_way.state, other_way.state)
                    can = meaning.is_one_of(fact.who, observer, SHARED)
                    goals.append(Goal("fact", fact.kind, number, fact, implies(all_of(both, can), alike)))
        return goals

    def _legality(self, number: int, left: Way, right: Way, observer: Term) -> list[Goal]:
        if left.offer is None:
            return []
        alike = same(left.condition, right.condition)
        path = left.offer.path
        if left.actor is None:
            return [Goal("public-legality", path, number, None, alike)]
        own = same(left.actor, observer)
        goals = [Goal("own-legality", path, number, None, implies(own, alike))]
        public: Aspect = "no-news" if left.offer.announces else "public-legality"
        goals.append(Goal(public, path, number, None, implies(negate(own), alike)))
        return goals

    def _same_family(
        self,
        number: int,
        which: int,
        families: tuple[Family, Family],
        both: Term,
        observer: Term,
        generic: tuple[Term, Term, Term],
    ) -> list[Goal]:
        """The observer sees the same positions filled, and the same cards where they know them."""
        left, right = families
        owner, index, seat = generic
        if not self.shape.families[which].per_player:
            owner = SHARED
        name = self.shape.families[which].name
        pairs = [
            ("how many cards lie in", left.size(owner), right.size(owner)),
            ("where cards lie in", left.there(owner, index), right.there(owner, index)),
            ("how cards lie in", left.up(owner, index), right.up(owner, index)),
            ("who knows cards in", left.known(seat, owner, index), right.known(seat, owner, index)),
        ]
        goals = [
            Goal("alike", f"{what} {name}", number, None, implies(both, same(one, other))) for what, one, other in pairs
        ]
        seen = all_of(both, left.there(owner, index), left.known(observer, owner, index))
        cards = same(left.at(owner, index), right.at(owner, index))
        goals.append(Goal("alike", f"known cards of {name}", number, None, implies(seen, cards)))
        return goals

    def _equal(self, left: Any, right: Any) -> Term:
        if isinstance(left, Many):
            # Each run may speak of another owner's place: what either has, both must have.
            elements = left.element("any element"), right.element("any element")
            return all_of(*(same(left.has(element), right.has(element)) for element in elements))
        if isinstance(left, Whose):
            return same_element(Loc(left.place, left.owner, 0), Loc(right.place, right.owner, 0))
        return same_element(left, right)

    def _alike(self, fact: Fact, left: State, right: State) -> Term:
        """Do two states agree on what a register holds, or on the card that it names?"""
        one, other = left.registers[fact.register], right.registers[fact.register]
        return self._equal(one, other) if fact.kind == "agrees" else same(left.card_at(one), right.card_at(other))

    def _told(self, runs: list[_Run]) -> list[tuple[Told, Told]]:
        if len(runs) < 2:
            return []
        return list(zip(runs[0].step.told, runs[1].step.told, strict=True))

    # ------------------------------------------------------------ hypotheses
    def _hypotheses(
        self, runs: list[_Run], observer: Term, told: list[tuple[Told, Told]], goals: list[Goal]
    ) -> list[Term]:
        """All that may be used, at every position read; using a hypothesis may read more."""
        before = self.claim.before
        found = [run.meaning.plain(fact) for run in runs for fact in before]
        found.extend(self._agreements(runs, observer))
        if not self.claim.compared:
            found.append(same(counts.total(runs[0].start).copies, 1))
        positions: set[Key] = set()
        owners: set[Key] = set()
        coupled: set[Key] = set()
        while True:
            new_positions = [item for key, item in self.diary.positions.items() if key not in positions]
            new_owners = [item for key, item in self.diary.owners.items() if key not in owners]
            positions.update(self.diary.positions)
            owners.update(self.diary.owners)
            new_couplings = summaries.couplings(self.diary, coupled)
            if not new_positions and not new_owners and not new_couplings:
                break
            found.extend(new_couplings)
            for run in runs:
                for place, owner in new_owners:
                    found.extend(run.meaning.at_owner(fact, place, owner) for fact in before)
                for place, owner, index in new_positions:
                    found.extend(run.meaning.at_position(fact, place, owner, index) for fact in before)
            for place, owner, index in new_positions:
                found.extend(self._related(runs, observer, told, place, owner, index))
            found.extend(self._none_left(runs, new_owners))
        found.extend(counts.definitions(self.shape, runs[0].start, self.diary, runs[0].base.watched))
        found.extend(self.diary.facts.values())
        return [term for term in found if term is not True]

    def _none_left(self, runs: list[_Run], owners: list[tuple[int, Term]]) -> list[Term]:
        """Where a collection is used up, no owner belongs to it."""
        return [
            implies(way.condition, way.nothing_left(owner))
            for run in runs
            for way in run.step.ways
            if way.nothing_left is not None and not self._of_cards()
            for place, owner in owners
            if self.shape.families[place].per_player
        ]

    def _of_cards(self) -> bool:
        operation = self.claim.operation
        return isinstance(operation, lo.NextOf) and isinstance(self.types[operation.register], CardType | SpotType)

    def _agreements(self, runs: list[_Run], observer: Term) -> list[Term]:
        if len(runs) < 2:
            return []
        left, right = runs
        found = []
        for fact in self.claim.before:
            if fact.kind == "face" or (fact.kind == "agrees" and fact.who != EVERYBODY):
                can = left.meaning.is_one_of(fact.who, observer, SHARED)
                found.append(implies(can, self._alike(fact, left.start, right.start)))
        return found

    def _related(
        self, runs: list[_Run], observer: Term, told: list[tuple[Told, Told]], place: int, owner: Term, index: Term
    ) -> list[Term]:
        """What the observer knows, or is shown in this step, is the same card in both runs."""
        if len(runs) < 2:
            return []
        left, right = runs[0].start.families[place], runs[1].start.families[place]
        cards = same(left.at(owner, index), right.at(owner, index))
        seen = all_of(left.there(owner, index), left.known(observer, owner, index))
        found = [implies(seen, cards)]
        for one, _ in told:
            if one.cards is not None:
                found.append(implies(all_of(one.cards(Loc(place, owner, index)), one.to(observer)), cards))
        return found


@dataclass(slots=True)
class _Registers:
    """The values of registers before the step, as far as facts tell them."""

    base: Base
    claim: Claim
    compared: bool
    done: dict[str, Any] = field(default_factory=dict)

    def values(self) -> dict[str, Any]:
        for name in self.claim.registers:
            self._value(name)
        return self.done

    def _value(self, name: str) -> Any:
        if name not in self.done:
            self.done[name] = self._make(name)
        return self.done[name]

    def _owner(self, fact: Fact) -> Term:
        return SHARED if fact.scope.kind == "shared" else self._named(fact.scope.name)

    def _named(self, name: str) -> Any:
        return self._value(name) if name in self.base.types else Meaning(self.base, State(())).value(name)

    def _make(self, name: str) -> Any:
        facts = [fact for fact in self.claim.before if fact.register == name]
        numbers = self.base.shape.numbers
        own = self.compared and not any(f.kind == "agrees" and f.who == EVERYBODY for f in facts)
        for fact in facts:
            match fact.kind:
                case "same" | "at":
                    return self._named(fact.who)
                case "in hand":
                    return Loc(self.base.shape.hand, SHARED, 0)
                case "place":
                    return Whose(numbers[fact.place], self._owner(fact))
                case "among":
                    return self.base.cards_among(name, own, Whose(numbers[fact.place], self._owner(fact)))
                case "lies" | "spot":
                    if fact.scope == EACH:
                        owner = self.base.symbols.whole(f"{name}.owner", own)
                        self.base.symbols.diary.suppose(all_of(owner >= 0, owner < self.base.players()))
                    else:
                        owner = self._owner(fact)
                    single = self.base.shape.families[numbers[fact.place]].kind == "one"
                    index = 0 if single else self.base.symbols.whole(f"{name}.index", own)
                    return Loc(numbers[fact.place], owner, index)
        return self.base.fresh(self.base.types[name], name, own)


def _renamed(before: State, after: State) -> Iterator[str]:
    """The registers and variables that got another value."""
    for name, value in after.registers.items():
        if value is not before.registers.get(name):
            yield name
    for name, of in after.variables.items():
        if of is not before.variables.get(name):
            yield VARIABLE + name


def register_values(base: Base, claim: Claim) -> dict[str, Any]:
    """The values of a claim's registers before its operation, as far as its facts tell them."""
    return _Registers(base, claim, claim.compared).values()
