"""A game as an ITF trace: the Informal Trace Format that Apalache and Quint read and write, and viewers show.

Variables are the places (a list of cards by owner, or one list), who knows each card, the state variables, windows, and
what was done (``action``). Numbers are written as ``#bigint``, as the format asks for.
"""

from __future__ import annotations

import json
from typing import Any

from caborules.check.witness.games import Shown, Turn
from caborules.engine.formats import written_action
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.types import RuleValue, Value


def itf(shown: Shown, title: str) -> str:
    """The trace of a game as far as there are states."""
    setup = shown.setup
    states = [
        {"#meta": {"index": number}, **_variables(setup, turn.step.state), "action": _done(turn)}
        for number, turn in enumerate(shown.turns)
        if turn.step is not None
    ]
    meta = {
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "source": setup.system.name,
        "ruleset": setup.hash,
        "description": title,
        "players": setup.players,
    }
    names = [name for name in states[0] if name != "#meta"] if states else []
    loop = {} if shown.loop is None else {"loop": shown.loop}
    return json.dumps({"#meta": meta, "vars": names, **loop, "states": states}, ensure_ascii=False, indent=1) + "\n"


def _variables(setup: Setup, state: State) -> dict[str, Any]:
    store = state.store
    found: dict[str, Any] = {}
    for name, place in setup.system.places.items():
        owners = setup.seats if place.per_player else (None,)
        lists = [[_card(setup, one) for one in store.places[setup.place_index[name, owner]]] for owner in owners]
        found[name] = lists if place.per_player else lists[0]
    found["known to"] = {"#map": [[_numbered(setup, c), _seats(setup, mask)] for c, mask in enumerate(store.known)]}
    for name, variable in setup.system.variables.items():
        owners = setup.seats if variable.per_player else (None,)
        values = [_value(store.variables[setup.variable_index[name, owner]]) for owner in owners]
        found[name if name not in found else f"{name} (state)"] = values if variable.per_player else values[0]
    for name, window in zip(setup.system.windows, store.windows, strict=True):
        found[f"window {name}"] = {"open": window.open, "number": _value(window.number)}
    return found


def _card(setup: Setup, card: int | None) -> str:
    return "" if card is None else _numbered(setup, card)


def _numbered(setup: Setup, card: int) -> str:
    """The face of a card; where the deck has it more than once, with its number."""
    face = setup.faces[card]
    text = setup.card_names.literal(face)
    return text if setup.faces.count(face) == 1 else f"{text} #{card}"


def _seats(setup: Setup, mask: int) -> dict[str, Any]:
    return {"#set": [_value(seat) for seat in setup.seats if mask >> seat & 1]}


def _done(turn: Turn) -> Any:
    if turn.action is None:
        return {"choice": "start"}
    return {key: _json(value) for key, value in written_action(turn.action).items() if value is not None}


def _json(value: Any) -> Any:
    if isinstance(value, list):
        return [_json(one) for one in value if one is not None]
    return {"#bigint": str(value)} if isinstance(value, int) and not isinstance(value, bool) else value


def _value(value: Value) -> Any:
    match value:
        case None:
            return "nobody"
        case bool() | str():
            return value
        case int():
            return {"#bigint": str(value)}
        case tuple():
            return {"#tup": [_value(one) for one in value]}
        case RuleValue(rule=rule):
            return rule
