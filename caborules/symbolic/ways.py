"""What a step comes to: needs, the ways on, and what is seen and told.

Two runs that are compared take the step each; what stands in ``seen`` must then be the same in both, what stands in
``told`` may be used as the same (faces shown, values announced).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from caborules.ir import lowered as lo
from caborules.symbolic.places import Loc
from caborules.symbolic.sets import Element
from caborules.symbolic.state import State
from caborules.symbolic.terms import Term
from caborules.symbolic.values import Need

Everything: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that all players see: ``value`` a term, a ``Loc``, a ``Whose`` or a ``Many``, where ``when`` holds."""

    what: str
    value: Everything
    when: Term = True


@dataclass(frozen=True, slots=True)
class Told:
    """Something that is shown or said. ``cards``: of the locations for which it holds, to the seats of ``to``.
    Else ``value`` is said to all."""

    cards: Callable[[Loc], Term] | None
    to: Callable[[Term], Term]
    value: Everything = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way on: to which node, when, and the state then. ``nothing_left``: of a collection no element is left.

    ``actor`` and ``legal``: for an offer, who acts and whether that is legal.
    """

    target: int
    name: str
    condition: Term
    state: State
    nothing_left: Callable[[Element], Term] | None = None
    actor: Term = None
    offer: lo.Offer | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What is needed for it, the ways on, and what is seen and told."""

    needs: tuple[Need, ...]
    ways: tuple[Way, ...]
    seen: tuple[Seen, ...] = ()
    told: tuple[Told, ...] = ()
