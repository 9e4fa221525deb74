"""Negative controls: operations broken on purpose, so that a claim about them must fail.

A chain of tools that says "follows" to everything would confirm every certificate. It would confirm these, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from caborules.check.certificate import steps
from caborules.check.certificate.question import Piece, Question
from caborules.check.certificate.recheck import Obligation
from caborules.check.certificate.smt import body
from caborules.check.certificate.solvers import z3_says
from caborules.check.flow import Graph
from caborules.check.prove import Memory, Proof
from caborules.check.work import Work
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CollectionType, PlaceType

Break = Callable[[lo.LoweredSystem, int], lo.LoweredSystem | None]
"""The system with one operation broken, or None where it is no operation of the kind."""


@dataclass(frozen=True, slots=True)
class _Control:
    about: str
    property: str
    broken: Break


def controls(work: Work) -> Iterator[Obligation]:
    """Of each kind of break the first one at which a claim of its property no longer follows (Z3 says so)."""
    claims = dict.fromkeys(("conservation", "own-legality", "public-legality", "no-leak"), "holds")
    proof = work.proofs[0]
    for control in _CONTROLS:
        found = next(_failing(work, proof, control, claims), None)
        if found is not None:
            yield found


def _failing(work: Work, proof: Proof, control: _Control, claims: dict[str, str]) -> Iterator[Obligation]:
    for node, here in enumerate(proof.facts):
        broken = None if here is None else control.broken(proof.graph.system, node)
        if broken is None:
            continue
        other = replace(proof, graph=Graph(broken))
        alone = replace(work, proofs=(other,), lowered=(broken,), memory=Memory())
        for item in steps.questions(alone, claims, only=node):
            if not isinstance(item, Question):
                continue
            for piece in (item.again or item.pose)():
                if isinstance(piece, Piece) and piece.property == control.property:
                    text = body(piece)
                    if text and z3_says(text) == "sat":
                        yield Obligation(piece.property, f"{control.about}: {piece.about}", item.where, text)


# ---------------------------------------------------------------- breaks
def _operation(system: lo.LoweredSystem, node: int, operation: lo.Operation) -> lo.LoweredSystem:
    changed = replace(system.nodes[node], operation=operation)
    return replace(system, nodes=(*system.nodes[:node], changed, *system.nodes[node + 1 :]))


def _exchanged(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    operation = system.nodes[node].operation
    if not isinstance(operation, lo.Test):
        return None
    return _operation(system, node, replace(operation, condition=ex.Not(BOOL, None, operation.condition)))


def _not_laid(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    if not isinstance(system.nodes[node].operation, lo.Lay):
        return None
    return _operation(system, node, lo.Mark("nothing", "start"))


def _not_lifted(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    operation = system.nodes[node].operation
    if not isinstance(operation, lo.Lift):
        return None
    return _operation(system, node, lo.SetRegister(operation.register, operation.card))


def _laid_from_nowhere(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    operation = system.nodes[node].operation
    if not isinstance(operation, lo.Lift):
        return None
    return _operation(system, node, lo.Lay(operation.register, _deck_place(system)))


def _peeking(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    operation = system.nodes[node].operation
    if not isinstance(operation, lo.Test):
        return None
    return _operation(system, node, replace(operation, condition=_hidden(system)))


def _peeking_guard(system: lo.LoweredSystem, node: int) -> lo.LoweredSystem | None:
    operation = system.nodes[node].operation
    if not isinstance(operation, lo.Ask):
        return None
    point = system.points[operation.point]
    if not point.offers:
        return None
    offers = (replace(point.offers[0], guard=_hidden(system)), *point.offers[1:])
    changed = replace(point, offers=offers)
    return replace(system, points=(*system.points[: operation.point], changed, *system.points[operation.point + 1 :]))


def _deck_place(system: lo.LoweredSystem) -> ex.Expr:
    return ex.PlaceRef(PlaceType(), None, system.deck_place, None)


def _hidden(system: lo.LoweredSystem) -> ex.Expr:
    """Something about the face of the card that lies uppermost in the deck's place."""
    name, kind = next(iter(system.attributes.items()))
    top = ex.EndOf(CARD, None, "top", ex.CardsIn(CollectionType(CARD), None, _deck_place(system)))
    return ex.Compare(BOOL, None, "is", ex.AttributeOf(kind, None, name, top), ex.Const(kind, None, kind.members[0]))


_CONTROLS: Final = (
    _Control("a test goes on where it should not, and the reverse", steps.FACTS, _exchanged),
    _Control("a card that was lifted is not laid down", steps.FACTS, _not_laid),
    _Control("a card is named and not lifted", steps.FACTS, _not_lifted),
    _Control("a card is laid down while none is in the hand", "conservation", _laid_from_nowhere),
    _Control("a test reads the face of a hidden card", "no-leak", _peeking),
    _Control("a choice is legal or not by the face of a hidden card", "own-legality", _peeking_guard),
)
