"""What rounds of Cabo, Kaboo, Kobo and two variants score, held against a calculation from the clauses alone."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from caborules.engine.chance import Identity
from caborules.engine.machine import initial_values, to_decision
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import State, Store
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.oracle import scoring
from tests.support.positions import name, position
from tests.support.rulesets import forced, shipped

LOW = ("K♥", "K♦", "★", "[0]", "A♠", "A♥", "[1]", "2♠", "2♥", "2♦", "[2]", "3♠", "3♥", "[3]")
GAMES = ("cabo", "kamikaze", "published-deck", "kaboo", "kobo")
PLANTED: dict[str, tuple[str, str, str, str]] = {
    "a tie is a good call": (
        "cabo",
        "library/call.cabo",
        "total of q is at most total of player",
        "total of q is less than total of player",
    ),
    "a beaten caller pays nine": (
        "cabo",
        "cabo.cabo",
        "caller-beaten | total of player plus 10",
        "caller-beaten | total of player plus 9",
    ),
    "a red king is worth nothing": ("cabo", "cabo.cabo", "red king   | -1 ", "red king   | 0  "),
    "a good call keeps a total below nothing": (
        "cabo",
        "cabo.cabo",
        "caller-alone  | 0  ",
        "caller-alone  | total of player if total of player is less than 0 otherwise 0",
    ),
    "fifty less for totals of nothing": (
        "kamikaze",
        "variants/kamikaze.cabo",
        "otherwise 50 minus total of q)",
        "otherwise 50)",
    ),
    "the fixed ten of the base": (
        "published-deck",
        "variants/published-deck.cabo",
        "caller-beaten        | total of player plus failed-call",
        "caller-beaten        | total of player plus 10         ",
    ),
    "the wrong sign": ("kaboo", "kaboo.cabo", "total of player minus 5", "total of player plus 5 "),
    "a joker is worth nothing": ("kaboo", "kaboo.cabo", "joker      | -1 ", "joker      | 0  "),
    "all red kings are worth nothing": ("kobo", "kobo.cabo", "king of diamonds | 0 ", "red king         | 0 "),
    "a fifth card for a row of four": (
        "kobo",
        "kobo.cabo",
        "if size of row of player is more than 4 and",
        "if size of row of player is at least 4 and",
    ),
    "a failed call is free": (
        "kobo",
        "kobo.cabo",
        "caller-tied   | total of player | extra-card",
        "caller-tied   | total of player | --        ",
    ),
}
"""By name: the game, the file, and what is written there instead of what."""


class Table:
    """A setup, and its initial store with all cards in the stock, to lay rows out from."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.store = initial_values(setup, setup.empty_store(), {})
        play = position(setup, cards={"stock": "..."})
        self.names = [name(play, card) for card in range(len(setup.faces))]

    def scored(self, rows: Sequence[Sequence[int]], caller: int, values: dict[tuple[str, int], int]) -> Store:
        """The store after ``score-round``."""
        store = self.store
        for seat, row in enumerate(rows):
            store = store.with_place(self.setup.place_index["row", seat], tuple(row))
        store = store.with_variable(self.setup.variable_index["caller", None], caller)
        for key, value in values.items():
            store = store.with_variable(self.setup.variable_index[key], value)
        run = Run(self.setup, State(store, (), Identity()))
        run.enter("score-round", (), resets=False)
        step = to_decision(run)
        self.events = step.events
        return step.state.store

    def of(self, store: Store, variable: str) -> list[object]:
        return [store.variables[self.setup.variable_index[variable, seat]] for seat in self.setup.seats]


def deal(table: Table, rng: random.Random) -> list[list[int]]:
    """Rows of nought to seven cards, mostly low ones so that ties and good calls are frequent."""
    cards = rng.sample(range(len(table.names)), len(table.names))
    if rng.random() < 0.5:
        cards.sort(key=lambda card: table.names[card][0] in "QJ9876")
    rows = [[cards.pop(0) for _ in range(rng.choice((0, 1, 2, 3, 4, 4, 5, 6, 7)))] for _ in table.setup.seats]
    low = next((card for card in cards if table.names[card] in LOW), None)
    if rng.random() < 0.2 and low is not None:  # somebody has a single card, one of the lowest that are left
        rows[rng.randrange(len(rows))] = [low]
    return rows


def cabo(table: Table, rng: random.Random) -> str:
    rows, caller = deal(table, rng), rng.choice(table.setup.seats)
    return _compare(table, rows, caller, scoring.cabo(_texts(table, rows), caller))


def kamikaze(table: Table, rng: random.Random) -> str:
    rows, caller = deal(table, rng), rng.choice(table.setup.seats)
    if rng.random() < 0.5:  # a call on nothing: an ace and a red king
        found = [next(c for c, text in enumerate(table.names) if text == wanted) for wanted in ("A♠", "K♦")]
        rows = [[card for card in row if card not in found] for row in rows]
        rows[caller] = found
    strictly, on_top = table.setup.options["strictly-lowest"], table.setup.options["on-top"]
    wanted = scoring.kamikaze(_texts(table, rows), caller, bool(strictly), bool(on_top))
    return _compare(table, rows, caller, wanted)


