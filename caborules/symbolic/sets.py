"""Collections as the proofs see them: what belongs, without an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from caborules.symbolic.places import Loc, Whose, choose_loc, same_loc
from caborules.symbolic.terms import Term, all_of, any_of, choose, same

Element: TypeAlias = Any
"""A term (a seat, a number, a member) or a ``Loc`` (a card, a spot)."""


@dataclass(frozen=True, slots=True)
class Many:
    """A collection. ``has``: does the element belong; ``element``: a generic element of the right kind, by a name.

    ``some``: is there an element; ``size``: how many, where that has a term; ``whole``: all the cards of a place;
    ``inside``: the number of the only family in which cards of the collection lie.
    """

    has: Callable[[Element], Term]
    element: Callable[[str], Element]
    some: Callable[[], Term]
    size: Callable[[], Term] | None = None
    whole: Whose | None = None
    inside: int | None = None
    lies: Whose | None = None
    """The place in which all cards of the collection lie, if they lie in one."""

    def where(self, holds: Callable[[Element], Term], some: Callable[[], Term]) -> Many:
        """The elements for which ``holds``."""
        has = self.has
        return replace(self, has=lambda x: all_of(has(x), holds(x)), some=some, size=None, whole=None)


def same_element(left: Element, right: Element) -> Term:
    return same_loc(left, right) if isinstance(left, Loc) else same(left, right)


def choose_value(condition: Term, then: Any, otherwise: Any) -> Any:
    """``choose`` for every kind of value: terms, places, locations, collections."""
    if condition is True or then is otherwise:
        return then
    if condition is False:
        return otherwise
    match then:
        case Loc():
            return choose_loc(condition, then, otherwise)
        case Whose():
            return Whose(choose(condition, then.place, otherwise.place), choose(condition, then.owner, otherwise.owner))
        case Many():
            return Many(
                lambda x: choose(condition, then.has(x), otherwise.has(x)),
                lambda name: choose_value(condition, then.element(name), otherwise.element(name)),
                lambda: choose(condition, then.some(), otherwise.some()),
                _sizes(condition, then, otherwise),
                inside=then.inside if then.inside == otherwise.inside else None,
            )
    return choose(condition, then, otherwise)


def _sizes(condition: Term, then: Many, otherwise: Many) -> Callable[[], Term] | None:
    left, right = then.size, otherwise.size
    if left is None or right is None:
        return None
    return lambda: choose(condition, left(), right())


def listed(elements: tuple[Term, ...], element: Callable[[str], Element]) -> Many:
    """A constant collection."""
    return Many(
        lambda x: any_of(*(same(x, e) for e in elements)), element, lambda: bool(elements), lambda: len(elements)
    )
