"""Edge positions of Shithead from real play, by their row in the collection of reported cases.

Row 96 (turning round with two players) is in two examples of variants/jokers-reverse.cabo.
"""

from __future__ import annotations

import pytest

from caborules import load
from caborules.diagnostics.record import Refused
from caborules.engine.chance import Supplied
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction
from caborules.engine.play import Play, begin
from caborules.engine.views import view
from tests.support.positions import can, conserved, legal, lies, position, take, takes, value
from tests.support.rulesets import forced

SHITHEAD = load("shithead").system

LOOP = ((0, "lead", ("3♠",)), (1, "play", ("9♦",)), (0, "pick-up"), (1, "lead", ("5♦",)), (0, "play", ("9♦",)))
"""From hands 3♠ 4♠ and 5♦ 6♦ 9♦; the other player then takes the pile, and everything is as it was."""


def going(
    cards: dict[str, str],
    values: dict[str, object] | None = None,
    players: int = 2,
    **options: object,
) -> Play:
    """A hand under way: seat 0 is to move unless ``values`` say otherwise."""
    setup = forced(SHITHEAD, players, **options)
    return position(setup, "play-on", cards, {"active": 0, **(values or {})})


def plays(play: Play, *moves: tuple[object, ...]) -> Play:
    """Moves whose cards are written as people write them."""
    for seat, choice, *cards in moves:
        wanted = [
            action
            for action in legal(play, int(str(seat)))
            if action[1] == choice and (not cards or _shown(play, int(str(seat)), action[2]) == cards[0])
        ]
        assert len(wanted) == 1, (seat, choice, cards, legal(play))
        play = take(play, *wanted[0])
    return play


def _shown(play: Play, seat: int, indices: object) -> tuple[str, ...]:
    layers = [lies(play, f"{place} {seat}").split() for place in ("hand", "up", "down")]
    layer = next(cards for cards in layers if cards)
    assert isinstance(indices, tuple)
    return tuple(layer[index] for index in indices)


# ---------------------------------------------------------------- A and F: cards, actors
def test_05_84_an_illegal_play_leaves_everything_as_it_was() -> None:
    play = going({"hand 0": "4♠ K♠", "hand 1": "3♠", "pile": "9♥"})
    before = play.trace()
    for seat, choice, argument in (
        (0, "beat-or-take.play", (("hand", 0, 0),)),
        (0, "beat-or-take.play", (("hand", 1, 0),)),
        (1, "beat-or-take.play", (("hand", 0, 1),)),
        (0, "table-turn.lead", (("hand", 0, 1),)),
    ):
        with pytest.raises(IllegalAction):
            play.act(Action(seat, choice, (argument,)))
    assert play.trace() == before and conserved(play)


def test_07_two_deals_that_differ_in_what_is_hidden_look_the_same() -> None:
    setup = forced(SHITHEAD, 2)
    size = len(setup.faces)
    views = []
    for order in (tuple(range(size)), (*range(8), *reversed(range(8, size)))):
        first = begin(setup, Supplied((0, order)))
        views.append(view(setup, first.state, 1, first.events))
    assert views[0] != views[1], "the cards that seat 1 sees are others"
    swapped = list(range(size))
    swapped[0], swapped[1] = swapped[1], swapped[0]  # two cards that lie face down
    for order in (tuple(range(size)), tuple(swapped)):
        first = begin(setup, Supplied((0, order)))
        views.append(view(setup, first.state, 1, first.events))
    assert views[2] == views[3]


# ---------------------------------------------------------------- F: order, progress, the end
def test_86_87_play_may_go_on_for_ever() -> None:
    """Six moves after which everything is as it was, knowledge too."""
    play = going({"hand 0": "3♠ 4♠", "hand 1": "5♦ 6♦ 9♦"})
    once = plays(play, *LOOP, (1, "pick-up"))
    assert (lies(once, "hand 0").split(), sorted(lies(once, "hand 1").split())) == (["4♠", "3♠"], ["5♦", "6♦", "9♦"])
    twice = plays(once, *LOOP, (1, "pick-up"))
    thrice = plays(twice, *LOOP, (1, "pick-up"))
    assert twice.state == thrice.state and not thrice.state.over and conserved(thrice)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_88_whoever_goes_out_is_followed_by_the_next_player_once(players: int) -> None:
    hands = {f"hand {seat}": f"A{suit} K{suit}" for seat, suit in zip(range(1, players), "♥♦♣♥", strict=False)}
    hands[f"hand {players - 1}"] = "A♠ Q♠"
    play = plays(going({"hand 0": "9♠", "pile": "4♠", **hands}, players=players), (0, "play"))
    assert value(play, "active") == 1
    assert {action[0] for action in legal(play)} == {1}


