"""Graph questions of rankings against plainer answers: offsets and positive cycles, and where conditions are held."""

from __future__ import annotations

import random
from typing import cast

import pytest

from caborules.check.ends.cycles import positive_cycle, potentials
from caborules.check.ends.recurring import _held_at
from caborules.check.ends.space import Edge, Spot
from caborules.symbolic.measure_steps import Move


def graph(rng: random.Random) -> list[Edge]:
    spots = [Spot(node, (node % 2 == 0,)) for node in range(rng.randint(1, 7))]
    return [
        Edge(number, rng.choice(spots), rng.choice(spots), cast(Move, None)) for number in range(rng.randint(1, 14))
    ]


def heaviest_rises(edges: list[Edge], weights: dict[int, int]) -> bool:
    """Is there a positive cycle? The heaviest ways of so many edges go on growing just then."""
    spots = {spot for edge in edges for spot in (edge.source, edge.target)}
    best = dict.fromkeys(spots, 0)
    for _ in range(len(spots) + 1):
        before = dict(best)
        for edge in edges:
            best[edge.target] = max(best[edge.target], before[edge.source] + weights[edge.number])
    return best != before


@pytest.mark.parametrize("seed", range(300))
def test_offsets_are_found_just_where_no_cycle_is_positive(seed: int) -> None:
    rng = random.Random(seed)
    edges = graph(rng)
    weights = {edge.number: rng.choice((-2, -1, 0, 0, 1)) for edge in edges}
    offsets, cycle = potentials(edges, weights), positive_cycle(edges, weights)
    assert (offsets is None) == bool(cycle) == heaviest_rises(edges, weights)
    if offsets is not None:
        assert all(weights[e.number] <= offsets[e.source] - offsets[e.target] for e in edges)
    else:
        assert sum(weights[edge.number] for edge in cycle) > 0
        assert all(one.target == two.source for one, two in zip(cycle, (*cycle[1:], cycle[0]), strict=True))


@pytest.mark.parametrize("seed", range(300))
def test_a_condition_is_held_where_every_way_gives_or_keeps_it(seed: int) -> None:
    rng = random.Random(seed)
    edges = graph(rng)
    giving = {edge.number for edge in edges if rng.random() < 0.4}
    keeping = {edge.number for edge in edges if edge.number not in giving and rng.random() < 0.7}
    held = {edge.target for edge in edges}
    while True:
        lost = {
            edge.target
            for edge in edges
            if edge.number not in giving and not (edge.number in keeping and edge.source in held)
        }
        if not lost & held:
            break
        held -= lost
    assert _held_at(edges, giving, keeping) == held
