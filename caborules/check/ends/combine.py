"""A weighted sum of features that no cycle raises and some lower, where each alone goes up on some edge.

The weights are found from cycles: a sum fits if no cycle raises it. Cycles that a proposal raises are added to those
known, until a proposal fits or none is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from caborules.check.ends.asker import BUDGET
from caborules.check.ends.cycles import positive_cycle
from caborules.check.ends.features import Feature
from caborules.check.ends.space import Edge, Spot
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import Term, integer, within

WEIGHTS: Final = (1, 3, 9)
"""Weights lie between minus and plus these; small ones are tried first."""
ROUNDS: Final = 60
"""Proposals at most, for each bound."""

Changes = Mapping[Feature, Mapping[int, int]]
"""By feature and number of the edge, how much the edge adds to it, whatever holds."""


def combined(edges: Sequence[Edge], changes: Changes) -> Feature | None:
    """A sum of these features that lessens the strongly connected part; None if none is found."""
    features = [feature for feature, change in changes.items() if any(change.values())]
    if len(features) < 2:
        return None
    out: dict[Spot, list[Edge]] = {}
    for edge in edges:
        out.setdefault(edge.source, []).append(edge)
    cycles = [_through(edge, out) for edge in edges]
    for bound in WEIGHTS:
        weights = _weights(edges, features, changes, list(cycles), bound)
        if weights is not None:
            parts = tuple((feature, weight) for feature, weight in zip(features, weights, strict=True) if weight)
            return Feature("sum", "place", "", parts=parts) if len(parts) > 1 else None
    return None


def _weights(
    edges: Sequence[Edge], features: Sequence[Feature], changes: Changes, cycles: list[list[Edge]], bound: int
) -> list[int] | None:
    unknown = [integer(f"weight:{at}") for at in range(len(features))]
    solver = Solver(BUDGET)
    solver.add(within(-bound, one, bound + 1) for one in unknown)

    def added(cycle: Sequence[Edge]) -> Term:
        sums = (sum(changes[feature][edge.number] for edge in cycle) for feature in features)
        return sum((one * amount for one, amount in zip(unknown, sums, strict=True) if amount), 0)

    solver.add(added(cycle) <= 0 for cycle in cycles)
    solver.add((added([edge for cycle in cycles for edge in cycle]) < 0,))
    for _ in range(ROUNDS):
        if solver.check() != "sat":
            return None
        found = solver.numbers(unknown)
        total = {
            edge.number: sum(w * changes[f][edge.number] for w, f in zip(found, features, strict=True))
            for edge in edges
        }
        circle = positive_cycle(edges, total)
        if not circle:
            return found
        solver.add((added(circle) <= 0,))
    return None


def _through(edge: Edge, out: Mapping[Spot, Sequence[Edge]]) -> list[Edge]:
    """A shortest cycle through an edge of a strongly connected part. ``out``: edges by where they begin."""
    came: dict[Spot, Edge] = {}
    queue = deque([edge.target])
    seen = {edge.target}
    while edge.source not in seen:
        for one in out[queue.popleft()]:
            if one.target not in seen:
                seen.add(one.target)
                came[one.target] = one
                queue.append(one.target)
    cycle, at = [edge], edge.source
    while at != edge.target:
        cycle.append(came[at])
        at = came[at].source
    return cycle
