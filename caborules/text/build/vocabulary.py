"""Types, parameters, kinds, attributes, packs, forms, tables and functions."""

from __future__ import annotations

from collections.abc import Sequence

from caborules.syntax import vocabulary as v
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
    quoted,
    word,
)
from caborules.text.build.expressions import expr, inner_name, maybe_cell, maybe_expr, pattern, preposition


def range_(m: Maker, tree: Child) -> v.Range:
    tree = branch(tree)
    return v.Range(m.span(tree), _bound(tree.children[0]), _bound(tree.children[2]))


def _bound(tree: Child) -> int | str:
    token = branch(tree).children[0]
    return int(word(token)) if getattr(token, "type", "") == "NUMBER" else word(token)


def type_(m: Maker, tree: Child) -> v.TypeExpr:
    tree = branch(tree)
    return v.TypeExpr(m.span(tree), tuple(_type_part(m, part) for part in branches(tree.children)))


def maybe_type(m: Maker, tree: Child) -> v.TypeExpr | None:
    return None if tree is None else type_(m, tree)


def _type_part(m: Maker, tree: Branch) -> v.TypePart:
    span, c = m.span(tree), tree.children
    match tree.data:
        case "set_type":
            return v.TypeSet(span, word(c[2]))
        case "rule_type":
            return v.TypeRule(span, tuple(labelled_part(m, branch(part)) for part in c[1:]))
        case _:
            return simple_type(m, c[0])


def simple_type(m: Maker, child: Child) -> v.TypeName | v.TypeNumber | v.TypeNo | v.Range:
    """A member of a type: a name, a number, ``no`` or a range."""
    if is_branch(child, "range"):
        return range_(m, child)
    text = word(child)
    span = m.span(child)  # type: ignore[arg-type]  # word() has just asserted that it is a token
    match getattr(child, "type", ""):
        case "NUMBER":
            return v.TypeNumber(span, int(text))
        case "NO":
            return v.TypeNo(span)
        case _:
            return v.TypeName(span, text)


def params(m: Maker, tree: Child) -> tuple[v.Param, ...]:
    return () if tree is None else tuple(_param(m, branch(part)) for part in branch(tree).children)


def _param(m: Maker, tree: Branch) -> v.Param:
    return v.Param(m.span(tree), inner_name(m, tree.children[0]), maybe_type(m, tree.children[1]))


def labelled_part(m: Maker, tree: Branch) -> v.Part:
    return v.Part(m.span(tree), preposition(tree.children[0]), params(m, tree.children[1]))


def signature(m: Maker, tree: Child) -> tuple[v.Part, ...]:
    """The parts of a rule: one without a label, then labelled ones."""
    first, *rest = branch(tree).children
    plain = () if first is None else (v.Part(m.span(branch(first)), None, params(m, first)),)
    return plain + tuple(labelled_part(m, branch(part)) for part in rest)


def global_name(m: Maker, token: Child, what: str) -> str:
    """The name of something that is used as a value anywhere."""
    return m.declared(token, OPENERS, what)


def kind(m: Maker, t: Branch) -> v.Kind:
    return v.Kind(m.span(t), word(t.children[1]), type_(m, t.children[2]), cites(m, t.children[3]))


def attribute(m: Maker, t: Branch) -> v.Attribute:
    c = t.children
    return v.Attribute(m.span(t), global_name(m, c[1], "an attribute"), type_(m, c[2]), cites(m, c[3]))


def pack(m: Maker, t: Branch) -> v.Pack:
    _, name, cited, *lines = t.children
    return v.Pack(m.span(t), word(name), tuple(_pack_line(m, branch(line)) for line in lines), cites(m, cited))


def _pack_line(m: Maker, t: Branch) -> v.PackLine:
    copies = None if t.children[0] is None else int(word(t.children[0]))
    axes = tuple(_axis(m, part) for part in branches(t.children) if part.data == "axis")
    return v.PackLine(m.span(t), copies, axes, cites(m, t.children[-1]))


def _axis(m: Maker, t: Branch) -> v.Axis:
    return v.Axis(m.span(t), word(t.children[1]), pattern(m, t.children[2]))


def define_form(m: Maker, t: Branch) -> v.DefineForm:
    _, _, name, text, cited, *fields = t.children
    # Its questions are always written behind its name and a dot, where every word is a name.
    title = global_name(m, name, "a form")
    return v.DefineForm(m.span(t), title, quoted(text), _fields(m, fields, frozenset()), cites(m, cited))


def define_table(m: Maker, t: Branch) -> v.DefineTable:
    _, _, name, _, key, _, given, text, cited, *fields = t.children
    return v.DefineTable(
        m.span(t), word(name), word(key), params(m, given), quoted(text), _fields(m, fields, OPENERS), cites(m, cited)
    )


def _fields(m: Maker, children: Sequence[Child], reserved: frozenset[str]) -> tuple[v.Field, ...]:
    return tuple(_field(m, branch(child), reserved) for child in children)


def _field(m: Maker, t: Branch, reserved: frozenset[str]) -> v.Field:
    name, kind_, _, default, _, when, text, cited = t.children
    return v.Field(
        m.span(t),
        m.declared(name, reserved, "a column"),
        type_(m, kind_),
        maybe_cell(m, default),
        maybe_expr(m, when),
        quoted(text),
        cites(m, cited),
    )


def define(m: Maker, t: Branch) -> v.Define:
    body = branch(t.children[1])
    name, _, given, text, kind_, _, *rest = body.children
    head = (
        m.span(t),
        global_name(m, name, "a function"),
        params(m, given),
        maybe_quoted(text),
        maybe_type(m, kind_),
    )
    if body.data == "formula":
        _, value, cited = rest
        return v.Define(*head, (), expr(m, value), False, (), cites(m, cited))
    cited, *cases, last = rest
    _, otherwise, last_cited = branch(last).children
    return v.Define(
        *head,
        tuple(_case(m, branch(case)) for case in cases),
        expr(m, otherwise),
        True,
        cites(m, last_cited),
        cites(m, cited),
    )


def _case(m: Maker, t: Branch) -> v.Case:
    return v.Case(m.span(t), expr(m, t.children[0]), expr(m, t.children[2]), cites(m, t.children[3]))
