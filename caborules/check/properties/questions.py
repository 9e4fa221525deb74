"""What has to be shown again of what an author states: that no step leaves the recorded combinations of conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from caborules.check.certificate.question import Item, Objection, Piece, Question
from caborules.check.proofs import where
from caborules.check.properties.atoms import pool
from caborules.check.properties.liveness import followed
from caborules.check.properties.logic import Cube, Logic
from caborules.check.properties.look import same_rules
from caborules.check.properties.pose import GOING_ON, Setting
from caborules.check.properties.prove import conditions, failing_at
from caborules.check.properties.question import Question as Asked
from caborules.check.properties.question import (
    ask_claim,
    ask_start,
    ask_step,
    one_of,
)
from caborules.check.properties.record import (
    StatedRecord,
    UnreadableError,
    combinations,
    followed_conditions,
)
from caborules.check.properties.regions import Regions, Search
from caborules.check.properties.watch import BROKEN, watch
from caborules.check.prove import Proof
from caborules.check.work import Work
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef
from caborules.ir.types import BOOL
from caborules.lower.fold import negate
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.shape import shape_of
from caborules.symbolic.terms import implies

_BROKEN = ex.LocalRef(BOOL, None, BROKEN)


def questions(work: Work, name: str, data: StatedRecord) -> Iterator[Item]:
    """The questions of a record of what an author states (``author:TITLE``)."""
    claim = next((one for one in work.system.properties if f"author:{one.title}" == name), None)
    if claim is None:
        yield Objection(name, "it is not about these rules")
    else:
        yield from of_claim(work, name, claim, data)


def of_claim(work: Work, name: str, claim: PropertyDef, data: StatedRecord) -> Iterator[Item]:
    """The questions of a record that a claim holds; they are asked for the property ``name``."""
    if len(data.systems) != len(work.proofs):
        yield Objection(name, "it is not about the same lowered systems")
        return
    fewest = min(system.players[0] for system in work.lowered)
    for number, (proof, part) in enumerate(zip(work.proofs, data.systems, strict=True)):
        system = proof.graph.system
        watched = watch(work.system, system, claim)
        if watched.impossible():
            continue
        if part is None:
            yield Objection(name, f"nothing is said of {system.players} players")
            continue
        try:
            atoms = followed_conditions(part, list(conditions(watched, pool(system))))
            found = combinations(part, len(system.nodes))
        except UnreadableError as error:
            yield Objection(name, str(error))
            continue
        shape = shape_of(system, work.memory.codes, fewest)
        setting = Setting(proof.graph, proof.facts, shape, watched, atoms, followed(proof.graph, watched, atoms))
        again = _Again(setting, proof.closed, lambda _cube: False)
        again.found = found
        first = next(n for n in range(number + 1) if data.systems[n] == part and same_rules(work.proofs[n], proof))
        yield from again.items(name, (name, claim.title, first), proof)


class _Again(Search):
    """Goes through the steps once. What a step leaves alone is carried, as in the search; all else is asked."""

    def items(self, name: str, key: tuple[object, ...], proof: Proof) -> Iterator[Item]:
        graph = self.setting.graph
        entry = self.found[graph.system.entry]
        if entry is None:
            yield Objection(name, "the start is said to be never reached")
            return
        yield from self._never_broken(name)
        yield self._question((*key, "start"), name, "the start", lambda: self._first(name, entry))
        for node, here in enumerate(self.found):
            if here is None:
                continue
            for way, target in enumerate(graph.targets[node]):
                if (node, way) in self.closed or self.setting.facts[target] is None:
                    continue
                there = self.found[target] or set()
                quick = self._without_solver(node, way, target, here)
                if quick is None or not quick <= there:
                    yield self._step((*key, node, way), name, proof, node, way)
        yield from self._claims(name, key, proof)

    def _first(self, name: str, there: set[Cube]) -> Iterator[Piece | Objection]:
        nothing: Cube = (None,) * len(self.setting.atoms)
        return self._piece(name, ask_start(self.setting), {nothing}, {nothing}, there)

    def _never_broken(self, name: str) -> Iterator[Objection]:
        atoms = self.setting.atoms
        if _BROKEN in atoms:
            place = atoms.index(_BROKEN)
            if any(cube[place] is not False for cubes in self.found for cube in cubes or () if not _idle(atoms, cube)):
                yield Objection(name, "it is said to be broken")

    def _without_solver(self, node: int, way: int, target: int, here: set[Cube]) -> set[Cube] | None:
        operation = self.setting.graph.system.nodes[node].operation
        if not self._is_plain(node, way, target):
            return self._noted(target, operation, here) or None
        condition, wanted = None, True
        if isinstance(operation, lo.Test):
            condition, wanted = operation.condition, way == 0
        point = self.setting.graph.point(node)
        if isinstance(operation, lo.Ask) and point is not None:
            condition = point.offers[way].guard
        if condition is None:
            return {self._carried(cube, target) for cube in here}
        going = {cube for cube in here if self.logic.value(condition, cube) is not (not wanted)}
        return {self._carried(cube, target) for cube in going}

    def _step(self, key: tuple[object, ...], name: str, proof: Proof, node: int, way: int) -> Question:
        here, there = self.found[node] or set(), self.found[proof.graph.targets[node][way]] or set()

        def pose() -> Iterator[Piece | Objection]:
            return self._piece(name, ask_step(self.setting, node, way), here, here, there)

        return self._question(key, name, f"way {way} of operation {node}{where(proof, node)}", pose)

    def _question(
        self, key: tuple[object, ...], name: str, place: str, pose: Callable[[], Iterable[Piece | Objection]]
    ) -> Question:
        def posed() -> Iterator[Piece | Objection]:
            try:
                yield from pose()
            except NotEncodedError as error:
                yield Objection(name, f"no encoding for {error}")

        return Question(key, place, posed)

    def _piece(
        self, name: str, asked: Asked, cubes: set[Cube], held: set[Cube], there: set[Cube]
    ) -> Iterator[Piece | Objection]:
        """From a combination at a node, where all players' are among those, the step leads to one at the next."""
        before = [one_of(cubes, asked.before[0][1])]
        before += [implies(exists, one_of(held, terms)) for exists, terms in asked.before[1:]]
        yield Piece(
            name,
            "the conditions that are followed stay within the combinations listed",
            (*asked.hypotheses, *before),
            (one_of(there, asked.after),),
        )

    def _claims(self, name: str, key: tuple[object, ...], proof: Proof) -> Iterator[Item]:
        """At the decisions and ends that it speaks of the claim holds while it is going on."""
        collected = _Claims(self.setting, (), 0)
        failing_at(self.setting.watch, collected)
        for claim, nodes in collected.asked:
            logic = Logic(self.setting.graph.system, {atom: at for at, atom in enumerate(self.setting.atoms)})
            holds = logic.either_or(negate(GOING_ON), claim)
            for node in nodes:
                here = self.found[node] or set()
                unsure = {cube for cube in here if not holds(cube)}
                if unsure:
                    yield self._claim((*key, "claim", node), name, proof, node, claim, unsure)

    def _claim(
        self, key: tuple[object, ...], name: str, proof: Proof, node: int, claim: ex.Expr, unsure: set[Cube]
    ) -> Question:
        here = self.found[node] or set()

        def pose() -> Iterator[Piece | Objection]:
            return self._piece(name, ask_claim(self.setting, node, claim), unsure, here, set())

        return self._question(key, name, f"operation {node}{where(proof, node)}", pose)


def _idle(atoms: tuple[ex.Expr, ...], cube: Cube) -> bool:
    """Is no claim going on?"""
    return cube[atoms.index(GOING_ON)] is False


@dataclass(frozen=True, slots=True)
class _Claims(Regions):
    """Notes what would be asked, in place of asking it."""

    asked: list[tuple[ex.Expr, list[int]]] = field(default_factory=list)

    def claims(self, claim: ex.Expr, nodes: list[int]) -> tuple[int, ...]:
        self.asked.append((claim, nodes))
        return ()
