"""The analyses of ends of one check: several looks ask them, and each question is asked once."""

from __future__ import annotations

from typing import Final, cast

from caborules.check.ends.analyse import Analysis, joined
from caborules.check.work import Work

_NAME: Final = "analyses"


def analyses(work: Work) -> tuple[Analysis, ...]:
    """One analysis for each lowered system, those that differ in the deck alone taken together."""
    if _NAME not in work.shared:
        work.shared[_NAME] = tuple(
            Analysis(proof, work.system.assumes, work.memory.possible) for proof in joined(work.proofs)
        )
    return cast("tuple[Analysis, ...]", work.shared[_NAME])
