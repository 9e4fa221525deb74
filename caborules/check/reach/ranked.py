"""That plays by a strategy come to an end: each part of the rules that can go on is ranked, or can be brought on.

What is ranked are the rules as the strategy plays them, from every decision that control can reach by whatever play.
Loops that plays can bring nearer to their end (``renewal``, ``several``) are cut where they go on; but only where no
other way leads round to their test again, since what is done on that way might undo what those plays have brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from caborules.check.ends.alike import different
from caborules.check.ends.analyse import Analysis, space_of
from caborules.check.ends.asker import Asker
from caborules.check.ends.everywhere import Holding, wanted
from caborules.check.ends.features import seats_to_go
from caborules.check.ends.ranking import Ranker
from caborules.check.ends.ranks import Nothing, Ranked
from caborules.check.ends.recurring import Known
from caborules.check.ends.space import Space, splits_of
from caborules.check.ends.stages import Part, parts_of, stages
from caborules.check.prove import Proof
from caborules.check.reach import several
from caborules.check.reach.circles import Cut, again, begins, cycles, entangled, from_decisions
from caborules.check.reach.renewal import Renewal, bounds, find
from caborules.check.reach.several import Several
from caborules.check.reach.strategy import Strategy, followed
from caborules.diagnostics.span import Span
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.statements import RepeatUntil
from caborules.ir.system import System


@dataclass(frozen=True, slots=True)
class Piece:
    """Nodes among which plays by the strategy may go on for a while, and why not for ever."""

    name: str
    nodes: frozenset[int]
    ranked: Ranked


@dataclass(frozen=True, slots=True)
class Course:
    """What came of one strategy in one lowered system: pieces that are ranked, loops that are brought on, by one play
    each or by several.

    ``failed``: pieces that are not ranked. ``loops``: of loops that could not be brought on, the node and why.
    """

    strategy: Strategy
    renewals: tuple[Renewal, ...]
    pieces: tuple[Piece, ...]
    failed: tuple[Piece, ...]
    loops: tuple[tuple[int, str], ...]
    several: tuple[Several, ...] = ()

    @property
    def proved(self) -> bool:
        return not self.failed


@dataclass(frozen=True, slots=True)
class Coursing:
    """Follows strategies in one lowered system. ``analysis``: of the system, whatever is played; ``asker``: who asks
    the solver about plays by the strategy."""

    system: System
    proof: Proof
    analysis: Analysis
    asker: Asker | None = None

    def follow(self, strategy: Strategy) -> Course:
        """Where plays by a strategy end, and where that is not shown."""
        proof = followed(self.proof, strategy)
        space = self.space(proof)
        course = self._by_one_play(proof, space, strategy)
        return course if course.proved else self._by_several(proof, space, course)

    def _by_one_play(self, proof: Proof, space: Space, strategy: Strategy) -> Course:
        tests = loop_tests(self.system, space)
        inner = self.ranked(proof, frozenset((head, way) for head, _ in tests for way in range(2)))
        if inner[1] or not tests:
            return Course(strategy, (), *inner, ())
        renewals, missed = self._renewals(proof, space, strategy, tests)
        kept = _apart(proof, renewals)
        cut = frozenset((one.head, one.way) for one in kept)
        outer = self.ranked(proof, cut) if missed or kept != renewals else inner
        return Course(strategy, kept, *outer, missed)

    def _by_several(self, proof: Proof, space: Space, course: Course) -> Course:
        """The same, where loops in the pieces that fail may also be brought on by one of several plays."""
        cut = frozenset((one.head, one.way) for one in course.renewals)
        failing = frozenset(number for piece in course.failed for number in piece.nodes)
        heads = [(head, 0) for head in repeats(self.system, space) if head in failing and (head, 0) not in cut]
        if not heads or self.ranked(proof, cut | set(heads))[1]:
            return course
        found: list[Several] = []
        missed: dict[int, str] = {}
        for head, way in heads:
            one = several.find(proof, space, head, way, course.strategy.offers())
            if isinstance(one, str):
                missed[head] = one
                continue
            found.append(one)
            whole = cut | {(other.head, other.way) for other in found}
            pieces, failed = self.ranked(proof, whole)
            if not failed and not again(proof, whole) and not entangled(proof, whole):
                return replace(course, pieces=pieces, failed=failed, several=tuple(found))
        told = (*((head, why) for head, why in course.loops if head not in missed), *missed.items())
        return replace(course, loops=tuple(sorted(told)))

    def ranked(self, proof: Proof, cut: Cut) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """The pieces that are ranked, and those that are not, with loops cut at these ways of their tests."""
        pieces = tuple(self._pieces(proof, from_decisions(proof), cut))
        ranked = tuple(piece for piece in pieces if piece.ranked.proved)
        return ranked, tuple(piece for piece in pieces if not piece.ranked.proved)

    def leaves(self, strategy: Strategy, rule: str) -> bool:
        """Do plays by the strategy leave each run of the rule?"""
        proof = followed(self.proof, strategy)
        parts = parts_of(proof.graph, rule)
        space = self.space(proof)
        holding = self._holding(space, parts)
        nodes = from_decisions(proof)
        return all(
            self._piece(space, rule, part.nodes, _starts(proof, part, nodes), holding).ranked.proved
            for part in different(proof, parts, holding)
        )

    def _renewals(
        self, proof: Proof, space: Space, strategy: Strategy, tests: Iterable[tuple[int, int]]
    ) -> tuple[tuple[Renewal, ...], tuple[tuple[int, str], ...]]:
        found, missed = [], []
        for head, way in tests:
            renewal = find(proof, space, head, way, strategy.offers())
            if isinstance(renewal, Renewal):
                found.append(renewal)
            else:
                missed.append((head, renewal))
        return tuple(found), tuple(missed)

    # ------------------------------------------------------------ pieces
    def _pieces(self, proof: Proof, nodes: frozenset[int], cut: Cut) -> Iterable[Piece]:
        circles = cycles(proof, nodes, cut)
        parts = self._parts(proof, circles, frozenset(head for head, _ in cut))
        space = self.space(proof)
        holding = self._holding(space, parts)
        for part in different(proof, parts, holding):
            yield self._piece(space, part.rule, part.nodes, _starts(proof, part, nodes), holding)
        for circle in circles:
            if not any(circle <= part.nodes for part in parts):
                rules = proof.graph.system.nodes[min(circle)].source.rules
                yield self._piece(space, rules[-1] if rules else "the play", circle, circle, holding)

    def _parts(self, proof: Proof, circles: Sequence[frozenset[int]], heads: frozenset[int]) -> list[Part]:
        """The largest stages in which circles lie, and no loop that is brought on."""
        found: list[Part] = []
        for rule in stages(self.system, self.proof.graph):
            found += [
                part
                for part in parts_of(proof.graph, rule)
                if not part.nodes & heads and any(circle <= part.nodes for circle in circles)
            ]
        return [part for part in found if not any(part.nodes < other.nodes for other in found)]

    def _holding(self, space: Space, parts: Sequence[Part]) -> Holding:
        """What holds everywhere, in all plays, of the players of whom tests in the parts speak."""
        some = []
        for part in parts:
            moves = [move for node in sorted(part.nodes) for move in space.moves(node)]
            wrote = frozenset(name for move in moves for name in move.wrote)
            among = (feature.among for feature in seats_to_go(space.mover.table, moves))
            wishes = wanted(one for one in among if one is not None)
            some += [one for one in wishes if not self.analysis.known.names(one) & wrote]
        return self.analysis.holding(dict.fromkeys(some))

    def _piece(self, space: Space, name: str, inside: frozenset[int], starts: Set[int], holding: Holding) -> Piece:
        splits = splits_of(space.graph, inside)
        edges = space.explore(sorted(starts), inside.__contains__, splits)
        return Piece(name, inside, self.ranker(space, splits, holding).rank(edges))

    def ranker(self, space: Space, splits: tuple[ex.Expr, ...], holding: Holding) -> Ranker:
        """Looks for a ranking. (Where a record is followed, it is followed.)"""
        return Ranker(space, splits, Nothing(), holding, Known(space), within=True)

    def space(self, proof: Proof) -> Space:
        """The moves of plays by a strategy."""
        space = space_of(proof)
        space.whole = self.analysis.space
        space.asker = self.asker or self.analysis.space.asker
        return space


def _starts(proof: Proof, part: Part, nodes: frozenset[int]) -> frozenset[int]:
    """Where plays are in a part when they begin to be by the strategy, or come to it."""
    return frozenset(n for n in part.nodes & nodes if n in part.starts or begins(proof.graph, n))


def loop_tests(system: System, space: Space) -> list[tuple[int, int]]:
    """The tests of loops that repeat something until a condition holds, and the way by which they go on, where the
    condition bounds a number."""
    return [
        (number, way)
        for number in repeats(system, space)
        for way in range(2)
        if any(True for _ in bounds(space, number, way))
    ]


def repeats(system: System, space: Space) -> list[int]:
    """The tests of loops that repeat something until a condition holds."""
    spans = _repeating(system)
    nodes = space.graph.system.nodes
    return [n for n, node in enumerate(nodes) if node.source.span in spans and isinstance(node.operation, lo.Test)]


def _repeating(system: System) -> frozenset[Span]:
    return frozenset(
        statement.span
        for block in system.blocks.values()
        for statement in block.statements
        if isinstance(statement, RepeatUntil) and statement.span is not None
    )


def _apart(proof: Proof, renewals: tuple[Renewal, ...]) -> tuple[Renewal, ...]:
    """The loops whose tests no play meets for ever once they are left out, and that are not entangled."""
    kept = renewals
    while back := _tangled(proof, frozenset((one.head, one.way) for one in kept)):
        kept = tuple(one for one in kept if one.head not in back)
    return kept


def _tangled(proof: Proof, cut: Cut) -> frozenset[int]:
    return again(proof, cut) | entangled(proof, cut)
