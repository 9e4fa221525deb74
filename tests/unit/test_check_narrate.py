"""Games in words: players stand there by their letters, whether chosen, set, announced or the owner of a variable."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from caborules.check.alike import _words
from caborules.check.narrate import Words, choice_texts
from caborules.engine.chance import Identity
from caborules.engine.views import seen_event
from caborules.explore.found import Found
from caborules.explore.games import Turn
from caborules.explore.scopes import real_table
from caborules.lower.machine import Machine, act, audit, legal, start
from tests.support.rulesets import system_of

RULES = """\
language 1
ruleset tiny "A tiny game"
players 2..3
begin with game

attribute rank: 1..4

pack plain
    each rank 1..4

deck in stock
    plain

places
    stock: pile, face down
    row of each player: row, face down

state
    leader: player or nobody, at first nobody
    second: player or nobody, at first first-seat
    chips of each player: 0..4, at first 2
    calm of each player: yes or no, at first yes

rule game
    first-seat must
        name (other in players) announces "name a player"
            set leader to other
            set second to nobody
            set chips of other to 3
            set calm of other to no
            announce "the leader" leader
            announce "with three" those p in players where chips of p is 3
            announce "with one" those p in players where chips of p is 1
            announce "how many" chips of other
"""


@cache
def named() -> tuple[Machine, tuple[Turn, ...]]:
    """The game in which A names B."""
    machine = real_table(system_of(RULES)).machine
    first = start(machine, Identity())
    action = legal(machine, first.state)[1].action
    return machine, (Turn(None, first), Turn(action, act(machine, first.state, action)))


def told() -> str:
    scope = real_table(system_of(RULES))
    words = Words({}).game(Found("named", scope, named()[1])).split(" / ")[-1]
    return re.sub(r" \[[^]]*\]", "", words)


@pytest.mark.parametrize(
    "part",
    [
        "1. A: game.name with B: ",
        "set leader to B;",
        "set second to nobody;",
        "set chips of B to 3;",
        "set calm of B to no;",
        'announced "the leader": B;',
        'announced "with three": (B);',
        'announced "with one": nothing;',
        'announced "how many": 3',
    ],
)
def test_players_are_letters_and_numbers_stay_numbers(part: str) -> None:
    assert part in told()


def test_what_differs_in_two_deals_is_told_with_letters() -> None:
    machine, turns = named()
    assert turns[1].step is not None
    events = {event.name: event for event in turns[1].step.events}
    seen = [seen_event(machine.setup, events[name], 0) for name in ("leader", "chips", "second")]
    assert [_words(machine, one, None) for one in seen] == [
        "set leader to B",
        "set chips of B to 3",
        "set second to nobody",
    ]


def test_where_a_card_lies_twice_is_told_with_letters() -> None:
    machine, turns = named()
    assert turns[0].step is not None
    state = turns[0].step.state
    at = machine.setup.place_index["row", 1]
    places = list(state.store.places)
    places[at] = (0,)
    doubled = replace(state, store=replace(state.store, places=tuple(places)))
    assert audit(machine, doubled) == ("1 (card 0) lies in stock 1 and row of B 1",)


SHOWN = (
    RULES.replace(
        "    row of each player: row, face down", "    row of each player: row, face down\n    discard: pile, face up"
    )
    .replace("    first-seat must\n", "    shuffle stock\n    first-seat must\n")
    .replace(
        "            set leader to other\n",
        "            if stock is not empty\n"
        "                let c be top of stock\n"
        "                show c to first-seat\n"
        "                flip c up\n"
        "                flip c down\n"
        '            announce "it is red" yes\n'
        '            announce "that is all"\n'
        "            shuffle stock\n"
        "            set leader to other\n",
    )
)


def test_what_happened_is_told_in_words() -> None:
    """No yes or no stands bare: a card is turned up or down, a yes is the answer to what is announced."""
    scope = real_table(system_of(SHOWN))
    machine = scope.machine
    first = start(machine, Identity())
    action = legal(machine, first.state)[1].action
    turns = (Turn(None, first), Turn(action, act(machine, first.state, action)))

    told = Words({}).game(Found("named", scope, turns)).split(" / ")[-1]

    parts = [re.sub(r" \[[^]]*\]", "", part) for part in told.partition(": A")[0].partition(" with B: ")[2].split("; ")]
    assert parts[:6] == [
        "shown 1 to A",
        "turned up 1",
        "turned down 1",
        'announced "it is red": yes',
        'announced "that is all"',
        "shuffled stock",
    ]
    assert "  " not in told


def test_each_choice_has_its_own_text() -> None:
    """Two choices of one path, one of them in a hook."""
    text = SHOWN.replace(
        'name (other in players) announces "name a player"', 'name (other in players) announces "first"'
    )
    hook = '\nafter rule game\n    first-seat must\n        name (other in players) "second"\n            nothing\n'
    system = system_of(text + hook)
    scope = real_table(system)
    machine = scope.machine
    turns = [Turn(None, start(machine, Identity()))]
    for _ in range(2):
        step = turns[-1].step
        assert step is not None
        action = legal(machine, step.state)[1].action
        turns.append(Turn(action, act(machine, step.state, action)))

    told = Words(choice_texts(system)).game(Found("named", scope, tuple(turns))).split(" / ")

    assert "game.name (first) with B" in told[1]
    assert "game.name (second) with B" in told[2]
