"""The game with chips, held against a calculation written from its clauses alone, on random positions."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir import expressions as x
from caborules.ir.system import System
from caborules.ir.types import CollectionType, PlayerType
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.oracle.counts_and_payments import Table, count, payoff, winners
from tests.support.positions import position
from tests.support.rulesets import forced, shipped

GAME = "kabu"
CARDS = [rank + suit for rank in ("A", *map(str, range(2, 11))) for suit in "♣♦♥♠"]
TABLES = [(Table(incoming, others), tie) for incoming in (False, True) for others in (False, True) for tie in (0, 1)]
PLANTED: dict[str, tuple[str, str]] = {
    "the last digit of another base": (") mod 10", ") mod 9"),
    "the greater count pays": ("points of q is more than points of p\n", "points of q is less than points of p\n"),
    "one chip too little is enough": (
        "owes of p is more than cover-of of p",
        "owes of p is more than cover-of of p plus 1",
    ),
    "exactly enough is too little": ("owes of p is more than cover-of of p", "owes of p is at least cover-of of p"),
    "what comes in is always cover": (" if cover is chips-coming-in otherwise chips of player", ""),
    "the highest count pays first": ("points of p is n and", "points of p is 9 minus n and"),
    "who cannot pay pays what there is": ("p is not in short and owes of p is at most", "0 is at most"),
    "a tie goes to the lowest count": ("richest with the highest points", "richest with the lowest points"),
}


def setups(system: System) -> list[list[Setup]]:
    """By table, a setup for each number of players."""
    return [
        [
            forced(
                system,
                players,
                cover="chips-coming-in" if table.coming_in_counts else "own-chips",
                last_payoff="others-pay" if table.others_pay else "nobody-pays",
                tie="highest-count" if tie else "shared",
            )
            for players in range(2, 7)
        ]
        for table, tie in TABLES
    ]


def differences(system: System, numbers: range, most: int = 3) -> list[str]:
    """What the ruleset and the calculation do not agree on, in the random positions of these numbers; a few."""
    ready = setups(system)
    found: list[str] = []
    for number in numbers:
        rng = random.Random(f"payoff {number}")
        which = rng.randrange(len(TABLES))
        players = rng.randint(2, 6)
        cards = rng.sample(CARDS, 4 * players)
        hands = [cards[4 * seat : 4 * seat + rng.randint(2, 4)] for seat in range(players)]
        chips = [rng.randint(0, rng.choice((4, 15, 60))) for _ in range(players)]
        wrong = _difference(ready[which][players - 2], which, hands, chips)
        if wrong:
            found.append(f"{number}: {TABLES[which]}, {hands}, {chips}: {wrong}")
        if len(found) == most:
            break
    return found


def _difference(setup: Setup, which: int, hands: list[list[str]], chips: list[int]) -> str:
    table, tie = TABLES[which]
    counts = [count(hand) for hand in hands]
    cards = {f"hand {seat}": " ".join(hand) for seat, hand in enumerate(hands)}
    given = {f"chips {seat}": much for seat, much in enumerate(chips)}
    try:
        play = position(setup, "payoff", {**cards, "stock": "..."}, given)
    except RulesFault as fault:
        return str(fault)
    store = play.state.store
    function = setup.system.functions["points"]
    for seat, wanted in enumerate(counts):
        got = evaluate(setup, store, function.body, {function.parameters[0].name: seat})
        if got != wanted:
            return f"{seat} counts {got}, and should count {wanted}"
    after, over = payoff(counts, chips, table)
    held = [store.variables[setup.variable_index["chips", seat]] for seat in setup.seats]
    broke = store.variables[setup.variable_index["broke", None]]
    if (held, broke) != (after, over):
        return f"chips {held}, over {broke}, and should be {after}, {over}"
    won = evaluate(setup, store, x.Apply(CollectionType(PlayerType(False)), None, "winners", ()), {})
    assert isinstance(won, tuple)
    best = winners(counts, after, bool(tie))
    return "" if list(won) == best else f"{won} win, and {best} should"


def test_counts_payments_and_winners_agree() -> None:
    assert differences(shipped(GAME), range(400)) == []


@pytest.mark.slow
def test_they_agree_in_a_hundred_thousand_positions() -> None:
    """A minute and a quarter of one core."""
    assert differences(shipped(GAME), range(400, 100_400)) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_defect_is_noticed(name: str, tmp_path: Path) -> None:
    old, new = PLANTED[name]
    shutil.copytree(shipped_root(), tmp_path / "spec")
    path = tmp_path / "spec" / f"{GAME}.cabo"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the line to break is not there any more"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert differences(elaborate(load_book(path)).system, range(400), most=1)


def test_the_calculation_gives_the_worked_examples_of_the_source() -> None:
    """X2 and X3."""
    assert [count(["8♠", "5♥"]), count(["8♠", "5♥", "7♣"]), count(["8♠", "5♥", "7♣", "10♦"])] == [3, 0, 0]
    assert payoff([6, 3, 6, 8], [30] * 4, Table()) == ([31, 19, 31, 39], False)
