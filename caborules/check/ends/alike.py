"""Parts of a graph that are the same up to the names of registers: what is shown of one holds of the others."""

from __future__ import annotations

from collections.abc import Sequence

from caborules.check.claims import Templates
from caborules.check.ends.conditions import Condition
from caborules.check.ends.everywhere import Holding
from caborules.check.ends.stages import Part
from caborules.check.prove import Proof
from caborules.ir import lowered as lo

_USED = ("empty", "filled", "lies", "spot", "place", "same")


def different(proof: Proof, parts: Sequence[Part], holding: Holding) -> list[Part]:
    """One of each kind of part."""
    templates = Templates(proof.graph.system.registers)
    found: dict[object, Part] = {}
    for part in parts:
        found.setdefault(_key(proof, part, templates, holding), part)
    return list(found.values())


def _key(proof: Proof, part: Part, templates: Templates, holding: Holding) -> object:
    order = {node: at for at, node in enumerate(sorted(part.nodes))}
    names: dict[str, str] = {}

    def number(name: str) -> str:
        return names.setdefault(name, f"#{len(names)}")

    written: list[object] = [tuple(order[start] for start in part.starts)]
    for node in order:
        operation = proof.graph.system.nodes[node].operation
        if isinstance(operation, lo.Mark):
            key: object = "Mark"
        else:
            key, mentioned = templates.of(operation)
            key = (key, tuple(number(name) for name in mentioned))
        point = proof.graph.point(node)
        if point is not None:
            template, mentioned = templates.of(point)
            kinds = tuple((offer.kind, offer.path) for offer in point.offers)
            key = (key, template, tuple(number(name) for name in mentioned), kinds)
        targets = tuple(order.get(target, -1) for target in proof.graph.targets[node])
        shut = tuple(way for way in range(len(targets)) if (node, way) in proof.closed)
        facts = sorted(fact for fact in proof.facts[node] or () if fact.kind in _USED)
        live = sorted(number(name) for name in proof.graph.live[node] if name in names)
        renamed = tuple(
            fact.renamed({name: number(name) for name in fact.names() if name in proof.graph.system.registers})
            for fact in facts
        )
        known: tuple[Condition, ...] = holding.get(node, ())
        written.append((key, targets, shut, renamed, tuple(live), known, proof.facts[node] is None))
    types = tuple(proof.graph.system.registers[name] for name in names)
    return (tuple(written), types)
