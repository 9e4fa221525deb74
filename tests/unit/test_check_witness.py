"""Witnesses as files: every export tells the game that was played, and the example can be pasted into the ruleset."""

from __future__ import annotations

import json
import random
import shutil
from functools import cache
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.check.narrate import _data
from caborules.check.witness.export import exports
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.engine.examples import ExampleResult, run_examples
from caborules.explore.games import random_game, tables
from caborules.lower import groups, lower

SPEC = Path(__file__).parents[2] / "spec"


@cache
def told() -> tuple[dict[str, str], ...]:
    """The exports of random games of Cabo for two, on the real deck and on smaller ones."""
    system = load("cabo").system
    players, options = groups(system)[0]
    found = []
    for table in tables(lower(system, options, players)):
        for seed in range(4):
            length = random.Random(seed).randrange(3, 30)
            turns = tuple(random_game(table.machine, f"witness {seed}"))[:length]
            title = f"game {table.cards} {seed}"
            witness = Witness(title, ("told",), _data(table.machine, turns))
            found.append(exports(system, options, Verdict("progress", "violated", "executed", witness=witness)))
    return tuple(found)


def pasted(folder: Path, *examples: str) -> list[ExampleResult]:
    """The results of examples pasted at the end of a copy of Cabo."""
    shutil.copytree(SPEC, folder / "spec")
    path = folder / "spec" / "cabo.cabo"
    path.write_text(path.read_text("utf-8") + "\n" + "\n".join(examples), "utf-8")
    return [one for one in run_examples(load(path).system) if one.title.startswith("progress: ")]


def test_examples_can_be_pasted_and_pass(tmp_path: Path) -> None:
    examples = [one["example"] for one in told() if "example" in one]
    results = pasted(tmp_path, *examples)

    assert len(examples) >= 6
    assert [one.outcome for one in results] == ["passed"] * len(examples)


def test_a_pasted_example_can_fail(tmp_path: Path) -> None:
    example = next(one["example"] for one in told() if "example" in one)
    head, _, size = example.rstrip().rpartition(" ")
    results = pasted(tmp_path, f"{head} {int(size) + 1}\n")

    assert [one.outcome for one in results] == ["failed"]


def test_every_state_of_an_itf_trace_has_every_variable_and_every_card_once() -> None:
    for one in told():
        trace = json.loads(one["itf.json"])
        for number, state in enumerate(trace["states"]):
            assert state["#meta"] == {"index": number}
            assert set(state) == {"#meta", *trace["vars"]}
            known = [card for card, _ in state["known to"]["#map"]]
            lying = [*state["stock"], *state["discard"], *(c for row in [*state["row"], *state["drawn"]] for c in row)]
            assert sorted(card for card in lying if card) == sorted(known)


def test_a_machine_can_tell_which_game_it_was() -> None:
    one = json.loads(told()[0]["witness.json"])

    assert one["format"] == "caborules/witness/1"
    assert (one["property"], one["found"], one["reduced deck"]) == ("progress", "violated", False)
    assert one["ruleset"] == load("cabo").hash
    assert len(one["deck"]) == 52
    assert all(set(step) == {"action", "chance", "state"} for step in one["steps"])


@pytest.mark.parametrize("change", ["action", "chance", "deck"])
def test_a_game_that_the_engine_does_not_play_is_not_exported(change: str) -> None:
    system = load("cabo").system
    players, options = groups(system)[0]
    table = next(iter(tables(lower(system, options, players))))
    turns = tuple(random_game(table.machine, "witness 0"))[:5]
    data = json.loads(json.dumps(_data(table.machine, turns)))
    if change == "action":
        data["actions"][0]["choice"] = "turn.win"
    elif change == "chance":
        data["chance"][0] = data["chance"][0][:-1]
    else:
        data["faces"][0] = ["no card"]
    witness = Witness("broken", ("told",), data)

    assert exports(system, options, Verdict("progress", "violated", "executed", witness=witness)) == {}
