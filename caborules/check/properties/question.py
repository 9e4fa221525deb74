"""One step as a question: from which values of the followed conditions before it can which come after it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from caborules.check.claims import AllFacts, Claims
from caborules.check.flow import Graph
from caborules.check.properties.atoms import CARD_OF, reads
from caborules.check.properties.ghosts import Ghosts, Maker
from caborules.check.properties.logic import Cube
from caborules.check.properties.watch import ARMED, COUNT, PLAYER, Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CardType, PlayerType, SpotType
from caborules.ir.walk import subexpressions
from caborules.symbolic import counts
from caborules.symbolic.claims import register_values
from caborules.symbolic.facts import SHARED_PLACE, VARIABLE, Fact, Meaning
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import SHARED, Loc
from caborules.symbolic.shape import Shape
from caborules.symbolic.state import Base, State
from caborules.symbolic.steps import Way, step
from caborules.symbolic.symbols import Diary, Key, Symbols
from caborules.symbolic.terms import Term, all_of, implies, negate, plain, truth, within
from caborules.symbolic.values import Reader

BUDGET: Final = 2_000_000
"""Units of work of the solver for one answer."""
MOST_INSTANCES: Final = 12
"""Of how many players and positions what holds of all is used."""

Names = Mapping[str, Any]


class GaveUpError(Exception):
    """The solver did not answer within its budget, or there are too many cases."""


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


@dataclass(slots=True)
class Pose:
    """The state at a node, what is known there, and its terms. ``kept`` keeps expressions alive that terms stand for."""

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
        self.maker = Maker(setting.watch, self.base, graph.system, self.kept)
        node, point = graph.system.nodes[self.node], graph.point(self.node)
        claims = Claims(graph)
        self.facts = tuple(sorted(self._useful(claims)))
        names = dict.fromkeys(claims.templates.of(node.operation)[1])
        if point is not None:
            names.update(dict.fromkeys(claims.templates.of(point)[1]))
        for atom in setting.atoms:
            names.update(dict.fromkeys(sorted(reads(atom).registers)))
        for fact in self.facts:
            names.update(dict.fromkeys(fact.names()))
        registers = tuple(name for name in names if name in graph.system.registers)
        claim = lo.Stop(), -1, None, self.facts, (), registers
        from caborules.symbolic.claims import Claim

        self.state = self.base.state(register_values(self.base, Claim(*claim, compared=False)))
        self.ghosts = self.maker.before()
        q = self.base.symbols.whole(PLAYER)
        self.found.append(within(0, q, self.base.players()))
        self.found.append(self.ghosts.count(q) >= 0)

    def _useful(self, claims: Claims) -> Iterable[Fact]:
        facts = self.setting.facts[self.node] or frozenset()
        claim = claims.claim(self.node, self.setting.facts, compared=False)
        chosen = set() if claim is None else set(claim.before)
        places = {place for atom in self.setting.atoms for place in reads(atom).places}
        return chosen | {fact for fact in facts if fact.kind == "same" or (fact.place in places and fact.kind != "lies")}

    # ------------------------------------------------------------ names
    @property
    def player(self) -> Term:
        return self.base.symbols.whole(PLAYER)

    def any_names(self) -> dict[str, Any]:
        """Any player, and any position of each place that conditions speak of."""
        found: dict[str, Any] = {PLAYER: self.player}
        for place in sorted({p for atom in self.setting.atoms for p in _cards_of(atom)}):
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
        return [truth(term) for term in found if term is not True]

    def seats(self) -> list[Term]:
        """The players that have a name here: in variables, registers, and as those who are said to fit."""
        shape, found = self.setting.shape, list[Term]()
        variables = {v for atom in self.setting.atoms for v in reads(atom).variables}
        for name in sorted(variables):
            variable = shape.variables[name]
            if isinstance(variable.type, PlayerType) and not variable.per_player:
                found.append(self.base.variable(name)(SHARED))
        found += [w for _, w in sorted(self.diary.witnesses.items()) if not isinstance(w, Loc)]
        distinct: dict[object, Term] = {}
        for seat in found:
            distinct.setdefault(seat if plain(seat) else seat.get_id(), seat)
        return list(distinct.values())


def _cards_of(atom: ex.Expr) -> Iterator[str]:
    yield from (name.removeprefix(CARD_OF) for name in reads(atom).registers if name.startswith(CARD_OF))


@dataclass(slots=True)
class Question:
    """What can hold after a step, given what can hold before it. Made once, asked again and again."""

    pose: Pose
    before: list[tuple[Term, list[Term]]]
    """By instance (the first: any player), whether there is such a one, and the conditions' terms before the step."""
    after: list[Any]
    solver: z3.Solver
    target: int
    checks: int = 0

    @property
    def of_others(self) -> bool:
        """Does the answer use what holds of other players and positions?"""
        return len(self.before) > 1

    def posts(self, cubes: Iterable[Cube], held: Iterable[Cube], known: Iterable[Cube]) -> Iterator[Cube]:
        """Values after the step from one of ``cubes``, where all players' are among ``held``; those not in ``known``.

        Raises GaveUpError.
        """
        solver = self.solver
        solver.push()
        solver.add(one_of(cubes, self.before[0][1]))
        held = tuple(held)
        for there, terms in self.before[1:]:
            solver.add(truth(implies(there, one_of(held, terms))))
        solver.add(z3.Not(one_of(known, self.after)))
        try:
            while True:
                self.checks += 1
                said = solver.check()
                if said == z3.unsat:
                    return
                if said != z3.sat:
                    raise GaveUpError("the solver's budget ran out")
                cube = self._cube(solver.model())
                solver.add(z3.Not(one_of((cube,), self.after)))
                yield cube
        finally:
            solver.pop()

    def _cube(self, model: Any) -> Cube:
        values = [
            None if term is None else bool(z3.is_true(model.eval(truth(term), model_completion=True)))
            for term in self.after
        ]
        return idle(self.pose.setting, tuple(values))


