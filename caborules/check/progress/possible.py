"""When an offer can be chosen at all, as a condition on the position: for some arguments it is legal."""

from __future__ import annotations

from collections.abc import Iterable

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, NumberType
from caborules.lower.fold import NO, YES, both, either_of, negate, simplify
from caborules.lower.rewrite import reads_local


def some_possible(offers: Iterable[lo.Offer]) -> ex.Expr:
    """The condition that one of the offers is legal, for somebody and some arguments."""
    condition: ex.Expr = NO
    for offer in offers:
        condition = either_of(condition, possible(offer))
    return condition


def possible(offer: lo.Offer) -> ex.Expr:
    """The condition that the offer is legal, for somebody and some arguments."""
    condition = possible_for_actor(offer)
    if offer.actor is None or offer.among is None:
        return condition
    return _exists(offer.actor, offer.among, condition)


def possible_for_actor(offer: lo.Offer) -> ex.Expr:
    """The condition that the offer is legal for some arguments if the seat in the register ``actor`` acts.

    It does not say that this seat is one of those who are asked.
    """
    condition = YES if offer.guard is None else offer.guard
    for domain in reversed(offer.domains):
        condition = _with_argument(domain, condition)
    return condition


def _with_argument(domain: lo.Domain, rest: ex.Expr) -> ex.Expr:
    condition = both(YES if domain.where is None else domain.where, rest)
    if not domain.many:
        return _exists(domain.register, domain.among, condition)
    if domain.low <= 1 and not reads_local(condition, domain.register):
        return both(_some(domain.among) if domain.low else YES, condition)
    if domain.measure is None and not reads_local(condition, domain.register):
        size = ex.SizeOf(NumberType(0, domain.low), None, domain.among)
        least = ex.Const(NumberType(domain.low, domain.low), None, domain.low)
        return both(simplify(ex.Compare(BOOL, None, "is at least", size, least)), condition)
    return ex.SomeSet(
        BOOL,
        None,
        domain.register,
        domain.among,
        domain.low,
        domain.high,
        domain.variable,
        domain.measure,
        condition,
    )


def _exists(name: str, among: ex.Expr, condition: ex.Expr) -> ex.Expr:
    if reads_local(condition, name):
        return simplify(ex.Exists(BOOL, None, name, among, condition))
    return both(_some(among), condition)


def _some(collection: ex.Expr) -> ex.Expr:
    return negate(simplify(ex.IsEmpty(BOOL, None, collection)))
