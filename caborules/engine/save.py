"""States as JSON texts, ``caborules/state/1``. They hold everything, and so are for the referee only.

A text carries a digest of its contents: a text that was cut off or edited is refused. What it says is checked all the
same: every card lies in one place, positions in the rules exist, values have the types of their variables.
"""

from __future__ import annotations

import json
from typing import Any, Final

from caborules.engine.basics import fits
from caborules.engine.chance import Chance, Entropy, Identity, Seeded, Supplied
from caborules.engine.formats import (
    Misread,
    digest,
    header,
    items,
    read_outcomes,
    read_pair,
    read_setup,
    read_text,
    read_value,
    refused,
    whole,
    with_misread,
    written,
)
from caborules.engine.setup import Setup
from caborules.engine.state import (
    At,
    Cards,
    Deciding,
    Env,
    Frame,
    Inside,
    Looping,
    Reacting,
    Sealed,
    State,
    Store,
    Waiting,
    Window,
)
from caborules.ir.statements import Await, Decide, ForEach, RepeatTimes, RepeatUntil
from caborules.ir.system import System

FORMAT: Final = "caborules/state/1"


def save(setup: Setup, state: State) -> str:
    """The state as a text."""
    body = {**_situation(setup, state), "chance": _chance(state.chance)}
    return json.dumps({**header(setup, FORMAT), "state": body, "check": digest(body)}, ensure_ascii=False)


def fingerprint(setup: Setup, state: State) -> str:
    """A digest of the state without its chance source: equal states have equal ones, in every process."""
    return digest(_situation(setup, state))


def read(system: System, text: str) -> tuple[Setup, State]:
    """The state in a text, with its setup. Raises Refused: E711, E712, E713 and what ``game.set_up`` raises."""
    parts = read_text(text, FORMAT, ("state", "check"))
    setup = read_setup(system, parts)
    if digest(parts["state"]) != parts["check"]:
        raise refused("E711", "The text is damaged.", "It is not what was written.", "Was it edited?")
    return setup, with_misread(lambda: _state(setup, parts["state"]))


# ---------------------------------------------------------------- writing
def _situation(setup: Setup, state: State) -> dict[str, Any]:
    store = state.store
    return {
        "places": [[*place, list(cards)] for place, cards in zip(setup.place_ids, store.places, strict=True)],
        "turned": list(store.turned),
        "known": list(store.known),
        "variables": [[*v, written(x)] for v, x in zip(setup.variable_ids, store.variables, strict=True)],
        "windows": [[name, w.open, w.number] for name, w in zip(setup.system.windows, store.windows, strict=True)],
        "control": [_frame(frame) for frame in state.control],
    }


def _env(env: Env) -> list[Any]:
    return [[name, written(value)] for name, value in env]


def _frame(frame: Frame) -> list[Any]:
    match frame:
        case At(block, index, env):
            return ["at", block, index, _env(env)]
        case Inside(rule):
            return ["inside", rule]
        case Looping(block, index, env, rest):
            return ["loop", block, index, _env(env), written(rest)]
        case Deciding(block, index, env, todo, acting, sealed):
            secret = [[one.seat, one.choice, written(one.arguments), _env(one.env)] for one in sealed]
            return ["decide", block, index, _env(env), list(todo), acting, secret]
        case Reacting(window):
            return ["react", window]
        case Waiting(block, index, number, passed):
            return ["wait", block, index, number, list(passed)]


def _chance(chance: Chance) -> list[Any]:
    match chance:
        case Seeded(a, b, c, d):
            return ["seeded", a, b, c, d]
        case Supplied(outcomes, then):
            after = [] if then is None else [_chance(then)]
            return ["supplied", [list(one) if isinstance(one, tuple) else one for one in outcomes], *after]
        case Entropy():
            return ["entropy"]
        case Identity():
            return ["identity"]


# ---------------------------------------------------------------- reading
def _state(setup: Setup, part: Any) -> State:
    names = {"places", "turned", "known", "variables", "windows", "control", "chance"}
    if not isinstance(part, dict) or set(part) != names:
        raise Misread("state: expected " + ", ".join(sorted(names)))
    control = tuple(_read_frame(setup, one) for one in items(part["control"], "control"))
    if control and not isinstance(control[-1], Deciding | Waiting):
        raise Misread("control: the state does not stand at a decision")
    return State(_store(setup, part), control, _read_chance(part["chance"]))


