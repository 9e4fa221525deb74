"""Short ways to a decision: where the proof may look back to, step by step, for what was tested before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from caborules.check.claims import Templates
from caborules.check.prove import Proof
from caborules.ir import lowered as lo
from caborules.symbolic.facts import Fact
from caborules.symbolic.paths import CALM, Path, Walked

Way: TypeAlias = tuple[tuple[int, int], ...]
"""Steps one after the other: each a node and the number of the way on that is taken there."""


@dataclass(frozen=True)
class Ways:
    """Goes back from nodes of a proved graph. Closed ways and nodes that are never reached are left out."""

    proof: Proof

    @cached_property
    def _before(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """By node, the ways into it: node and number of the way."""
        found: dict[int, list[tuple[int, int]]] = {}
        for number, targets in enumerate(self.proof.graph.targets):
            for way, target in enumerate(targets):
                if self.proof.facts[number] is not None and (number, way) not in self.proof.closed:
                    found.setdefault(target, []).append((number, way))
        return {target: tuple(ways) for target, ways in found.items()}

    @cached_property
    def _templates(self) -> Templates:
        return Templates(self.proof.graph.system.registers)

    def longer(self, way: Way, end: int) -> tuple[Way, ...] | None:
        """The ways to ``end`` that are one step longer at their beginning; None where nothing more is to be learnt.

        That is so at the start of the play, and where a step is no calm one or would be taken twice.
        """
        first = way[0][0] if way else end
        system = self.proof.graph.system
        if first == system.entry:
            return None
        nodes = {node for node, _ in way} | {end}
        found = []
        for node, number in self._before.get(first, ()):
            operation = system.nodes[node].operation
            if node in nodes or not isinstance(operation, CALM) or self._again(operation, way):
                return None
            found.append(((node, number), *way))
        return tuple(found)

    def _again(self, operation: lo.Operation, way: Way) -> bool:
        """Would a loop's element be taken twice? It has one name only."""
        if not isinstance(operation, lo.NextOf):
            return False
        taken = [self.proof.graph.system.nodes[node].operation for node, _ in way]
        return any(isinstance(one, lo.NextOf) and one.register == operation.register for one in taken)

    def path(self, way: Way, end: int) -> Path:
        """What is known at the beginning of a way to a decision, and the steps of it."""
        system = self.proof.graph.system
        first = way[0][0] if way else end
        facts = tuple(sorted(self.proof.facts[first] or ()))
        steps = tuple(Walked(system.nodes[node].operation, system.nodes[node].next, number) for node, number in way)
        return Path(facts, steps, tuple(dict.fromkeys(self._registers(facts, steps, end))))

    def _registers(self, facts: tuple[Fact, ...], steps: tuple[Walked, ...], end: int) -> Iterator[str]:
        known = self.proof.graph.system.registers
        for walked in steps:
            yield from (name for name in self._templates.of(walked.operation)[1] if name in known)
        point = self.proof.graph.point(end)
        if point is not None:
            yield from self._templates.of(point)[1]
        for fact in sorted(facts):
            yield from (name for name in fact.names() if name in known)