def idle(setting: Setting, cube: Cube) -> Cube:
    """While no claim is going on, what it would keep means nothing."""
    at = setting.atoms.index(GOING_ON) if GOING_ON in setting.atoms else -1
    if at < 0 or cube[at] is not False:
        return cube
    return tuple(None if _of_claim(atom) else value for atom, value in zip(setting.atoms, cube, strict=True))


GOING_ON: Final = ex.LocalRef(BOOL, None, ARMED)


def _of_claim(atom: ex.Expr) -> bool:
    from caborules.check.properties.ghosts import UNCHANGED
    from caborules.check.properties.watch import MEMBER

    return any(name in (COUNT, MEMBER, UNCHANGED) or name.endswith(" is over") for name in reads(atom).registers)


def one_of(cubes: Iterable[Cube], terms: Sequence[Any]) -> Any:
    """That the terms have the values of one of the combinations: decided term by term, equal rests written once."""
    made: dict[tuple[int, frozenset[Cube]], Any] = {}
    literals = [None if term is None else truth(term) for term in terms]

    def rest(at: int, some: frozenset[Cube]) -> Any:
        if not some:
            return _NO
        if at == len(literals):
            return _YES
        found = made.get((at, some))
        if found is None:
            found = made[at, some] = _decided(
                literals[at],
                rest(at + 1, frozenset(cube[1:] for cube in some if cube[0] is not False)),
                rest(at + 1, frozenset(cube[1:] for cube in some if cube[0] is not True)),
            )
        return found

    return rest(0, frozenset(cubes))


_YES, _NO = z3.BoolVal(True), z3.BoolVal(False)


def _decided(literal: Any, then: Any, otherwise: Any) -> Any:
    if then is otherwise:
        return then
    if literal is None:
        return z3.Or(then, otherwise)
    if then is _YES:
        return literal if otherwise is _NO else z3.Or(literal, otherwise)
    if otherwise is _YES:
        return z3.Or(z3.Not(literal), then)
    if then is _NO:
        return z3.And(z3.Not(literal), otherwise) if otherwise is not _YES else z3.Not(literal)
    if otherwise is _NO:
        return z3.And(literal, then)
    return z3.If(literal, then, otherwise)


def ask_step(setting: Setting, number: int, way: int) -> Question:
    """The question about one way on from a node. Raises NotEncodedError."""
    graph = setting.graph
    node, target = graph.system.nodes[number], graph.targets[number][way]
    pose = Pose(setting, number)
    taken = step(node.operation, node.next, graph.point(number), Reader(pose.state, pose.base), Mover(pose.base))
    on: Way = taken.ways[way]
    pose.found += [need.claim for need in taken.needs]
    pose.found.append(on.condition)
    of_cards = isinstance(node.operation, lo.NextOf) and isinstance(
        graph.system.registers[node.operation.register], CardType | SpotType
    )
    if on.nothing_left is not None and not of_cards:
        pose.found.append(on.nothing_left(pose.player))
    ghosts = pose.maker.after(pose.ghosts, pose.state, number, target, on.state)
    names = pose.any_names()
    after = [
        pose.literal(at, on.state, ghosts, names) if setting.active[target][at] else None
        for at in range(len(setting.atoms))
    ]
    return _question(pose, number, target, after, others=_speaks_of_others(node.operation))


