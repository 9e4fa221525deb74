"""Expressions, patterns, arguments and cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from caborules.syntax import expressions as x
from caborules.text.build.base import (
    JOINERS,
    OPENERS,
    Branch,
    Child,
    Maker,
    branch,
    is_branch,
    maybe_word,
    name,
    word,
)

_INNER = OPENERS | JOINERS
_PLAIN_OPS: dict[str, x.BinaryOp] = {
    "plus": "plus", "minus": "minus", "times": "times", "div": "div", "mod": "mod", "and": "and", "or": "or",
    "is": "is",
}  # fmt: skip


def inner_name(m: Maker, token: Child) -> str:
    """A name for a value inside a rule or an expression: parameter, ``let``, ``for each``."""
    return m.declared(token, _INNER, "a value")


def maybe_expr(m: Maker, tree: Child) -> x.Expr | None:
    return None if tree is None else expr(m, tree)


def expr(m: Maker, tree: Child) -> x.Expr:
    """An expression of any form."""
    tree = branch(tree)
    span = m.span(tree)
    c = tree.children
    kind = str(tree.data)
    if kind in _PLAIN_OPS:
        return x.Binary(span, _PLAIN_OPS[kind], expr(m, c[0]), expr(m, c[2]))
    match kind:
        case "name":
            return x.Ref(span, name(m, c[0]))
        case "number":
            return x.Number(span, int(word(c[0])))
        case "card":
            return x.CardLiteral(span, word(c[0]))
        case "of":
            return x.Of(span, name(m, c[0]), (expr(m, c[2]),))
        case "of_several":
            return x.Of(span, name(m, c[0]), tuple(expr(m, part) for part in c[2:]))
        case "no":
            return x.NoLiteral(span)
        case "set_literal":
            return x.SetLiteral(span, pattern(m, c[0]))
        case "span":
            return x.Interval(span, expr(m, c[0]), expr(m, c[2]))
        case "not":
            return x.Not(span, expr(m, c[1]))
        case _:
            return _comparison(m, tree, kind)


def _comparison(m: Maker, tree: Branch, kind: str) -> x.Expr:
    span, c = m.span(tree), tree.children
    match kind:
        case "is_not":
            return x.Binary(span, "is not", expr(m, c[0]), expr(m, c[3]))
        case "compares":
            op = cast(x.BinaryOp, f"is {c[2]} {c[3]}")
            return x.Binary(span, op, expr(m, c[0]), expr(m, c[4]))
        case "is_empty":
            return x.IsEmpty(span, expr(m, c[0]), c[2] is not None)
        case "is_in":
            return x.IsIn(span, expr(m, c[0]), expr(m, c[4]), c[2] is not None)
        case "is_over":
            return x.IsOver(span, expr(m, c[0]))
        case "is_open":
            return x.IsOpen(span, expr(m, c[0]))
        case "is_face":
            return x.IsFace(span, expr(m, c[0]), word(c[3]) == "up")
        case "share":
            return x.Share(span, expr(m, c[0]), word(c[2]))
        case "knows":
            return x.Knows(span, expr(m, c[0]), expr(m, c[2]))
        case _:
            return _binder(m, tree, kind)


def _binder(m: Maker, tree: Branch, kind: str) -> x.Expr:
    span, c = m.span(tree), tree.children
    match kind:
        case "either":
            return x.Either(span, expr(m, c[0]), expr(m, c[2]), expr(m, c[4]))
        case "those":
            return x.Those(span, inner_name(m, c[1]), expr(m, c[3]), expr(m, c[5]))
        case "those_best":
            which = cast(Literal["lowest", "highest"], word(c[6]))
            return x.ThoseBest(span, inner_name(m, c[1]), expr(m, c[3]), which, expr(m, c[7]))
        case "first_where":
            return x.FirstWhere(span, inner_name(m, c[1]), expr(m, c[3]), maybe_expr(m, c[5]), expr(m, c[7]))
        case "fold":
            fold = cast(Literal["sum", "lowest", "highest"], word(c[0]))
            return x.Fold(span, fold, expr(m, c[2]), inner_name(m, c[5]), expr(m, c[7]), maybe_expr(m, c[9]))
        case "exists":
            return x.Exists(span, word(c[0]) == "no", inner_name(m, c[1]), expr(m, c[3]), expr(m, c[5]))
        case _:
            raise AssertionError(f"the grammar has an expression {kind} that the builder does not know")


def pattern(m: Maker, tree: Child) -> x.Pattern:
    tree = branch(tree)
    return x.Pattern(m.span(tree), tuple(_pattern_part(m, branch(part)) for part in tree.children))


def _pattern_part(m: Maker, tree: Branch) -> x.PatternWords | x.PatternSpan:
    c = tree.children
    if tree.data == "pattern_span":
        low, high = int(word(c[0])), int(word(c[2]))
        if low > high:
            why = "It would stand for nothing."
            m.error("E302", tree, f"The range {low}..{high} runs backwards.", why, f"Write `{high}..{low}`.")
        return x.PatternSpan(m.span(tree), low, high)
    words = tuple(_pattern_word(branch(part)) for part in c[:-2])
    return x.PatternWords(m.span(tree), words, maybe_word(c[-1]))


def _pattern_word(tree: Branch) -> str | int:
    token = tree.children[0]
    return int(word(token)) if getattr(token, "type", "") == "NUMBER" else word(token)


def arguments(m: Maker, children: Sequence[Child]) -> x.Arguments:
    """The arguments of a rule: an expression without a label, and labelled ones."""
    return tuple(_argument(m, branch(child)) for child in children)


def _argument(m: Maker, tree: Branch) -> x.Labelled:
    if is_branch(tree, "labelled"):
        return x.Labelled(m.span(tree), preposition(tree.children[0]), expr(m, tree.children[1]))
    return x.Labelled(m.span(tree), None, expr(m, tree))


def preposition(tree: Child) -> x.Preposition:
    return cast(x.Preposition, word(branch(tree).children[0]))


def cell(m: Maker, tree: Child) -> x.Cell:
    tree = branch(tree)
    match tree.data:
        case "blank":
            return x.Blank(m.span(tree))
        case "partial":
            return x.Partial(m.span(tree), word(tree.children[0]), arguments(m, tree.children[1:]))
        case _:
            return expr(m, tree.children[0])


def maybe_cell(m: Maker, tree: Child) -> x.Cell | None:
    return None if tree is None else cell(m, tree)
