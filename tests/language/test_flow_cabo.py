"""The shipped rulesets hold on every path; defects planted in Cabo are each refused with their own code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow, disclosures
from tests.support.clock import within

SPEC = Path(__file__).parents[2] / "spec"
SHIPPED = sorted(p.relative_to(SPEC) for p in [*SPEC.glob("*.cabo"), *SPEC.glob("variants/*.cabo")])

DEFECTS = {
    "a call is allowed only at a total of three or fewer": (
        "library/call.cabo",
        "add choice turn.call when may-call ",
        "add choice turn.call when may-call and total of player is at most 3 ",
        {"E402"},
    ),
    "or at three or fewer, with all one's cards seen": (
        "library/call.cabo",
        "add choice turn.call when may-call ",
        "add choice turn.call when may-call and (no c in row of player where not player knows c) "
        "and total of player is at most 3 ",
        {"E403"},
    ),
    "a match is offered only where it fits": (
        "library/matching.cabo",
        "        match (c in row of matcher) ",
        "        match (c in row of matcher where matches of c) ",
        {"E402"},
    ),
    "matching compares without showing or saying": (
        "library/matching.cabo",
        '    show-tried c by matcher\n    let hit be matches of c\n    announce "it matches" hit\n',
        "    let hit be matches of c\n",
        {"E401"},
    ),
    "a phase depends on the drawn card": (
        "library/rows.cabo",
        "                use-drawn by player\n",
        "                if value of drawn of player is less than 9\n"
        '                    announce "a low card"\n'
        "                use-drawn by player\n",
        {"E401"},
    ),
    "an exchange only for a better card": (
        "library/rows.cabo",
        "        exchange (c in row of player) ",
        "        exchange (c in row of player) when value of drawn of player is less than 9 ",
        {"E403"},
    ),
    "taking from a discard pile that may be empty": (
        "library/rows.cabo",
        "when taking.offered and discard is not empty ",
        "when taking.offered ",
        {"E320"},
    ),
    "using a drawn card that may not be there": (
        "library/rows.cabo",
        "            if drawn of player is not empty\n                use-drawn by player\n",
        "            use-drawn by player\n",
        {"E320"},
    ),
    "swapping with an empty place": (
        "library/rows.cabo",
        "            move taken to drawn of player\n",
        "            move taken to stock\n",
        {"E320"},
    ),
    "the drawn card stays where the next one comes": (
        "library/rows.cabo",
        "            put-down drawn of player as discarded by player\n",
        "            nothing\n",
        {"E320"},
    ),
    "no answer for a turn without a move": (
        "library/rows.cabo",
        '    otherwise\n        announce "no move is possible"\n',
        "",
        {"E314"},
    ),
    "a power looks at a card for nobody, and compares it": (
        "library/rows.cabo",
        "            show c to player\n\nrule spy",
        "            if value of c is 7\n                show c to everyone\n\nrule spy",
        {"E401"},
    ),
    "scoring before the cards are turned up": (
        "library/call.cabo",
        "        flip all of row of p up\n",
        "        nothing\n",
        {"E405"},
    ),
    "only the caller's cards are turned up": (
        "library/call.cabo",
        "    for each p in players\n        flip all of row of p up\n",
        "    for each p in players where p is caller\n        flip all of row of p up\n",
        {"E405"},
    ),
    "a reaction waits for its own window": (
        "library/matching.cabo",
        "        open match\n\nrule owes-gift",
        "        open match\n        await match\n\nrule owes-gift",
        {"E332"},
    ),
    "a lap is ended from outside": (
        "library/call.cabo",
        "    score-round\n\nrule reveal",
        "    score-round\n    end lap\n\nrule reveal",
        {"E312"},
    ),
}


def test_cabo_is_among_the_shipped_rulesets() -> None:
    assert Path("cabo.cabo") in SHIPPED


@pytest.mark.parametrize("path", SHIPPED, ids=str)
def test_a_shipped_ruleset_holds_on_every_path(path: Path) -> None:
    """Only ranges that ranges of numbers cannot show are left to the checker."""
    found = check_flow(elaborate(load_book(SPEC / path)).system).diagnostics
    assert {"W302"} >= {d.code for d in found}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_refused_with_its_code(name: str, tmp_path: Path) -> None:
    file, old, new, codes = DEFECTS[name]
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    text = (spec / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, "the text to break has changed"
    (spec / file).write_text(text.replace(old, new), encoding="utf-8")
    found = check_flow(elaborate(load_book(spec / "cabo.cabo")).system).diagnostics
    assert codes == {d.code for d in found if d.severity == "error"}


def test_a_card_that_may_be_gone_is_not_turned_up(tmp_path: Path) -> None:
    """A taken card that stays up is turned before the power: later a match may have taken it into the stock."""
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    game, rows = spec / "cabo.cabo", spec / "library" / "rows.cabo"
    game.write_text(game.read_text(encoding="utf-8") + "\nform taking\n    stays-up: yes\n", encoding="utf-8")
    assert {"W302"} == {d.code for d in check_flow(elaborate(load_book(game)).system).diagnostics}
    put_down = "            put-down c as displaced-by-take by player\n"
    turn_up = "            if taking.stays-up\n                flip taken up\n"
    text = rows.read_text(encoding="utf-8")
    assert turn_up + put_down in text
    rows.write_text(text.replace(turn_up + put_down, put_down + turn_up), encoding="utf-8")
    assert {"W302", "E401"} == {d.code for d in check_flow(elaborate(load_book(game)).system).diagnostics}


def test_the_disclosures_of_cabo() -> None:
    """What Cabo tells on purpose: whether a match fits, that no move is possible, who has won."""
    found = disclosures(elaborate(load_book(SPEC / "cabo.cabo")).system)
    assert {("announce", "it matches", True), ("announce", "the winners", True)} == {
        (d.kind, d.text, d.already_public) for d in found
    }


def test_following_cabo_is_quick() -> None:
    """The target is 60 ms; ten times as much says that something is wrong."""
    system = elaborate(load_book(SPEC / "cabo.cabo")).system
    with within(0.6):
        check_flow(system)
