"""Which combinations of the followed conditions can hold at each node: the least set that no step leaves.

Combinations spread along the graph. An operation that touches none of the conditions passes them on; a test is decided
by them where it can be; all else is asked of the solver, which may use that the combinations at the node hold of every
player and position. When nothing new comes, what was found is an invariant of each node.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from caborules.check.properties.atoms import ANY, Reads, about_some, normal, parts, reads, same
from caborules.check.properties.drawing import counted, is_drawing
from caborules.check.properties.filling import is_filling, of_any
from caborules.check.properties.logic import Cube, Logic, says_no
from caborules.check.properties.pose import GOING_ON, Setting
from caborules.check.properties.question import GaveUpError, Question, ask_claim, ask_start, ask_step
from caborules.check.properties.watch import begins_run, counts_here, ends_run
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, BoolType, PlayerType
from caborules.lower.fold import negate
from caborules.symbolic.facts import VARIABLE

MOST_CUBES: Final = 400
"""So many combinations at one node are tried."""
MOST_CHECKS: Final = 1500
"""So many answers of the solver for one property on one system."""
MOST_DRAWN: Final = 3000
"""So many where it is followed how many cards players hold: see ``drawing``."""


@dataclass(frozen=True, slots=True)
class Regions:
    """By node the combinations that can hold there (None: control does not come there)."""

    setting: Setting
    cubes: tuple[frozenset[Cube] | None, ...]
    checks: int

    def claims(self, claim: ex.Expr, nodes: list[int]) -> tuple[int, ...]:
        """The nodes among these at which a claim about the state may fail while it is going on.

        Raises NotEncodedError, GaveUpError.
        """
        places = {atom: at for at, atom in enumerate(self.setting.atoms)}
        logic = Logic(self.setting.graph.system, places, each=says_no(claim))
        holds = logic.either_or(negate(GOING_ON), claim)
        failing = []
        for node in nodes:
            here = self.cubes[node] or frozenset()
            unsure = [cube for cube in sorted(here, key=_order) if not holds(cube)]
            if unsure and any(True for _ in ask_claim(self.setting, node, claim).posts(unsure, here, ())):
                failing.append(node)
        return tuple(failing)


def _order(cube: Cube) -> tuple[int, ...]:
    return tuple(2 if value is None else int(value) for value in cube)


@dataclass(slots=True)
class Search:
    """Finds the regions. ``closed``: ways on that are never taken; ``bad``: a combination that ends the search."""

    setting: Setting
    closed: frozenset[tuple[int, int]]
    bad: Callable[[Cube], bool]
    touched: Reads = field(init=False)
    logic: Logic = field(init=False)
    found: list[set[Cube] | None] = field(init=False)
    questions: dict[tuple[int, int], Question] = field(default_factory=dict)
    fresh: dict[int, set[Cube]] = field(default_factory=dict)
    """By node, what has come there since its ways on were looked at."""
    plain: dict[tuple[int, int], bool] = field(default_factory=dict)
    checks: int = 0
    spoilt: tuple[int, Cube] | None = None
    _seated: frozenset[str] = field(init=False)
    """The registers with players of whom it is followed whether they are the player of whom all is said."""
    _drawn: frozenset[str] = field(init=False)
    """The places of which it is followed how many cards they have while there is a pile to draw from."""

    def __post_init__(self) -> None:
        self.touched = reads(*self.setting.atoms, *self.setting.watch.expressions())
        places = {atom: at for at, atom in enumerate(self.setting.atoms)}
        self.logic = Logic(self.setting.graph.system, places)
        registers = self.setting.graph.system.registers
        self._seated = frozenset(
            name
            for name, kind in registers.items()
            if isinstance(kind, PlayerType)
            and normal(same(ANY, ex.LocalRef(kind, None, name)), self.setting.graph.system) in places
        )
        drawn = filter(is_drawing, self.setting.atoms)
        self._drawn = frozenset(place.place for one in drawn for place in counted(one) if place.owner is not None)
        self.found = [None] * len(self.setting.graph.system.nodes)

    def run(self) -> Regions | None:
        """The regions; None where a bad combination can come about (``spoilt``).

        Raises GaveUpError, NotEncodedError.
        """
        graph = self.setting.graph
        entry = graph.system.entry
        waiting: set[int] = set()
        queue: list[int] = []

        def add(node: int, cubes: set[Cube]) -> None:
            old = self.found[node]
            new = cubes if old is None else cubes - old
            if not new:
                return
            self.found[node] = new if old is None else old | new
            self.fresh.setdefault(node, set()).update(new)
            if len(self.found[node] or ()) > MOST_CUBES:
                raise GaveUpError(f"more than {MOST_CUBES} combinations of conditions")
            for cube in sorted(new, key=_order):
                if self.bad(cube) and self.spoilt is None:
                    self.spoilt = node, cube
            if node not in waiting:
                waiting.add(node)
                heapq.heappush(queue, node)

        start = ask_start(self.setting)
        add(entry, set(start.posts([(None,) * len(self.setting.atoms)], [(None,) * len(self.setting.atoms)], ())))
        while queue and self.spoilt is None:
            node = heapq.heappop(queue)
            waiting.discard(node)
            fresh = self.fresh.pop(node, set())
            for way, target in enumerate(graph.targets[node]):
                if (node, way) not in self.closed and self.setting.facts[target] is not None:
                    add(target, self._on(node, way, target, fresh))
        if self.spoilt is not None:
            return None
        return Regions(self.setting, tuple(None if c is None else frozenset(c) for c in self.found), self.checks)

    # ------------------------------------------------------------ one way on
    def _on(self, node: int, way: int, target: int, here: set[Cube]) -> set[Cube]:
        operation = self.setting.graph.system.nodes[node].operation
        plain = self.plain.get((node, way))
        if plain is None:
            plain = self.plain[node, way] = self._is_plain(node, way, target)
        if not plain:
            return self._noted(target, operation, here) or self._ask(node, way, target, here)
        if isinstance(operation, lo.Test):
            return self._tested(node, way, target, operation.condition, here, wanted=way == 0)
        point = self.setting.graph.point(node)
        if isinstance(operation, lo.Ask) and point is not None:
            guard = point.offers[way].guard
            if guard is not None:
                return self._tested(node, way, target, guard, here, wanted=True)
        return {self._carried(cube, target) for cube in here}

    def _tested(
        self, node: int, way: int, target: int, condition: ex.Expr, here: set[Cube], *, wanted: bool
    ) -> set[Cube]:
        passed, unsure = set(), set()
        for cube in here:
            value = self.logic.value(condition, cube)
            if value is None:
                unsure.add(cube)
            elif value is wanted:
                passed.add(self._carried(cube, target))
        if self._tells(condition):
            open_ones = {cube for cube in self.found[node] or () if self.logic.value(condition, cube) is None}
            return passed | self._ask(node, way, target, open_ones, decided=True)
        return passed | {self._carried(cube, target) for cube in unsure}

    def _noted(self, target: int, operation: lo.Operation, here: set[Cube]) -> set[Cube]:
        """A yes or no goes to a register, and the followed conditions tell which; nothing where they do not."""
        if not isinstance(operation, lo.SetRegister) or not isinstance(operation.value.type, BoolType):
            return set()
        place = self.logic.places.get(ex.LocalRef(BOOL, None, operation.register))
        found = set()
        for cube in here:
            value = self.logic.value(operation.value, cube)
            if value is None or place is None or operation.register in reads(operation.value).registers:
                return set()
            found.add(self._carried((*cube[:place], value, *cube[place + 1 :]), target))
        return found

    def _tells(self, condition: ex.Expr) -> bool:
        """May a condition tell more than those of its parts do that are followed?"""
        system, places = self.setting.graph.system, self.logic.places
        for part in parts(condition):
            if is_filling(part):
                for owner in reads(part).registers & self._seated:
                    if normal(of_any(part, owner), system) in places:
                        return True
        if any(place.place in self._drawn for place in counted(condition)):
            return True
        some = [condition] if self._within(condition) else filter(self._within, about_some(condition))
        return any(normal(part, system) in places for one in some for part in parts(one))

    def _within(self, condition: ex.Expr) -> bool:
        """Does it speak of no place but those that are followed?"""
        return not reads(condition).places - self.touched.places

    def _ask(self, node: int, way: int, target: int, cubes: set[Cube], *, decided: bool = False) -> set[Cube]:
        """``decided``: those combinations are left out with which the step is not taken."""
        key = (node, way)
        if not cubes:
            return set()
        question = self.questions.get(key)
        if question is None:
            question = self.questions[key] = ask_step(self.setting, node, way)
        known = self.found[target] or set()
        before = question.checks
        if question.of_others and not decided:
            cubes = self.found[node] or cubes
        held = sorted(self.found[node] or (), key=_order)
        found = set(question.posts(sorted(cubes, key=_order), held, sorted(known, key=_order)))
        self.checks += question.checks - before
        most = MOST_DRAWN if self._drawn else MOST_CHECKS
        if self.checks > most:
            raise GaveUpError(f"given up: it takes more than {most} questions to the solver")
        return found

    def _carried(self, cube: Cube, target: int) -> Cube:
        active = self.setting.active[target]
        if all(active):
            return cube
        kept = tuple(value if on else None for value, on in zip(cube, active, strict=True))
        return self.setting.idle(kept)

    # ------------------------------------------------------------ what a step touches
    def _is_plain(self, node: int, way: int, target: int) -> bool:
        """Does the step leave all followed conditions as they are?"""
        graph, watch = self.setting.graph, self.setting.watch
        here = graph.system.nodes[node]
        operation = here.operation
        if counts_here(watch, here) or begins_run(watch, graph.system.nodes, node, target):
            return False
        if any(ends_run(graph.system.nodes, node, target, rule) for rule in (*watch.overs, watch.during)):
            return False
        if isinstance(operation, lo.MoveWindow):
            return operation.window not in self.touched.windows
        if isinstance(operation, lo.Test | lo.Mark | lo.Say | lo.Stop):
            return True
        footprint = self.setting.claims.footprint(node, self.setting.facts[node] or frozenset())
        names = {name.removeprefix(VARIABLE) for name in footprint.names if name.startswith(VARIABLE)}
        if names & self.touched.variables or footprint.names & self.touched.registers:
            return False
        if footprint.places is None:
            return not self.touched.places
        return not footprint.places & self.touched.places
