"""What the proofs say about leaks, held against possible worlds enumerated by the reference engine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.oracle.worlds import deviations, oracle
from tests.support.rulesets import shipped

PLANTED: dict[str, tuple[str, str, str]] = {
    "a tried card is compared and not shown": (
        "library/matching.cabo",
        "        show c to everyone\n",
        "        nothing\n",
    ),
    "the worth of the next card is set as a score": (
        "library/rows.cabo",
        'rule use-drawn by (player) "The card drawn"\n',
        'rule use-drawn by (player) "The card drawn"\n'
        "    if stock is not empty\n        set score of player to value of top of stock\n",
    ),
    "whoever may take the discard learns of the stock": (
        "library/rows.cabo",
        "when taking.offered and discard is not empty ",
        "when taking.offered and discard is not empty and (stock is empty or value of top of stock is at most 6) ",
    ),
}


def broken(name: str, folder: Path) -> System:
    """Cabo with a line of its library changed. Only its types are checked: the audience checks would refuse it."""
    file, old, new = PLANTED[name]
    shutil.copytree(shipped_root(), folder / "spec")
    path = folder / "spec" / file
    text = path.read_text(encoding="utf-8")
    assert old in text, "the line to break is not there any more"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return elaborate(load_book(folder / "spec" / "cabo.cabo")).system


def test_the_rules_tell_no_more_than_the_cards_they_show() -> None:
    """After every action the player's worlds are all ways to spread the cards that they do not know."""
    looked, found = deviations(oracle(shipped("cabo")), range(40))
    assert looked > 150
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_narrows_the_worlds(name: str, tmp_path: Path) -> None:
    """The oracle itself notices each leak, so that its silence means something."""
    _, found = deviations(oracle(broken(name, tmp_path)), range(60))
    assert found
