"""The table and the bots: fair polling, careful play, simulation, and what a person is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, offers
from caborules.engine.machine import act, start
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.views import EventView, SeenCard, View, view
from caborules.ir.seats import seat_name
from caborules.tools.bots import CarefulBot, RandomBot, by_choice, declarations, is_reaction, make_bots
from caborules.tools.dice import Dice
from caborules.tools.imagine import Imagine, imagination
from caborules.tools.narrate import narrated
from caborules.tools.screen import Screen
from caborules.tools.simulate import Plan, play_one, simulate, table_of_bots
from caborules.tools.table import BadAnswer, Player, Table
from caborules.tools.words import Words, cards_named
from tests.support.bot_tables import cabo, states
from tests.support.rulesets import shipped, tiny

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Eager:
    """Reacts whenever it can, else makes its first move; remembers whom it was polled after."""

    seat: int
    polled: list[int]
    watches: bool = False

    def saw(self, view: View) -> None:
        raise AssertionError("it does not watch")

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        self.polled.append(self.seat)
        reactions = [action for action in view.legal if is_reaction(action)]
        return (reactions or list(view.legal))[0]


def race(games: int = 8) -> Counter[int]:
    """How often each seat is first where all three seats can react."""
    won: Counter[int] = Counter()
    for game in range(games):
        polled: list[int] = []
        setup = cabo().setup
        table = Table(setup, [Eager(seat, polled) for seat in setup.seats], Dice(game, "p"), Dice(game, "i"))
        for number, state in enumerate(states(setup, f"race{game}", 60)):
            if len({offer.action.seat for offer in offers(setup, state)}) == 3:
                polled.clear()
                table.next_action(state, ())
                won[polled[0]] += 1
                assert number >= 0
    return won


def test_no_seat_always_wins_a_race() -> None:
    """Where all seats can react, each is polled first about a third of the time."""
    won = race()
    total = sum(won.values())
    assert total >= 80
    assert all(0.18 < won[seat] / total < 0.5 for seat in range(3)), won


def test_an_unfair_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the order of polling were the order of seats, the test above would fail."""
    monkeypatch.setattr(Dice, "shuffled", lambda self, things: list(things))
    won = race(4)
    assert won[0] == sum(won.values()) > 0


@dataclass
class Scripted:
    """Waits as long as it may; then makes its first move."""

    calls: list[bool]
    watches: bool = False

    def saw(self, view: View) -> None:
        raise AssertionError("it does not watch")

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        self.calls.append(must)
        return view.legal[0] if must else None


def test_who_is_asked_may_wait_once_and_must_answer_then() -> None:
    """When everybody waits, the asked seat is polled again and has to act; one that can only react is not."""
    setup = cabo().setup
    for state in states(setup, "waiting", 40):
        calls: list[list[bool]] = [[] for _ in setup.seats]
        table = Table(setup, [Scripted(calls[seat]) for seat in setup.seats], Dice("w"), Dice("i"))
        action = table.next_action(state, ())
        asked = view(setup, state, 0).asked
        able = {offer.action.seat for offer in offers(setup, state)}
        assert action.seat in asked
        for seat in setup.seats:
            assert calls[seat].count(False) == (seat in able)
            assert calls[seat].count(True) == (1 if seat == action.seat else 0)


class Stubborn(Scripted):
    """Never answers."""

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        return None


class Cheat(Scripted):
    """Answers with what is not possible."""

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        return Action(view.seat, "turn.win-at-once")


@pytest.mark.parametrize(("player", "said"), [(Stubborn, "must act"), (Cheat, "cannot do")])
def test_bad_answers_are_named(player: type[Scripted], said: str) -> None:
    """A player that does not answer, or answers what it cannot do, is told so and nothing is done."""
    setup = cabo().setup
    state = states(setup, "bad", 3)[0]
    table = Table(setup, [player([]) for _ in setup.seats], Dice("b"), Dice("i"))
    with pytest.raises(BadAnswer, match=said):
        table.next_action(state, ())


# ---------------------------------------------------------------- bots
def test_careful_bots_never_react_wrongly() -> None:
    """They know the card and what comes of it: in this game every attempt of theirs is a right one."""
    tried = 0
    for seed in range(3):
        for move in table_of_bots(cabo().setup, "careful", f"careful{seed}").games(seeded(seed)):
            if move.action is not None and is_reaction(move.action):
                tried += 1
                said = [event.value for event in move.step.events if event.kind == "announced"]
                assert said[0] is True
    assert tried > 5


