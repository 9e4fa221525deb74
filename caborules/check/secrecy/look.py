"""The verdict on secrecy: every place keeps what it declares; what the rules tell all the same is listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from caborules.check import classify
from caborules.check.known import follows
from caborules.check.narrate import Words
from caborules.check.proofs import where
from caborules.check.properties import play
from caborules.check.properties.look import games_of, same_rules
from caborules.check.properties.prove import prove
from caborules.check.properties.record import StatedRecord, SystemRecord, record
from caborules.check.properties.watch import watch
from caborules.check.prove import Proof
from caborules.check.secrecy.lines import told
from caborules.check.secrecy.policy import is_secret, kept, seen
from caborules.check.secrecy.record import SecrecyRecord
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.ir import lowered as lo
from caborules.ir.system import PlaceDef, PropertyDef
from caborules.symbolic.facts import EACH, EVERYBODY, OWNER, SHARED_PLACE, Fact

SECRECY = "secrecy"


@dataclass(slots=True)
class _Found:
    shown: int = 0
    goals: list[str] = field(default_factory=list)
    disclosed: list[str] = field(default_factory=list)
    open: list[PropertyDef] = field(default_factory=list)
    """What is not proved."""
    witness: Witness | None = None
    looked: str = ""
    records: dict[str, StatedRecord] = field(default_factory=dict)


def look(work: Work) -> tuple[Verdict, ...]:
    """The verdict on secrecy."""
    work.tell("which places keep their secrets")
    found = _Found()
    for place in work.system.places.values():
        if is_secret(place):
            _pile(work, place, found)
        elif place.sight != "face down":
            _seen(work, place, found)
    if found.open:
        _look_for_games(work, found)
    for place in work.system.places.values():
        if place.sight == "face down" and not is_secret(place):
            found.disclosed += dict.fromkeys(one for proof in work.proofs for one in told(proof, place.name))
    if not found.goals:
        work.evidence[SECRECY] = {SECRECY: SecrecyRecord(found.records)}
    return (
        classify.proved_or_not(
            classify.Evidence(
                SECRECY,
                work.scope,
                found.shown,
                tuple(dict.fromkeys(found.goals)),
                vacuous=not work.system.places,
                witness=found.witness,
                looked=found.looked,
                disclosed=tuple(found.disclosed),
            )
        ),
    )


def _pile(work: Work, place: PlaceDef, found: _Found) -> None:
    """Nobody knows a card of the pile; or only where it is the only one, and a game shows it."""
    strict, lenient = kept(place, but_one=False), kept(place, but_one=True)
    goals = list(_open(work, lenient, found))
    if goals:
        _violated(lenient, goals, found)
        return
    exception = play.after_shuffle(work.system, work.settings, strict)
    if exception is not None:
        found.disclosed.append(
            f"{place.name}: a single card that was known stays known when it is shuffled, as in this game with "
            f"{exception.scope.text}: {Words(work.texts).game(exception)}"
        )


def _seen(work: Work, place: PlaceDef, found: _Found) -> None:
    """Those who see the faces in the place know its cards: told by the facts, or proved anew."""
    if told_by_facts(work, place):
        found.shown += sum(1 for proof in work.proofs for _ in _at_decisions(proof))
        return
    goals = list(_open(work, seen(place), found))
    if goals:
        _violated(seen(place), goals, found)


def told_by_facts(work: Work, place: PlaceDef) -> bool:
    """Do the facts at every decision say that those who see the faces in the place know its cards?"""
    scope = EACH if place.per_player else SHARED_PLACE
    fact = Fact("known", place.name, "", scope, EVERYBODY if place.sight == "face up" else OWNER)
    return all(follows(fact, facts) for proof in work.proofs for facts in _at_decisions(proof))


def _at_decisions(proof: Proof) -> Iterator[frozenset[Fact]]:
    for node, facts in zip(proof.graph.system.nodes, proof.facts, strict=True):
        if facts is not None and isinstance(node.operation, lo.Ask | lo.Stop):
            yield facts


def _open(work: Work, claim: PropertyDef, found: _Found) -> Iterator[str]:
    """What is not proved of a claim, in words."""
    fewest = min(system.players[0] for system in work.lowered)
    done: list[Proof] = []
    records: list[SystemRecord | None] = []
    for lowered, proof in zip(work.lowered, work.proofs, strict=True):
        alike = next((at for at, one in enumerate(done) if same_rules(one, proof)), None)
        done.append(proof)
        if alike is not None:
            records.append(records[alike])
            continue
        outcome = prove(watch(work.system, lowered, claim), proof, work.memory, fewest)
        found.shown += outcome.shown
        records.append(None if outcome.regions is None else record(outcome.regions))
        if outcome.why:
            yield f"{claim.title}: {outcome.why}{where(proof, outcome.where)}"
    found.records[claim.title] = StatedRecord(tuple(records))


def _violated(claim: PropertyDef, goals: list[str], found: _Found) -> None:
    found.goals += goals
    found.open.append(claim)


def _look_for_games(work: Work, found: _Found) -> None:
    for claim, looked in zip(found.open, games_of(work, found.open), strict=True):
        if looked.found is not None and found.witness is None:
            found.witness = Words(work.texts).found(looked.found, f"not so: {claim.title}")
        found.looked = found.looked or looked.where
