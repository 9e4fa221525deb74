"""Witnesses played again, apart from the checker: is what they claim to show to be seen on the table?

A game of a ruleset is played on the reference engine, one of a broken lowering on the machine. What is looked at after
it is worked out here, from the cards and variables alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from caborules.check.witness.games import Shown, shown
from caborules.diagnostics.verdict import Verdict
from caborules.engine.chance import Supplied, seeded
from caborules.engine.decisions import offers
from caborules.engine.events import Event
from caborules.engine.formats import read_action, read_outcomes
from caborules.engine.machine import Step, act
from caborules.engine.setup import Setup
from caborules.engine.state import State, Store
from caborules.ir import lowered as lo
from caborules.ir.system import DeckLine, System
from caborules.ir.types import Value
from caborules.lower.machine import Fault, Machine, MachineState, load
from caborules.lower.machine import act as machine_act
from caborules.lower.machine import legal as machine_legal
from caborules.lower.machine import start as machine_start


@dataclass(frozen=True, slots=True)
class At:
    """How things stand after a turn. ``fault``: why the rules could not go on (then ``store`` is what was before).

    ``control``: where the rules stand; ``offered``: what may be done, by whom; ``begun``: rules that began.
    """

    setup: Setup
    store: Store
    control: object
    offered: frozenset[tuple[int | None, str, tuple[Value, ...]]]
    begun: tuple[str, ...] = ()
    fault: str = ""

    def cards(self, place: str, seat: int | None = None) -> tuple[int | None, ...]:
        return self.store.places[self.setup.place_index[place, seat]]

    def variable(self, name: str, seat: int | None = None) -> Value:
        return self.store.variables[self.setup.variable_index[name, seat]]


Game = tuple[At, ...]


def check_witness(
    verdict: Verdict, system: System, options: dict[str, Value], lowered: Sequence[lo.LoweredSystem], broken: bool
) -> int:
    """Play the witness again, and see what it says; the number of actions. Fails where it is not to be seen.

    ``broken``: the lowered systems are not those of the rules, and the machine plays.
    """
    witness = verdict.witness
    assert witness is not None
    data = json.loads(json.dumps(witness.data))
    if broken:
        parts = [data[name] for name in ("first", "second") if name in data] or [data]
        games = [_machine_game(part, lowered) for part in parts]
    else:
        games = [_engine_game(one.turns, one.setup) for one in shown(system, options, witness)]
    assert games, "the witness holds no game that can be played"
    if verdict.property in ("own-legality", "public-legality", "no-leak"):
        _twins(verdict.property, data, games, lowered)
        return len(games[0]) - 1
    (game,) = games
    kind, _, name = verdict.property.partition(":")
    if "loop" in data:
        _goes_round(shown(system, options, witness)[0], data, data["shows"].partition(" ")[0])
    elif kind == "end-reachable" or name == "the end stays in reach":
        assert game[-1].fault or game[-1].offered, "it is over"
    else:
        assert SHOWS[name or kind](game), f"{verdict.property}: the game does not show it"
    return len(game) - 1


def _goes_round(game: Shown, data: dict[str, Any], rule: str) -> None:
    """The moves of the loop are legal again after it, twice more, and no run of the rule ends on the way."""
    step = game.turns[-1].step
    assert step is not None
    around = game.turns[data["loop"] + 1 :]
    assert around, "a loop has moves"
    assert not any(event.kind == "left" and event.name == rule for turn in around for event in _events(turn.step))
    outcomes = [read_outcomes(one, "") for one in data["chance"][data["loop"] + 1 :]]
    for turn, chance in 2 * list(zip(around, outcomes, strict=True)):
        state = replace(step.state, chance=Supplied(chance))
        made = turn.action
        assert made is not None
        again = (one.action for one in offers(game.setup, state))
        action = next((one for one in again if replace(one, opening=None) == replace(made, opening=None)), None)
        assert action is not None, f"{made} is not legal the next time"
        step = act(game.setup, state, action)
        assert not any(event.kind == "left" and event.name == rule for event in step.events), f"{rule} ends"


def _events(step: Step | None) -> tuple[Event, ...]:
    return () if step is None else step.events


# ---------------------------------------------------------------- what games show
def _some_card_is_not_once(game: Game) -> bool:
    last = game[-1]
    lying = sorted(card for cards in last.store.places for card in cards if card is not None)
    return bool(last.fault) or lying != list(range(len(last.setup.faces)))


def _stuck(game: Game) -> bool:
    return "nothing is possible" in game[-1].fault


def _stock_is_known(game: Game) -> bool:
    cards = game[-1].cards("stock")
    return len(cards) > 1 and any(card is not None and game[-1].store.known[card] for card in cards)


def _drawn_unseen(game: Game) -> bool:
    last = game[-1]
    drawn = [(seat, card) for seat in last.setup.seats for card in last.cards("drawn", seat) if card is not None]
    return any(not last.store.known[card] >> seat & 1 for seat, card in drawn)


def _called_twice(game: Game) -> bool:
    return sum(at.begun.count("becomes-caller") for at in game) > 1


def _called_by_another(game: Game) -> bool:
    callers = [at.variable("caller") for at in game if at.variable("caller") is not None]
    return len(set(callers)) > 1


def _turns_after_the_call(game: Game) -> bool:
    """Some other player has more or fewer turns than one after the call: turns begin in seat order, or the lap ends."""
    called = next(number for number, at in enumerate(game) if at.variable("caller") is not None)
    turns = sum(at.begun.count("turn") for at in game[called:])
    others = len(game[-1].setup.seats) - 1
    return turns > others or (turns < others and "reveal" in game[-1].begun)


def _callers_row_changed(game: Game) -> bool:
    called = next(at for at in game if at.variable("caller") is not None)
    caller = called.variable("caller")
    assert isinstance(caller, int)
    return game[-1].cards("row", caller) != called.cards("row", caller)


def _token_lost(game: Game) -> bool:
    return game[-1].variable("tokens") != game[0].variable("tokens")


SHOWS: dict[str, Callable[[Game], bool]] = {
    "conservation": _some_card_is_not_once,
    "progress": _stuck,
    "secrecy": _stock_is_known,
    "nobody knows a card of the stock": _stock_is_known,
    "whoever has drawn has seen it": _drawn_unseen,
    "nobody calls twice": _called_twice,
    "a call is final": _called_by_another,
    "each other player has one more turn": _turns_after_the_call,
    "the caller keeps every card": _callers_row_changed,
    "no token is lost": _token_lost,
}


# ---------------------------------------------------------------- two games that look the same
def _twins(name: str, data: dict[str, Any], games: list[Game], lowered: Sequence[lo.LoweredSystem]) -> None:
    """The games look the same to the seat all the way; then they differ in more than faces."""
    seat = data["seat"]
    left, right = games
    assert any(_faces(one) != _faces(two) for one, two in zip(left, right, strict=True)), "these are not two deals"
    for one, two in zip(left, right, strict=True):
        assert _visible(one, seat) == _visible(two, seat), "the seat can tell them before"
    if data["action"] is None:
        mine, yours = (_offered(game[-1], seat, own=name == "own-legality") for game in games)
        assert mine != yours, "the same may be done"
        return
    after = [_after(part, data["action"], lowered) for part in (data["first"], data["second"])]
    assert _shape(after[0]) != _shape(after[1]), "nothing differs but faces"


def _offered(at: At, seat: int, *, own: bool) -> frozenset[tuple[int | None, str, tuple[Value, ...]]]:
    """What the seat may do, or what the others may."""
    return frozenset(one for one in at.offered if (one[0] == seat) == own)


def _after(part: dict[str, Any], action: Any, lowered: Sequence[lo.LoweredSystem]) -> At:
    machine, states = _machine_states(part, lowered)
    state = states[-1]
    assert isinstance(state, MachineState)
    return _machine_at(machine, machine_act(machine, replace(state, chance=seeded(0)), read_action(action, "")).state)


def _visible(at: At, seat: int) -> object:
    """What a seat sees: the faces that it knows or that lie open to it, gaps, variables, windows."""
    places = []
    for (name, owner), cards in zip(at.setup.place_ids, at.store.places, strict=True):
        sight = at.setup.system.places[name].sight
        seen = []
        for card in cards:
            if card is None:
                seen.append("gap")
                continue
            turned = at.store.turned[card]
            open_here = (sight == "face up" and turned is not False) or turned is True
            mine = sight == "seen by its owner" and owner == seat
            known = bool(at.store.known[card] >> seat & 1)
            seen.append(str(at.setup.faces[card]) if open_here or mine or known else "?")
        places.append(tuple(seen))
    return tuple(places), at.store.variables, at.store.windows


def _faces(at: At) -> object:
    """What really lies everywhere."""
    faces = at.setup.faces
    return tuple(tuple(None if card is None else faces[card] for card in cards) for cards in at.store.places)


def _shape(at: At) -> object:
    """What anybody sees of a table without looking at faces."""
    sizes = tuple(tuple(card is None for card in cards) for cards in at.store.places)
    asked = frozenset((seat, choice) for seat, choice, _ in at.offered)
    return sizes, at.store.variables, at.store.windows, asked


# ---------------------------------------------------------------- playing
def _engine_game(turns: Sequence[Any], setup: Setup) -> Game:
    game: list[At] = []
    for turn in turns:
        if turn.step is None:
            game.append(replace(game[-1], fault=turn.fault, begun=()) if game else _nowhere(setup, turn.fault))
            continue
        state: State = turn.step.state
        begun = tuple(event.name for event in turn.step.events if event.kind == "entered")
        offered = frozenset((one.action.seat, one.action.choice, one.action.arguments) for one in offers(setup, state))
        game.append(At(setup, state.store, state.control, offered, begun))
    return tuple(game)


def _nowhere(setup: Setup, fault: str) -> At:
    return At(setup, setup.empty_store(), None, frozenset(), (), fault)


def _machine_game(part: dict[str, Any], lowered: Sequence[lo.LoweredSystem]) -> Game:
    machine, states = _machine_states(part, lowered)
    return tuple(
        _machine_at(machine, one) if isinstance(one, MachineState) else _nowhere(machine.setup, one) for one in states
    )


def _machine_states(
    part: dict[str, Any], lowered: Sequence[lo.LoweredSystem]
) -> tuple[Machine, list[MachineState | str]]:
    """The states of a game, with the deck of the witness; the reason in place of a state where the rules break."""
    players = part["players"]
    one = next(one for one in lowered if one.players[0] <= players <= one.players[1])
    faces = tuple(tuple(face) for face in part["faces"])
    machine = load(replace(one, deck=(DeckLine(None, (), "some", faces, None, None),)), players)
    states: list[MachineState | str] = []
    actions = [None, *(read_action(action, "") for action in part["actions"])]
    for action, outcomes in zip(actions, part["chance"], strict=True):
        chance = Supplied(read_outcomes(outcomes, "")) if outcomes or action is not None else seeded(0)
        try:
            if action is None:
                states.append(machine_start(machine, chance).state)
            else:
                before = states[-1]
                assert isinstance(before, MachineState)
                states.append(machine_act(machine, replace(before, chance=chance), action).state)
        except Fault as fault:
            states.append(fault.reason)
    return machine, states


def _machine_at(machine: Machine, state: MachineState) -> At:
    listed = machine_legal(machine, state)
    offered = frozenset((one.action.seat, one.action.choice, one.action.arguments) for one in listed)
    return At(machine.setup, state.store, (state.node, state.registers, state.passed), offered)
