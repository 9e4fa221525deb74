"""How many decisions a second the compiled engine takes. The bars are far below docs/performance.md: noise passes."""

from __future__ import annotations

import pytest

from tests.benchmarks.speed import game, playouts, steps


@pytest.mark.benchmark
@pytest.mark.parametrize(("name", "floor"), [("no-matching", 125_000), ("cabo", 65_000)])
def test_whole_games_are_quick(name: str, floor: int) -> None:
    measure = playouts(game(name, "compiled"), 20)
    assert max(decisions / seconds for decisions, seconds in (measure() for _ in range(5))) > floor


@pytest.mark.benchmark
def test_games_step_by_step_are_quick() -> None:
    measure = steps(game("no-matching", "compiled"), 10, 10_000)
    assert max(decisions / seconds for decisions, seconds in (measure() for _ in range(5))) > 30_000


@pytest.mark.benchmark
def test_the_compiled_engine_is_far_quicker_than_the_reference_engine() -> None:
    rates = []
    for engine in ("compiled", "reference"):
        measure = steps(game("cabo", engine), 1, 300)
        measure()
        decisions, seconds = measure()
        rates.append(decisions / seconds)
    assert rates[0] > 5 * rates[1]
