"""A witness as files: ``witness.json`` for machines, ``itf.json`` for viewers of traces, ``example`` to paste in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from caborules.check.witness.example import example
from caborules.check.witness.games import Shown, shown
from caborules.check.witness.itf import itf
from caborules.diagnostics.verdict import Verdict
from caborules.engine.formats import header, written_action
from caborules.engine.save import fingerprint
from caborules.ir.system import System
from caborules.ir.types import Value

FORMAT: Final = "caborules/witness/1"


def exports(system: System, options: Mapping[str, Value], verdict: Verdict) -> dict[str, str]:
    """Texts of the witness of a verdict, by the ending of a file's name; none where it has no game.

    ``options``: those that the game was played with. The JSON text begins like a trace (``format``, ``ruleset`` the
    content hash, ``players``, ``options``), with the ``deck`` by card number; a step has its action, the chance
    outcomes used, and the digest of the state that it led to, or the ``fault``.
    """
    if verdict.witness is None:
        return {}
    games = shown(system, options, verdict.witness)
    title = f"{verdict.property}: {verdict.witness.title}"
    found: dict[str, str] = {}
    for game in games:
        mark = f"{game.label}." if game.label else ""
        found[f"{mark}witness.json"] = _json(game, verdict)
        found[f"{mark}itf.json"] = itf(game, title)
        told = example(game, title if not game.label else f"{title} ({game.label} deal)")
        if told is not None:
            found[f"{mark}example"] = told
    return found


def _json(game: Shown, verdict: Verdict) -> str:
    setup, witness = game.setup, verdict.witness
    assert witness is not None
    steps = [
        {
            "action": None if turn.action is None else written_action(turn.action),
            **(
                {"fault": turn.fault}
                if turn.step is None
                else {
                    "chance": [list(one) if isinstance(one, tuple) else one for one in turn.step.outcomes],
                    "state": fingerprint(setup, turn.step.state),
                }
            ),
        }
        for turn in game.turns
    ]
    parts = {
        **header(setup, FORMAT),
        "property": verdict.property,
        "found": verdict.found,
        "title": witness.title,
        "told": list(witness.steps),
        "deck": [setup.card_names.literal(face) for face in setup.faces],
        "reduced deck": game.reduced,
        "loop": game.loop,
        "steps": steps,
    }
    return json.dumps(parts, ensure_ascii=False, indent=1) + "\n"