def test_games_of_bots_come_to_an_end() -> None:
    """Both kinds end their games well before the cap, with two players and with five."""
    for name in ("careful", "random"):
        for players in (2, 5):
            outcomes = simulate(Plan(cabo(players).setup, name, "end", 1, 10_000))
            assert [outcome.end for outcome in outcomes] == ["over"]


def test_declarations_are_read_from_the_rules() -> None:
    """The call touches no card and sets state; drawing, taking and powers touch cards."""
    assert "turn.call" in declarations(cabo().setup.system)
    assert not {"turn.draw", "turn.take", "use-drawn.discard"} & declarations(cabo().setup.system)


def test_a_careful_bot_prefers_what_it_knows_and_declares_rarely() -> None:
    """Among the ways of one choice, known cards come about three times as often; declarations about one in eight."""
    setup = cabo().setup
    bot = CarefulBot(Dice("prefer"), declarations(setup.system))
    state = next(s for s in states(setup, "prefer", 40) if view(setup, s, s_asked(setup, s)).rule == "turn")
    seat = s_asked(setup, state)
    seen = view(setup, state, seat)
    seen = replace(seen, legal=tuple(action for action in seen.legal if not is_reaction(action)))
    chosen = [bot.choose(seen, True, lambda _: None) for _ in range(3000)]
    calls = sum(action is not None and action.choice == "turn.call" for action in chosen)
    assert 0.09 < calls / 3000 < 0.16
    takes = [action for action in chosen if action is not None and action.choice == "turn.take"]
    known = sum(all(card and card.face for card in cards_named(seen, action.arguments)) for action in takes)
    ways = by_choice(seen.legal)["turn.take"]
    good = sum(all(card and card.face for card in cards_named(seen, action.arguments)) for action in ways)
    expected = 3 * good / (3 * good + len(ways) - good)
    assert abs(known / len(takes) - expected) < 0.06


def s_asked(setup: Setup, state: State) -> int:
    return view(setup, state, 0).asked[0]


def test_a_random_bot_uses_every_choice() -> None:
    """When asked it makes each of its choices about as often; it reacts now and then."""
    setup = cabo().setup
    state = next(s for s in states(setup, "every", 40) if view(setup, s, s_asked(setup, s)).rule == "turn")
    seen = view(setup, state, s_asked(setup, state))
    bot = RandomBot(Dice("every"))
    chosen = Counter(action.choice for _ in range(2000) if (action := bot.choose(seen, True, lambda _: None)))
    own = by_choice(action for action in seen.legal if not is_reaction(action))
    assert set(own) <= set(chosen)
    assert max(chosen[path] for path in own) < 1.3 * min(chosen[path] for path in own)


# ---------------------------------------------------------------- simulation
def test_simulation_follows_from_its_seed() -> None:
    """The same seed, the same games, whatever the number of processes; another seed, other games."""
    plan = Plan(cabo().setup, "careful", 5, 3, 60)
    first = simulate(plan)
    assert first == simulate(plan)
    assert first == simulate(plan, jobs=2)
    assert first != simulate(replace(plan, seed=6))


def test_a_cap_is_reported() -> None:
    """A game that is stopped says so, and is not taken for one that ended."""
    outcome = play_one(Plan(cabo().setup, "random", 1, 1, 5), 1)
    assert (outcome.end, outcome.steps) == ("capped", 5)
    assert outcome.won is None


def test_progress_is_told() -> None:
    """The number of games done so far, one after another."""
    told: list[int] = []
    simulate(Plan(cabo().setup, "random", 1, 3, 20), tell=told.append)
    assert told == [1, 2, 3]


def test_choices_and_finals_agree_with_the_game() -> None:
    """The counts of a simulated game are those of the game played at the table with its seed."""
    plan = Plan(cabo().setup, "careful", "agree", 1, 5000)
    outcome = play_one(plan, 1)
    moves = list(table_of_bots(plan.setup, "careful", "agree/1").games(seeded("agree/1")))
    counted = Counter((move.action.seat, move.action.choice) for move in moves if move.action is not None)
    assert outcome.choices == counted
    assert outcome.steps == len(moves) - 1
    index = plan.setup.variable_index
    last = moves[-1].step.state.store.variables
    assert outcome.finals["score"] == tuple(last[index["score", seat]] for seat in plan.setup.seats)
    said = [event.value for event in moves[-1].step.events if event.name == "the winners"]
    assert outcome.won is not None
    assert [tuple(sorted(outcome.won))] == said


