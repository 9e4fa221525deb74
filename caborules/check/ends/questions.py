"""What has to be shown again of rankings: they are followed step by step, and no other number is tried.

The moves of each part are worked out again, and for each step the offsets (shortest paths) and what holds from some
time on. Everything that a solver is relied on for, that certain formulas cannot hold together, is noted on the way and
becomes a question. What a solver leaves open (that a move may be possible) only adds to what has to be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Final, cast

from caborules.check.certificate.question import Item, Objection, Piece
from caborules.check.certificate.question import Question as Posed
from caborules.check.ends.analyse import Analysis, Question, begins, joined
from caborules.check.ends.asker import Asker
from caborules.check.ends.everywhere import Holding
from caborules.check.ends.ranking import Ranker
from caborules.check.ends.ranks import Fairness
from caborules.check.ends.record import IDLE, EndsRecord, StepRecord
from caborules.check.ends.space import Edge
from caborules.check.ends.stages import stages
from caborules.check.work import Work
from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef
from caborules.symbolic.terms import Term

_SHARED: Final = "replays"


def questions(work: Work, name: str, data: EndsRecord, found: str) -> Iterator[Item]:
    """The questions of a record for ``ends:RULE`` or ``author:TITLE``, of which ``found`` is said."""
    claim = next((one for one in work.system.properties if f"author:{one.title}" == name), None)
    after = begins(work, claim) if claim is not None and data.after else None
    question = Question(data.rule, data.assuming, after)
    replays = replays_of(work)
    if why := _beside_the_point(work, replays, name, claim, question, found):
        yield Objection(name, why)
    elif len(data.systems) != len(replays):
        yield Objection(name, "it is not about the same lowered systems")
    else:
        for number, (replay, steps) in enumerate(zip(replays, data.systems, strict=True)):
            wrong, refuted = replay.follow(question, steps)
            yield from (Objection(name, why) for why in wrong)
            for at, formulas in enumerate(refuted):
                place = f"the ranking of {data.rule}, {at + 1} of {len(refuted)}"
                yield Posed((question, steps, number, at), place, Refuted(name, formulas), property=name)


def replays_of(work: Work) -> tuple[_Replay, ...]:
    if _SHARED not in work.shared:
        work.shared[_SHARED] = tuple(
            _Replay(proof, work.system.assumes, work.memory.possible) for proof in joined(work.proofs)
        )
    return cast("tuple[_Replay, ...]", work.shared[_SHARED])


@dataclass(frozen=True, slots=True)
class Refuted:
    """Makes the question: these formulas cannot hold together."""

    name: str
    formulas: tuple[Term, ...]

    def __call__(self) -> Iterator[Piece]:
        about = "a move that cannot be taken, a number that does not go up, or a bound"
        yield Piece(self.name, about, self.formulas, (False,))


# ---------------------------------------------------------------- is it about what is claimed
def _beside_the_point(
    work: Work, replays: tuple[_Replay, ...], name: str, claim: PropertyDef | None, question: Question, found: str
) -> str:
    """Why the question is not the one that the claim needs; "" where it is."""
    if not set(question.assuming) <= set(work.system.assumes):
        return "it assumes what is not stated"
    if claim is not None:
        begun = begins(work, claim)
        rule = claim.claim.rule if isinstance(claim.claim, ex.IsOver) else claim.rule
        if claim.kind not in ("ends", "eventually") or (question.assuming, question.after) != (
            claim.assuming,
            begun,
        ):
            return "it is about another claim"
    else:
        rule = name.partition(":")[2]
        stated = [one.assuming for one in work.system.properties if one.kind == "ends" and one.rule == rule]
        if question.after is not None or (
            question.assuming and (found != "declared" or question.assuming not in stated)
        ):
            return "it assumes what the author does not state"
    if rule is None or (
        question.rule != rule and (question.after is not None or not _around(work, replays, question.rule, rule))
    ):
        return "it is about another rule"
    return ""


def _around(work: Work, replays: tuple[_Replay, ...], outer: str, inner: str) -> bool:
    """Does every run of one rule lie in a run of the other, which is a stage?"""
    return outer in stages(work.system, replays[0].proof.graph) and all(
        any(start in part.nodes for part in replay.parts(outer))
        for replay in replays
        for one in replay.parts(inner)
        for start in one.starts
    )


# ---------------------------------------------------------------- followed
@dataclass(slots=True)
class Noting(Asker):
    """Notes what was refuted."""

    refuted: list[tuple[Term, ...]] = field(default_factory=list)

    def _ask(self, formulas: list[Term]) -> bool:
        possible = Asker._ask(self, formulas)
        if not possible:
            keys = frozenset().union(*(self.keys(one) for one in formulas))
            self.refuted.append((*formulas, *self.table.facts(sorted(keys))))
        return possible


@dataclass(slots=True)
class _Replay(Analysis):
    """Follows a record where an analysis looks for a ranking."""

    steps: list[tuple[StepRecord, ...]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    _followed: dict[object, tuple[tuple[str, ...], tuple[tuple[Term, ...], ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        Analysis.__post_init__(self)
        self.space.asker = Noting(self.space.asker.table, self.told)

    def follow(
        self, question: Question, steps: tuple[tuple[StepRecord, ...], ...]
    ) -> tuple[tuple[str, ...], tuple[tuple[Term, ...], ...]]:
        """What is wrong with the steps, and what is relied on that was refuted, whenever it was."""
        key = (question, steps)
        if key not in self._followed:
            noting = self.space.asker
            assert isinstance(noting, Noting)
            self.steps, self.wrong = list(steps), []
            ending = self._answer(question)
            if len(ending.parts) != len(steps) or not ending.proved:
                self.wrong.append("it does not rank every place of the rule")
            self._followed[key] = tuple(self.wrong), tuple(noting.refuted)
        return self._followed[key]

    def ranker(self, splits: tuple[ex.Expr, ...], fairness: Fairness, holding: Holding) -> Ranker:
        ahead = list(self.steps.pop(0)) if self.steps else []
        return Following(self.space, splits, fairness, holding, self.known, ahead=ahead, wrong=self.wrong)


@dataclass(slots=True)
class Following(Ranker):
    """Takes the steps of a record, in order. ``wrong``: why one could not be taken."""

    ahead: list[StepRecord] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def _may_help(self, part: Sequence[Edge]) -> bool:
        return False

    def _lessened(self, part: list[Edge]) -> list[Edge] | None:
        self._held.clear()
        if not self.ahead:
            self.wrong.append("a step is missing")
            return None
        step = self.ahead.pop(0)
        excluded = self.fairness.excludes(part, self.holds, partial(self.before, part))
        if step.assumption or excluded is not None:
            if excluded is None or excluded[0] != step.assumption:
                self.wrong.append(f"the assumption {step.assumption} takes nothing away here")
                return None
            return [edge for edge in part if edge.number not in excluded[1]]
        if step.number == IDLE:
            left = self._without_idle(part)
            if left is None:
                self.wrong.append("all moves go on being possible here")
            return left
        named = (one for one in self.features(part) if str(one) == step.number)
        feature = None if step.which < 0 else next(islice(named, step.which, None), None)
        if feature is None:
            self.wrong.append(f"{step.number} is nothing that these moves change")
            return None
        left = self.by(part, feature, -1 if step.rising else 1, strictly=step.strictly)
        if left is None:
            self.wrong.append(f"{step.number} does not do as is said")
        return left
