"""Changes to expressions: another number, the opposite condition, another player, place, member or bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from caborules.ir.operators import OPPOSITE, Comparison
from caborules.syntax import nodes as n
from tests.mutants.scope import Words

Change: TypeAlias = tuple[str, n.Node, n.Node]
"""The operator, the node that it is about (for its line), and what takes the place of the node looked at."""

_OPPOSITE: dict[str, Comparison] = dict(OPPOSITE.items())
"""For any operator of an expression, so that those which have no opposite can be asked for."""
_BOUND: dict[str, Any] = {
    "is at least": "is more than",
    "is more than": "is at least",
    "is at most": "is less than",
    "is less than": "is at most",
}
_OTHER_WORD = {"left": "right", "right": "left", "top": "bottom", "bottom": "top", "all": "rest", "rest": "all"}


def negated(expr: Any) -> Any:
    """The opposite of a condition, as an author would write it."""
    match expr:
        case n.Binary(op=op) if op in _OPPOSITE:
            return replace(expr, op=_OPPOSITE[op])
        case n.IsEmpty() | n.IsIn() | n.Exists():
            return replace(expr, negated=not expr.negated)
        case n.IsFace():
            return replace(expr, up=not expr.up)
        case n.Not():
            return expr.operand
        case n.Ref(name=name) if name.text == "yes":
            return n.NoLiteral(expr.span)
        case n.NoLiteral():
            return yes(expr)
    return n.Not(expr.span, expr)


def yes(at: n.Node) -> n.Ref:
    return n.Ref(at.span, n.Name(at.span, ("yes",)))


def of_expression(node: n.Node, players: tuple[str, ...], words: Words) -> Iterator[Change]:
    """The changes to one expression; those inside it are made when they are looked at."""
    match node:
        case n.Number(value=value):
            yield "number+1", node, replace(node, value=value + 1)
            yield "number-1", node, replace(node, value=value - 1)
        case n.SetLiteral(pattern=pattern):
            yield from _set(node, pattern)
        case n.Binary(op="and" | "or" as op, left=left, right=right):
            yield "and-or", node, replace(node, op="or" if op == "and" else "and")
            yield "drop-operand", left, right
            yield "drop-operand", right, left
        case n.Binary(op="plus" | "minus" as op):
            yield "plus-minus", node, replace(node, op="minus" if op == "plus" else "plus")
        case n.Binary(op=op, left=left, right=right):
            if op in _BOUND:
                yield "bound", node, replace(node, op=_BOUND[op])
            yield from _member(node, left, right, words)
        case n.Either(condition=condition):
            yield "negate", condition, replace(node, condition=negated(condition))
        case n.Those(where=where):
            yield "negate", where, replace(node, where=negated(where))
            yield "drop-guard", where, node.among
        case n.Exists(where=where):
            yield "negate", where, replace(node, where=negated(where))
            yield "some-no", node, replace(node, negated=not node.negated)
        case n.ThoseBest(which=which):
            yield "lowest-highest", node, replace(node, which="lowest" if which == "highest" else "highest")
        case n.Ref(name=name) | n.Of(function=name):
            yield from _name(node, name.text, players, words)


def _set(node: n.SetLiteral, pattern: n.Pattern) -> Iterator[Change]:
    for at, part in enumerate(pattern.parts):
        rest = (*pattern.parts[:at], *pattern.parts[at + 1 :])
        if rest:
            yield "drop-member", part, replace(node, pattern=replace(pattern, parts=rest))
        if isinstance(part, n.PatternWords) and isinstance(part.words[0], int):
            more = replace(part, words=(part.words[0] + 1,))
            parts = (*pattern.parts[:at], more, *pattern.parts[at + 1 :])
            yield "number+1", part, replace(node, pattern=replace(pattern, parts=parts))


def _member(node: n.Binary, left: n.Expr, right: n.Expr, words: Words) -> Iterator[Change]:
    if isinstance(left, n.Ref) and isinstance(right, n.Ref) and right.name.text not in words.players:
        other = words.other_member(left.name.text, right.name.text)
        if other is not None:
            yield "member", right, replace(node, right=ref(right, other))


def _name(node: Any, text: str, players: tuple[str, ...], words: Words) -> Iterator[Change]:
    if isinstance(node, n.Of):
        if text in _OTHER_WORD:
            yield "other-end" if text in ("top", "bottom") else text, node, _renamed(node, _OTHER_WORD[text])
        elif text in ("others", "others-right") or text in words.groups:
            yield "everybody", node, ref(node, "players")
        elif text in words.hands:
            yield "place", node, _renamed(node, words.hands[text])
        return
    if text in words.piles:
        yield "place", node, ref(node, next(pile for pile in words.piles if pile != text))
    elif text in players or text in words.players:
        yield "player", node, another_player(node, text, players)
    elif text == "yes":
        yield "member", node, n.NoLiteral(node.span)
    elif text in words.groups and text not in ("players", "everyone"):
        yield "everybody", node, ref(node, "players")


def another_player(node: n.Node, text: str, players: tuple[str, ...]) -> n.Node:
    """Another player that has a name here, or else the one on the left."""
    others = [name for name in players if name != text]
    if others:
        return ref(node, others[0])
    return n.Of(node.span, n.Name(node.span, ("left",)), (ref(node, text),))


def ref(at: n.Node, text: str) -> n.Ref:
    return n.Ref(at.span, n.Name(at.span, tuple(text.split("."))))


def _renamed(node: n.Of, text: str) -> n.Of:
    return replace(node, function=n.Name(node.function.span, (text,)))
