"""caborules: rules of hidden-information card games, written, checked and played.

Everything public is here; it is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from caborules.api.game import Game as Game
    from caborules.api.game import Ruleset as Ruleset
    from caborules.api.game import State as State
    from caborules.api.load import load as load
    from caborules.check.run import check as check
    from caborules.diagnostics.record import Diagnostic as Diagnostic
    from caborules.diagnostics.record import Refused as Refused
    from caborules.diagnostics.verdict import Verdict as Verdict
    from caborules.engine.decisions import Action as Action
    from caborules.engine.events import Event as Event
    from caborules.engine.faults import IllegalAction as IllegalAction
    from caborules.engine.faults import RulesFault as RulesFault
    from caborules.engine.play import Play as Play
    from caborules.engine.views import View as View
    from caborules.tools.words import Words as Words

_HOMES: Final = {
    "Action": "caborules.engine.decisions",
    "Diagnostic": "caborules.diagnostics.record",
    "Event": "caborules.engine.events",
    "Game": "caborules.api.game",
    "IllegalAction": "caborules.engine.faults",
    "Play": "caborules.engine.play",
    "Refused": "caborules.diagnostics.record",
    "RulesFault": "caborules.engine.faults",
    "Ruleset": "caborules.api.game",
    "State": "caborules.api.game",
    "Verdict": "caborules.diagnostics.verdict",
    "View": "caborules.engine.views",
    "Words": "caborules.tools.words",
    "check": "caborules.check.run",
    "load": "caborules.api.load",
}

__all__ = [
    "Action",
    "Diagnostic",
    "Event",
    "Game",
    "IllegalAction",
    "Play",
    "Refused",
    "RulesFault",
    "Ruleset",
    "State",
    "Verdict",
    "View",
    "Words",
    "check",
    "load",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
