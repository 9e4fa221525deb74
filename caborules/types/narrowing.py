"""What a condition teaches: who is certainly a player and not nobody, and what the options must be."""

from __future__ import annotations

from caborules.ir.expressions import (
    Apply,
    Compare,
    Const,
    Expr,
    IsIn,
    LocalRef,
    Logic,
    Lookup,
    Not,
    OptionRef,
    PlayerCount,
    VariableRef,
)
from caborules.ir.types import PlayerType
from caborules.ir.walk import subexpressions
from caborules.types.world import Env, World

Facts = frozenset[Expr]
NONE: Facts = frozenset()


def assume(w: World, env: Env, condition: Expr, holds: bool = True) -> Env:
    """The place where a condition has turned out to hold, or not to hold."""
    if_true, if_false = learn(w, env, condition)
    facts = env.facts | (if_true if holds else if_false)
    return env.having(facts=facts, static=(*env.static, *_constant_parts(condition, holds)))


def learn(w: World, env: Env, condition: Expr) -> tuple[Facts, Facts]:
    """Which expressions are players if the condition holds, and which if it does not."""
    match condition:
        case Not(operand=operand):
            if_true, if_false = learn(w, env, operand)
            return if_false, if_true
        case Logic(op=op, left=left, right=right):
            lt, lf = learn(w, env, left)
            rt, rf = learn(w, env.having(facts=env.facts | (lt if op == "and" else lf)), right)
            return (lt | rt, lf & rf) if op == "and" else (lt & rt, lf | rf)
        case Compare(op="is" | "is not" as op, left=left, right=right):
            same, different = _compared(env, left, right)
            return (same, different) if op == "is" else (different, same)
        case IsIn(element=element, collection=collection) if _optional(element):
            of = getattr(collection.type, "of", None)
            return (frozenset({element}) if of == PlayerType() else NONE), NONE
        case Apply(function=function) if function in w.learnt:
            return w.learnt[function]
        case _:
            return NONE, NONE


def learn_function(w: World, name: str, body: Expr) -> None:
    """Note what a function teaches wherever it is used as a condition: what does not speak of its parameters."""
    true, false = (frozenset(f for f in part if not _local(f)) for part in learn(w, Env(), body))
    if true or false:
        w.learnt[name] = (true, false)


def _compared(env: Env, left: Expr, right: Expr) -> tuple[Facts, Facts]:
    """Players where the two are the same, and where they are not."""
    for one, other in ((left, right), (right, left)):
        if not _optional(one):
            continue
        if isinstance(other, Const) and other.value is None:
            return NONE, frozenset({one})
        if other.type == PlayerType() or other in env.facts:
            return frozenset({one}), NONE
    return NONE, NONE


def _optional(expr: Expr) -> bool:
    return isinstance(expr.type, PlayerType) and expr.type.optional and not isinstance(expr, Const)


def _local(expr: Expr) -> bool:
    return any(isinstance(part, LocalRef) for part in subexpressions(expr))


def is_player(env: Env, expr: Expr) -> bool:
    """Is an expression of type ``player or nobody`` certainly a player here?"""
    return expr in env.facts


def without_state(env: Env) -> Env:
    """After something that may have changed the state: only what was learnt of local names stays."""
    return env.having(facts=frozenset(f for f in env.facts if not reads_variable(f)))


def assigned(env: Env, variable: str, owner: Expr | None, value: Expr) -> Env:
    """After ``set variable to value``."""
    facts = frozenset(f for f in env.facts if not reads_variable(f, variable))
    if isinstance(value.type, PlayerType) and (not value.type.optional or is_player(env, value)):
        facts |= {VariableRef(PlayerType(True), None, variable, owner)}
    return env.having(facts=facts)


def moved(env: Env) -> Env:
    """After cards have moved: what was learnt of anything that may depend on cards is forgotten."""
    kept = (LocalRef, VariableRef, OptionRef, Const)
    facts = frozenset(f for f in env.facts if all(isinstance(part, kept) for part in subexpressions(f)))
    return env.having(facts=facts)


def reads_variable(expr: Expr, variable: str | None = None) -> bool:
    """Does the expression read a state variable (that one)? A function may read any."""
    return any(
        isinstance(part, Apply | Lookup) or (isinstance(part, VariableRef) and variable in (None, part.variable))
        for part in subexpressions(expr)
    )


def joined(left: Env | None, right: Env | None) -> Env | None:
    """Where two ways come together; None is a way that goes elsewhere."""
    if left is None or right is None:
        return left if right is None else right
    static = tuple(c for c in left.static if c in right.static)
    return left.having(facts=left.facts & right.facts, static=static)


def _constant_parts(condition: Expr, holds: bool) -> tuple[Expr, ...]:
    """The parts of a condition that hold and speak of options alone."""
    match condition:
        case Not(operand=operand):
            return _constant_parts(operand, not holds)
        case Logic(op=op, left=left, right=right) if (op == "and") == holds:
            return (*_constant_parts(left, holds), *_constant_parts(right, holds))
    if not is_constant(condition):
        return ()
    return (condition if holds else Not(condition.type, condition.span, condition),)


def is_constant(expr: Expr) -> bool:
    """Does the expression depend on options and the number of players alone?"""
    closed = (OptionRef, PlayerCount, Const, Compare, Logic, Not, IsIn)
    return all(isinstance(part, closed) for part in subexpressions(expr))
