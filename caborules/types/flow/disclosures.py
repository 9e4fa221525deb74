"""Declared disclosures: what the rules make public on purpose, for every verdict to list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from caborules.diagnostics.span import Span


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Something the rules tell everybody.

    ``announce``: a value is said. ``announces``: that a choice was legal tells something, and the choice says so.
    ``laid open``: a guard reads faces that the body lays open. ``text`` is what is said or the choice's text;
    ``already_public``: everybody could have worked it out before.
    """

    kind: Literal["announce", "announces", "laid open"]
    text: str
    span: Span | None
    rule: str
    already_public: bool
