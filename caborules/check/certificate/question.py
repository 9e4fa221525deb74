"""What is to be shown so that a certificate holds: questions for solvers, and objections that need none."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from caborules.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Piece:
    """Each of the ``claims`` follows from the ``hypotheses``.

    ``property``: what it is needed for; ``about``: the claims in words; ``as_written``: how many more claims there were
    that are true as written, both sides being the same term.
    """

    property: str
    about: str
    hypotheses: tuple[Term, ...]
    claims: tuple[Term, ...]
    as_written: int = 0


@dataclass(frozen=True, slots=True)
class Objection:
    """Something that no solver has to be asked about is not as it must be: the certificate is rejected."""

    property: str
    about: str


Pose: TypeAlias = Callable[[], Iterable[Piece | Objection]]


@dataclass(frozen=True, slots=True)
class Question:
    """Pieces that are made only where no equal question was asked before.

    ``key``: equal keys stand for the same pieces up to names; ``where``: in words; ``again``: the same with more
    hypotheses, for the pieces that do not follow at first; ``property``: what its pieces are counted for, where equal
    questions may be those of several properties.
    """

    key: Hashable
    where: str
    pose: Pose
    again: Pose | None = None
    property: str = ""


Item: TypeAlias = Question | Objection
