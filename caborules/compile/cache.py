"""The programs made so far in this process, by content: a game that was compiled before is not compiled again."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from caborules.compile.layout import Unsupported
from caborules.compile.program import Program, program
from caborules.diagnostics.record import Refused
from caborules.engine.setup import Setup
from caborules.lower import lower
from caborules.lower.machine import load


@dataclass(frozen=True, slots=True)
class _Key:
    """What the code of a game depends on; the setup itself comes along and is not compared."""

    ruleset: str
    players: int
    options: str
    setup: Setup = field(compare=False, repr=False)


@lru_cache(maxsize=64)
def compiled(setup: Setup) -> Program | None:
    """The program of a game; None where it has to be played by the reference engine.

    That is so where the ruleset is too large to be written out (E313), or has something that no code is made for.
    """
    return _made(_Key(setup.hash, setup.players, repr(sorted(setup.options.items())), setup))


@lru_cache(maxsize=64)
def _made(key: _Key) -> Program | None:
    setup = key.setup
    try:
        return program(load(lower(setup.system, setup.options, (setup.players, setup.players)), setup.players))
    except (Unsupported, Refused):
        return None
