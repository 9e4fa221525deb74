"""What the facts of a certificate have to live up to, and what follows from them, operation by operation.

At the start the facts hold. Each way on that is not closed leads to an operation with facts, and establishes those that
the operation may have made a difference to; a closed way is never taken. With that the facts hold in every play, and
each operation may use those at its place to keep what the properties claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from caborules.check.assigned import unset
from caborules.check.certificate.facts import path
from caborules.check.certificate.fits import misfits
from caborules.check.certificate.question import Item, Objection, Piece, Question
from caborules.check.claims import Claims, Key, named, numbered
from caborules.check.flow import at_entry
from caborules.check.proofs import ASPECTS
from caborules.check.prove import Memory, Proof, constants
from caborules.check.work import Work
from caborules.diagnostics.span import Span
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType
from caborules.lower.show import operation_text
from caborules.symbolic.claims import Claim, Goal, Posed, Posing
from caborules.symbolic.facts import HAND_EMPTY, Fact
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.shape import Shape, shape_of
from caborules.symbolic.terms import Term, negate
from caborules.types.flow.check import disclosures

FACTS: Final = "facts"
"""Stands in the place of a property: what all of them rest on."""
_PROPERTY: Final = {aspect: name for name, aspects in ASPECTS.items() for aspect in aspects} | {"fact": FACTS}


def questions(work: Work, claimed: Mapping[str, str], only: int | None = None) -> Iterator[Item]:
    """All that has to be shown of the facts in ``work.proofs`` and of the properties ``claimed``.

    ``claimed``: by property what is said to have been found, ``holds`` or ``declared``; ``only``: of one operation.
    """
    kept = work.ruleset.disclosures
    told = disclosures(work.system) if kept is None else kept
    laid_open = frozenset(one.span for one in told if one.kind == "laid open" and one.span is not None)
    fewest = min(system.players[0] for system in work.lowered)
    frames: dict[Key, _Frame | str] = {}
    for proof in work.proofs:
        shape = shape_of(proof.graph.system, work.memory.codes, fewest)
        yield from _Steps(proof, shape, work.memory, claimed, laid_open, frames).items(only)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a step changes: places, and registers and variables; registers are numbered as in ``claims.numbered``."""

    places: frozenset[str]
    names: frozenset[str]


