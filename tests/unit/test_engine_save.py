"""States and traces as texts: there and back, and whatever is wrong with a text is a message and not a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from caborules.diagnostics.record import Refused
from caborules.engine.chance import Supplied, seeded
from caborules.engine.decisions import Action
from caborules.engine.formats import digest
from caborules.engine.game import set_up
from caborules.engine.pairs import random_game
from caborules.engine.play import Play, begin, replay
from caborules.engine.save import fingerprint, read, save
from caborules.ir.system import System
from tests.support.engine_games import EACH
from tests.support.rulesets import HEAD, shipped, system_of, tiny

CABO = shipped("cabo")
PLAY = Play(set_up(CABO, 3, {"jokers": 2, "cost.late-match": "penalty-cards 1"}), ())
PLAY = Play(PLAY.setup, random_game(PLAY.setup, Random(5), "save"))
TEXT = save(PLAY.setup, PLAY.turns[12].step.state)
TRACE = PLAY.trace()


def code(call: Any, *arguments: object) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    assert all(d.message for d in caught.value.diagnostics)
    return caught.value.diagnostics[0].code


def test_every_state_of_a_game_comes_back_as_it_was() -> None:
    for turn in PLAY.turns:
        setup, state = read(CABO, save(PLAY.setup, turn.step.state))
        assert state == turn.step.state and hash(state) == hash(turn.step.state)
        assert (setup.players, setup.options, setup.faces) == (3, PLAY.setup.options, PLAY.setup.faces)


def test_chance_that_goes_on_after_supplied_outcomes_comes_back() -> None:
    setup = tiny(
        "rule game\n    for each p in players\n        p must\n            draw\n                shuffle stock\n"
    )
    play = begin(setup, Supplied((tuple(range(12)),), seeded(2)))
    state = play.state
    assert read(setup.system, save(setup, state))[1] == state
    state = play.act(Action(0, "game.draw")).state
    assert isinstance(state.chance, Supplied)
    assert state.chance == Supplied((), seeded(2))
    assert read(setup.system, save(setup, state))[1] == state


def test_sealed_choices_and_loops_come_back() -> None:
    setup = tiny(EACH.format(mode="secretly"), 3)
    for turn in random_game(setup, Random(1), "sealed"):
        assert read(setup.system, save(setup, turn.step.state))[1] == turn.step.state


def test_the_text_says_what_it_was_made_with() -> None:
    parts = json.loads(TEXT)
    assert (parts["format"], parts["language"], parts["ir"]) == ("caborules/state/1", 1, 1)
    assert parts["ruleset"] == PLAY.setup.hash and parts["players"] == 3
    assert parts["options"]["jokers"] == 2
    assert parts["options"]["cost.late-match"] == {"rule": "penalty-cards", "given": [["n", 1]]}


@pytest.mark.parametrize("text", [TEXT, TRACE], ids=["state", "trace"])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_text_that_was_cut_off_is_refused(text: str, share: float) -> None:
    cut = text[: int(len(text) * share)]
    assert code(read if text is TEXT else replay, CABO, cut) == "E711"


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", "12", '{"format": 1}', "[" * 100_000, "\x00\xff", '{"format": "caborules/state/1"}'],
)
def test_what_is_no_such_text_is_refused(text: str) -> None:
    assert code(read, CABO, text) == "E711"
    assert code(replay, CABO, text) == "E711"


def message(read_it: Callable[[System, str], object], text: str) -> str:
    with pytest.raises(Refused) as caught:
        read_it(CABO, text)
    return caught.value.diagnostics[0].message


def test_a_damaged_text_is_told_from_one_that_is_no_such_text() -> None:
    """Cut off, edited, or something else altogether: each is said, the first two with the place."""
    assert message(replay, TRACE[:700]).startswith("This trace does not end: the text is cut off in line 1, column ")
    last = TRACE.rindex("}")
    assert "does not end" in message(replay, TRACE[:last])
    assert "does not end" in message(read, TEXT[:200])
    wrong = TRACE.replace('"steps": [', '"steps" [', 1)
    column = wrong.index('"steps" [') + 9
    assert f"damaged: Expecting ':' delimiter in line 1, column {column}." in message(replay, wrong)
    for text in ("", 'language 1\nruleset cabo "Cabo"\n', TEXT):
        assert message(replay, text) == "This is no trace."
    assert message(read, TRACE) == "This is no state."


def test_a_trace_is_no_state_and_a_state_no_trace() -> None:
    assert code(read, CABO, TRACE) == "E711"
    assert code(replay, CABO, TEXT) == "E711"


def test_another_version_or_another_ruleset_is_named() -> None:
    for part, value in (("format", "caborules/state/2"), ("language", 2), ("ir", 0)):
        assert code(read, CABO, json.dumps({**json.loads(TEXT), part: value})) == "E712"
    other = system_of(HEAD + "rule game\n    nothing\n")
    assert code(read, other, json.dumps({**json.loads(TEXT), "options": {}})) == "E713"


def edited(**changes: Any) -> str:
    """The text with parts of the state changed by somebody who knows how to sign it."""
    parts = json.loads(TEXT)
    state = {**parts["state"], **changes}
    return json.dumps({**parts, "state": state, "check": digest(state)})


def test_an_edit_is_noticed() -> None:
    parts = json.loads(TEXT)
    parts["state"]["places"][0][2].pop()
    assert code(read, CABO, json.dumps(parts)) == "E711"
    assert read(CABO, edited())[1] == PLAY.turns[12].step.state


STATE = json.loads(TEXT)["state"]
CARDS = STATE["places"]
BLOCK = next(frame for frame in STATE["control"] if frame[0] in ("at", "decide", "wait"))


@pytest.mark.parametrize(
    "changes",
    [
        {"places": []},
        {"places": [[*CARDS[0][:2], CARDS[0][2][1:]], *CARDS[1:]]},
        {"places": [[*CARDS[0][:2], [CARDS[0][2][1], *CARDS[0][2][1:]]], *CARDS[1:]]},
        {"places": [[*CARDS[0][:2], [None, *CARDS[0][2]]], *CARDS[1:]]},
        {"places": [["nowhere", None, CARDS[0][2]], *CARDS[1:]]},
        {"places": [[*CARDS[0][:2], ["x"]], *CARDS[1:]]},
        {"known": [-1, *STATE["known"][1:]]},
        {"known": [8, *STATE["known"][1:]]},
        {"turned": [3, *STATE["turned"][1:]]},
        {"variables": STATE["variables"][1:]},
        {"variables": [[*STATE["variables"][0][:2], "x"], *STATE["variables"][1:]]},
        {"windows": [["match", 1, 0]]},
        {"windows": [["match", True, -4]]},
        {"control": 5},
        {"control": [["fly"]]},
        {"control": [["inside", "nothing-there"]]},
        {"control": [["react", "door"]]},
        {"control": [["at", 10**6, 0, []]]},
        {"control": [["at", "a", 0, []]]},
        {"control": [[BLOCK[0], BLOCK[1], 99, *BLOCK[3:]]]},
        {"control": [*STATE["control"], ["inside", "lap"]]},
        {"control": [["wait" if BLOCK[0] != "wait" else "decide", BLOCK[1], BLOCK[2], 0, []]]},
        {"control": [["decide", *BLOCK[1:3], [["a"]], [0], None, []]]},
        {"chance": ["seeded", 1, 2, 3]},
        {"chance": ["seeded", 1, 2, 3, 2**32]},
        {"chance": ["dice"]},
    ],
)  # fmt: skip
def test_a_signed_text_that_makes_no_sense_is_refused(changes: dict[str, Any]) -> None:
    assert code(read, CABO, edited(**changes)) == "E711"


# ---------------------------------------------------------------- traces
def with_step(number: int, **changes: Any) -> str:
    parts = json.loads(TRACE)
    parts["steps"][number] = {**parts["steps"][number], **changes}
    return json.dumps(parts)


def test_a_trace_plays_the_same_game_again() -> None:
    again = replay(CABO, TRACE)
    assert again.difference is None
    assert again.play is not None
    assert [turn.action for turn in again.play.turns] == [turn.action for turn in PLAY.turns]
    assert [turn.step.events for turn in again.play.turns] == [turn.step.events for turn in PLAY.turns]
    assert fingerprint(again.play.setup, again.play.state) == fingerprint(PLAY.setup, PLAY.state)
    assert again.play.trace() == TRACE


@pytest.mark.parametrize("number", [0, 1, 7, len(PLAY.turns) - 1])
def test_the_first_difference_is_told_with_its_step(number: int) -> None:
    """A state that the rules do not lead to."""
    again = replay(CABO, with_step(number, state="0" * 32))
    assert again.difference is not None
    assert again.difference.step == number
    assert again.difference.action == PLAY.turns[number].action
    assert "another" in again.difference.what
    assert (len(again.play.turns) if again.play else 0) == number


def test_an_illegal_action_in_a_trace_is_a_difference() -> None:
    again = replay(CABO, with_step(3, action={"seat": 0, "choice": "no.such"}))
    assert again.difference is not None
    assert again.difference.step == 3 and "not legal" in again.difference.what


def test_chance_that_does_not_fit_is_a_difference() -> None:
    for chance, word in (([], "none left"), ([*json.loads(TRACE)["steps"][0]["chance"], 0], "more chance")):
        again = replay(CABO, with_step(0, chance=chance))
        assert again.difference is not None
        assert again.difference.step == 0 and word in again.difference.what


@pytest.mark.parametrize(
    "changes",
    [{"action": 5}, {"action": {"seat": "A", "choice": "x"}}, {"action": {"seat": 0, "choice": "x", "arguments": 3}},
     {"action": {"seat": 0, "choice": "x", "opening": -1}}, {"action": {"seat": 0, "choice": "x", "extra": 1}},
     {"chance": 5}, {"chance": ["x"]}, {"chance": [[-1]]}, {"state": 5}, {"action": None}],
)  # fmt: skip
def test_a_trace_with_a_step_that_is_none_is_refused(changes: dict[str, Any]) -> None:
    assert code(replay, CABO, with_step(3, **changes)) == "E711"


def test_a_trace_with_options_that_the_ruleset_has_not_is_refused() -> None:
    parts = json.loads(TRACE)
    for options, wanted in (({"jokers": 77}, "E702"), ({"dice": 2}, "E701"), ([], "E711")):
        assert code(replay, CABO, json.dumps({**parts, "options": options})) == wanted
    assert code(replay, CABO, json.dumps({**parts, "players": 99})) == "E705"
    assert code(replay, CABO, json.dumps({**parts, "players": "3"})) == "E711"


def test_a_trace_of_another_ruleset_is_named() -> None:
    other: System = shipped("no-matching")
    parts = json.loads(TRACE)
    text = json.dumps({**parts, "options": {"jokers": 2}})
    assert code(replay, other, text) == "E713"
