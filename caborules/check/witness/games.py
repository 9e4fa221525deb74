"""The games in a witness, played again on the reference engine: what every export is made from.

The data of a witness holds one game (``players``, ``faces``, ``chance``, ``actions``), or two that look the same to a
seat (``first``, ``second``). ``loop``, where it is given, is the number of actions after which the state was the same
as at the end. A game that the engine does not play in the same way is not exported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from caborules.diagnostics.record import Refused
from caborules.diagnostics.verdict import Witness
from caborules.engine.chance import OutcomeMissing, Supplied
from caborules.engine.decisions import Action
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.formats import Misread, read_action, read_outcomes, read_value
from caborules.engine.game import fixed
from caborules.engine.machine import Step, act, start
from caborules.engine.setup import Setup
from caborules.ir.system import System
from caborules.ir.types import Value


@dataclass(frozen=True, slots=True)
class Turn:
    """An action (None: the start) and the step that it led to; None where the rules could not go on: ``fault``."""

    action: Action | None
    step: Step | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game of a witness: ``label`` tells two apart; ``reduced``: the deck is not the ruleset's."""

    label: str
    setup: Setup
    turns: tuple[Turn, ...]
    loop: int | None
    reduced: bool


def shown(system: System, options: Mapping[str, Value], witness: Witness) -> tuple[Shown, ...]:
    """The games of a witness; none where it holds no game that the engine can play."""
    data = json.loads(json.dumps(witness.data))
    parts = [(name, data[name]) for name in ("first", "second") if name in data] or [("", data)]
    found = []
    for label, part in parts:
        if not {"players", "faces", "chance", "actions"} <= set(part):
            return ()
        game = _played(system, options, label, part)
        if game is None:
            return ()
        found.append(game)
    return tuple(found)


def _played(system: System, options: Mapping[str, Value], label: str, part: dict[str, Any]) -> Shown | None:
    try:
        told = {key: read_value(value, "options") for key, value in part.get("options", {}).items()}
        setup = fixed(system, int(part["players"]), told or dict(options))
        faces = tuple(tuple(face) for face in part["faces"])
        if not set(faces) <= set(setup.faces):
            return None
        reduced = faces != setup.faces
        setup = replace(setup, faces=faces) if reduced else setup
        actions = [None, *(read_action(one, "action") for one in part["actions"])]
        chance = [read_outcomes(one, "chance") for one in part["chance"]]
    except (Misread, Refused, KeyError, TypeError, ValueError):
        return None
    turns: list[Turn] = []
    for number, action in enumerate(actions):
        source = Supplied(chance[number] if number < len(chance) else ())
        try:
            if action is None:
                step = start(setup, source)
            else:
                before = turns[-1].step
                assert before is not None
                step = act(setup, replace(before.state, chance=source), action)
        except RulesFault as fault:
            turns.append(Turn(action, None, str(fault)))
            break
        except (IllegalAction, OutcomeMissing, AssertionError):
            return None
        turns.append(Turn(action, step))
    if len(turns) != len(actions):
        return None
    loop = part.get("loop")
    return Shown(label, setup, tuple(turns), loop if isinstance(loop, int) else None, reduced)
