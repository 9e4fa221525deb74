"""What has to be shown again of strategies: nothing is searched for, and nothing of a record is believed.

That one of the listed offers is always legal are questions as of progress; the rankings are followed step by step
(``ends.questions``); the plays that bring loops on are carried out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from caborules.check.certificate.question import Item, Objection, Question
from caborules.check.ends.asker import Asker
from caborules.check.ends.everywhere import Holding
from caborules.check.ends.questions import Following, Noting, Refuted, replays_of
from caborules.check.ends.ranking import Ranker
from caborules.check.ends.ranks import Nothing
from caborules.check.ends.record import StepRecord
from caborules.check.ends.recurring import Known
from caborules.check.ends.space import Space
from caborules.check.progress.goals import decisions
from caborules.check.progress.look import shape
from caborules.check.progress.questions import of_decision
from caborules.check.progress.ways import Ways
from caborules.check.proofs import where
from caborules.check.prove import Proof
from caborules.check.reach.circles import again, entangled
from caborules.check.reach.ranked import Coursing, loop_tests, repeats
from caborules.check.reach.record import LoopRecord, ReachRecord
from caborules.check.reach.renewal import Bound, Hand, bounds, raises
from caborules.check.reach.several import Several, Table
from caborules.check.reach.strategy import CALM, Strategy, followed, limited
from caborules.check.work import Work
from caborules.ir import expressions as ex
from caborules.ir.types import NumberType
from caborules.symbolic.terms import Term


def questions(work: Work, name: str, data: ReachRecord) -> Iterator[Item]:
    """The questions of a record: that from everywhere some legal moves lead to the end of the game."""
    if not _about_the_end(work, name):
        yield Objection(name, "it is not about the end of the game")
        return
    replays = replays_of(work)
    if len(data.systems) != len(replays):
        yield Objection(name, "it is not about the same lowered systems")
        return
    for index, (replay, one) in enumerate(zip(replays, data.systems, strict=True)):
        total = list(_total(work, replay.proof, one.strategy, name, index))
        yield from total
        if any(isinstance(item, Objection) for item in total):
            continue
        after = followed(replay.proof, one.strategy)
        following = Follower(
            work.system, replay.proof, replay, Noting(replay.space.asker.table, replay.told), list(one.pieces)
        )
        space = following.space(after)
        wrong = [why for loop in one.loops for why in _loop(work, after, space, one.strategy, loop)]
        wrong += [why for loop in one.several for why in _several(work, after, space, one.strategy, loop)]
        if wrong:
            yield from (Objection(name, why) for why in wrong)
            continue
        cut = frozenset((loop.head, loop.way) for loop in one.loops)
        cut |= frozenset((loop.head, loop.way) for loop in one.several)
        wrong += [f"plays from node {head} may undo those of another loop" for head in sorted(entangled(after, cut))]
        wrong += [f"plays may meet the test at node {head} for ever all the same" for head in sorted(again(after, cut))]
        ranked, failed = following.ranked(after, cut)
        if failed or len(ranked) != len(one.pieces) or following.ahead:
            wrong.append("it does not rank everything that may go on for ever")
        yield from (Objection(name, why) for why in (*wrong, *following.wrong))
        for at, formulas in enumerate(_refuted(following, replay.space.asker)):
            yield Question((name, index, one, at), "plays by the strategy", Refuted(name, formulas))


def _about_the_end(work: Work, name: str) -> bool:
    claim = next((one for one in work.system.properties if f"author:{one.title}" == name), None)
    if claim is None:
        return name == "end-reachable"
    return claim.kind == "possible" and isinstance(claim.claim, ex.IsOver) and claim.claim.rule == work.system.begin


def _refuted(following: Follower, whole: Asker) -> tuple[tuple[Term, ...], ...]:
    """What was relied on: of all plays (what holds everywhere), and of plays by the strategy."""
    assert isinstance(following.asker, Noting) and isinstance(whole, Noting)
    return (*whole.refuted, *following.asker.refuted)


# ---------------------------------------------------------------- one offer is always legal
def _total(work: Work, proof: Proof, strategy: Strategy, name: str, index: int) -> Iterator[Item]:
    ways, here = Ways(proof), shape(work, proof)
    rules = {rule.node: rule for rule in strategy.rules}
    for decision in decisions(proof):
        rule = rules.pop(decision.node, None)
        place = where(proof, decision.node)
        offers = decision.point.offers
        if rule is None or not rule.offers:
            yield Objection(name, f"the strategy says nothing about the decision at node {decision.node}{place}")
        elif any(not 0 <= one < len(offers) or offers[one].kind not in CALM for one in rule.offers):
            yield Objection(name, f"the strategy takes what is no choice at node {decision.node}{place}")
        else:
            yield from of_decision(ways, here, limited(decision, rule.offers), rule.total, name, index)
    for node in rules:
        yield Objection(name, f"there is no decision at node {node}")


# ---------------------------------------------------------------- loops that are brought on
def _loop(work: Work, after: Proof, space: Space, strategy: Strategy, loop: LoopRecord) -> Iterator[str]:
    """What is wrong with the plays of a loop."""
    system = after.graph.system
    bound = Bound(loop.variable, loop.most)
    if (loop.head, loop.way) not in loop_tests(work.system, space):
        yield f"node {loop.head} is no test of a loop that goes on by way {loop.way}"
    elif bound not in bounds(space, loop.head, loop.way):
        yield f"while the loop at node {loop.head} goes on, {loop.variable} need not be at most {loop.most}"
    elif len(loop.cases) != system.players[1] - system.players[0] + 1:
        yield f"the plays of the loop at node {loop.head} are not for all numbers of players"
    else:
        for players, cases in enumerate(loop.cases, system.players[0]):
            hand = Hand(after, loop.head, loop.way, bound, players, strategy.offers())
            known = set(system.variables) - {loop.variable}
            if not set(cases.depends) <= known or len(set(cases.depends)) < len(cases.depends):
                yield f"the plays of the loop at node {loop.head} cannot depend on {', '.join(cases.depends)}"
                continue
            given = list(hand.values.cases(cases.depends))
            if not given or len(given) != len(cases.seeds):
                yield f"the plays of the loop at node {loop.head} leave out cases, with {players} players"
                continue
            for one, seed in zip(given, cases.seeds, strict=True):
                play = hand.play(one, seed)
                if play is None or not raises(after, play, loop.head, bound):
                    yield f"a play of the loop at node {loop.head} adds nothing, with {players} players"


def _several(work: Work, after: Proof, space: Space, strategy: Strategy, loop: Several) -> Iterator[str]:
    """What is wrong with the plays of a loop that one of several brings on. The solver is asked again."""
    system, measure = after.graph.system, loop.measure
    variable = system.variables.get(measure.variable)
    if loop.head not in repeats(work.system, space) or loop.way not in (0, 1):
        yield f"node {loop.head} is no test of a loop that goes on by way {loop.way}"
    elif variable is None or not isinstance(variable.type, NumberType):
        yield f"{measure.variable} is no number that plays could bring nearer to a limit"
    elif measure.owner not in (range(system.players[0]) if variable.per_player else (None,)):
        yield f"{measure.variable} has no such owner"
    elif len(loop.cases) != system.players[1] - system.players[0] + 1:
        yield f"the plays of the loop at node {loop.head} are not for all numbers of players"
    else:
        for players, cases in enumerate(loop.cases, system.players[0]):
            table = Table(after, space, loop.head, loop.way, measure, players, strategy.offers())
            names = (*cases.depends, *cases.unknown)
            known = set(names) <= set(system.variables) and len(set(names)) == len(names)
            if not known or measure.variable not in cases.unknown or not all(map(table.may_be, cases.unknown)):
                yield f"the plays of the loop at node {loop.head} cannot depend on {', '.join(names)}"
                continue
            given = list(table.values.cases(cases.depends))
            if not given or len(given) != len(cases.seeds):
                yield f"the plays of the loop at node {loop.head} leave out cases, with {players} players"
                continue
            for one, seeds in zip(given, cases.seeds, strict=True):
                if space.asker.possible(table.left(one, cases.unknown, seeds)):
                    yield f"none of the plays of the loop at node {loop.head} may do good, with {players} players"


# ---------------------------------------------------------------- rankings
@dataclass(frozen=True, slots=True)
class Follower(Coursing):
    """Follows the steps of a record, piece by piece. ``wrong``: why one could not be taken."""

    ahead: list[tuple[StepRecord, ...]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def ranker(self, space: Space, splits: tuple[ex.Expr, ...], holding: Holding) -> Ranker:
        ahead = list(self.ahead.pop(0)) if self.ahead else []
        return Following(space, splits, Nothing(), holding, Known(space), within=True, ahead=ahead, wrong=self.wrong)
