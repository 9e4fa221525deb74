"""One public face for both engines: the same states, views, texts and playouts, and faults told by the engine."""

from __future__ import annotations

import random

import pytest

from caborules import IllegalAction, RulesFault, load
from caborules.api.game import EngineName, Ruleset, State
from caborules.compile.cache import compiled
from caborules.compile.playout import Pace
from caborules.engine.chance import Entropy, Identity, Supplied
from caborules.engine.decisions import Action
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, system_of

CABO = load("cabo")


def pair(rules: Ruleset, players: int, seed: int) -> tuple[State, State]:
    one = rules.game(players, engine="compiled").new_initial_state(seed=seed)
    return one, rules.game(players, engine="reference").new_initial_state(seed=seed)


@pytest.mark.parametrize("name", ["cabo", "secrets", "windows", "hands"])
def test_every_seat_sees_the_same_on_both_engines(name: str) -> None:
    rules = CABO if name == "cabo" else Ruleset(system_of(HEAD + GAMES[name]))
    for seed in range(4):
        one, other = pair(rules, 3, seed)
        rng = random.Random(seed)
        for _ in range(40):
            for seat in range(3):
                assert one.observation(seat) == other.observation(seat)
            assert one.legal_actions() == other.legal_actions()
            assert one.current_players() == other.current_players()
            if one.is_terminal():
                break
            action = rng.choice(one.legal_actions())
            one, other = one.apply_action(action), other.apply_action(action)
        assert one == other
        assert hash(one) == hash(other)
        assert one.serialize() == other.serialize()
        assert rules.deserialize(one.serialize()) == one


def test_the_end_is_worth_the_same() -> None:
    one, other = (
        CABO.game(2, preset="quick", game__target=1, engine=engine).new_initial_state(seed=3)
        for engine in ("compiled", "reference")
    )
    rng = random.Random(0)
    while not other.is_terminal():
        action = rng.choice(other.legal_actions())
        one, other = one.apply_action(action), other.apply_action(action)
    assert one.is_terminal()
    assert one.winners() == other.winners()
    assert one.returns("score") == other.returns("score")


def test_states_of_the_compiled_engine_do_not_change() -> None:
    before = CABO.game(3).new_initial_state(seed=5)
    legal, text = before.legal_actions(), before.serialize()
    afters = [before.apply_action(action) for action in legal]
    assert before.serialize() == text
    assert before.legal_actions() == legal
    assert [before.apply_action(action) for action in legal] == afters
    assert all(after != before for after in afters)


def test_an_action_that_is_not_legal_is_refused_in_the_same_words() -> None:
    for action in (Action(0, "turn.draw"), Action(1, "nonsense"), Action(0, "match.match", (), 1)):
        reasons = []
        for state in pair(CABO, 3, 4):
            with pytest.raises(IllegalAction) as caught:
                state.apply_action(action)
            reasons.append(caught.value.reason)
        assert reasons[0] == reasons[1]


def test_an_equal_action_is_as_good_as_the_one_that_was_listed() -> None:
    state = CABO.game(3).new_initial_state(seed=4)
    listed = state.legal_actions()[0]
    again = Action(listed.seat, listed.choice, listed.arguments, listed.opening)
    assert state.apply_action(again) == state.apply_action(listed)


def test_chance_comes_from_any_source() -> None:
    game = CABO.game(2)
    seen = game.new_initial_state(chance=Entropy())
    assert seen.serialize()
    same = [CABO.game(2, engine=e).new_initial_state(chance=Identity()) for e in ("compiled", "reference")]
    assert same[0] == same[1]
    outcomes = tuple(tuple(range(52)) for _ in range(1))
    supplied = game.new_initial_state(chance=Supplied((1, *outcomes)))
    assert supplied.value.chance == Supplied()


FAULTY = """
state
    score of each player: 0..2, at first 0

rule game
    repeat until score of first-seat is 99
        turn by first-seat

rule turn by (player)
    player must
        add "add"
            add 1 to score of player
"""


