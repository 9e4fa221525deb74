"""Verdicts on whether stages end, and on what authors state about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from caborules.check import classify
from caborules.check.ends.analyse import Analysis, Question, begins
from caborules.check.ends.loops import Loop, Search
from caborules.check.ends.ranks import Ranked
from caborules.check.ends.record import record
from caborules.check.ends.shared import analyses
from caborules.check.ends.stages import again, stages
from caborules.check.narrate import Words
from caborules.check.proofs import where
from caborules.check.properties.watch import watch
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef

RANKINGS: Final = "rankings"
"""The section of certificates for ends."""
KINDS: Final = ("ends", "endless", "eventually")
"""The kinds of properties that are looked into here."""
_MOST_TOLD: Final = 6


def look(work: Work) -> Iterator[Verdict]:
    """The verdicts on each stage, then on the author's properties about ends."""
    looking = _Looking(work)
    for rule in looking.stages:
        work.tell(f"whether {rule} ends")
        yield looking.stage(rule)
    for claim in work.system.properties:
        if looks_into(claim):
            work.tell(f'"{claim.title}"')
            yield looking.author(claim)


def looks_into(claim: PropertyDef) -> bool:
    """Is the property one of those that are looked into here?"""
    return claim.kind in KINDS and (claim.kind != "eventually" or isinstance(claim.claim, ex.IsOver))