def _store(setup: Setup, part: dict[str, Any]) -> Store:
    places: list[Cards] = []
    deck = len(setup.faces)
    for place, one in zip(setup.place_ids, items(part["places"], "places", len(setup.place_ids)), strict=True):
        name, owner, cards = items(one, "places", 3)
        if (name, owner) != place:
            raise Misread(f"places: expected {place}")
        there = tuple(None if c is None else whole(c, f"places.{name}", deck) for c in items(cards, f"places.{name}"))
        if (None in there and setup.shape(place) != "row") or there[-1:] == (None,):
            raise Misread(f"places.{name}: a gap that cannot be there")
        places.append(there)
    lying = sorted(card for there in places for card in there if card is not None)
    if lying != list(range(deck)):
        raise Misread("places: a card lies nowhere, or in two places")
    for turned in items(part["turned"], "turned", deck):
        if turned not in (None, True, False):
            raise Misread("turned: expected yes, no or nothing")
    known = tuple(whole(k, "known", setup.everyone + 1) for k in items(part["known"], "known", deck))
    variables = items(part["variables"], "variables", len(setup.variable_ids))
    windows = items(part["windows"], "windows", len(setup.system.windows))
    return Store(
        tuple(places),
        tuple(part["turned"]),
        known,
        tuple(_variable(setup, v, one) for v, one in zip(setup.variable_ids, variables, strict=True)),
        tuple(_window(name, one) for name, one in zip(setup.system.windows, windows, strict=True)),
    )


def _variable(setup: Setup, variable: tuple[str, int | None], part: Any) -> Any:
    name, owner, value = items(part, "variables", 3)
    read = read_value(value, f"variables.{name}")
    if (name, owner) != variable or not fits(setup.system.variables[variable[0]].type, read, setup.players):
        raise Misread(f"variables: expected a value of {variable[0]}")
    return read


def _window(name: str, part: Any) -> Window:
    found, is_open, number = items(part, "windows", 3)
    if found != name or not isinstance(is_open, bool):
        raise Misread(f"windows: expected {name}")
    return Window(is_open, whole(number, f"windows.{name}"))


def _read_env(part: Any) -> Env:
    return tuple(read_pair(one, "control") for one in items(part, "control"))


def _seats(setup: Setup, part: Any) -> tuple[int, ...]:
    return tuple(whole(one, "control", setup.players) for one in items(part, "control"))


def _read_frame(setup: Setup, part: Any) -> Frame:
    match part:
        case ["at", block, index, env]:
            return At(*_spot(setup, block, index), _read_env(env))
        case ["inside", str() as rule] if rule in setup.system.rules:
            return Inside(rule)
        case ["react", str() as window] if window in setup.system.windows:
            return Reacting(window)
        case ["loop", block, index, env, list() as rest]:
            at = _spot(setup, block, index, ForEach, RepeatTimes, RepeatUntil)
            return Looping(*at, _read_env(env), tuple(read_value(one, "control") for one in rest))
        case ["wait", block, index, number, passed]:
            return Waiting(*_spot(setup, block, index, Await), whole(number, "control"), _seats(setup, passed))
        case ["decide", block, index, env, todo, acting, list() as sealed]:
            at = _spot(setup, block, index, Decide)
            choices = len(_decide(setup, *at).choices)
            made = tuple(_sealed(setup, one, choices) for one in sealed)
            who = None if acting is None else whole(acting, "control", setup.players)
            return Deciding(*at, _read_env(env), _seats(setup, todo), who, made)
        case _:
            raise Misread("control: not a position in the rules")


def _spot(setup: Setup, block: Any, index: Any, *kinds: type) -> tuple[int, int]:
    """A position in the rules, at a statement of one of the kinds (none: any)."""
    there = setup.system.blocks.get(whole(block, "control"))
    if there is None or whole(index, "control") >= len(there.statements):
        raise Misread("control: there is no such position in the rules")
    if kinds and not isinstance(there.statements[index], kinds):
        raise Misread("control: something else stands there in the rules")
    return block, index


def _decide(setup: Setup, block: int, index: int) -> Decide:
    statement = setup.system.blocks[block].statements[index]
    assert isinstance(statement, Decide)
    return statement


def _sealed(setup: Setup, part: Any, choices: int) -> Sealed:
    seat, choice, arguments, env = items(part, "control", 4)
    made = tuple(read_value(one, "control") for one in items(arguments, "control"))
    chosen = None if choice is None else whole(choice, "control", choices)
    return Sealed(whole(seat, "control", setup.players), chosen, made, _read_env(env))


def _read_chance(part: Any) -> Chance:
    match part:
        case ["seeded", a, b, c, d]:
            return Seeded(*(whole(word, "chance", 1 << 32) for word in (a, b, c, d)))
        case ["supplied", outcomes]:
            return Supplied(read_outcomes(outcomes, "chance"))
        case ["supplied", outcomes, ["seeded", *_] as after]:
            then = _read_chance(after)
            assert isinstance(then, Seeded)
            return Supplied(read_outcomes(outcomes, "chance"), then)
        case ["entropy"]:
            return Entropy()
        case ["identity"]:
            return Identity()
        case _:
            raise Misread("chance: not a source of chance")
