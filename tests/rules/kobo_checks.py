"""What is only told in a round of Kobo: who has won it."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.engine.basics import Undefined
from caborules.engine.faults import RulesFault
from caborules.engine.game import fixed
from caborules.ir.system import System
from tests.support.positions import position


def match_faults(system: System) -> Iterator[str]:
    """X1: the lowest total is told to have won."""
    rows = {"row 0": "5♥ 4♥", "row 1": "2♠", "row 2": "9♠"}
    try:
        play = position(fixed(system, 3, {}), "score-round", rows, {"caller": 0})
    except (RulesFault, Undefined) as fault:
        yield f"scoring stops: {fault}"
        return
    told = [event.value for event in play.events if event.kind == "announced"]
    if told != [(1,)]:
        yield f"X1: announced to have won the round: {told}"