def test_88_a_seat_that_is_out_is_passed_over() -> None:
    play = going({"hand 0": "9♠ 9♦", "hand 2": "A♥ A♦", "hand 3": "3♦", "pile": "4♠"}, players=4)
    assert {action[0] for action in legal(plays(play, (0, "play", ("9♠",))))} == {2}


@pytest.mark.parametrize("floor", [10, 15])
def test_91_nothing_that_may_be_led_is_no_dead_end(floor: int) -> None:
    """After a clearing, as printed, a hand may hold nothing high enough: the turn passes, the next leads anything."""
    play = going({"hand 0": "9♠ 8♠", "hand 1": "3♦"}, {"floor": floor}, after_clearing="as-printed")
    assert [action[1] for action in legal(play)] == ["pick-up"]
    play = take(play, 0, "pick-up")
    assert lies(play, "hand 0") == "9♠ 8♠" and can(play, 1, "lead")


@pytest.mark.parametrize("where", ["hand 0", "up 0"])
def test_92_an_empty_pile_cannot_be_taken_a_pile_can_by_one_who_could_play(where: str) -> None:
    cards = {where: "K♠ 4♠", "hand 1": "3♦"}
    assert not can(going(cards), 0, "pick-up")
    able = going({**cards, "pile": "9♥"})
    assert can(able, 0, "play") and can(able, 0, "pick-up")


def search(deal: dict[str, str], players: int = 3, **options: object) -> Play:
    setup = forced(SHITHEAD, players, **options)
    return position(setup, "find-first", deal, {"dealer": 0})


@pytest.mark.parametrize("answer", ["nearest-dealer", "by-lot", "first-to-claim"])
def test_95_several_show_the_lowest_card(answer: str) -> None:
    """By the seat, by the lot or by who is quicker; by the suit and by strength: tests/data/edges."""
    play = search({"up 0": "3♥ 4♦", "up 2": "3♣ 9♦", "hand 1": "3♦"}, several_lowest=answer)
    if answer == "first-to-claim":
        assert not can(play, 1, "claim")
        assert value(take(play, 0, "claim"), "active") == 0
        assert value(takes(play, (0, "decline"), (2, "decline")), "active") == 2
    else:
        assert play.state.over and value(play, "active") == (2 if answer == "nearest-dealer" else 0)


def test_95_nobody_says_a_word_and_the_dealers_left_begins() -> None:
    play = search({"hand 0": "A♠", "hand 1": "3♥"})
    declined = 0
    while not play.state.over:
        play = take(play, int(str(legal(play)[0][0])), "decline")
        declined += 1
    assert value(play, "active") == 1 and value(play, "asked") == 0
    assert declined == 12 * 3, "everybody is asked about every rank, for who holds none is not to be told apart"


@pytest.mark.parametrize("refill_first", [True, False])
def test_98_an_extra_turn_with_an_empty_hand_is_no_dead_end(refill_first: bool) -> None:
    """The last hand card clears: there is a stock, so that table cards may not be played; the hand is refilled."""
    cards = {"hand 0": "10♠", "up 0": "9♣", "hand 1": "3♦", "stock": "K♠"}
    play = plays(going(cards, refill_first=refill_first), (0, "lead"))
    assert lies(play, "hand 0") == "K♠" and not lies(play, "stock")
    assert [action[:2] for action in legal(play)] == [(0, "lead")]


def test_98_the_last_card_of_all_on_a_clearing_ends_the_turn() -> None:
    play = plays(going({"hand 0": "10♠", "hand 1": "3♦", "hand 2": "4♦"}, players=3), (0, "lead"))
    assert {action[0] for action in legal(play)} == {1}


def test_the_search_asks_before_it_shows() -> None:
    """Whether a hand holds the rank is seen by nobody until its player says so."""
    views = []
    for hand in ("3♥ 9♦", "8♥ 9♦"):
        play = search({"hand 0": "A♠", "hand 1": hand, "hand 2": "K♦"})
        views.append(view(play.setup, play.state, 0, play.events))
    assert views[0] == views[1]


def test_a_rank_looked_through_cannot_be_the_one_to_stay_under() -> None:
    magic = load("magic-cards")
    magic.game(players=2, glass=7, low_card=6)
    with pytest.raises(Refused, match="looked through"):
        magic.game(players=2, glass=7, low_card=7)
