"""The same steps in a form that is more easily said.

A value with cases that is given to something becomes steps with cases. A count that is kept below a limit which nobody
can see it reach is only counted.
"""

from __future__ import annotations

from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.rebuild import rebuilt
from caborules.ir.system import System
from caborules.ir.types import BoolType, NumberType
from caborules.ir.walk import statements, with_children
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.nouns import at_most
from caborules.tools.rulebook.relative import all_of, parts_of
from caborules.tools.rulebook.special import blocks_of, changed, expressions_of


def simpler(system: System) -> System:
    """The system with such steps changed."""
    counts = frozenset(name for name in system.variables if _limit_is_unseen(system, name))

    def block(old: st.Block) -> st.Block:
        return rebuilt(old, lambda one: _together(_cases(_counted(one, counts))))

    windows = {
        n: replace(w, late=block(w.late), choices=tuple(replace(c, body=block(c.body)) for c in w.choices))
        for n, w in system.windows.items()
    }
    rules = {n: replace(one, body=block(one.body)) for n, one in system.rules.items()}
    events = {n: replace(one, body=block(one.body)) for n, one in system.events.items()}
    told = replace(system, rules=rules, windows=windows, events=events)
    return changed(told, lambda expr: _direct(system, expr))


def _direct(system: System, expr: ex.Expr) -> ex.Expr:
    """``p is in play`` for ``p is among the players who are in play``."""
    expr = with_children(expr, lambda part: _direct(system, part))
    match expr:
        case ex.IsIn(collection=ex.Apply(function=name, arguments=())):
            match system.functions[name].body:
                case ex.Those(among=ex.Seats(), variable=name, where=ex.VariableRef() as where):
                    return inlined(where, {name: expr.element})
        case ex.IsIn(collection=ex.Those(among=ex.Const() as among, variable=name, where=where)):
            there = replace(expr, collection=among)
            return ex.Logic(expr.type, None, "and", there, inlined(where, {name: expr.element}))
        case ex.Arithmetic(op="plus" | "minus", left=left, right=ex.Const(value=0)):
            return left
        case ex.Logic():
            return _once(expr)
    return expr


def _once(expr: ex.Logic) -> ex.Expr:
    """Conditions without those that the others say as well: at least 4 and more than 4 is more than 4."""
    parts = parts_of(expr, expr.op)
    kept = list(parts)
    for one in parts:
        others = [other for other in kept if other is not one]
        said = (_implies(other, one) if expr.op == "and" else _implies(one, other) for other in others)
        if any(said):
            kept = others
    return all_of(kept, expr.op)


def _implies(one: ex.Expr, other: ex.Expr) -> bool:
    """Does the other comparison hold wherever the one does, because both compare the same with constants?"""
    match one, other:
        case (
            ex.Compare(left=left, op=op, right=ex.Const(value=int(number))),
            ex.Compare(left=again, op=wider, right=ex.Const(value=int(limit))),
        ) if left == again:
            low = {"is": number, "is at least": number, "is more than": number + 1}.get(op)
            high = {"is": number, "is at most": number, "is less than": number - 1}.get(op)
            at_least = {"is at least": limit, "is more than": limit + 1}.get(wider)
            at_most_ = {"is at most": limit, "is less than": limit - 1}.get(wider)
            above = low is not None and at_least is not None and low >= at_least
            return above or (high is not None and at_most_ is not None and high <= at_most_)
    return False


def _together(one: st.Statement) -> st.Statement:
    """One condition for one in another, where nothing is said of what is otherwise."""
    match one:
        case st.If(
            instead=False,
            then=st.Block(statements=(st.If(instead=False, otherwise=st.Block(statements=())) as inner,)),
            otherwise=st.Block(statements=()),
        ):
            both = ex.Logic(one.condition.type, None, "and", one.condition, inner.condition)
            return replace(inner, condition=both, cites=tuple(dict.fromkeys((*one.cites, *inner.cites))))
    return one


def _cases(one: st.Statement) -> st.Statement:
    if not isinstance(one, st.Assign) or not isinstance(one.value, ex.Either) or isinstance(one.value.type, BoolType):
        return one
    if at_most(one.value) is not None:
        return one
    branches = (replace(one, value=part, cites=()) for part in (one.value.then, one.value.otherwise))
    then, otherwise = (st.Block(0, (_cases(branch),)) for branch in branches)
    return st.If(one.span, one.cites, one.value.condition, then, otherwise)


# ---------------------------------------------------------------- counts
def _counted(one: st.Statement, counts: frozenset[str]) -> st.Statement:
    """``if n is less than limit: add 1 to n`` without the condition."""
    match one:
        case st.If(
            condition=ex.Compare(left=ex.VariableRef(variable=name), op="is less than", right=ex.Const()),
            then=st.Block(statements=(st.Assign() as step,)),
            otherwise=st.Block(statements=()),
        ) if name in counts and _adds_to(step, name):
            return replace(step, cites=tuple(dict.fromkeys((*one.cites, *step.cites))))
    return one


def _adds_to(one: st.Statement, name: str) -> bool:
    match one:
        case st.Assign(
            variable=found, value=ex.Arithmetic(op="plus", left=ex.VariableRef(variable=again), right=ex.Const())
        ):
            return found == again == name
    return False


def _limit_is_unseen(system: System, name: str) -> bool:
    """Is a number only added to, and compared with no more than the highest that it can be?"""
    variable = system.variables[name]
    if variable.per_player or not isinstance(variable.type, NumberType):
        return False
    reads = sum(isinstance(one, ex.VariableRef) and one.variable == name for one in expressions_of(system))
    adds = sum(_adds_to(one, name) for block in blocks_of(system) for one in statements(block))
    compared = sum(_is_below(one, name, variable.type.high) for one in expressions_of(system))
    return reads == adds + compared


def _is_below(one: ex.Expr, name: str, high: int) -> bool:
    match one:
        case ex.Compare(left=ex.VariableRef(variable=found), op=op, right=ex.Const(value=int(number))) if found == name:
            return (op in ("is at least", "is less than") and number <= high) or (
                op in ("is more than", "is at most") and number < high
            )
    return False
