"""The verdicts on whether the end stays within reach, and on what authors state to be always possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from caborules.check import classify
from caborules.check.ends.analyse import Analysis
from caborules.check.ends.shared import analyses
from caborules.check.ends.stages import parts_of, stages
from caborules.check.narrate import Words
from caborules.check.progress.look import shape
from caborules.check.proofs import where
from caborules.check.reach.plan import TRIES, Order, Plan, Tried, plan
from caborules.check.reach.ranked import Coursing
from caborules.check.reach.record import record
from caborules.check.reach.several import Several
from caborules.check.reach.strategy import Rule
from caborules.check.reach.whole import whole_games_end
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.explore.find import find_trap
from caborules.explore.scopes import scopes
from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef

REACH: Final = "end-reachable"
STRATEGIES: Final = "strategies"
POSITIONS: Final = 600
"""So many positions are looked at of each small deck, before the next."""
ALL: Final = 3_000
"""So many in all."""
MOVES: Final = 6_000
"""So many moves are made in all: a shuffle of five cards alone has 120 outcomes."""
TOO_FEW: Final = "games of the whole deck do come to their end, so small decks tell nothing"


def look(work: Work) -> Iterator[Verdict]:
    """The verdict on the end of the game, then on the author's properties that something is always possible."""
    looking = _Looking(work)
    yield looking.verdict(REACH, work.system.begin)
    for claim in work.system.properties:
        if looks_into(claim):
            yield looking.author(claim)


def looks_into(claim: PropertyDef) -> bool:
    """Is the property one of those that are looked into here?"""
    return claim.kind == "possible"


def _of_the_end(work: Work, claim: PropertyDef) -> bool:
    """Does the author state that the end of the game is always possible?"""
    return claim.kind == "possible" and isinstance(claim.claim, ex.IsOver) and claim.claim.rule == work.system.begin


@dataclass(frozen=True, slots=True)
class _Trap:
    """What the search of small decks found. ``witness``: a game to a position from which the end is out of reach, and
    ``scope``: the deck, all of whose positions were looked at; else ``looked``: what was looked at."""

    witness: Witness | None = None
    scope: str = ""
    looked: str = ""


