"""The proofs of one ruleset: conservation, legality, leaks, for all numbers of players; witnesses where they fail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from caborules.check.assigned import unset
from caborules.check.classify import Evidence, proved_or_not
from caborules.check.flow import Graph
from caborules.check.losses import GAMES, find_loss
from caborules.check.narrate import Words, line
from caborules.check.prove import Asked, Memory, Proof, Prover
from caborules.check.twins import GAMES as TWIN_GAMES
from caborules.check.twins import Property, find_twins
from caborules.check.valued import ChoiceTexts
from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.explore.games import LENGTH
from caborules.ir import lowered as lo
from caborules.lower.machine import load
from caborules.symbolic.claims import Aspect, Goal

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

ASPECTS: Final[Mapping[str, tuple[Aspect, ...]]] = {
    "conservation": ("defined", "conserved"),
    "own-legality": ("own-legality",),
    "public-legality": ("public-legality",),
    "no-leak": ("alike",),
}


@dataclass(frozen=True, slots=True)
class Proved:
    """Verdicts of the proofs; ``operations``: by property, goals by kind of operation; ``asked``: questions put to the
    solver, each once; ``facts``: invariants confirmed; ``seconds`` by property; ``vacuity``: see ``Report``;
    ``proofs``: one for each system; ``memory``: all answers."""

    verdicts: tuple[Verdict, ...]
    operations: dict[str, dict[str, int]]
    asked: int
    facts: int
    seconds: dict[str, float]
    vacuity: dict[str, int]
    proofs: tuple[Proof, ...]
    memory: Memory


def prove(
    systems: Sequence[lo.LoweredSystem],
    texts: ChoiceTexts | None = None,
    laid_open: frozenset[Span] = frozenset(),
    progress: Progress | None = None,
    memory: Memory | None = None,
) -> Proved:
    """Prove the properties of the lowered systems of one ruleset: one for each range of numbers of players.

    ``texts``: what people read for choices; ``laid_open``: lines of choices whose being legal tells only what their own
    body shows to all; ``memory``: answers about other systems of the same ruleset.
    """
    memory = Memory() if memory is None else memory
    began = time.perf_counter()
    proofs = prove_steps(systems, memory, progress)
    proving = time.perf_counter() - began
    found = _Found(proofs, Words(texts or {}), laid_open, progress)
    verdicts, seconds = [], {}
    for name in ASPECTS:
        began = time.perf_counter()
        verdicts.append(proved_or_not(found.evidence(name)))
        seconds[name] = time.perf_counter() - began + proving * found.share(name)
    operations = {name: found.operations(name) for name in ASPECTS}
    facts = sum(len(facts or ()) for proof in proofs for facts in proof.facts)
    return Proved(tuple(verdicts), operations, len(memory.answers), facts, seconds, _vacuity(proofs), proofs, memory)


def prove_steps(
    systems: Sequence[lo.LoweredSystem], memory: Memory, progress: Progress | None = None
) -> tuple[Proof, ...]:
    """Facts and answers for each lowered system of a ruleset."""
    fewest = min(system.players[0] for system in systems)
    return tuple(Prover(Graph(system), fewest, memory, _telling(progress, system)).prove() for system in systems)


def _vacuity(proofs: Sequence[Proof]) -> dict[str, int]:
    """Claims looked at for contradictory hypotheses, those that had them, and offers that can never be made."""
    claims = [asked.answer for proof in proofs for asked in proof.asked]
    never = 0
    for proof in proofs:
        for node, way in proof.closed:
            point = proof.graph.point(node)
            never += point is not None and way < len(point.offers)
    return {"claims": len(claims), "contradictory": sum(a.vacuous for a in claims), "never chosen": never}


def _telling(progress: Progress | None, system: lo.LoweredSystem) -> Callable[[int, int], None]:
    if progress is None:
        return lambda _done, _all: None
    low, high = system.players
    what = f"proofs for {low} players" if low == high else f"proofs for {low} to {high} players"
    return lambda done, of: progress(what, done, of)


@dataclass(slots=True)
class _Found:
    proofs: tuple[Proof, ...]
    words: Words
    laid_open: frozenset[Span]
    progress: Progress | None
    _twins: dict[str, Witness] | None = None

    # ------------------------------------------------------------ goals
    def _goals(self, name: str) -> Iterator[tuple[Proof, Asked, Goal]]:
        for proof in self.proofs:
            for asked in proof.asked:
                for goal in asked.answer.asked:
                    if goal.aspect in ASPECTS[name]:
                        yield proof, asked, goal

    def operations(self, name: str) -> dict[str, int]:
        """How many goals there are, by kind of operation."""
        counted = Counter(
            type(proof.graph.system.nodes[asked.node].operation).__name__ for proof, asked, _ in self._goals(name)
        )
        return dict(sorted(counted.items()))

    def share(self, name: str) -> float:
        """The part of all goals that belongs to the property."""
        total = sum(len(asked.answer.asked) for proof in self.proofs for asked in proof.asked)
        return sum(1 for _ in self._goals(name)) / total if total else 0.0

    def _open(self, name: str) -> Iterator[tuple[Proof, int, str, Goal | None]]:
        """What is not proved: the proof, the node, in words, and the goal if it is one."""
        for proof in self.proofs:
            for asked in proof.asked:
                if asked.answer.missing and self._concerns(name, proof, asked):
                    yield proof, asked.node, f"no encoding for {asked.answer.missing}", None
                for failed in asked.answer.unproved:
                    if failed.goal.aspect in ASPECTS[name]:
                        why = "" if failed.refuted else ", within the solver's budget"
                        yield proof, asked.node, failed.goal.about + why, failed.goal
            if name == "conservation":
                for node in proof.cards_left_in_hand:
                    yield proof, node, "a card may be left in the hand", None
                for node, register in unset(proof.graph):
                    yield proof, node, f"{register} may be read before it is set", None

    def _concerns(self, name: str, proof: Proof, asked: Asked) -> bool:
        """Does a claim for which there is no encoding belong to the property?"""
        if not asked.compared:
            return name == "conservation"
        decision = isinstance(proof.graph.system.nodes[asked.node].operation, lo.Ask)
        return name == "no-leak" or (decision and name != "conservation")

    # ------------------------------------------------------------ evidence
    def evidence(self, name: str) -> Evidence:
        """What was found about a property."""
        open_goals, disclosed = [], list(self._said(name))
        places: dict[Span, None] = {}
        broken: Proof | None = None
        for proof, node, what, goal in self._open(name):
            if goal is not None and goal.aspect == "public-legality" and self._lays_open(proof, node, goal):
                disclosed.append(f"that {goal.about} is legal tells what it then shows" + where(proof, node))
                continue
            broken = broken or proof
            span = proof.graph.system.nodes[node].source.span
            if span is not None:
                places[span] = None
            open_goals.append(f"{what}" + where(proof, node))
        witness, looked = (None, "") if broken is None else self._witness(name, broken)
        return Evidence(
            name,
            self.scope() + self._proviso(name),
            sum(1 for _ in self._goals(name)),
            tuple(dict.fromkeys(open_goals)),
            vacuous=all(asked.answer.vacuous for _, asked, _ in self._goals(name)),
            witness=witness,
            looked=looked,
            disclosed=tuple(dict.fromkeys(disclosed)),
            places=tuple(places),
            details=tuple(dict.fromkeys(self._remarks(name))),
        )

    def scope(self) -> str:
        return scope([proof.graph.system for proof in self.proofs])

    def _proviso(self, name: str) -> str:
        """What is proved step by step rests on the steps before: that each was defined, and, where two runs are
        compared that look the same so far, that none told anything."""
        told = ""
        if name != "conservation" and any(True for _ in self._open("conservation")):
            told += "; as long as no card is lost or doubled"
        if name.endswith("legality") and any(True for _ in self._open("no-leak")):
            told += "; as long as nothing else tells a hidden card"
        return told

    def _said(self, name: str) -> Iterator[str]:
        """What is announced that not everybody knew, or told by an announced choice."""
        aspect = {"no-leak": "an announcement", "public-legality": ""}.get(name)
        if aspect is None:
            return
        for proof in self.proofs:
            for asked in proof.asked:
                operation = proof.graph.system.nodes[asked.node].operation
                for failed in asked.answer.unproved:
                    if failed.goal.aspect != "no-news" or isinstance(operation, lo.Say) != (name == "no-leak"):
                        continue
                    text = f'announced: "{operation.text}"' if isinstance(operation, lo.Say) else failed.goal.about
                    yield text + where(proof, asked.node)

    def _lays_open(self, proof: Proof, node: int, goal: Goal) -> bool:
        offers = proof.graph.point(node)
        return offers is not None and offers.offers[goal.way].source.span in self.laid_open

    def _remarks(self, name: str) -> Iterator[str]:
        if name != "own-legality":
            return
        for proof in self.proofs:
            for node, way in sorted(proof.closed):
                point = proof.graph.point(node)
                if point is not None and way < len(point.offers):
                    yield f"{point.offers[way].path} can never be chosen" + where(proof, node)

    # ------------------------------------------------------------ witnesses
    def _witness(self, name: str, proof: Proof) -> tuple[Witness | None, str]:
        if self.progress is not None:
            self.progress(f"looking for a game that breaks {name}", 0, 1)
        if name == "conservation":
            loss = find_loss(proof.graph.system)
            looked = f"{GAMES} games of up to {LENGTH} actions on each deck tried lose no card"
            return (None if loss is None else self.words.loss(loss)), looked
        if self._twins is None:
            wanted: list[Property] = [
                one for one in ("own-legality", "public-legality", "no-leak") if any(True for _ in self._open(one))
            ]
            found = find_twins(proof.graph.system, wanted, self.laid_open)
            self._twins = {kind: self.words.twins(twins) for kind, twins in found.items()}
        looked = f"{TWIN_GAMES} pairs of games on each deck tried show no difference"
        return self._twins.get(name), looked


def scope(systems: Sequence[lo.LoweredSystem]) -> str:
    """What proofs about these systems cover, in words."""
    players = _ranges([system.players for system in systems])
    cards = [len(load(system, system.players[0]).setup.faces) for system in systems]
    deck = " or ".join(str(count) for count in dict.fromkeys(cards))
    return f"{players} players, the full deck ({deck} cards), play of any length, the options as set"


def where(proof: Proof, node: int) -> str:
    """The rule, line and clauses of a node, in words, to stand behind a remark."""
    source = proof.graph.system.nodes[node].source
    rule = f" in rule {source.rules[-1]}" if source.rules else ""
    return rule + line(source.span, source.cites)


def _ranges(players: Sequence[tuple[int, int]]) -> str:
    """Ranges of numbers, those joined that follow on each other."""
    joined: list[tuple[int, int]] = []
    for low, high in players:
        if joined and joined[-1][1] == low - 1:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return ", ".join(_range(one) for one in joined)


def _range(players: tuple[int, int]) -> str:
    low, high = players
    return str(low) if low == high else f"{low} to {high}"
