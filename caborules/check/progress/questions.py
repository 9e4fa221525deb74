"""What has to be shown again of a record of progress: nothing is searched for, nothing of the record is believed."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.certificate.question import Item, Objection, Piece, Question
from caborules.check.progress.goals import Decision, Shown, covered, decisions, evident, goal
from caborules.check.progress.look import ProgressProof, shape
from caborules.check.progress.ways import Way, Ways
from caborules.check.proofs import where
from caborules.check.work import Work
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.paths import formulas
from caborules.symbolic.shape import Shape


def questions(work: Work, name: str, data: ProgressProof) -> Iterator[Item]:
    """The questions of a record: that somebody can always move, at every decision that control can reach."""
    if len(data.decisions) != len(work.proofs):
        yield Objection(name, "it is not about the same lowered systems")
        return
    for index, (proof, shown) in enumerate(zip(work.proofs, data.decisions, strict=True)):
        ways, here = Ways(proof), shape(work, proof)
        listed = {one.node: one for one in shown}
        for decision in decisions(proof):
            yield from of_decision(ways, here, decision, listed.pop(decision.node, None), name, index)
        for node in listed:
            yield Objection(name, f"there is no decision at node {node}")


def of_decision(
    ways: Ways, here: Shape, decision: Decision, shown: Shown | None, name: str, index: int
) -> Iterator[Item]:
    """The questions about one decision: of the offers that it has here, one can always be chosen."""
    place = where(ways.proof, decision.node)
    if shown is None or shown.node != decision.node:
        yield Objection(name, f"nothing is said about the decision at node {decision.node}{place}")
    elif evident(decision):
        if shown.ways:
            yield Objection(name, f"ways are listed for a decision that needs none, at node {decision.node}{place}")
    elif shown.open_way is not None or not covered(ways, shown):
        yield Objection(name, f"some way to the decision at node {decision.node} is left out{place}")
    else:
        for way in shown.ways:
            key = (name, index, decision.node, tuple(decision.point.offers.index(one) for one in decision.offers), way)
            yield Question(key, place.strip(), lambda way=way: _pieces(ways, here, decision, way, name))  # type: ignore[misc]  # bound here, since the loop goes on


def _pieces(ways: Ways, here: Shape, decision: Decision, way: Way, name: str) -> Iterator[Piece | Objection]:
    types = ways.proof.graph.system.registers
    try:
        hypotheses, formula = formulas(here, types, ways.path(way, decision.node), goal(decision))
    except NotEncodedError as error:
        yield Objection(name, f"no encoding for {error}")
        return
    yield Piece(name, "somebody can do something", hypotheses, (formula,))