@dataclass(slots=True)
class _Steps:
    proof: Proof
    shape: Shape
    memory: Memory
    claimed: Mapping[str, str]
    laid_open: frozenset[Span]
    frames: dict[Key, _Frame | str]
    """By key of the claims that were posed: for all systems."""
    claims: Claims = field(init=False)

    def __post_init__(self) -> None:
        self.claims = Claims(self.proof.graph, self.proof.closed)

    @property
    def system(self) -> lo.LoweredSystem:
        return self.proof.graph.system

    def items(self, only: int | None) -> Iterator[Item]:
        wrong = tuple(self._misfits())
        if wrong:
            yield from wrong
            return
        yield from self._start()
        number = self.memory.number(constants(self.system))
        for node in range(len(self.system.nodes)) if only is None else (only,):
            yield from self._covered(node)
            for compared in (False, True):
                claim = self.claims.claim(node, self.proof.facts, compared=compared)
                if claim is not None:
                    yield from self._step(node, claim, number)
                elif not compared and self._closed(node) and self.proof.facts[node] is not None:
                    yield Objection(FACTS, f"a way is closed that can be taken: {self._where(node)}")

    # ------------------------------------------------------------ without a solver
    def _misfits(self) -> Iterator[Objection]:
        seen = set()
        for node, here in enumerate(self.proof.facts):
            if here and here not in seen:
                seen.add(here)
                yield from (Objection(FACTS, f"{why}: {self._where(node)}") for why in misfits(here, self.system))

    def _start(self) -> Iterator[Objection]:
        here = self.proof.facts[self.system.entry]
        if here is None:
            yield Objection(FACTS, "the start is said to be never reached")
            return
        for fact in sorted(here - at_entry(self.system)):
            yield Objection(FACTS, f"{fact.kind} {fact.place} is not so at the start")
        for node, register in unset(self.proof.graph):
            yield Objection("conservation", f"{register} may be read before it is set: {self._where(node)}")

    def _covered(self, node: int) -> Iterator[Objection]:
        """Control never comes to where it is said never to come; at decisions and at the end the hand is empty."""
        facts = self.proof.facts
        here = facts[node]
        if here is None:
            return
        for way, target in enumerate(self.proof.graph.targets[node]):
            if facts[target] is None and (node, way) not in self.proof.closed:
                yield Objection(FACTS, f"operation {target} is said to be never reached: {self._where(node)}")
        if isinstance(self.system.nodes[node].operation, lo.Ask | lo.Stop) and HAND_EMPTY not in here:
            yield Objection("conservation", f"a card may be left in the hand: {self._where(node)}")

    def _closed(self, node: int) -> tuple[int, ...]:
        return tuple(way for way in range(len(self.proof.graph.targets[node])) if (node, way) in self.proof.closed)

    def _where(self, node: int) -> str:
        return f"operation {node}, {operation_text(self.system, node)}, of {path(self.system, node)}"

    # ------------------------------------------------------------ with a solver
    def _step(self, node: int, claim: Claim, constants: int) -> Iterator[Item]:
        shut = () if claim.compared else self._closed(node)
        exempt = self._exempt(node)
        key = (constants, shut, exempt, self.claims.key(node, claim))
        if key not in self.frames:
            yield from self._first(node, claim, key, shut, exempt)
        else:
            yield Question(key, self._where(node), tuple)
        yield from self._kept(node, claim, self.frames[key])

    def _first(
        self, node: int, claim: Claim, key: Key, shut: tuple[int, ...], exempt: tuple[int, ...]
    ) -> Iterator[Item]:
        try:
            posed = self._posed(claim)
        except NotEncodedError as error:
            self.frames[key] = str(error)
            return
        self.frames[key] = self._frame(posed, claim)
        whole = self.claims.claim(node, self.proof.facts, compared=claim.compared, all_facts=True)
        again = None
        if whole is not None and whole.before != claim.before:
            wider = whole
            again = lambda: self._pieces(node, self._posed(wider), shut, exempt)  # noqa: E731  only made where needed
        yield Question(key, self._where(node), lambda: self._pieces(node, posed, shut, exempt), again)

    def _posed(self, claim: Claim) -> Posed:
        return Posing(self.shape, self.system.registers, claim).pose()

    def _exempt(self, node: int) -> tuple[int, ...]:
        """Offers of which it is declared that their being legal tells what they then lay open."""
        point = self.proof.graph.point(node)
        if point is None or self.claimed.get("public-legality") != "declared":
            return ()
        return tuple(n for n, offer in enumerate(point.offers) if offer.source.span in self.laid_open)

    def _pieces(self, node: int, posed: Posed, shut: tuple[int, ...], exempt: tuple[int, ...]) -> Iterator[Piece]:
        found: dict[str, list[Term]] = {FACTS: [negate(posed.ways[way]) for way in shut]}
        about: dict[str, list[str]] = {FACTS: [f"way {way} is never taken" for way in shut]}
        for goal in posed.goals:
            name = self._property(node, goal, exempt)
            if name == FACTS or name in self.claimed:
                found.setdefault(name, []).append(goal.formula)
                about.setdefault(name, []).append(_about(goal))
        for name, claims in found.items():
            left = tuple(claim for claim in claims if claim is not True)
            if claims:
                words = "; ".join(dict.fromkeys(about[name]))
                yield Piece(name, words, posed.hypotheses, left, len(claims) - len(left))

    def _property(self, node: int, goal: Goal, exempt: tuple[int, ...]) -> str:
        """The property that a goal belongs to; "" where nothing has to be shown."""
        if goal.aspect == "no-news":
            said = isinstance(self.system.nodes[node].operation, lo.Say)
            name = "no-leak" if said else "public-legality"
            return name if self.claimed.get(name) == "holds" else ""
        if goal.aspect == "public-legality" and goal.way in exempt:
            return ""
        return _PROPERTY[goal.aspect]

    # ------------------------------------------------------------ carried over
    def _frame(self, posed: Posed, claim: Claim) -> _Frame:
        places = frozenset(self.shape.families[number].name for number in posed.changed)
        return _Frame(places, frozenset(numbered(claim, Fact("lives", register=name)).register for name in posed.names))

    def _kept(self, node: int, claim: Claim, frame: _Frame | str) -> Iterator[Objection]:
        """Facts are carried over without a question where the footprint says so: it must cover what is changed."""
        if isinstance(frame, str):
            yield from self._not_encoded(node, claim, frame)
            return
        foot = self.claims.footprint(node, self.proof.facts[node] or frozenset())
        hand = self.shape.families[self.shape.hand].name
        covered = foot.hand or hand not in frame.places
        places = frame.places - {hand}
        covered = covered and (not places or foot.cards) and (foot.places is None or places <= foot.places)
        for number in sorted(frame.names):
            name = named(claim, Fact("lives", register=number)).register
            kind = self.system.registers.get(name)
            moved = foot.cards and isinstance(kind.of if isinstance(kind, CollectionType) else kind, CardType)
            covered = covered and (moved or name in foot.names)
        if not covered:
            yield Objection(FACTS, f"more is changed than facts are asked about: {self._where(node)}")

    def _not_encoded(self, node: int, claim: Claim, why: str) -> Iterator[Objection]:
        concerned = ["conservation"] if not claim.compared else ["no-leak"]
        if claim.compared and isinstance(self.system.nodes[node].operation, lo.Ask):
            concerned += ["own-legality", "public-legality"]
        if any(claim.after) or (self._closed(node) and not claim.compared):
            concerned.append(FACTS)
        for name in concerned:
            if name == FACTS or name in self.claimed:
                yield Objection(name, f"no encoding for {why}: {self._where(node)}")


def _about(goal: Goal) -> str:
    way = f" on way {goal.way}" if goal.way >= 0 else ""
    return f"{goal.about}{way}"