def test_seats_have_names() -> None:
    """A to Z, then A2."""
    assert [seat_name(seat) for seat in (0, 25, 26)] == ["A", "Z", "A2"]


def _is_player(player: Player) -> Player:
    return player


def test_bots_are_players() -> None:
    """Both kinds fit the protocol."""
    for name in ("careful", "random"):
        assert not _is_player(make_bots(name, cabo().setup.system, [0], 1)[0]).watches


# ---------------------------------------------------------------- other things a game can have
SECRET = """
rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
        move top of stock to hand of p otherwise nothing
    each p in players must secretly
        lay (c in hand of p) "lay a card"
            move c to discard
    otherwise
        nothing
"""
BELL = """
state
    rung: yes or no, at first no
rule game
    repeat until rung
        first-seat may
            sit "sit and wait"
                nothing
event bell when not rung "The bell rings"
    set rung to yes
"""


def test_nothing_can_be_imagined_while_secrets_are_sealed() -> None:
    """A trial would lay the others' secret choices open; before anybody has chosen there is nothing to lay open."""
    setup = tiny(SECRET)
    state = start(setup, seeded(1)).state
    first = offers(setup, state)[0].action
    assert first.seat == 0
    assert imagination(setup, state, 0, Dice("s"))(first) is not None
    sealed = act(setup, state, first).state
    second = offers(setup, sealed)[0].action
    assert second.seat == 1
    assert imagination(setup, sealed, 1, Dice("s"))(second) is None


def test_outside_events_happen_at_the_table() -> None:
    """They are polled like a seat, and happen now and then: once in each game, after which the one asked still acts."""
    setup = tiny(BELL)
    lengths = []
    for seed in range(20):
        moves = list(table_of_bots(setup, "random", seed).games(seeded(seed)))
        assert [move.action for move in moves].index(Action(None, "bell")) == len(moves) - 2
        lengths.append(len(moves))
    assert len(set(lengths)) > 5


def test_hands_of_others_are_shown_without_faces_or_order() -> None:
    """One's own hand is seen; another's shows as many unknown cards, and what is sealed is not told."""
    setup = tiny(SECRET)
    step = start(setup, seeded(1))
    step = act(setup, step.state, offers(setup, step.state)[0].action)
    screen = Screen(Words(setup.system))
    own, other = (view(setup, step.state, seat, step.events) for seat in (0, 1))
    assert dict(screen.table(other))["hand of A"] == "1:?  2:?"
    assert "?" not in dict(screen.table(own))["hand of A"]
    assert narrated(Words(setup.system), other.events) == ["A has chosen in secret"]


def test_what_is_set_to_what_it_was_is_not_told() -> None:
    """A variable that does not change is no news; one that does is."""
    words = Words(cabo().setup.system)
    event = EventView("set", None, "caller", 1, (), None, ())
    assert narrated(words, [event]) == ["caller is now B"]
    assert narrated(words, [event], {("caller", None): 1}) == []
    assert narrated(words, [event, replace(event, value=None)], {("caller", None): 1}) == ["caller is now nobody"]


def test_unseen_cards_that_go_one_way_are_told_together() -> None:
    """Four cards dealt one by one are one line; a card whose face is seen has a line of its own."""
    words = Words(cabo().setup.system)

    def moved(index: int, face: tuple[str | int, ...] | None) -> EventView:
        card = SeenCard(face, ("stock", None, 0), ("row", 1, index))
        return EventView("moved", None, "", None, (card,), None, ())

    face = words.cards.faces[0]
    told = narrated(words, [moved(0, None), moved(1, None), moved(2, face), moved(3, None)])
    assert told == [
        "2 cards: stock to row of B",
        f"{words.face(face)}: stock to row of B 3",
        "a card: stock to row of B 4",
    ]


def test_cards_of_a_hand_that_cannot_be_told_apart_are_counted() -> None:
    words = Words(shipped("shithead"))
    hidden = ("hand", 1, None)
    assert words.value((hidden, hidden, hidden)) == "3 cards of hand of B"
    assert words.value((("hand", 1, 0), ("hand", 1, 2))) == "hand of B 1 and hand of B 3"
    assert words.value((hidden,)) == "hand of B"
