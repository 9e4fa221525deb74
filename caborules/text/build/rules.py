"""Rules, windows, events, statements and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from lark import Tree

from caborules.syntax import rules as r
from caborules.syntax.base import Name
from caborules.syntax.verbs import VERBS
from caborules.text.build.base import (
    OPENERS,
    Branch,
    Child,
    Maker,
    branch,
    branches,
    cites,
    is_branch,
    maybe_quoted,
    name,
    paths,
    quoted,
    refuse_fingerprint,
    word,
)
from caborules.text.build.expressions import arguments, expr, inner_name, maybe_expr
from caborules.text.build.vocabulary import range_, signature


def rule(m: Maker, t: Branch) -> r.Rule:
    _, title, parts, text, _, cited, *body = t.children
    return r.Rule(
        m.span(t),
        m.declared(title, VERBS, "a rule"),
        signature(m, parts),
        maybe_quoted(text),
        cites(m, cited),
        block(m, body),
    )


def window(m: Maker, t: Branch) -> r.Window:
    _, title, text, _, cited, *lines, who = t.children
    tied = branches(lines)
    late = next((_late(m, line) for line in tied if line.data == "late"), None)
    several = [line for line in tied if line.data == "late"][1:]
    if several:
        m.error(
            "E102",
            several[0],
            "This window has two `late` lines.",
            "One step answers everybody who comes too late.",
            "Keep one of them.",
        )
    variable, _, among, _, where, _, who_cited, *choices = branch(who).children
    return r.Window(
        m.span(t),
        m.declared(title, OPENERS, "a window"),
        maybe_quoted(text),
        cites(m, cited),
        _tied(m, tied, "opens"),
        _tied(m, tied, "closes"),
        _tied(m, tied, "held"),
        late,
        inner_name(m, variable),
        expr(m, among),
        maybe_expr(m, where),
        cites(m, who_cited),
        alternatives(m, choices),
    )


def _tied(m: Maker, lines: Sequence[Branch], kind: str) -> tuple[r.Paths, ...]:
    return tuple(_paths(m, line) for line in lines if line.data == kind)


def _paths(m: Maker, t: Branch) -> r.Paths:
    _, _, named, *when, cited = t.children
    return r.Paths(m.span(t), paths(m, named), maybe_expr(m, when[1]) if when else None, cites(m, cited))


def _late(m: Maker, t: Branch) -> r.Late:
    return r.Late(m.span(t), simple(m, t.children[1]), cites(m, t.children[2]))


def event(m: Maker, t: Branch) -> r.Event:
    _, title, _, when, text, cited, *body = t.children
    return r.Event(m.span(t), word(title), maybe_expr(m, when), quoted(text), cites(m, cited), block(m, body))


def block(m: Maker, children: Sequence[Child]) -> r.Block:
    return tuple(_statement(m, branch(child)) for child in children)


def _statement(m: Maker, t: Branch) -> r.Statement:
    span, c = m.span(t), t.children
    match t.data:
        case "step":
            otherwise = simple(m, c[2]) if c[1] is not None else None
            return r.Step(span, simple(m, c[0]), otherwise, cites(m, c[-1]))
        case "if":
            return _if(m, t)
        case "for_each":
            _, _, variable, _, among, _, start, _, where, cited, *body = c
            return r.ForEach(
                span,
                inner_name(m, variable),
                expr(m, among),
                maybe_expr(m, start),
                maybe_expr(m, where),
                cites(m, cited),
                block(m, body),
            )
        case "repeat_times":
            return r.RepeatTimes(span, expr(m, c[1]), cites(m, c[3]), block(m, c[4:]))
        case "repeat_until":
            return r.RepeatUntil(span, expr(m, c[2]), cites(m, c[3]), block(m, c[4:]))
        case "decision":
            return _decision(m, t)
        case kind:
            raise AssertionError(f"the grammar has a statement {kind} that the builder does not know")


def _if(m: Maker, t: Branch) -> r.If:
    c = t.children
    at = 3
    while isinstance(c[at], Tree) and not is_branch(c[at], "else_if"):
        at += 1
    arms = [r.Arm(m.span(t), expr(m, c[1]), cites(m, c[2]), block(m, c[3:at]))]
    while is_branch(c[at], "else_if"):
        arm = branch(c[at])
        _, _, condition, cited, *body = arm.children
        arms.append(r.Arm(m.span(arm), expr(m, condition), cites(m, cited), block(m, body)))
        at += 1
    if c[at] is None:
        return r.If(m.span(t), tuple(arms), None, ())
    return r.If(m.span(t), tuple(arms), block(m, c[at + 2 :]), cites(m, c[at + 1]))


def simple(m: Maker, child: Child) -> r.Simple:
    """A statement of one line."""
    t = branch(child)
    span, c = m.span(t), t.children
    match t.data:
        case "call":
            return r.CallRule(span, word(c[0]), arguments(m, c[1:]))
        case "move":
            return r.Move(span, expr(m, c[1]), expr(m, c[3]))
        case "swap":
            return r.Swap(span, expr(m, c[1]), expr(m, c[3]))
        case "shuffle":
            return r.Shuffle(span, expr(m, c[1]))
        case "show":
            return r.Show(span, expr(m, c[1]), expr(m, c[3]), c[4] is not None)
        case "flip":
            return r.Flip(span, expr(m, c[1]), word(c[2]) == "up")
        case "set":
            return r.SetTo(span, expr(m, c[1]), expr(m, c[3]))
        case "add":
            return r.Add(span, expr(m, c[1]), expr(m, c[3]))
        case "pay":
            return r.Pay(span, expr(m, c[1]), expr(m, c[3]), expr(m, c[5]))
        case "let":
            return r.Let(span, inner_name(m, c[1]), expr(m, c[3]))
        case "draw_lot":
            return r.DrawLot(span, inner_name(m, c[1]), expr(m, c[5]))
        case "announce":
            return r.Announce(span, quoted(c[1]), maybe_expr(m, c[2]))
        case _:
            return _control(m, t)


def _control(m: Maker, t: Branch) -> r.Simple:
    span, c = m.span(t), t.children
    match t.data:
        case "open":
            return r.OpenWindow(span, word(c[1]))
        case "close":
            return r.CloseWindow(span, word(c[1]))
        case "await":
            return r.Await(span, word(c[1]))
        case "do":
            return r.Do(span, expr(m, c[1]), arguments(m, c[2:]))
        case "end":
            return r.EndRule(span, word(c[1]))
        case "again":
            return r.Again(span)
        case "nothing":
            return r.Nothing(span)
        case kind:
            raise AssertionError(f"the grammar has a statement {kind} that the builder does not know")


def _decision(m: Maker, t: Branch) -> r.Decision:
    who, alone, force, secretly, cited, *choices, or_else = t.children
    otherwise = None if or_else is None else branch(or_else).children
    verb, *condition = branch(force).children
    return r.Decision(
        m.span(t),
        _who(m, branch(who)),
        alone is not None,
        word(verb) == "must",
        maybe_expr(m, condition[1]) if condition else None,
        secretly is not None,
        cites(m, cited),
        alternatives(m, choices),
        None if otherwise is None else block(m, otherwise[2:]),
        () if otherwise is None else cites(m, otherwise[1]),
    )


def _who(m: Maker, t: Branch) -> r.OnePlayer | r.SeveralPlayers:
    c = t.children
    if t.data == "one_player":
        return r.OnePlayer(m.span(t), word(c[0]))
    quantifier: Literal["each", "any"] = "each" if word(c[0]) == "each" else "any"
    return r.SeveralPlayers(m.span(t), quantifier, inner_name(m, c[1]), expr(m, c[3]), maybe_expr(m, c[5]))


def alternatives(m: Maker, children: Sequence[Child]) -> tuple[r.Alternative, ...]:
    trees = [branch(child) for child in children]
    for tree in trees:
        refuse_fingerprint(m, next((child for child in tree.children if is_branch(child, "was_print")), None))
    return tuple(alternative(m, tree, word(tree.children[0]), tree.children[1:]) for tree in trees)


def alternative(m: Maker, t: Branch, title: str, tail: Sequence[Child]) -> r.Alternative:
    """A choice called ``title``; ``tail`` is what follows its name."""
    given, _, when, announces, text, _, cited, *body = tail
    chosen = () if given is None else tuple(_chosen(m, branch(part)) for part in branch(given).children)
    return r.Alternative(
        m.span(t),
        title,
        chosen,
        maybe_expr(m, when),
        announces is not None,
        maybe_quoted(text),
        cites(m, cited),
        block(m, body),
    )


def _chosen(m: Maker, t: Branch) -> r.ChosenParam:
    span, c = m.span(t), t.children
    match t.data:
        case "one_of":
            return r.OneOf(span, inner_name(m, c[0]), expr(m, c[2]), maybe_expr(m, c[4]))
        case "some_of":
            return r.SomeSharing(span, inner_name(m, c[1]), expr(m, c[3]), word(c[5]), maybe_expr(m, c[7]))
        case _:
            count = range_(m, c[0]) if is_branch(c[0], "range") else int(word(c[0]))
            return r.SomeMany(span, count, inner_name(m, c[1]), expr(m, c[3]), maybe_expr(m, c[5]))


def choice_path(m: Maker, tree: Child) -> tuple[Name, str]:
    """The path of a choice in a delta, and the plain name of the choice."""
    path = name(m, tree)
    return path, path.parts[-1]