@dataclass(slots=True)
class _Looking:
    work: Work
    _plans: tuple[Plan, ...] = ()
    _trap: _Trap | None = None
    _ends: dict[str, bool] = field(default_factory=dict)
    _tried: tuple[list[tuple[Order, Tried]], ...] = ()

    @property
    def plans(self) -> tuple[Plan, ...]:
        """A plan for each lowered system. Other orders are tried only where no trap is found."""
        if not self._plans:
            self.work.tell("whether the end stays within reach")
            plans = self._planned(1)
            if not all(one.proved for one in plans) and self.trap().witness is None:
                plans = self._planned(TRIES)
            self._plans = plans
            if self.proved:
                self._leave()
        return self._plans

    def _leave(self) -> None:
        """Leave the record of the strategies for certificates."""
        kept = record(tuple(one.course for one in self._plans if one.course is not None))
        stated = (claim for claim in self.work.system.properties if _of_the_end(self.work, claim))
        self.work.evidence[STRATEGIES] = {REACH: kept, **{f"author:{claim.title}": kept for claim in stated}}

    def _planned(self, tries: int) -> tuple[Plan, ...]:
        system = self.work.system
        self._tried = self._tried or tuple([] for _ in analyses(self.work))
        return tuple(
            plan(system, one, shape(self.work, one.proof), tries, tried)
            for one, tried in zip(analyses(self.work), self._tried, strict=True)
        )

    @property
    def proved(self) -> bool:
        return all(one.proved for one in self.plans)

    # ------------------------------------------------------------ verdicts
    def verdict(self, name: str, rule: str) -> Verdict:
        """Can every run of the rule always be brought to its end?"""
        whole = rule == self.work.system.begin
        proved = self.proved or (not whole and self.ends(rule))
        trap = _Trap(looked="small decks were not looked at") if proved or not whole else self.trap()
        return classify.within_reach(
            classify.Evidence(
                name,
                self.work.scope if trap.witness is None else trap.scope,
                self._obligations(),
                () if proved else tuple(dict.fromkeys(self._open())),
                witness=trap.witness,
                looked=trap.looked,
                details=tuple(dict.fromkeys(self._details())),
            )
        )

    def author(self, claim: PropertyDef) -> Verdict:
        """Is what the author says always possible?"""
        name = f"author:{claim.title}"
        if isinstance(claim.claim, ex.IsOver):
            return self.verdict(name, claim.claim.rule)
        reason = "strategies are looked for that lead to the end of a rule, and this is another condition"
        return classify.within_reach(classify.Evidence(name, self.work.scope, 0, (reason,), looked=reason))

    def ends(self, rule: str) -> bool:
        """Do plays by the strategy leave each run of the rule?"""
        if rule not in self._ends:
            self._ends[rule] = all(
                one.course is not None
                and Coursing(self.work.system, one.proof, analysis).leaves(one.course.strategy, rule)
                for one, analysis in zip(self.plans, analyses(self.work), strict=True)
            )
        return self._ends[rule]

    def trap(self) -> _Trap:
        """A game to a position from which the end is out of reach, or where one was looked for in vain."""
        if self._trap is None:
            self._trap = self._search()
        return self._trap

    def _search(self) -> _Trap:
        """Small decks, one after the other, until so many positions were looked at.

        Where some decks are traps and others are not, it is the deck that the end hangs on: that says nothing about
        the deck of the ruleset, and is no violation. Nor is it one that no game of a small deck can end at all, where
        games of the whole deck do: there may be too few cards to come to the end.
        """
        self.work.tell("looking for a position from which the end is out of reach")
        count, moves, trap, barren, free = 0, 0, None, None, ""
        for scope in scopes(self.work.system, self.work.settings):
            found, graph = find_trap(scope, limit=POSITIONS, moves=MOVES - moves)
            count += len(graph.positions)
            moves += graph.moves
            if found is not None and trap is None:
                told = f"from here no play leads to the end ({graph.told()} were looked at)"
                here = _Trap(Words(self.work.texts).found(found, told), f"{scope.text}: {graph.told()}")
                if any(graph.space.is_over(one) for one in graph.positions):
                    trap = here
                else:
                    barren = barren or here
            if found is None and graph.complete:
                free = free or scope.text
            if count >= ALL or moves >= MOVES or (trap is not None and free):
                break
        if trap is None and barren is not None and not free:
            if whole_games_end(self.work):
                return _Trap(looked=f"{TOO_FEW}: on none of the small decks that were looked at can a game end at all")
            return barren
        if trap is None:
            return _Trap(
                looked=f"from each of {count} positions of games with few cards that were looked at it may be reached"
            )
        if free:
            title = trap.witness.title if trap.witness is not None else ""
            return _Trap(looked=f"it hangs on the deck: with {free} it may always be reached; but with {title}")
        return trap

    # ------------------------------------------------------------ in words
    def _obligations(self) -> int:
        """Decisions at which an offer is always legal, moves that are ranked, plays that were carried out."""
        courses = [one.course for one in self.plans if one.course is not None]
        return sum(
            len(course.strategy.rules)
            + sum(len(piece.ranked.edges) for piece in course.pieces)
            + sum(len(renewal.plays) for renewal in course.renewals)
            + sum(len(seeds) for loop in course.several for cases in loop.cases for seeds in cases.seeds)
            for course in courses
        )

    def _details(self) -> Iterator[str]:
        for one in self.plans:
            if one.course is None:
                continue
            for rule in one.course.strategy.rules:
                yield self._rule(one, rule)
            for renewal in one.course.renewals:
                system = one.proof.graph.system
                name = system.nodes[renewal.head].source.rules[-1]
                yield (
                    f"{name}: whenever its loop goes on, some shuffle and some choices add to {renewal.bound.variable} "
                    f"and take nothing from it ({len(renewal.plays)} plays, carried out)"
                )
            for loop in one.course.several:
                yield self._several(one, loop)
        if not self.proved:
            for stage in self._stages():
                if self.ends(stage):
                    yield f"each run of {stage} can be brought to its end"

    def _several(self, one: Plan, loop: Several) -> str:
        name = one.proof.graph.system.nodes[loop.head].source.rules[-1]
        whose = "" if loop.measure.owner is None else " of the first player"
        way = "rise" if loop.measure.rising else "fall"
        count = sum(len(seeds) for cases in loop.cases for seeds in cases.seeds)
        return (
            f"{name}: whenever its loop goes on, one of some plays lets {loop.measure.variable}{whose} {way} or leaves "
            f"the loop ({count} plays, followed on all their ways)"
        )

    def _rule(self, one: Plan, rule: Rule) -> str:
        point = one.proof.graph.point(rule.node)
        assert point is not None
        paths = dict.fromkeys(point.offers[number].path for number in rule.offers)
        return "the strategy: " + ", else ".join(paths) + where(one.proof, rule.node)

    def _stages(self) -> tuple[str, ...]:
        first: Analysis = analyses(self.work)[0]
        return tuple(
            rule
            for rule in stages(self.work.system, first.proof.graph)
            if rule != self.work.system.begin and parts_of(first.proof.graph, rule)
        )

    def _open(self) -> Iterator[str]:
        for one in self.plans:
            if one.stuck is not None:
                yield "none of the offers is shown to be always legal" + where(one.proof, one.stuck)
            if one.course is None:
                continue
            for piece in one.course.failed:
                yield f"by the strategy {piece.name} may go on for ever, as far as is shown"
            for node, why in one.course.loops:
                yield f"a loop may go on for ever: {why}" + where(one.proof, node)
