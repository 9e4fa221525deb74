"""Does a part of the game end, for every play? For one lowered system: rankings of each place where the rule stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from caborules.check.ends.alike import different
from caborules.check.ends.asker import Asker
from caborules.check.ends.conditions import Condition
from caborules.check.ends.everywhere import Holding, everywhere, wanted
from caborules.check.ends.fairness import assumed
from caborules.check.ends.features import seats_to_go
from caborules.check.ends.ranking import Ranker
from caborules.check.ends.ranks import Fairness, Ranked
from caborules.check.ends.recurring import Known
from caborules.check.ends.space import Space, splits_of
from caborules.check.ends.stages import Part, parts_of
from caborules.check.flow import Graph
from caborules.check.properties.watch import watch
from caborules.check.prove import Proof
from caborules.check.work import Work
from caborules.ir import expressions as ex
from caborules.ir.system import AssumeDef, PropertyDef
from caborules.ir.walk import subexpressions
from caborules.lower.machine import load
from caborules.symbolic.measure_steps import Mover
from caborules.symbolic.measure_table import Table
from caborules.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Question:
    """Does every run of the rule end? ``after``: only from where this comes true in it; ``assuming``: of players."""

    rule: str
    assuming: tuple[str, ...] = ()
    after: ex.Expr | None = None


def begins(work: Work, claim: PropertyDef) -> ex.Expr | None:
    """What a property says after which something ends, with the options as they are where they are the same for all
    numbers of players: what is known of options is no part of a state."""
    if claim.after is None or any(isinstance(part, ex.IsOver) for part in subexpressions(claim.after)):
        return claim.after
    found = {watch(work.system, lowered, claim).after for lowered in work.lowered}
    return found.pop() if len(found) == 1 else claim.after


@dataclass(frozen=True, slots=True)
class Ending:
    """The rankings of the parts where the rule stands; ``asked``: of the solver."""

    question: Question
    parts: tuple[tuple[Part, Ranked], ...]
    asked: int

    @property
    def proved(self) -> bool:
        return all(ranked.proved for _, ranked in self.parts)


@dataclass(slots=True)
class Analysis:
    """Answers questions about one lowered system; each once. ``told``: see ``Asker``."""

    proof: Proof
    assumes: Mapping[str, AssumeDef]
    told: dict[frozenset[Term], bool] = field(default_factory=dict)
    space: Space = field(init=False)
    known: Known = field(init=False)
    _answers: dict[Question, Ending] = field(default_factory=dict)
    _parts: dict[str, tuple[Part, ...]] = field(default_factory=dict)
    _holding: dict[tuple[Condition, ...], Holding] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.space = space_of(self.proof, self.told)
        self.known = Known(self.space)

    def parts(self, rule: str) -> tuple[Part, ...]:
        """Where the rule stands."""
        if rule not in self._parts:
            self._parts[rule] = parts_of(self.proof.graph, rule)
        return self._parts[rule]

    def ends(self, question: Question) -> Ending:
        """The rankings for a question, as far as they are found."""
        if question not in self._answers:
            self._answers[question] = self._answer(question)
        return self._answers[question]

    def _answer(self, question: Question) -> Ending:
        before = self.space.asker.asked
        parts = self.parts(question.rule)
        holding = self._helpful(parts) if question.assuming else {}
        found = []
        for part in different(self.proof, parts, holding):
            ranked = self._ranked(part, question, holding)
            found.append((part, ranked))
            if not ranked.proved:
                break
        return Ending(question, tuple(found), self.space.asker.asked - before)

    def _ranked(self, part: Part, question: Question, holding: Holding) -> Ranked:
        space = self.space
        splits = splits_of(self.proof.graph, part.nodes, question.after)
        where = () if question.after is None else (Condition(question.after),)
        starts = part.starts if question.after is None else sorted(part.nodes)
        edges = space.explore(starts, part.nodes.__contains__, splits, where)
        fairness = assumed(self.assumes, question.assuming, space)
        return self.ranker(splits, fairness, holding).rank(edges)

    def ranker(self, splits: tuple[ex.Expr, ...], fairness: Fairness, holding: Holding) -> Ranker:
        """Looks for a ranking. (Where a record is followed, it is followed.)"""
        return Ranker(self.space, splits, fairness, holding, self.known)

    def _helpful(self, parts: Sequence[Part]) -> Holding:
        """What holds everywhere of the players of whom tests in the parts speak."""
        moves = [move for part in parts for node in sorted(part.nodes) for move in self.space.moves(node)]
        wrote = frozenset(name for move in moves for name in move.wrote)
        among = (f.among for f in seats_to_go(self.space.mover.table, moves))
        some = wanted(one for one in among if one is not None)
        return self.holding(one for one in some if not self.known.names(one) & wrote)

    def holding(self, conditions: Iterable[Condition]) -> Holding:
        """Where these conditions hold whatever was played."""
        some = tuple(conditions)
        if some not in self._holding:
            self._holding[some] = everywhere(self.space, self.known, some)
        return self._holding[some]


def space_of(proof: Proof, told: dict[frozenset[Term], bool] | None = None) -> Space:
    """The moves of a lowered system, for rankings. ``told``: see ``Asker``."""
    system = proof.graph.system
    table = Table(system, len(load(system, system.players[1]).setup.faces))
    return Space(proof.graph, Mover(table, proof.facts), Asker(table, {} if told is None else told), proof.closed)


def joined(proofs: Sequence[Proof]) -> tuple[Proof, ...]:
    """One proof for several numbers of players where their systems differ in the deck alone.

    The numbers of players of the joined system are all those between the least and the greatest.
    """
    found: list[Proof] = []
    for proof in proofs:
        if found and _same_rules(found[-1], proof):
            last = found[-1]
            system = replace(proof.graph.system, players=(last.graph.system.players[0], proof.graph.system.players[1]))
            found[-1] = replace(proof, graph=Graph(system))
        else:
            found.append(proof)
    return tuple(found)


def _same_rules(one: Proof, other: Proof) -> bool:
    left, right = one.graph.system, other.graph.system
    return (
        left.players[1] + 1 == right.players[0]
        and left.nodes == right.nodes
        and left.points == right.points
        and left.registers == right.registers
        and left.variables == right.variables
        and left.places == right.places
        and (left.windows, left.entry) == (right.windows, right.entry)
        and (one.facts, one.closed) == (other.facts, other.closed)
    )