def published(table: Table, rng: random.Random) -> str:
    rows, caller = deal(table, rng), rng.choice(table.setup.seats)
    failed = table.setup.options["failed-call"]
    assert isinstance(failed, int)
    return _compare(table, rows, caller, scoring.cabo(_texts(table, rows), caller, failed))


def kaboo(table: Table, rng: random.Random) -> str:
    rows, caller = deal(table, rng), rng.choice(table.setup.seats)
    return _compare(table, rows, caller, scoring.kaboo(_texts(table, rows), caller))


def kobo(table: Table, rng: random.Random) -> str:
    rows, caller = deal(table, rng), rng.choice(table.setup.seats)
    dealt = [rng.randint(4, 8) for _ in rows]
    o = table.setup.options
    keys = ("extras-add-up", "extras-last", "ties-win", "emptied-wins")
    wanted, won, following = scoring.kobo(
        _texts(table, rows), caller, dealt, scoring.Agreed(*(bool(o[key]) for key in keys))
    )
    store = table.scored(rows, caller, {("row-size", seat): size for seat, size in enumerate(dealt)})
    said = [event.value for event in table.events if event.kind == "announced"]
    got = (table.of(store, "score"), said, table.of(store, "row-size"))
    return "" if got == (wanted, [tuple(won)], following) else f"{got}, and should be {wanted}, {won}, {following}"


def _texts(table: Table, rows: list[list[int]]) -> list[list[str]]:
    return [[table.names[card] for card in row] for row in rows]


def _compare(table: Table, rows: list[list[int]], caller: int, wanted: list[int]) -> str:
    got = table.of(table.scored(rows, caller, {}), "score")
    return "" if got == wanted else f"{got}, and should be {wanted}"


COMPARED: dict[str, Callable[[Table, random.Random], str]] = {
    "cabo": cabo,
    "kamikaze": kamikaze,
    "published-deck": published,
    "kaboo": kaboo,
    "kobo": kobo,
}


def tables(game: str, system: System) -> list[Table]:
    """Setups of all that the scoring depends on."""
    answers: list[dict[str, object]] = [{}]
    if game == "cabo":
        answers = [{"jokers": jokers} for jokers in (0, 2)]
    elif game == "kamikaze":
        answers = [{"strictly_lowest": s, "on_top": t} for s in (False, True) for t in (False, True)]
    elif game == "published-deck":
        answers = [{"failed_call": failed} for failed in (5, 10)]
    elif game == "kobo":
        answers = [
            {"extras_add_up": a, "extras_last": b, "ties_win": c, "emptied_wins": d}
            for a in (False, True) for b in (False, True) for c in (False, True) for d in (False, True)
        ]  # fmt: skip
    return [Table(forced(system, players, **given)) for players in (2, 3, 5) for given in answers]


def differences(game: str, system: System, numbers: range, most: int = 3) -> list[str]:
    """What the ruleset and the calculation do not agree on, in the random positions of these numbers; a few."""
    ready = tables(game, system)
    found: list[str] = []
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        wrong = COMPARED[game](rng.choice(ready), rng)
        if wrong:
            found.append(f"{number}: {wrong}")
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("game", GAMES)
def test_scores_agree(game: str) -> None:
    assert differences(game, shipped(game), range(300)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_they_agree_in_a_hundred_thousand_positions(game: str) -> None:
    assert differences(game, shipped(game), range(300, 100_300)) == []


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_defect_is_noticed(what: str, tmp_path: Path) -> None:
    game, file, old, new = PLANTED[what]
    shutil.copytree(shipped_root(), tmp_path / "spec")
    path = tmp_path / "spec" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the line to break is not there any more"
    path.write_text(text.replace(old, new), encoding="utf-8")
    where = next(p for p in (tmp_path / "spec").rglob(f"{game}.cabo"))
    assert differences(game, elaborate(load_book(where)).system, range(300), most=1)


def test_the_calculation_gives_the_worked_examples_of_the_sources() -> None:
    """kaboo.X2; kobo.E4 and kobo.E5."""
    assert scoring.kaboo([["6♠"], ["9♠"]], 0) == [1, 9]
    assert scoring.kaboo([["6♠"], ["6♥"]], 0) == [11, 6]
    usual = [4, 4, 4]
    assert scoring.kobo([["2♠"], ["3♠"], ["4♠"]], 0, usual, scoring.Agreed())[2] == [4, 5, 5]
    assert scoring.kobo([["3♠"], ["2♠"], ["4♠"]], 0, usual, scoring.Agreed())[2] == [5, 4, 4]
    five = ["A♠", "2♠", "3♠", "4♠", "5♠"]
    assert scoring.kobo([["K♦"], five, ["4♥"]], 0, [4, 5, 4], scoring.Agreed())[2] == [4, 6, 5]
