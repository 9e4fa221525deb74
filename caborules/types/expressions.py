"""Expressions: what each form means. Words, applications, comparisons and binders have files of their own."""

from __future__ import annotations

from typing import Final

from caborules.diagnostics.span import Span
from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import BOOL, CARD, CARDS, PLAYER, CollectionType, EnumType, NumberType, Type
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.applying import apply, measured
from caborules.types.binders import binder
from caborules.types.comparing import compare, is_in
from caborules.types.effort import check_effort
from caborules.types.literals import card_named, set_literal
from caborules.types.locals import unused
from caborules.types.narrowing import assume
from caborules.types.ranges import arithmetic, backwards
from caborules.types.report import Failed
from caborules.types.words import undirected, word
from caborules.types.world import Env, World

LARGEST: Final = 10**15
"""So large a number may be, below and above 0."""
WIDEST: Final = 10_000
"""So many numbers ``(low..high)`` may be."""


def expr(w: World, node: n.Expr, env: Env, expected: Type | None = None) -> Expr:
    """The typed expression. ``expected`` guides the meaning of words; ``wants.wanted`` insists on it.

    Raises Failed; E302 for numbers, and E313 for a whole expression, that are too large to be worked out.
    """
    made = _expr(w, node, env, expected)
    if isinstance(made.type, NumberType) and max(-made.type.low, made.type.high) > LARGEST:
        message = f"This may be a number beyond {LARGEST:,}."
        raise w.report.error("E302", node.span, message, "Use smaller ranges.", "No game of cards counts that far.")
    if w.depth == 1:
        check_effort(w, made)
    return made


def _expr(w: World, node: n.Expr, env: Env, expected: Type | None) -> Expr:
    match node:
        case n.Number(value=value):
            if isinstance(expected, EnumType) and value in expected.members:
                return x.Const(expected, node.span, value)
            return x.Const(NumberType(value, value), node.span, value)
        case n.Ref() | n.NoLiteral():
            return word(w, node, env, expected)
        case n.CardLiteral():
            return card_named(w, node, env)
        case n.SetLiteral():
            return set_literal(w, node, expected)
        case n.Interval(low=low, high=high):
            return _interval(w, node.span, low, high, env)
        case n.Of():
            return apply(w, node, env, expected)
        case n.Binary():
            return _binary(w, node, env)
        case n.Not(operand=operand):
            return x.Not(BOOL, node.span, wants.condition(w, operand, env))
        case n.IsEmpty(operand=operand, negated=negated):
            return _negated(x.IsEmpty(BOOL, node.span, wants.collection(w, operand, env)), negated)
        case n.IsIn():
            return is_in(w, node, env)
        case n.Either():
            return _either(w, node, env, expected)
        case n.Knows() | n.Share() | n.IsFace():
            return _about_cards(w, node, env)
        case n.IsOver() | n.IsOpen():
            return _going_on(w, node, env)
        case n.Those() | n.ThoseBest() | n.FirstWhere() | n.Fold() | n.Exists():
            return binder(w, node, env, expected)


def _negated(made: Expr, negated: bool) -> Expr:
    return x.Not(BOOL, made.span, made) if negated else made


def _interval(w: World, span: Span, low: n.Expr, high: n.Expr, env: Env) -> Expr:
    first, last = w.report.both(lambda: wants.number(w, low, env), lambda: wants.number(w, high, env))
    least, most = wants.range_of(first).low, wants.range_of(last).high
    if isinstance(first, x.Const) and isinstance(last, x.Const) and least > most:
        turned = f"Write  ({most}..{least})."
        raise w.report.error("E302", span, backwards(least, most), turned, "It would stand for nothing.")
    if most - least >= WIDEST:
        message = f"These may be {most - least + 1:,} numbers; {WIDEST:,} are the limit."
        raise w.report.error("E302", span, message, "Take a smaller range.", "Each of them would be looked at.")
    return x.Numbers(CollectionType(NumberType(least, max(least, most))), span, first, last)


def _binary(w: World, node: n.Binary, env: Env) -> Expr:
    match node.op:
        case "plus" | "minus" | "times" | "div" | "mod":
            left, right = w.report.both(
                lambda: wants.number(w, node.left, env), lambda: wants.number(w, node.right, env)
            )
            range_ = arithmetic(node.op, wants.range_of(left), wants.range_of(right))
            return x.Arithmetic(range_, node.span, node.op, left, right)
        case "and" | "or":
            first = w.report.trying(wants.condition, w, node.left, env)
            inner = env if first is None else assume(w, env, first, node.op == "and")
            second = wants.condition(w, node.right, inner)
            if first is None:
                raise Failed
            return x.Logic(BOOL, node.span, node.op, first, second)
        case _:
            return compare(w, node, env)


def _either(w: World, node: n.Either, env: Env, expected: Type | None) -> Expr:
    test = w.report.trying(wants.condition, w, node.condition, env)
    yes, no = (env, env) if test is None else (assume(w, env, test), assume(w, env, test, False))
    if expected is None and undirected(w, env, node.value):
        otherwise = w.expr(node.otherwise, no)
        then = w.expr(node.value, yes, otherwise.type)
    elif expected is None and undirected(w, env, node.otherwise):
        then = w.expr(node.value, yes)
        otherwise = w.expr(node.otherwise, no, then.type)
    else:
        then, otherwise = w.report.both(
            lambda: w.expr(node.value, yes, expected), lambda: w.expr(node.otherwise, no, expected)
        )
    if test is None:
        raise Failed
    then, otherwise, type = coerce.meet(w, then, otherwise)
    return x.Either(type, node.span, test, then, otherwise)


def _about_cards(w: World, node: n.Knows | n.Share | n.IsFace, env: Env) -> Expr:
    match node:
        case n.Knows(player=player, card=card):
            who, what = w.report.both(
                lambda: wants.wanted(w, player, env, PLAYER), lambda: wants.card_or_cards(w, card, env)
            )
            return x.Knows(BOOL, node.span, who, what)
        case n.IsFace(operand=operand, up=up):
            return _negated(x.FaceUp(BOOL, node.span, wants.wanted(w, operand, env, CARD)), not up)
        case n.Share(operand=operand, attribute=attribute):
            cards = wants.wanted(w, operand, env, CARDS)
            variable = unused(env, "c")
            one = x.LocalRef(CARD, node.span, variable)
            return x.Share(BOOL, node.span, cards, variable, measured(w, attribute, one, node.span))


def _going_on(w: World, node: n.IsOver | n.IsOpen, env: Env) -> Expr:
    """``w is open``, ``R is over``."""
    subject, known, what = (
        (node.window, "window", "is open") if isinstance(node, n.IsOpen) else (node.rule, "rule", "is over")
    )
    name = subject.name.text if isinstance(subject, n.Ref) else ""
    if w.sorts.get(name) != known:
        names = [each for each, sort in w.sorts.items() if sort == known]
        message = f"`{what}` is said of a {known}" + (f', and "{name}" is none.' if name else ".")
        raise w.report.error("E201", node.span, message, suggestion(name, names))
    if isinstance(node, n.IsOpen):
        return x.WindowOpen(BOOL, node.span, name)
    if not env.facing_claims:
        mend = "Keep it in a state variable that the rule sets."
        raise w.report.error(
            "E301", node.span, "Whether a rule is over is asked only in properties, and by `then` in examples.", mend
        )
    return x.IsOver(BOOL, node.span, name)
