"""What each property is looked into with: the ruleset, its lowered systems and the facts proved about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from caborules.api.game import Ruleset
from caborules.check.proofs import Progress, scope
from caborules.check.prove import Memory, Proof
from caborules.check.valued import ChoiceTexts
from caborules.diagnostics.verdict import Verdict
from caborules.ir import lowered as lo
from caborules.ir.system import System
from caborules.ir.types import Value


@dataclass(frozen=True, slots=True)
class Work:
    """One check of a ruleset.

    ``settings``: options by key that differ from their defaults. ``ranges``: numbers of players (both ends included)
    with the values of all options; ``lowered`` and ``proofs`` follow it. ``texts``: what people read for choices.
    """

    ruleset: Ruleset
    settings: Mapping[str, Value]
    ranges: tuple[tuple[tuple[int, int], Mapping[str, Value]], ...]
    lowered: tuple[lo.LoweredSystem, ...]
    proofs: tuple[Proof, ...]
    memory: Memory
    texts: ChoiceTexts
    progress: Progress | None = None
    evidence: dict[str, dict[str, object]] = field(default_factory=dict)
    """What looks leave for certificates, by section: see ``check.certificate``."""
    shared: dict[str, object] = field(default_factory=dict)
    """What several looks use, worked out once: see ``ends.shared``."""

    @property
    def system(self) -> System:
        return self.ruleset.system

    @property
    def scope(self) -> str:
        """What a proof covers, in words."""
        return scope(self.lowered)

    def tell(self, what: str, done: int = 0, of: int = 1) -> None:
        """Say what is being done."""
        if self.progress is not None:
            self.progress(what, done, of)


Look: TypeAlias = Callable[[Work], Iterable[Verdict]]
