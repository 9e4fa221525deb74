"""What a look of the checker works with, for one property alone: facts are proved, nothing else is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from caborules.api.game import Ruleset
from caborules.check.narrate import choice_texts
from caborules.check.proofs import prove_steps
from caborules.check.prove import Memory
from caborules.check.work import Work
from caborules.ir import lowered as lo
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.lower import groups, lower


def work_of(
    system: System,
    settings: Mapping[str, Value] | None = None,
    broken: Callable[[lo.LoweredSystem], lo.LoweredSystem] | None = None,
    players: int | None = None,
) -> Work:
    """The work on a system; ``broken``: a defect of its lowering; ``players``: for this number alone."""
    if players is not None:
        system = replace(system, players=(players, players))
    ranges = groups(system, settings)
    lowered = tuple(lower(system, options, numbers) for numbers, options in ranges)
    if broken is not None:
        lowered = tuple(broken(one) for one in lowered)
    memory = Memory()
    proofs = prove_steps(lowered, memory)
    return Work(Ruleset(system), settings or {}, tuple(ranges), lowered, proofs, memory, choice_texts(system))
