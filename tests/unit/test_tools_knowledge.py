"""What shows the game and what plays it know no more than the view: imagination, screens, bots."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import caborules.tools.imagine as imagining
from caborules.engine.basics import lies_face_up
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action
from caborules.engine.machine import Step, start
from caborules.engine.setup import Setup
from caborules.engine.views import view
from caborules.tools.bots import BotName, make_bots
from caborules.tools.dice import Dice
from caborules.tools.imagine import imagination, imagined_faces, own_cards
from caborules.tools.narrate import narrated
from caborules.tools.screen import Screen
from caborules.tools.words import Words
from tests.support.bot_tables import _states, cabo, states

ROOT = Path(__file__).resolve().parents[2]


# ---------------------------------------------------------------- knowing no more than the view
def exchanges(setup: Setup, step: Step, seat: int, dice: Dice) -> Setup | None:
    """The setup with two different faces exchanged that the seat does not know; None where there are none.

    Neither of the cards was seen in what has just happened.
    """
    store = step.state.store
    told = {card.card for event in step.events for card in event.cards if card.face >> seat & 1}
    unknown = [
        card
        for place, cards in zip(setup.place_ids, store.places, strict=True)
        for card in cards
        if card is not None
        and card not in told
        and not setup.onlookers(place) >> seat & 1
        and not store.known[card] >> seat & 1
        and not lies_face_up(setup, store, card)
    ]
    for one in dice.shuffled(unknown):
        for other in unknown:
            if setup.faces[one] != setup.faces[other]:
                faces = list(setup.faces)
                faces[one], faces[other] = faces[other], faces[one]
                return replace(setup, faces=tuple(faces))
    return None


def screens(setup: Setup, step: Step, seat: int) -> str:
    """Everything that a person at this seat can be shown."""
    words = Words(setup.system)
    screen = Screen(words)
    seen = view(setup, step.state, seat, step.events)
    parts = [narrated(words, seen.events), screen.table(seen), screen.known(seen), screen.heading(seen)]
    return repr([*parts, screen.moves(seen, seen.legal), screen.move_lines(seen, 80)])


def pairs_differ(compare: Callable[[Setup, Step, int], object]) -> tuple[int, int]:
    """How many pairs of positions that a seat cannot tell apart were compared, and how many came out different."""
    compared = different = 0
    dice = Dice("pairs")
    for seed in ("p1", "p2"):
        setup = cabo().setup
        for step in _states(setup, seed, 45, "careful"):
            for seat in setup.seats if not step.state.over else ():
                other = exchanges(setup, step, seat, dice)
                if other is not None:
                    compared += 1
                    different += compare(setup, step, seat) != compare(other, step, seat)
    return compared, different


def decision_of(name: BotName) -> Callable[[Setup, Step, int], object]:
    """What a bot of this kind decides, with dice that start anew."""

    def decide(setup: Setup, step: Step, seat: int) -> object:
        seen = view(setup, step.state, seat)
        bot = make_bots(name, setup.system, [seat], "pair")[seat]
        imagine = imagination(setup, step.state, seat, Dice("pair", "imagining"))
        return [bot.choose(seen, False, imagine) for _ in range(3)] if seen.legal else None

    return decide


def test_a_person_sees_the_same_in_positions_they_cannot_tell_apart() -> None:
    """Table, knowledge, moves and what happened: all the same when two unknown cards are exchanged."""
    compared, different = pairs_differ(screens)
    assert compared > 150
    assert different == 0


@pytest.mark.parametrize("name", ["careful", "random"])
def test_a_bot_decides_the_same_in_positions_it_cannot_tell_apart(name: BotName) -> None:
    """So bots know only their own view, imagination included."""
    compared, different = pairs_differ(decision_of(name))
    assert compared > 150
    assert different == 0


def test_a_leak_into_the_screen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If views told remembered faces to everybody, the comparison would find it."""
    from caborules.engine import views

    monkeypatch.setattr(
        views, "_card", lambda r, card, lies_open, sees, seat: views.CardView(r.setup.faces[card], False, "seen")
    )
    assert pairs_differ(screens)[1] > 0


def test_a_leak_into_imagination_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If imagination used the cards as they lie, bots that trust it would decide otherwise in the pair."""

    def outcome(setup: Setup, step: Step, seat: int) -> object:
        seen = view(setup, step.state, seat)
        imagine = imagination(setup, step.state, seat, Dice("leak"))
        return [imagine(action) for action in seen.legal]

    compared, different = pairs_differ(outcome)
    assert compared > 150
    assert different == 0
    monkeypatch.setattr(imagining, "imagined_faces", lambda setup, state, seat, dice: setup.faces)
    assert pairs_differ(outcome)[1] > 0


def test_what_a_player_knows_stays_in_imagination() -> None:
    """Known cards keep their faces, the others are the same cards in another order."""
    setup = cabo().setup
    mixed = 0
    for state in states(setup, "keep", 40):
        faces = imagined_faces(setup, state, 1, Dice("keep"))
        assert Counter(faces) == Counter(setup.faces)
        again = view(replace(setup, faces=faces), state, 1)
        assert again.places == view(setup, state, 1).places
        mixed += faces != setup.faces
    assert mixed > 0


def test_nobody_imagines_for_another_seat() -> None:
    """An action of another seat, or one that is not legal, cannot be tried."""
    setup = cabo().setup
    state = start(setup, seeded("x")).state
    asked = view(setup, state, 0).asked[0]
    imagine = imagination(setup, state, asked, Dice("x"))
    other = (asked + 1) % setup.players
    assert imagine(Action(other, "turn.draw")) is None
    assert imagine(Action(asked, "no-such-choice")) is None
    assert imagine(view(setup, state, asked).legal[0]) is not None
    assert own_cards(setup, state.store, asked) == 4


ALLOWED = {
    "caborules/cli/person.py": {"engine.decisions", "engine.views"},
    "caborules/tools/screen.py": {"engine.decisions", "engine.views"},
    "caborules/tools/narrate.py": {"engine.views"},
    "caborules/tools/running_log.py": {"engine.views"},
    "caborules/tools/words.py": {"engine.decisions", "engine.game", "engine.views"},
    "caborules/tools/bots.py": {"engine.decisions", "engine.views"},
}
NAMES = {"Action", "DECLINE", "PASS", "View", "CardView", "PlaceView", "EventView", "SeenCard", "value_text"}


@pytest.mark.parametrize("file", ALLOWED)
def test_what_shows_the_game_cannot_reach_a_state(file: str) -> None:
    """Screens, sentences and bots take views, actions and texts from the engine: no state, no machine, no setup."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("caborules.engine"):
            assert (node.module or "").removeprefix("caborules.") in ALLOWED[file]
            assert {alias.name for alias in node.names} <= NAMES
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("caborules.engine") for alias in node.names)
