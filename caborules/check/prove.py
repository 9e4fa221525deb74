"""Proving: guesses of facts are confirmed or dropped until all that is used is proved, then the claims are read off.

Each round goes through all nodes. A fact that does not follow on some way to its node is refused there and the facts
are guessed anew. A way that cannot be taken where the facts hold is closed; one that turns out to be open is opened
again for good. When nothing changes any more, every fact is an invariant of its node: it holds at the start, each way
into a node that is not closed establishes what is said there, and a closed way is never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from caborules.check.claims import AllFacts, Claims, Key, named, numbered
from caborules.check.flow import Graph, guess
from caborules.ir import lowered as lo
from caborules.symbolic.claims import Claim
from caborules.symbolic.facts import HAND_EMPTY, Fact
from caborules.symbolic.shape import Codes, Shape, shape_of
from caborules.symbolic.solve import Answer, Unproved, ask
from caborules.symbolic.terms import Term


@dataclass(slots=True)
class Memory:
    """Answers by key, for all graphs of one ruleset: what is equal up to names is asked once."""

    answers: dict[Key, Stored] = field(default_factory=dict)
    codes: Codes = field(default_factory=Codes)
    possible: dict[frozenset[Term], bool] = field(default_factory=dict)
    """Of questions about moves, for rankings: see ``ends.asker``."""
    parts: dict[object, int] = field(default_factory=dict)
    """Large parts of keys, numbered: they are looked at once, and not for every answer that is looked up."""

    def number(self, part: object) -> int:
        """The number of a part of keys; equal parts have one number."""
        return self.parts.setdefault(part, len(self.parts))


@dataclass(frozen=True, slots=True)
class Stored:
    """An answer, and the facts that it does not confirm: the way on and the fact with numbers for names."""

    answer: Answer
    failed: tuple[tuple[int, Fact], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer about one node. ``failed``: the ways on and the facts there that it does not confirm."""

    node: int
    compared: bool
    answer: Answer
    failed: tuple[tuple[int, Fact], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of one lowered system: confirmed facts at every node, and the answers. ``rounds``: of guessing."""

    graph: Graph
    facts: AllFacts
    asked: tuple[Asked, ...]
    rounds: int
    closed: frozenset[tuple[int, int]]
    """Ways on that can never be taken: node and number of the way."""
    cards_left_in_hand: tuple[int, ...]
    """Decisions and ends at which the hand was not proved to be empty."""

    def unproved(self) -> Iterator[tuple[int, Unproved]]:
        """The goals that were not proved, with their nodes."""
        for one in self.asked:
            for failed in one.answer.unproved:
                yield one.node, failed


@dataclass(slots=True)
class Prover:
    """Proves one lowered system. ``fewest``: the least number of players that the proof is to cover."""

    graph: Graph
    fewest: int
    memory: Memory
    progress: Callable[[int, int], None] = lambda _done, _all: None
    claims: Claims = field(init=False)
    shape: Shape = field(init=False)
    _constants: int = field(init=False)

    def __post_init__(self) -> None:
        system = self.graph.system
        self.claims = Claims(self.graph)
        self.shape = shape_of(system, self.memory.codes, self.fewest)
        self._constants = self.memory.number((constants(system), self.fewest))

    def prove(self) -> Proof:
        """Confirm facts and prove all claims."""
        refused: set[tuple[int, Fact]] = set()
        opened: set[tuple[int, int]] = set()
        closed: frozenset[tuple[int, int]] = frozenset()
        rounds = 0
        while True:
            rounds += 1
            self.claims.closed = closed
            facts = guess(self.graph, frozenset(refused), closed)
            asked = tuple(self._ask_all(facts, rounds))
            failed = {(self.graph.targets[one.node][way], fact) for one in asked for way, fact in one.failed}
            idle = {(one.node, way) for one in asked if not one.compared for way in one.answer.idle}
            opened |= {way for way in closed if way not in idle and facts[way[0]] is not None}
            shut = frozenset(way for way in idle | closed if way not in opened)
            if not failed and shut == closed:
                return Proof(self.graph, facts, asked, rounds, closed, tuple(self._full_hands(facts)))
            refused |= failed
            closed = shut

    def _ask_all(self, facts: AllFacts, rounds: int) -> Iterator[Asked]:
        """Ask about every node. What was done in earlier rounds is counted on, so that no number runs backwards."""
        count = len(self.graph.system.nodes)
        for node in range(count):
            for compared in (False, True):
                claim = self.claims.claim(node, facts, compared=compared)
                if claim is not None:
                    yield self._ask(node, claim, facts)
            self.progress((rounds - 1) * count + node + 1, rounds * count)

    def _ask(self, node: int, claim: Claim, facts: AllFacts) -> Asked:
        """The answer about a node, if need be with all the facts there as hypotheses."""
        stored = self._answer(node, claim, facts)
        if stored.answer.unproved:
            whole = self.claims.claim(node, facts, compared=claim.compared, all_facts=True)
            if whole is not None and whole.before != claim.before:
                second = self._answer(node, whole, facts)
                if len(second.answer.unproved) < len(stored.answer.unproved):
                    claim, stored = whole, second
        failed = tuple((way, named(claim, fact)) for way, fact in stored.failed)
        return Asked(node, claim.compared, stored.answer, failed)

    def _answer(self, node: int, claim: Claim, facts: AllFacts) -> Stored:
        key = (self._constants, self.claims.key(node, claim))
        stored = self.memory.answers.get(key)
        if stored is None:
            answer = ask(self.shape, self.graph.system.registers, claim)
            self._compare_footprint(node, facts, answer)
            failed = tuple((way, numbered(claim, fact)) for way, fact in _failed(claim, answer))
            stored = self.memory.answers[key] = Stored(answer, failed)
        return stored

    def _compare_footprint(self, node: int, facts: AllFacts, answer: Answer) -> None:
        """What was carried over without a question rests on the footprint: it must cover what really changed."""
        places = self.claims.footprint(node, facts[node] or frozenset()).places
        changed = {self.shape.families[number].name for number in answer.changed if number != self.shape.hand}
        if places is not None and not changed <= places:
            raise AssertionError(f"node {node} changes {sorted(changed)}, supposed were {sorted(places)}")

    def _full_hands(self, facts: AllFacts) -> Iterator[int]:
        for number, node in enumerate(self.graph.system.nodes):
            here = facts[number]
            if isinstance(node.operation, lo.Ask | lo.Stop) and here is not None and HAND_EMPTY not in here:
                yield number


def _failed(claim: Claim, answer: Answer) -> Iterator[tuple[int, Fact]]:
    """The ways on and the facts there that an answer does not confirm."""
    if answer.missing:
        for way, goals in enumerate(claim.after):
            yield from ((way, fact) for fact in goals)
    for failure in answer.unproved:
        if failure.goal.fact is not None:
            yield failure.goal.way, failure.goal.fact


def constants(system: lo.LoweredSystem) -> Key:
    """What claims rest on besides their own words: shapes of places, types of variables, cells."""
    places = tuple((p.name, p.per_player, p.shape, p.sight) for p in system.places.values())
    variables = tuple((v.name, v.per_player, v.type) for v in system.variables.values())
    cells = tuple((key, tuple(cells.items())) for key, cells in sorted(system.cells.items()))
    return (places, variables, cells)
