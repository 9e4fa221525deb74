"""The public face: what the names of OpenSpiel do here, and that importing the package loads next to nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import caborules
from caborules.api.game import Game, Ruleset, State
from caborules.engine.chance import Identity
from tests.support.rulesets import HEAD, shipped, system_of

RULESET = Ruleset(shipped("cabo"))


def test_a_game_from_a_seed_to_its_end() -> None:
    state = RULESET.game(2, preset="quick", game__target=1).new_initial_state(seed=3)
    steps = 0
    while not state.is_terminal() and steps < 2000:
        player = state.current_players()[0]
        legal = state.legal_actions(player)
        calls = [action for action in legal if action.choice.endswith("call")]
        before = state
        state = state.apply_action((calls or list(legal))[-1])
        assert before.value != state.value or before.game is state.game
        steps += 1
    assert state.is_terminal()
    assert state.legal_actions() == () and state.current_players() == ()
    assert max(state.returns("score")) >= 1


def test_equal_states_are_equal_whatever_led_to_them() -> None:
    game = RULESET.game(3)
    one, two = (game.new_initial_state(seed=9) for _ in range(2))
    assert one == two and hash(one) == hash(two)
    assert one != game.new_initial_state(seed=10)
    assert one.clone() is one


def test_a_state_comes_back_from_its_text() -> None:
    state = RULESET.game(2, jokers=2).new_initial_state(seed=1)
    state = state.apply_action(state.legal_actions()[0])
    again = RULESET.deserialize(state.serialize())
    assert again == state
    assert again.legal_actions() == state.legal_actions()
    assert again.game.options["jokers"] == 2


def test_legal_actions_of_all_are_those_of_each() -> None:
    state = RULESET.game(3).new_initial_state(seed=4)
    everyone = state.legal_actions()
    assert everyone == tuple(action for seat in range(3) for action in state.legal_actions(seat))


def test_the_winners_are_those_of_the_ruleset() -> None:
    state = RULESET.game(2, preset="quick", game__target=1).new_initial_state(seed=3)
    assert state.winners() is None and state.returns() == (0, 0)
    while not state.is_terminal():
        legal = state.legal_actions(state.current_players()[0])
        calls = [action for action in legal if action.choice.endswith("call")]
        state = state.apply_action((calls or list(legal))[-1])
    announced = [event.value for event in state.events if event.kind == "announced"][-1]
    won = state.winners()
    assert won and won == announced
    assert state.returns() == tuple(int(seat in won) for seat in (0, 1))
    silent = Ruleset(system_of(HEAD + "rule game\n    nothing\n")).game(2).new_initial_state(seed=1)
    assert silent.is_terminal() and silent.winners() is None
    with pytest.raises(ValueError):
        silent.returns()


def test_returns_name_the_number_that_counts() -> None:
    state = RULESET.game(3).new_initial_state(chance=Identity())
    assert state.returns("score") == (0, 0, 0)
    for wrong in ("dealer", "halved", "nothing"):
        with pytest.raises(KeyError):
            state.returns(wrong)


def test_a_seed_and_a_source_do_not_go_together() -> None:
    with pytest.raises(ValueError):
        RULESET.game(2).new_initial_state(seed=1, chance=Identity())


def test_without_a_seed_two_games_differ() -> None:
    game = RULESET.game(2)
    assert game.new_initial_state().value.store != game.new_initial_state().value.store


def test_a_play_records_what_a_replay_repeats() -> None:
    play = RULESET.game(2).new_play(seed=2)
    play = play.act(play.observation(play.observation(0).asked[0]).legal[0])
    assert RULESET.replay(play.trace()).difference is None


def test_every_public_name_is_there() -> None:
    for name in caborules.__all__:
        assert getattr(caborules, name) is not None
    assert sorted(caborules.__all__) == caborules.__all__
    assert set(caborules.__all__) <= set(dir(caborules))
    assert caborules.Game is Game and caborules.State is State
    with pytest.raises(AttributeError):
        caborules.nothing_of_the_kind  # noqa: B018 - the look-up is the test


def test_importing_the_package_loads_no_parser_and_no_solver() -> None:
    code = "import sys, caborules; print([m for m in ('lark', 'z3', 'rich', 'dataclasses') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_load_reads_a_shipped_ruleset() -> None:
    ruleset = caborules.load("cabo")
    assert (ruleset.name, ruleset.hash) == ("cabo", RULESET.hash)
    assert ruleset.game(6).num_players == 6