@dataclass(slots=True)
class _Looking:
    work: Work
    stages: tuple[str, ...] = field(init=False)
    search: Search = field(init=False)
    _analyses: tuple[Analysis, ...] = field(init=False)
    _loops: dict[tuple[str, tuple[str, ...]], Loop] = field(default_factory=dict)
    _ranked: dict[Question, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        work = self.work
        self._analyses = analyses(work)
        self.stages = stages(work.system, self._analyses[0].proof.graph)
        self.search = Search(work.system, work.settings)

    # ------------------------------------------------------------ questions, each once
    def ranked(self, question: Question) -> bool:
        """Is it proved, of all numbers of players?"""
        if question not in self._ranked:
            outer = self._outer(question)
            self._ranked[question] = any(self.ranked(one) for one in outer) or all(
                analysis.ends(question).proved for analysis in self._analyses
            )
        return self._ranked[question]

    def _outer(self, question: Question) -> list[Question]:
        """The same question about a stage in which every run of the rule lies, if the author asks it."""
        asked = (Question(c.rule, c.assuming) for c in self.work.system.properties if c.kind == "ends" and c.rule)
        inside = (one for one in asked if one.rule != question.rule and one.assuming == question.assuming)
        return [one for one in inside if question.after is None and self._around(one.rule, question.rule)]

    def _around(self, outer: str, inner: str) -> bool:
        return (
            all(
                any(start in part.nodes for part in analysis.parts(outer))
                for analysis in self._analyses
                for one in analysis.parts(inner)
                for start in one.starts
            )
            and outer in self.stages
        )

    def loop(self, rule: str, assuming: tuple[str, ...] = ()) -> Loop:
        key = (rule, assuming)
        if key not in self._loops:
            assumes = [self.work.system.assumes[name] for name in assuming]
            found = self.search.loop(rule, self._inner(rule), assumes)
            if not found.whole and self._inner(rule) is not None:
                wider = self.search.loop(rule, None, assumes)
                found = wider if wider.whole or found.found is None else found
            self._loops[key] = found
        return self._loops[key]

    def _inner(self, rule: str) -> str | None:
        """The stage that ends again and again while a rule with a loop goes on: the outermost one inside the loop."""
        analysis = self._analyses[0]
        for other in reversed(self.stages):
            if other != rule and self._around(rule, other):
                nodes = [part.nodes for part in analysis.parts(rule)]
                if any(self._repeats(other, some) for some in nodes):
                    return other
        return None

    def _repeats(self, inner: str, nodes: frozenset[int]) -> bool:
        """Can the inner stage begin again, in one run of the rule with these nodes?"""
        analysis = self._analyses[0]
        starts = {start for part in analysis.parts(inner) for start in part.starts}
        return bool(starts & again(analysis.proof.graph, nodes))

    def asks(self, rule: str) -> bool:
        """Is somebody asked again and again while the rule runs?"""
        graph = self._analyses[0].proof.graph
        nodes = (node for part in self._analyses[0].parts(rule) for node in again(graph, part.nodes))
        return any(isinstance(graph.system.nodes[node].operation, lo.Ask) for node in nodes)

    # ------------------------------------------------------------ verdicts
    def stage(self, rule: str) -> Verdict:
        """Does every run of the rule end?"""
        stated = [claim for claim in self.work.system.properties if claim.rule == rule]
        plain = Question(rule)
        loop = Loop(None)
        if self.asks(rule):
            loop = self.loop(rule)
        if not loop.whole and self.ranked(plain):
            return self._verdict(f"ends:{rule}", plain, found=True)
        for claim in stated:
            question = Question(rule, claim.assuming)
            if claim.kind == "ends" and claim.assuming and self.ranked(question):
                reason = f'it ends assuming {" and ".join(claim.assuming)} ("{claim.title}")'
                return self._verdict(f"ends:{rule}", question, intended=reason, loop=loop)
        for claim in stated:
            if claim.kind == "endless" and loop.found is not None:
                said = f'it need not end ("{claim.title}")'
                return self._verdict(f"ends:{rule}", intended=said, loop=loop, replayed=True)
        return self._open(f"ends:{rule}", plain, loop)

    def author(self, claim: PropertyDef) -> Verdict:
        """Does what the author says of an end hold?"""
        name = f"author:{claim.title}"
        if claim.kind == "endless":
            return self._endless(name, claim.rule or "")
        rule = claim.rule if claim.kind == "ends" else _over(claim)
        question = Question(rule or "", claim.assuming, begins(self.work, claim))
        if all(watch(self.work.system, one, claim).impossible() for one in self.work.lowered):
            return classify.proved_or_not(classify.Evidence(name, self.work.scope, 0, vacuous=True))
        if self.ranked(question):
            assumed = " and ".join(claim.assuming)
            return self._verdict(name, question, found=True, assumed=assumed)
        loop = self.loop(question.rule, claim.assuming) if claim.after is None else Loop(None, "no loop was looked for")
        return self._open(name, question, loop)

    def _open(self, name: str, question: Question, loop: Loop) -> Verdict:
        """No proof was found: a loop is a violation, else it is undecided, and what is stuck is told."""
        stuck = self._stuck(question) if loop.found is None else ()
        return self._verdict(name, question, loop=loop, stuck=stuck)

    def _endless(self, name: str, rule: str) -> Verdict:
        loop = self.loop(rule)
        if loop.found is not None:
            words = Words(self.work.texts).found(loop.found, f"{rule} need not end")
            return classify.shown(name, self.work.scope, words)
        if self.ranked(Question(rule)):
            told = f"every run of {rule} ends: what the author states of it is not so"
            return self._verdict(name, witness=Witness(told, (told,)))
        return self._verdict(name, loop=loop, stuck=("no play in which it goes on for ever is known",))

    def _keep(self, name: str, question: Question) -> None:
        """For the certificate."""
        found = tuple(analysis.ends(question) for analysis in self._analyses)
        self.work.evidence.setdefault(RANKINGS, {})[name] = record(question, found)

    def _proved_by(self, question: Question) -> Question:
        """The question whose rankings prove this one."""
        outer = next((one for one in self._outer(question) if self._ranked.get(one)), None)
        return question if outer is None else self._proved_by(outer)

    def _proviso(self) -> str:
        """Rankings count cards: that they bound anything rests on none being doubled."""
        aspects = {failed.goal.aspect for proof in self.work.proofs for _, failed in proof.unproved()}
        return "; as long as no card is lost or doubled" if aspects & {"defined", "conserved"} else ""

    def _asked(self, question: Question) -> int:
        """How many questions went to the solver for the rankings, of the stage itself or of one around it."""
        if not self._ranked.get(question):
            return 0
        return sum(analysis.ends(self._proved_by(question)).asked for analysis in self._analyses)

    def _stuck(self, question: Question) -> tuple[str, ...]:
        """In words, what may go on for ever as far as is known."""
        told: dict[str, None] = {}
        for analysis in self._analyses:
            for _, ranked in analysis.ends(question).parts:
                told.update(dict.fromkeys(_decisions(analysis, ranked)))
        some = list(told)
        more = len(some) - _MOST_TOLD
        return (*some[:_MOST_TOLD], *((f"and {more} more",) if more > 0 else ())) or ("no ranking was found",)

    def _verdict(
        self,
        name: str,
        question: Question | None = None,
        *,
        found: bool = False,
        assumed: str = "",
        intended: str = "",
        loop: Loop | None = None,
        stuck: tuple[str, ...] = (),
        witness: Witness | None = None,
        replayed: bool = False,
    ) -> Verdict:
        if loop is not None and loop.found is not None:
            witness = Words(self.work.texts).found(loop.found, loop.found.what)
        if question is not None and (found or intended):
            self._keep(name, self._proved_by(question))
        return classify.ending(
            classify.Evidence(
                name,
                self.work.scope + (f", assuming {assumed}" if assumed else "") + self._proviso(),
                0 if question is None else self._asked(question),
                open_goals=() if found or intended else (stuck or ("it need not end",)),
                witness=witness,
                looked="" if loop is None else loop.looked,
                disclosed=(intended,) if intended else (),
            ),
            replayed=replayed,
        )


def _over(claim: PropertyDef) -> str | None:
    return claim.claim.rule if isinstance(claim.claim, ex.IsOver) else None


def _decisions(analysis: Analysis, ranked: Ranked) -> Iterator[str]:
    """The moves of the part that is stuck, in words."""
    for edge in ranked.stuck:
        offer = edge.move.offer
        if offer is not None:
            yield f"{offer.path} may be done again and again" + where(analysis.proof, edge.move.node)
    if ranked.stuck and not any(edge.move.offer is not None for edge in ranked.stuck):
        yield "a loop without decisions" + where(analysis.proof, ranked.stuck[0].move.node)
