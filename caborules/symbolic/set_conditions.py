"""Is there a set of cards that fits? A value that follows from the cards to choose from, and from what else is asked.

What the condition says without speaking of the set or its cards (the top of a pile, a variable) is worked out once, as
a part of the value. Two such questions in one position that are the same but for names have the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING

from caborules.ir import expressions as ex
from caborules.ir.walk import children, subexpressions
from caborules.symbolic import summaries
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.places import Loc, Whose
from caborules.symbolic.sets import Many
from caborules.symbolic.terms import Term, is_term, negate

if TYPE_CHECKING:
    from caborules.symbolic.values import Reader

_BINDERS = (ex.Those, ex.ThoseBest, ex.FirstWhere, ex.Exists, ex.Fold, ex.Share)
_OTHER_CARDS = (ex.CardsIn, ex.EndOf, ex.TheCard, ex.FirstCards)


def some_set(reader: Reader, expr: ex.SomeSet) -> Term:
    """Is there such a set? Raises NotEncodedError."""
    conditions = (expr.where,) if expr.measure is None else (expr.measure, expr.where)
    names = _Names({expr.name, expr.variable} | set(_bound(conditions)))
    outside = tuple(term for one in conditions for term in names.outside(one, reader))
    if any(isinstance(part, _OTHER_CARDS) for one in conditions for part in names.inside(one)):
        raise NotEncodedError("a condition on a set of cards that looks at other cards")
    if outside and expr.low == 0:
        raise NotEncodedError("a condition on a set of no cards that looks at something else")
    form = (expr.low, expr.high, *(names.form(one) for one in conditions))
    many, state = reader.many(expr.among), reader.state
    return summaries.named_alike(reader, expr, many, form, lambda x: (state.card_at(x), *outside))


def _bound(conditions: tuple[ex.Expr, ...]) -> Iterator[str]:
    for condition in conditions:
        for part in subexpressions(condition):
            if isinstance(part, _BINDERS):
                yield part.variable


@dataclass(slots=True)
class _Names:
    """Tells what speaks of the names in ``bound`` from what does not."""

    bound: set[str]
    _numbers: dict[str, int] = field(default_factory=dict)

    def is_closed(self, expr: ex.Expr) -> bool:
        return not any(isinstance(part, ex.LocalRef) and part.name in self.bound for part in subexpressions(expr))

    def inside(self, expr: ex.Expr) -> Iterator[ex.Expr]:
        """The parts that speak of the set or its cards."""
        if not self.is_closed(expr):
            yield expr
            for part in children(expr):
                yield from self.inside(part)

    def outside(self, expr: ex.Expr, reader: Reader) -> Iterator[Term]:
        """The values of all other parts, as terms: of a card, where it lies and which it is."""
        if isinstance(expr, ex.Const):
            return
        if self.is_closed(expr):
            yield from _terms(reader, expr)
            return
        before = children(expr)
        if isinstance(expr, ex.Logic) and self.is_closed(expr.left):
            yield from self.outside(expr.left, reader)
            holds = reader.value(expr.left)
            before, reader = [expr.right], reader.under(holds if expr.op == "and" else negate(holds))
        for part in before:
            yield from self.outside(part, reader)

    def form(self, part: object) -> object:
        """A part with numbers for bound names, and without what stands outside: alike where that is alike."""
        if isinstance(part, ex.Const):
            return ("constant", part.value)
        if isinstance(part, ex.Typed) and self.is_closed(part):  # type: ignore[arg-type]  # every Typed node is one of the Expr union
            return "outside"
        if isinstance(part, str) and part in self.bound:
            return self._numbers.setdefault(part, len(self._numbers))
        if isinstance(part, tuple):
            return tuple(self.form(one) for one in part)
        if is_dataclass(part) and not isinstance(part, type):
            inner = (f.name for f in fields(part) if f.name not in ("span", "type"))
            return (type(part).__name__, *(self.form(getattr(part, name)) for name in inner))
        return part


def _terms(reader: Reader, expr: ex.Expr) -> Iterator[Term]:
    match reader.value(expr):
        case Loc() as loc:
            yield from (loc.place, loc.owner, loc.index, reader.state.card_at(loc))
        case Whose() as whose:
            yield from (whose.place, whose.owner)
        case Many():
            raise NotEncodedError("a condition on a set of cards that looks at other cards")
        case term:
            assert is_term(term)
            yield term
