"""Lines of the ruleset's own file that settle nothing: conditions that always or never hold, rules that are never run.

What is said of a line is so wherever it stands in the rules, for every number of players. Lines of libraries are left
out: other games, and other answers to their questions, need them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TypeAlias

from caborules.check.claims import Templates
from caborules.check.prove import Proof
from caborules.check.static.needed import needed
from caborules.check.work import Work
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir import lowered as lo
from caborules.ir.statements import If

Place: TypeAlias = tuple[Span, object, int]
"""A line, what is asked there, and the number of the way on."""

_ALWAYS = "This always holds."
_WHY = "It was settled on every way that leads here, with the options as they are set."


def dead_lines(work: Work) -> Iterator[Diagnostic]:
    """W331 and W332, in no order. A condition that the compiler asks for is let be where it always holds."""
    taken: dict[Place, bool] = {}
    asking = _conditional(work)
    said: dict[Place, str] = {}
    for proof in work.proofs:
        for place, message, open_way in _ways(work, proof, asking):
            taken[place] = taken.get(place, False) or open_way
            said.setdefault(place, message)
    idle = [place for place, was in taken.items() if not was]
    asked_for = needed(work.system, (span for span, *_ in idle if span in asking))
    for place in idle:
        if not (place[0] in asked_for and said[place] == _ALWAYS):
            yield Diagnostic("W331", place[0], said[place], _WHY, "Remove it, or ask for something else.")
    yield from _rules(work)


def own(work: Work, span: Span | None) -> bool:
    """Does the line stand in the ruleset's own file?"""
    return span is not None and PurePath(span.file).name == work.system.file


def _conditional(work: Work) -> frozenset[Span]:
    """The lines with ``if`` of the file itself. Tests that the language asks for, whether or not they are ever needed
    (``otherwise`` of a step or a decision), are not among them."""
    found = set()
    for block in work.system.blocks.values():
        for statement in block.statements:
            if isinstance(statement, If) and not statement.instead and own(work, statement.span):
                assert statement.span is not None
                found.add(statement.span)
    return frozenset(found)


def _ways(work: Work, proof: Proof, asking: frozenset[Span]) -> Iterator[tuple[Place, str, bool]]:
    """What is asked by lines of the file itself: each way on, what it means that it is never taken, and is it taken?"""
    templates = Templates(proof.graph.system.registers)
    led_to = {
        target
        for number, targets in enumerate(proof.graph.targets)
        if proof.facts[number] is not None
        for target in targets
    }
    for number, node in enumerate(proof.graph.system.nodes):
        reached = proof.facts[number] is not None
        if not reached and number not in led_to:
            continue
        point = proof.graph.point(number)
        if isinstance(node.operation, lo.Test) and reached and node.source.span in asking:
            assert node.source.span is not None
            asked = templates.of(node.operation.condition)[0]
            for way, message in enumerate(("This never holds.", _ALWAYS)):
                yield (node.source.span, asked, way), message, (number, way) not in proof.closed
        if isinstance(node.operation, lo.Ask) and point is not None:
            for way, offer in enumerate(point.offers):
                if own(work, offer.source.span) and offer.kind in ("choice", "reaction", "event"):
                    assert offer.source.span is not None
                    message = f"{offer.path} can never be chosen."
                    yield (offer.source.span, offer.path, 0), message, reached and (number, way) not in proof.closed


def _rules(work: Work) -> Iterator[Diagnostic]:
    """W332: rules to which the graph leads, and no play."""
    run: dict[str, bool] = {}
    for proof in work.proofs:
        for number, node in enumerate(proof.graph.system.nodes):
            match node.operation:
                case lo.Mark(rule=name, what="start"):
                    run[name] = run.get(name, False) or proof.facts[number] is not None
    for name, was in run.items():
        rule = work.system.rules.get(name)
        if not was and rule is not None and own(work, rule.span):
            message = f"The rule {name} is never carried out: no play comes to it."
            yield Diagnostic(
                "W332", rule.span, message, _WHY, "Call it elsewhere, remove it, or correct the condition."
            )
