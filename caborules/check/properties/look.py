"""Verdicts on what the author states of every play: always, never, unchanged, exactly, at most, conserved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from caborules.check import classify
from caborules.check.narrate import Words
from caborules.check.proofs import where
from caborules.check.properties import play
from caborules.check.properties.pose import GOING_ON
from caborules.check.properties.prove import Outcome, prove
from caborules.check.properties.record import StatedRecord, SystemRecord, record
from caborules.check.properties.watch import KINDS, watch
from caborules.check.prove import Proof
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef

AT_DECISIONS: Final = ("always", "never", "unchanged", "conserved")
"""The kinds of claims that are meant at every decision and at the end of the play."""
UNSEEN: Final = (
    "It is meant at decisions, and nobody decides anything while it is claimed: "
    "claim it while a rule runs in which somebody does."
)
_SHARED: Final = "stated"
STATED: Final = "stated"
"""The section of certificates for these properties."""


def look(work: Work) -> Iterator[Verdict]:
    """A verdict on each property that is watched step by step."""
    stated = _stated(work)
    games_of(work, ())
    for claim in work.system.properties:
        if claim.kind in KINDS:
            yield _verdict(work, claim, stated.proofs[claim.title], stated.games.get(claim.title))


def games_of(work: Work, also: Sequence[PropertyDef]) -> list[play.Looked]:
    """Games in which other claims are not so. Games in which what is stated is not so are looked for at once with
    them, since each game is played once for all: see ``play.find``."""
    stated = _stated(work)
    titles = [title for title, one in stated.proofs.items() if one.goals and title not in stated.games]
    claims = [claim for claim in work.system.properties if claim.title in titles]
    if claims or also:
        work.tell("looking for games in which it is not so: " + ", ".join(one.title for one in (*also, *claims)))
    found = play.find(work.system, work.settings, [*also, *claims]) if claims or also else []
    stated.games.update(zip((claim.title for claim in claims), found[len(also) :], strict=True))
    return found[: len(also)]


def _stated(work: Work) -> _Stated:
    """The proofs of all that is stated, made once."""
    if _SHARED not in work.shared:
        proofs = {}
        for claim in work.system.properties:
            if claim.kind in KINDS:
                work.tell(f'what is stated: "{claim.title}"')
                proofs[claim.title] = _proved(work, claim)
        work.shared[_SHARED] = _Stated(proofs)
    return cast("_Stated", work.shared[_SHARED])


def _records(tried: list[_Tried]) -> Iterator[SystemRecord | None]:
    for one in tried:
        regions = None if one.outcome is None else one.outcome.regions
        yield None if regions is None else record(regions)


@dataclass(frozen=True, slots=True)
class _Tried:
    """What came of one lowered system; ``outcome`` None: its options leave the claim nothing to begin with."""

    proof: Proof
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class _Proved:
    """What came of a claim on all systems; ``goals``: what is not proved, in words."""

    outcomes: list[Outcome]
    goals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Stated:
    """By title, the proofs; and what came of looking for a game where one fails."""

    proofs: dict[str, _Proved]
    games: dict[str, play.Looked] = field(default_factory=dict)


def _proved(work: Work, claim: PropertyDef) -> _Proved:
    tried = _try_all(work, claim)
    outcomes = [one.outcome for one in tried if one.outcome is not None]
    if all(one.outcome is None or one.outcome.regions is not None for one in tried):
        work.evidence.setdefault(STATED, {})[f"author:{claim.title}"] = StatedRecord(tuple(_records(tried)))
    goals = tuple(
        dict.fromkeys(
            f"{one.outcome.why}{where(one.proof, one.outcome.where)}"
            for one in tried
            if one.outcome is not None and one.outcome.why
        )
    )
    return _Proved(outcomes, goals)


def _verdict(work: Work, claim: PropertyDef, proved: _Proved, found: play.Looked | None) -> Verdict:
    """The verdict, with what came of looking for a game in which it is not so."""
    outcomes, looked = proved.outcomes, found or play.Looked(None, "")
    details: tuple[str, ...] = ()
    if not proved.goals and outcomes and claim.after is not None and _begins(outcomes):
        seen = play.begins(work.system, work.settings, claim)
        details = ("" if seen else "no game was found in which its condition comes true",)
    witness = None if looked.found is None else Words(work.texts).found(looked.found, f"not so: {claim.title}")
    evidence = classify.Evidence(
        f"author:{claim.title}",
        work.scope,
        sum(one.shown for one in outcomes),
        proved.goals,
        vacuous=not any(_begins([one]) for one in outcomes),
        unseen=UNSEEN if claim.kind in AT_DECISIONS and not any(_looked_at([one]) for one in outcomes) else "",
        witness=witness,
        looked=looked.where,
        details=tuple(one for one in details if one),
    )
    return classify.proved_or_not(evidence)


def _try_all(work: Work, claim: PropertyDef) -> list[_Tried]:
    """The proofs on each lowered system; systems of which the same is to be shown are looked at once."""
    fewest = min(system.players[0] for system in work.lowered)
    tried: list[_Tried] = []
    for lowered, proof in zip(work.lowered, work.proofs, strict=True):
        watched = watch(work.system, lowered, claim)
        if watched.impossible():
            tried.append(_Tried(proof, None))
            continue
        alike = next((one for one in tried if one.outcome is not None and same_rules(one.proof, proof)), None)
        outcome = prove(watched, proof, work.memory, fewest) if alike is None else alike.outcome
        tried.append(_Tried(proof, outcome))
    return tried


def same_rules(left: Proof, right: Proof) -> bool:
    """Is the same to be shown of two systems? (The properties are the same, and say the same where the rules do.)"""
    one, other = left.graph.system, right.graph.system
    return (
        (one.nodes, one.points, one.registers, one.variables, one.places, one.windows, one.cells, one.entry)
        == (
            other.nodes,
            other.points,
            other.registers,
            other.variables,
            other.places,
            other.windows,
            other.cells,
            other.entry,
        )
        and left.facts == right.facts
        and left.closed == right.closed
    )


def _begins(outcomes: list[Outcome]) -> bool:
    """Can the claim be going on anywhere, as far as the proofs tell?"""
    return any(_goes_on(one, lambda _: True) for one in outcomes)


def _looked_at(outcomes: list[Outcome]) -> bool:
    """Can it be going on at a decision, or at the end of the play?"""
    return any(_goes_on(one, lambda operation: isinstance(operation, lo.Ask | lo.Stop)) for one in outcomes)


def _goes_on(one: Outcome, where: Callable[[lo.Operation], bool]) -> bool:
    if one.regions is None:
        return True
    nodes, at = one.regions.setting.graph.system.nodes, one.regions.setting.atoms.index(GOING_ON)
    return any(
        where(node.operation) and any(cube[at] is not False for cube in cubes or ())
        for node, cubes in zip(nodes, one.regions.cubes, strict=True)
    )