def ask_start(setting: Setting) -> Question:
    """What can hold where the play begins."""
    entry = setting.graph.system.entry
    pose = Pose(setting, entry)
    _at_first(pose)
    ghosts = pose.maker.at_first(pose.state)
    names = pose.any_names()
    after = [
        pose.literal(at, pose.state, ghosts, names) if setting.active[entry][at] else None
        for at in range(len(setting.atoms))
    ]
    return _question(pose, entry, entry, after, others=False)


def ask_claim(setting: Setting, number: int, claim: ex.Expr) -> Question:
    """Can a claim about the state at a node fail while it is going on? Anything that holds after it is an answer."""
    pose = Pose(setting, number)
    broken = all_of(pose.ghosts.armed, negate(pose.maker.truth(claim, pose.state, pose.ghosts, pose.any_names())))
    pose.found.append(broken)
    return _question(pose, number, number, [None] * len(setting.atoms), others=True)


def _at_first(pose: Pose) -> None:
    """Variables have their first values, for any player and those that other conditions name."""
    reader = Reader(pose.state, pose.base)
    wanted = {v for atom in pose.setting.atoms for v in reads(atom).variables}
    for name, variable in pose.setting.shape.variables.items():
        if name not in wanted:
            continue
        of = pose.base.variable(name)
        owners = [pose.player, *pose.seats()] if variable.per_player else [SHARED]
        for owner in owners:
            inner = reader.binding(variable.owner_name, owner, True)
            value = inner.value(variable.initial)
            pose.found.append(of(owner) == value)
    for loc in pose.any_names().values():
        if isinstance(loc, Loc):
            known = pose.state.known_at(pose.player, loc)
            pose.found.append(implies(pose.state.lies(loc), negate(known)))


def _speaks_of_others(operation: lo.Operation) -> bool:
    """May what holds of other players than the one in question matter?"""
    if isinstance(operation, lo.SetVariable):
        return any(isinstance(part, ex.VariableRef) and part.owner is not None for part in subexpressions(operation.value))
    return isinstance(operation, lo.Test | lo.Ask)


def _question(pose: Pose, number: int, target: int, after: list[Term], *, others: bool) -> Question:
    setting = pose.setting
    own = setting.active[number]
    whole = pose.any_names()
    before: list[tuple[Term, list[Term]]] = [(True, _terms(pose, own, whole))]
    done: list[tuple[object, ...]] = [_identity(whole)]
    while len(before) < MOST_INSTANCES:
        fresh = next((one for one in pose.instances(pose.seats() if others else ()) if _identity(one) not in done), None)
        if fresh is None:
            break
        done.append(_identity(fresh))
        before.append((_exists(pose, fresh), _terms(pose, own, fresh)))
    solver = z3.Solver()
    solver.set("rlimit", BUDGET)
    solver.add(*pose.hypotheses())
    named = []
    for at, term in enumerate(after):
        if term is None or plain(term):
            named.append(None if term is None else truth(term))
            continue
        bit = z3.Bool(f"after {at}")
        solver.add(bit == term)
        named.append(bit)
    return Question(pose, before, named, solver, target)


def _exists(pose: Pose, names: Names) -> Term:
    """Is there such a player, and such a position? (A name may stand for nobody.)"""
    players, families = pose.base.players(), pose.setting.shape.families
    found: list[Term] = []
    for value in names.values():
        if not isinstance(value, Loc):
            found.append(within(0, value, players))
            continue
        found.append(value.index >= 0)
        if families[value.place].per_player:
            found.append(within(0, value.owner, players))
    return all_of(*found)


def _terms(pose: Pose, own: Sequence[bool], names: Names) -> list[Term]:
    return [
        pose.literal(at, pose.state, pose.ghosts, names) if own[at] else None for at in range(len(pose.setting.atoms))
    ]


def _identity(names: Names) -> tuple[object, ...]:
    found: list[object] = []
    for name, value in sorted(names.items()):
        parts = (value.place, value.owner, value.index) if isinstance(value, Loc) else (value,)
        found.append((name, *(part if plain(part) else part.get_id() for part in parts)))
    return tuple(found)