def test_a_fault_of_the_rules_is_told_by_the_reference_engine() -> None:
    reasons = []
    for engine in ("compiled", "reference"):
        state = Ruleset(system_of(HEAD + FAULTY)).game(2, engine=engine).new_initial_state(seed=1)
        with pytest.raises(RulesFault) as caught:
            for _ in range(5):
                state = state.apply_action(state.legal_actions()[0])
        reasons.append(str(caught.value))
    assert reasons[0] == reasons[1]
    assert "score cannot be 3" in reasons[0]


# ---------------------------------------------------------------- playouts
@pytest.mark.parametrize("seed", range(3))
def test_playouts_are_the_same_on_both_engines(seed: int) -> None:
    pace = Pace(frozenset({"turn.call"}), 16)
    (one, last), (other, last_there) = (
        CABO.game(4, engine=engine).playout(seed, pace=pace, most=150) for engine in ("compiled", "reference")
    )
    assert one == other
    assert last == last_there


def test_a_playout_ends_with_the_game_or_at_the_limit() -> None:
    game = CABO.game(2, preset="quick", game__target=1)
    whole, last = game.playout(1)
    assert whole.over
    assert last is not None and last.is_terminal()
    cut, before = game.playout(1, most=whole.decisions - 1)
    assert (cut.decisions, cut.over) == (whole.decisions - 1, False)
    assert before is not None and not before.is_terminal()
    assert game.playout(1)[0] == whole
    assert game.playout(2)[0].digest != whole.digest


def test_a_pace_names_choices_without_parameters() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        CABO.game(2).playout(1, pace=Pace(frozenset({"nonsense"}), 4))


# ---------------------------------------------------------------- programs
@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_keys_tell_positions_apart(engine: EngineName) -> None:
    """Equal where a position is come to again, whatever was done on the way; else not."""
    rules = """\
rule game
    repeat 3 times
        for each p in players
            p must
                draw when stock is not empty
                    move top of stock to discard
                wait
                    nothing
"""
    game = Ruleset(system_of(HEAD + rules)).game(2, engine=engine)
    start = game.new_initial_state(1)
    draw, wait = start.legal_actions()
    one = start.apply_action(draw)
    assert start.key() == game.new_initial_state(1).key()
    assert start.key() != game.new_initial_state(2).key()
    assert one.key() != start.key()
    ways = [one.apply_action(one.legal_actions()[1]), start.apply_action(wait)]
    ways[1] = ways[1].apply_action(ways[1].legal_actions()[0])
    assert ways[0].key() == ways[1].key()
    assert hash(ways[0].key()) == hash(ways[1].key())


def test_equal_games_share_their_program() -> None:
    one, other = CABO.game(3), load("cabo").game(3)
    assert compiled(one.setup) is compiled(other.setup)
    assert compiled(one.setup) is not compiled(CABO.game(4).setup)


def test_a_frozen_state_is_the_same_value_however_it_came_about() -> None:
    made = compiled(CABO.game(3).setup)
    assert made is not None
    game = CABO.game(3).new_initial_state(seed=2)
    live = game._live
    assert live is not None
    value = made.frozen(live.working)
    again = made.thawed(value)
    assert made.frozen(again) == value
    assert hash(made.frozen(again)) == hash(value)
    for number in made.legal(again):
        one, other = made.thawed(value), made.copied(live.working)
        made.do(one, number)
        made.do(other, number)
        assert made.frozen(one) == made.frozen(other) != value
        assert made.events(one) == made.events(other)


def test_nothing_of_a_ruleset_stands_in_the_source() -> None:
    made = compiled(CABO.game(3).setup)
    assert made is not None
    words = set(made.generated.source.replace("(", " ").replace(".", " ").replace(",", " ").split())
    named = {*CABO.system.places, *CABO.system.rules, *CABO.system.variables, *CABO.system.windows}
    assert not words & (named - {"move", "swap"}), "these two are functions of our own"
