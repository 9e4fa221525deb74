"""What every node of the syntax tree has: a span; and the two nodes that all others use, names and citations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from caborules.diagnostics.span import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Everything that was read from a file."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """``@cabo.M2``: the clause that a line formalises; ``clause`` is ``cabo.M2``."""

    clause: str


Cites: TypeAlias = tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name, plain (``row``) or dotted (``turn.draw``, ``matching.chain``)."""

    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        return ".".join(self.parts)
