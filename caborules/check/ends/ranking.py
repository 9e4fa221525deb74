"""Rankings: that no play stays among given edges for ever, shown by numbers that can only go down so often.

For each strongly connected part a number is looked for that no edge raises, where each spot may have an offset. Edges
that lower it in every case are taken away; of the others it is supposed that they leave it as it is, since an infinite
play lowers it only so often. This is done again with what is left (a lexicographic ranking), until no cycle is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from caborules.check.ends.combine import combined
from caborules.check.ends.conditions import Condition, Name, names_of
from caborules.check.ends.cycles import components, potentials
from caborules.check.ends.features import Feature, more_seats_to_go, seats_to_go, simple
from caborules.check.ends.ranks import Attempt, Component, Excluded, Fairness, Nothing, Ranked
from caborules.check.ends.recurring import Held, Known, recurring
from caborules.check.ends.space import Edge, Space, Spot
from caborules.ir import expressions as ex
from caborules.symbolic.measure_steps import Move
from caborules.symbolic.terms import Term, difference, negate, plain, same

LEAST: Final = -1_000_000
"""A number that is not bounded by its nature must be shown to be above this where it goes down."""


@dataclass(slots=True)
class Ranker:
    """Looks for a ranking. ``everywhere``: conditions that hold at nodes, whatever was played.

    ``within``: the range of a variable bounds it only where changes are shown to stay in that range. Otherwise a play
    that leaves a range has ended, with an error.
    """

    space: Space
    splits: tuple[ex.Expr, ...]
    fairness: Fairness = field(default_factory=Nothing)
    everywhere: Mapping[int, tuple[Condition, ...]] = field(default_factory=dict)
    known: Known | None = None
    within: bool = False
    _helped: bool = False
    """Is what the way round the table asks for looked at, since there was no ranking without it?"""
    _known: Known = field(init=False)
    _equal: dict[int, list[Term]] = field(default_factory=dict)
    _steps: list[Component | Excluded] = field(default_factory=list)
    _held: dict[tuple[frozenset[int], frozenset[Name], tuple[Condition, ...]], Held] = field(default_factory=dict)
    _at: dict[Spot, tuple[Term, ...]] = field(default_factory=dict)
    _changes: dict[tuple[Feature, int, int], Term] = field(default_factory=dict)
    _features_before: dict[Feature, Term] = field(default_factory=dict)
    _interests: dict[Feature, frozenset[Name]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = self.known or Known(self.space)

    def rank(self, edges: Sequence[Edge]) -> Ranked:
        """A ranking of the edges, or the first part for which there is none."""
        found = self._rank(edges)
        if found.stuck and not self._helped and self._may_help(found.stuck):
            self._helped, self._steps = True, []
            self._equal.clear()
            found = self._rank(edges)
        return found

    def _rank(self, edges: Sequence[Edge]) -> Ranked:
        waiting = [list(edges)]
        while waiting:
            for part in components(waiting.pop()):
                left = self._lessened(part)
                if left is None:
                    return Ranked(self.splits, tuple(edges), tuple(self._steps), tuple(part))
                waiting.append(left)
        return Ranked(self.splits, tuple(edges), tuple(self._steps), ())

    def _may_help(self, part: Sequence[Edge]) -> bool:
        """Is there a way round the table, for which more may be looked at?"""
        return any(feature.conditions() for feature in self.features(list(part)))

    def _lessened(self, part: list[Edge]) -> list[Edge] | None:
        """What is left of a part after one step; None if there is none."""
        self._held.clear()
        excluded = self.fairness.excludes(part, self.holds, partial(self.before, part))
        if excluded is not None:
            name, gone = excluded
            self._steps.append(Excluded(tuple(e.number for e in part), tuple(sorted(gone)), name))
            return [edge for edge in part if edge.number not in gone]
        plain_ones = list(self._plain_features(part))
        more = list(self._more_features(part)) if self._helped else []
        later: list[Attempt] = []
        for feature in plain_ones:
            for attempt in self._both_ways(part, feature):
                if not attempt.strict:
                    later.append(attempt)
                elif self._fits(part, attempt):
                    return self._taken(part, attempt, place(attempt.feature, plain_ones))
        first = [attempt for attempt in later if attempt.feature.kind not in ("nearest", "sum")]
        rest = [attempt for attempt in later if attempt.feature.kind in ("nearest", "sum")]
        seats = [feature for feature in (*plain_ones, *more) if feature.kind == "nearest" and self._helped]
        helped = (one for feature in seats for one in self._both_ways(part, feature, helped=True) if one.strict)
        for some in (first, helped, rest):
            for attempt in some:
                if self._fits(part, attempt):
                    return self._taken(part, attempt, place(attempt.feature, (*plain_ones, *more)))
        return self._without_idle(part)

    def _without_idle(self, part: list[Edge]) -> list[Edge] | None:
        """What is left of a part without the tests that cannot come out so from some time on; None if that is all."""
        tested = frozenset[Name]().union(*(self.space.condition_names(edge.move) for edge in part))
        held = recurring(self.space, self._known, part, tested, self.supposed, plainly=True)
        idle = {edge.number for edge in part if edge.number in held and not self._may(edge, True, held)}
        if not idle:
            return None
        used = tuple((edge.number, held[edge.number]) for edge in part if edge.number in idle)
        numbers = tuple(edge.number for edge in part)
        self._steps.append(Component(numbers, (), (), tuple(sorted(idle)), (), used))
        return [edge for edge in part if edge.number not in idle]

    def features(self, part: list[Edge]) -> Iterator[Feature]:
        """What may be counted in a part."""
        yield from self._plain_features(part)
        yield from self._more_features(part)

    def _more_features(self, part: list[Edge]) -> Iterator[Feature]:
        yield from more_seats_to_go(self.space.mover.table, _moves(part))

    def _plain_features(self, part: list[Edge]) -> Iterator[Feature]:
        moves = _moves(part)
        wrote = {name for move in moves for name in move.wrote}
        yield from simple(self.space.mover.table, wrote)
        yield from seats_to_go(self.space.mover.table, moves)
        total = self._combined(part, wrote)
        if total is not None:
            yield total

    def _combined(self, part: list[Edge], wrote: set[Name]) -> Feature | None:
        """A sum of those features of which every edge adds a certain number."""
        certain: dict[Feature, dict[int, int]] = {}
        for feature in simple(self.space.mover.table, wrote):
            changes = self._changes_of(part, feature, 1)
            if all(isinstance(change, int) for change in changes.values()):
                certain[feature] = changes
        return combined(part, certain)

    # ------------------------------------------------------------ what holds
    def holds(self, spot: Spot) -> tuple[Term, ...]:
        """What holds at a spot."""
        if spot not in self._at:
            always = (self._known.term(one) for one in self.everywhere.get(spot.node, ()))
            values = self.space.supposed(spot.values, self.splits)
            self._at[spot] = (*values, *(one for one in always if one is not None))
        return self._at[spot]

    def supposed(self, edge: Edge) -> tuple[Term, ...]:
        """What holds before an edge that is taken, and of it."""
        move = edge.move
        return (*self.holds(edge.source), move.condition, *move.supposed, *self._equal.get(edge.number, ()))

    def before(self, part: list[Edge], edge: Edge, interest: frozenset[Name]) -> tuple[Term, ...]:
        """What holds before an edge that is taken, and of it, from some time on."""
        also = (self._known.term(one) for one in self._recurring(part, interest).get(edge.number, ()))
        return (*self.supposed(edge), *(one for one in also if one is not None))

    def _recurring(self, part: list[Edge], interest: frozenset[Name], candidates: tuple[Condition, ...] = ()) -> Held:
        key = (frozenset(edge.number for edge in part), interest, candidates)
        if key not in self._held:
            found = recurring(self.space, self._known, part, interest, self.supposed, candidates=candidates)
            self._held[key] = found
        return self._held[key]

    # ------------------------------------------------------------ one feature
    def by(self, part: list[Edge], feature: Feature, sign: int, *, strictly: bool) -> list[Edge] | None:
        """Lessen a part by a feature, if no edge raises it and some lower it (``strictly``: in every case)."""
        attempt = self._attempt(part, feature, sign, helped=strictly)
        if attempt is None or (strictly and not attempt.strict) or not self._fits(part, attempt):
            return None
        return self._taken(part, attempt)

    def _both_ways(self, part: list[Edge], feature: Feature, *, helped: bool = False) -> Iterator[Attempt]:
        some = (self._attempt(part, feature, sign, helped=helped) for sign in (1, -1))
        yield from (one for one in some if one is not None)

    def _attempt(self, part: list[Edge], feature: Feature, sign: int, *, helped: bool) -> Attempt | None:
        """What a feature does along the edges of a part; None if it may go up on a way round.

        ``helped``: what the feature itself asks for is looked at, where no edge is found to lower it in every case by
        what the rules establish in so many words.
        """
        changes = self._changes_of(part, feature, sign)
        fixed = {number: change for number, change in changes.items() if isinstance(change, int)}
        if len(fixed) == len(part) and not any(change < 0 for change in fixed.values()):
            return None
        certain = [edge for edge in part if edge.number in fixed]
        if potentials(certain, fixed) is None:
            return None
        found = self._weighed(part, feature, sign, changes, ())
        if helped and len(fixed) < len(part) and not (found is not None and found.strict) and feature.conditions():
            found = self._weighed(part, feature, sign, changes, feature.conditions())
        return found

    def _weighed(
        self,
        part: list[Edge],
        feature: Feature,
        sign: int,
        changes: Mapping[int, Term],
        candidates: tuple[Condition, ...],
    ) -> Attempt | None:
        held: Held = {}
        weights = {number: change for number, change in changes.items() if isinstance(change, int)}
        loose = [edge for edge in part if edge.number not in weights]
        if loose:
            held = self._recurring(part, self._interest(feature), candidates)
            for edge in loose:
                weight = self._most(edge, changes[edge.number], held)
                if weight is None:
                    return None
                weights[edge.number] = weight
        offset = potentials(part, weights)
        if offset is None:
            return None
        slack = {e.number: offset[e.source] - offset[e.target] - weights[e.number] for e in part}
        strict = [edge for edge in part if slack[edge.number] > 0]
        tight = [edge for edge in loose if slack[edge.number] == 0]
        return Attempt(feature, sign, changes, weights, held, offset, strict, tight)

    def _fits(self, part: list[Edge], attempt: Attempt) -> bool:
        """Do some edges lower the feature, and does it stay above some number?"""
        lowered = self._lowered(attempt)
        return bool(attempt.strict or lowered) and self._bounded(attempt.feature, attempt.sign, part, attempt.held)

    def _lowered(self, attempt: Attempt) -> list[Edge]:
        """The edges that may lower the feature, and need not."""
        return [
            edge
            for edge in attempt.tight
            if self._may(edge, attempt.changes[edge.number] < attempt.weights[edge.number], attempt.held)
        ]

    def _taken(self, part: list[Edge], attempt: Attempt, which: int = 0) -> list[Edge]:
        """What is left of a part when the step is taken."""
        lowered, held, changes = self._lowered(attempt), attempt.held, attempt.changes
        for edge in lowered:
            about = same(changes[edge.number], attempt.weights[edge.number])
            self._equal.setdefault(edge.number, []).append(about)
        gone = {edge.number for edge in attempt.strict}
        self._steps.append(
            Component(
                tuple(edge.number for edge in part),
                ((attempt.feature, attempt.sign),),
                tuple(attempt.offset.items()),
                tuple(edge.number for edge in attempt.strict),
                tuple(edge.number for edge in lowered),
                tuple((e.number, held[e.number]) for e in part if e.number in held and not plain(changes[e.number])),
                which,
            )
        )
        return [edge for edge in part if edge.number not in gone]

    def _changes_of(self, part: list[Edge], feature: Feature, sign: int) -> dict[int, Term]:
        """By edge, by how much the feature changes."""
        interest = self._interest(feature)
        return {edge.number: self._change(edge, feature, sign) if interest & edge.move.wrote else 0 for edge in part}

    def _change(self, edge: Edge, feature: Feature, sign: int) -> Term:
        """By how much the feature changes: a number if it is always the same."""
        if not self._interest(feature) & edge.move.wrote:
            return 0
        key = (feature, edge.move.node, edge.move.way)
        if key not in self._changes:
            change = difference(feature.term(edge.move.after.branch()), self._before(feature))
            if not plain(change):
                change = self._certain(change, edge)
            self._changes[key] = change
        return sign * self._changes[key]

    def _certain(self, change: Term, edge: Edge) -> Term:
        """The change as a number, if it is always plus or minus one."""
        about = (edge.move.condition, *edge.move.supposed)
        return next((one for one in (1, -1) if self.space.asker.follows(same(change, one), about)), change)

    def _before(self, feature: Feature) -> Term:
        """The feature before a move, whatever it is."""
        if feature not in self._features_before:
            self._features_before[feature] = feature.term(self.space.mover.start(self.space.graph.system.entry))
        return self._features_before[feature]

    def _interest(self, feature: Feature) -> frozenset[Name]:
        if feature not in self._interests:
            self._interests[feature] = names_of(self._before(feature))
        return self._interests[feature]

    def _may(self, edge: Edge, formula: Term, held: Held) -> bool:
        also = (self._known.term(one) for one in held.get(edge.number, ()))
        return self.space.asker.possible((*self.supposed(edge), *(one for one in also if one is not None), formula))

    def _most(self, edge: Edge, change: Term, held: Held) -> int | None:
        """The most that the feature may go up by along an edge; None if that is more than 1."""
        for most in (0, 1):
            if not self._may(edge, change > most, held):
                return -1 if most == 0 and not self._may(edge, change >= 0, held) else most
        return None

    def _bounded(self, feature: Feature, sign: int, part: list[Edge], held: Held) -> bool:
        """Does the feature stay above some number where it goes down?"""
        if not self._in_range(feature, part, held):
            return False
        low, high = feature.bounds(self.space.mover.table)
        if (low if sign > 0 else high) is not None:
            return True
        held = held or self._recurring(part, self._interest(feature))
        lowering = [edge for edge in part if self._interest(feature) & edge.move.wrote]
        return all(
            not self._may(edge, sign * self._before(feature) < LEAST, held)
            for edge in lowering
            if self._may(edge, self._change(edge, feature, sign) < 0, held)
        )

    def _in_range(self, feature: Feature, part: list[Edge], held: Held) -> bool:
        """Do the variables of a feature stay in their ranges, as far as that has to be shown?"""
        if not self.within:
            return True
        setting = [edge for edge in part if any(n[0] == "var" for n in self._interest(feature) & edge.move.wrote)]
        held = held or (self._recurring(part, self._interest(feature)) if setting else held)
        return not any(self._leaves(edge, held) for edge in setting)

    def _leaves(self, edge: Edge, held: Held) -> bool:
        """May the variable that a move sets leave its range?"""
        also = (self._known.term(one) for one in held.get(edge.number, ()))
        known = (*self.holds(edge.source), *edge.move.supposed, *(one for one in also if one is not None))
        return self.space.asker.possible((*known, negate(edge.move.condition)))


def place(feature: Feature, some: Sequence[Feature]) -> int:
    """Its place among those that are told in the same words."""
    return [one for one in some if str(one) == str(feature)].index(feature)


def _moves(edges: Sequence[Edge]) -> list[Move]:
    """The moves of edges, each once."""
    return list({(edge.move.node, edge.move.way): edge.move for edge in edges}.values())
