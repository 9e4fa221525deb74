"""When a choice is possible at all, and its parameters as the domains of an offer."""

from __future__ import annotations

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.types import BOOL, CARDS, CollectionType, NumberType, Type
from caborules.lower.expand import Expander, Scope, unused
from caborules.lower.fold import NO, YES, both, either_of, equals, negate, simplify
from caborules.lower.rewrite import reads_local
from caborules.lower.work import Context, Work


def element_type(collection: ex.Expr) -> Type:
    """The type of the elements of a collection."""
    return collection.type.of if isinstance(collection.type, CollectionType) else collection.type


def some_possible(
    expander: Expander, choices: tuple[st.Choice, ...], scope: Scope, bound: frozenset[str] = frozenset()
) -> ex.Expr:
    """The condition that one of the choices is possible."""
    condition: ex.Expr = NO
    for choice in choices:
        condition = either_of(condition, possible(expander, choice, scope, bound))
    return condition


def possible(expander: Expander, choice: st.Choice, scope: Scope, bound: frozenset[str] = frozenset()) -> ex.Expr:
    """The condition that there are arguments for which the choice is legal."""

    def with_rest(at: int, scope: Scope, bound: frozenset[str]) -> ex.Expr:
        if at == len(choice.params):
            return YES if choice.guard is None else expander.expand(choice.guard, scope, bound)
        param = choice.params[at]
        among = expander.expand(param.among, scope, bound)
        name = unused(param.name, bound)
        kind = element_type(among) if isinstance(param, st.OneOf) else among.type
        inner, reach = {**scope, param.name: ex.LocalRef(kind, None, name)}, bound | {name}
        where = YES if param.where is None else expander.expand(param.where, inner, reach)
        rest = with_rest(at + 1, inner, reach)
        if isinstance(param, st.OneOf):
            condition = both(where, rest)
            if reads_local(condition, name):
                return simplify(ex.Exists(BOOL, among.span, name, among, condition))
            return both(_some(among), condition)
        if param.where is None and not reads_local(rest, name):
            return both(_enough(expander, param, among, scope, bound), rest)
        measure = _measure(expander, param, inner, reach)
        variable = unused(param.variable, reach)
        return ex.SomeSet(BOOL, among.span, name, among, param.low, param.high, variable, measure, both(where, rest))

    return with_rest(0, scope, bound)


def _some(collection: ex.Expr) -> ex.Expr:
    return negate(simplify(ex.IsEmpty(BOOL, collection.span, collection)))


def _enough(expander: Expander, param: st.SomeOf, among: ex.Expr, scope: Scope, bound: frozenset[str]) -> ex.Expr:
    """The condition that there are cards enough, sharing what they must, for the smallest set."""
    if param.low <= 1:
        return _some(among)
    one = unused(param.variable, bound)
    other = unused(param.variable, bound | {one})
    if param.measure is None:
        return _at_least(among, param.low)
    reach = bound | {one, other}
    left, right = (
        expander.expand(param.measure, {**scope, param.variable: ex.LocalRef(CARDS.of, None, name)}, reach)
        for name in (other, one)
    )
    like = ex.Those(CARDS, among.span, other, among, equals(left, right))
    return simplify(ex.Exists(BOOL, among.span, one, among, _at_least(like, param.low)))


def _at_least(collection: ex.Expr, number: int) -> ex.Expr:
    size = ex.SizeOf(NumberType(0, number), collection.span, collection)
    least = ex.Const(NumberType(number, number), collection.span, number)
    return simplify(ex.Compare(BOOL, collection.span, "is at least", size, least))


def _measure(expander: Expander, param: st.SomeOf, scope: Scope, bound: frozenset[str]) -> ex.Expr | None:
    if param.measure is None:
        return None
    name = unused(param.variable, bound)
    card = ex.LocalRef(CARDS.of, None, name)
    return expander.expand(param.measure, {**scope, param.variable: card}, bound | {name})


def domains(work: Work, choice: st.Choice, context: Context) -> tuple[tuple[lo.Domain, ...], ex.Expr | None, Context]:
    """The parameters of a choice, its guard, and the place in which its body runs: there they are registers."""
    found: list[lo.Domain] = []
    for param in choice.params:
        among = work.expand(param.among, context)
        kind = element_type(among) if isinstance(param, st.OneOf) else CARDS
        register = work.register(context, param.name, kind)
        inside = context.naming(param.name, register)
        where = None if param.where is None else work.expand(param.where, inside)
        if isinstance(param, st.OneOf):
            found.append(lo.Domain(register.name, among, False, 1, 1, "", None, where))
        else:
            measure = _measure(work.expander, param, context.scope, frozenset())
            found.append(lo.Domain(register.name, among, True, param.low, param.high, param.variable, measure, where))
        context = inside
    guard = None if choice.guard is None else work.expand(choice.guard, context)
    return tuple(found), guard, context
