"""One step as a question: from which values of the followed conditions before it can which come after it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from caborules.check.properties.atoms import OWNER_OF, reads
from caborules.check.properties.logic import Cube
from caborules.check.properties.pose import Names, Pose, Setting
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, SpotType
from caborules.ir.walk import subexpressions
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import SHARED, Loc
from caborules.symbolic.solver import Solver
from caborules.symbolic.steps import step
from caborules.symbolic.terms import App, Term, all_of, any_of, boolean, choose, implies, negate, plain, same, within
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Way

BUDGET: Final = 2_000_000
"""Units of work of the solver for one answer."""
MOST_INSTANCES: Final = 12
"""Of how many players and positions what holds of all is used, for a step."""
MOST_OF_CLAIM: Final = 24
"""The same for a claim that speaks of a player, a card of theirs, and another player."""


class GaveUpError(Exception):
    """The solver did not answer within its budget, or there are too many cases."""


@dataclass(slots=True)
class Question:
    """What can hold after a step, given what can hold before it. Made once, asked again and again."""

    pose: Pose
    before: list[tuple[Term, list[Term]]]
    """By instance (the first: any player), whether there is such a one, and the conditions' terms before the step."""
    after: list[Term]
    hypotheses: tuple[Term, ...]
    solver: Solver
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
        held = tuple(held)
        others = (implies(there, one_of(held, terms)) for there, terms in self.before[1:])
        solver.add((one_of(cubes, self.before[0][1]), *others, negate(one_of(known, self.after))))
        try:
            while True:
                self.checks += 1
                said = solver.check()
                if said == "unsat":
                    return
                if said != "sat":
                    raise GaveUpError("the solver's budget ran out")
                cube = self._cube()
                told = [(one, holds) for one, holds in zip(self.after, cube, strict=True) if isinstance(one, App)]
                solver.rule_out({one: holds for one, holds in told if holds is not None})
                yield cube
        finally:
            solver.pop()

    def _cube(self) -> Cube:
        values = iter(self.solver.holding(term for term in self.after if isinstance(term, App)))
        return self.pose.setting.idle(tuple(next(values) if isinstance(term, App) else term for term in self.after))


def one_of(cubes: Iterable[Cube], terms: Sequence[Any]) -> Any:
    """That the terms have the values of one of the combinations: decided term by term, equal rests written once."""
    made: dict[tuple[int, frozenset[Cube]], Term] = {}

    def rest(at: int, some: frozenset[Cube]) -> Term:
        if not some:
            return False
        if at == len(terms):
            return True
        found = made.get((at, some))
        if found is None:
            found = made[at, some] = _decided(
                terms[at],
                rest(at + 1, frozenset(cube[1:] for cube in some if cube[0] is not False)),
                rest(at + 1, frozenset(cube[1:] for cube in some if cube[0] is not True)),
            )
        return found

    return rest(0, frozenset(cubes))


def _decided(literal: Term, then: Term, otherwise: Term) -> Term:
    if then is otherwise:
        return then
    return any_of(then, otherwise) if literal is None else choose(literal, then, otherwise)


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
    others = _speaks_of_others(node.operation) or _remembers(pose, node.operation)
    return _question(pose, number, target, after, others=others)


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
    nested = any(name.startswith(OWNER_OF) for name in setting.registers)
    most = MOST_OF_CLAIM if nested else MOST_INSTANCES
    return _question(pose, number, number, [None] * len(setting.atoms), others=True, most=most)


def _at_first(pose: Pose) -> None:
    """Variables have their first values, for any player and those that other conditions name."""
    reader = Reader(pose.state, pose.base)
    wanted = {v for one in pose.setting.read for v in one.variables}
    for name, variable in pose.setting.shape.variables.items():
        if name not in wanted:
            continue
        of = pose.base.variable(name)
        owners = [pose.player, *pose.seats()] if variable.per_player else [SHARED]
        for owner in owners:
            inner = reader.binding(variable.owner_name, owner, True)
            value = inner.value(variable.initial)
            pose.found.append(same(of(owner), value))
    for loc in pose.any_names().values():
        if isinstance(loc, Loc):
            known = pose.state.known_at(pose.player, loc)
            pose.found.append(implies(pose.state.lies(loc), negate(known)))


def _speaks_of_others(operation: lo.Operation) -> bool:
    """May what holds of other players than the one in question matter?"""
    if isinstance(operation, lo.SetVariable):
        return any(
            isinstance(part, ex.VariableRef) and part.owner is not None for part in subexpressions(operation.value)
        )
    return isinstance(operation, lo.Test | lo.Ask)


def _remembers(pose: Pose, operation: lo.Operation) -> bool:
    """May a claim begin here of which conditions keep who was in some variable? What holds of that one matters."""
    after = pose.setting.watch.after
    if not pose.maker.past or after is None or not isinstance(operation, lo.SetVariable):
        return False
    return operation.variable in reads(after).variables


def _question(
    pose: Pose, number: int, target: int, after: list[Term], *, others: bool, most: int = MOST_INSTANCES
) -> Question:
    setting = pose.setting
    own = setting.active[number]
    whole = pose.any_names()
    before: list[tuple[Term, list[Term]]] = [(True, _terms(pose, own, whole))]
    done: list[tuple[object, ...]] = [_identity(whole)]
    while len(before) < most:
        fresh = next(
            (one for one in pose.instances(pose.seats() if others else ()) if _identity(one) not in done), None
        )
        if fresh is None:
            break
        done.append(_identity(fresh))
        before.append((_exists(pose, fresh), _terms(pose, own, fresh)))
    hypotheses = pose.hypotheses()
    named = [(there, _named(f"before {one}", terms, hypotheses)) for one, (there, terms) in enumerate(before)]
    bits = _named("after", after, hypotheses)
    solver = Solver(BUDGET)
    solver.add(hypotheses)
    return Question(pose, named, bits, tuple(hypotheses), solver, target)


def _named(name: str, terms: Sequence[Term], hypotheses: list[Term]) -> list[Term]:
    """Symbols that stand for the terms; what they stand for is added to the hypotheses."""
    bits: list[Term] = []
    for at, term in enumerate(terms):
        bits.append(term if term is None or plain(term) else boolean(f"{name} {at}"))
        if not plain(term) and term is not None:
            hypotheses.append(same(bits[-1], term))
    return bits


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
        found.append((name, *parts))
    return tuple(found)
