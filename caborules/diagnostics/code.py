"""One entry of the table of codes: what a code means, for ``caborules explain``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

ExampleKind: TypeAlias = Literal["items", "file", "words"]
"""``items``: sections without the first two lines of a file; ``file``: a whole file; ``words``: a description."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its title, what it reports, why that is bad, an example that gets it, and how to mend that."""

    code: str
    title: str
    what: str
    why: str
    example: str
    mend: str
    kind: ExampleKind = "items"
