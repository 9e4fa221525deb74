"""What a certificate keeps of the proofs that places keep their secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caborules.check.properties.record import StatedRecord


@dataclass(frozen=True, slots=True)
class SecrecyRecord:
    """By demand on a place, in words, what shows it. (Where the facts at every decision say it, nothing is kept.)"""

    demands: Mapping[str, StatedRecord]
