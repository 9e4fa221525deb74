"""Options, presets, deck, places, state, forms and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from lark import Token

from caborules.syntax import sheets as s
from caborules.syntax.expressions import Cell
from caborules.syntax.vocabulary import TypeName
from caborules.text.build.base import (
    Branch,
    Child,
    Maker,
    branch,
    branches,
    cites,
    is_branch,
    maybe_quoted,
    maybe_word,
    name,
    quoted,
    word,
)
from caborules.text.build.expressions import arguments, cell, expr, maybe_cell, maybe_expr, pattern
from caborules.text.build.vocabulary import global_name, simple_type, type_
from caborules.text.messages import NEW_VALUE_MISSING


def options(m: Maker, t: Branch) -> s.Options:
    return s.Options(m.span(t), tuple(_option_line(m, line) for line in branches(t.children)))


def _option_line(m: Maker, t: Branch) -> s.Option | s.Require:
    c = t.children
    if t.data == "require":
        return s.Require(m.span(t), expr(m, c[1]), quoted(c[2]), cites(m, c[3]))
    option, kind, _, default, is_open, text, cited = c
    return s.Option(
        m.span(t),
        global_name(m, option, "an option"),
        type_(m, kind),
        expr(m, default),
        is_open is not None,
        maybe_quoted(text),
        cites(m, cited),
    )


def preset(m: Maker, t: Branch) -> s.Preset:
    _, title, text, cited, *settings = t.children
    lines = tuple(_setting(m, branch(line)) for line in settings)
    return s.Preset(m.span(t), word(title), quoted(text), lines, cites(m, cited))


def _setting(m: Maker, t: Branch) -> s.Setting:
    return s.Setting(m.span(t), name(m, t.children[0]), cell(m, t.children[2]), cites(m, t.children[3]))


def deck(m: Maker, t: Branch) -> s.Deck:
    lines = tuple(_deck_line(m, branch(line)) for line in t.children[4:])
    return s.Deck(m.span(t), word(t.children[2]), lines)


def _deck_line(m: Maker, t: Branch) -> s.DeckLine:
    pack, times, _, _, when, cited = t.children
    return s.DeckLine(m.span(t), word(pack), maybe_expr(m, times), maybe_expr(m, when), cites(m, cited))


def places(m: Maker, t: Branch) -> s.Places:
    return s.Places(m.span(t), tuple(_place(m, line) for line in branches(t.children)))


def _place(m: Maker, t: Branch) -> s.PlaceDecl:
    place, _, _, each, shape, sight, text, cited = t.children
    title = global_name(m, place, "a place")
    return s.PlaceDecl(
        m.span(t), title, maybe_word(each), _words(shape), _words(sight), maybe_quoted(text), cites(m, cited)
    )


def _words(tree: Child) -> str:
    return " ".join(str(part) for part in branch(tree).children)


def state(m: Maker, t: Branch) -> s.State:
    return s.State(m.span(t), tuple(_variable(m, line) for line in branches(t.children)))


def _variable(m: Maker, t: Branch) -> s.Variable:
    variable, _, _, each, kind, _, renewed_by, initial, text, cited = t.children
    return s.Variable(
        m.span(t),
        global_name(m, variable, "state"),
        maybe_word(each),
        type_(m, kind),
        word(renewed_by) if t.data == "renewed" else None,
        expr(m, initial),
        maybe_quoted(text),
        cites(m, cited),
    )


def form(m: Maker, t: Branch) -> s.Form:
    return s.Form(m.span(t), word(t.children[1]), tuple(answer(m, line) for line in branches(t.children)))


def answer(m: Maker, t: Branch) -> s.Answer:
    """An answer, also one that a change gives (then with ``was``)."""
    question, value, openness, *was, cited = t.children
    now = new_value(m, value) if was else cell(m, value)
    old = maybe_cell(m, was[1]) if was else None
    return s.Answer(m.span(t), word(question), now, chosen(m, openness), old, cites(m, cited))


def new_value(m: Maker, tree: Child) -> Cell:
    """The value that a change gives. E102 where it begins with ``was``, which then was read as a name."""
    made = cell(m, tree)
    first = next(branch(tree).scan_values(lambda _: True), None)
    if isinstance(first, Token) and first == "was":
        m.error("E102", first, *NEW_VALUE_MISSING)
    return made


def chosen(m: Maker, tree: Child) -> s.Chosen | None:
    """The part ``, open in a or b`` of an answer or a cell."""
    if tree is None:
        return None
    tree = branch(tree)
    kind, _, domain = tree.children
    parts = None if domain is None else tuple(_domain_part(m, part) for part in branches(branch(domain).children))
    openness: Literal["open", "option"] = "open" if word(kind) == "open" else "option"
    return s.Chosen(m.span(tree), openness, parts)


def _domain_part(m: Maker, t: Branch) -> s.DomainPart:
    first, *rest = t.children
    if is_branch(first, "range") or getattr(first, "type", "") != "NAME":
        member = simple_type(m, first)
        assert not isinstance(member, TypeName)
        return member
    return s.DomainName(m.span(t), word(first), arguments(m, rest))


def table(m: Maker, t: Branch) -> s.Table:
    columns, rest = table_columns(t.children[2:])
    _, cited, *rows = rest
    return s.Table(m.span(t), word(t.children[1]), columns, tuple(row(m, branch(r)) for r in rows), cites(m, cited))


def table_columns(children: Sequence[Child]) -> tuple[tuple[str, ...], Sequence[Child]]:
    """The names after the bars of a table's first line, and the children that follow them."""
    at = 0
    while getattr(children[at], "type", "") == "BAR":
        at += 2
    return tuple(word(column) for column in children[1:at:2]), children[at:]


def row(m: Maker, t: Branch) -> s.Row:
    """A row of a table, or of a change to one."""
    c = t.children
    match t.data:
        case "removed_row":
            return s.Row(m.span(t), "remove", pattern(m, c[1]), (), cites(m, c[2]))
        case "added_row":
            return s.Row(m.span(t), "add", pattern(m, c[1]), _cells(m, c[2:-1]), cites(m, c[-1]))
        case "changed_row":
            cells = tuple(_changed_cell(m, branch(part)) for part in c[2:-1:2])
            return s.Row(m.span(t), "change", pattern(m, c[0]), cells, cites(m, c[-1]))
        case _:
            return s.Row(m.span(t), None, pattern(m, c[0]), _cells(m, c[1:-1]), cites(m, c[-1]))


def _cells(m: Maker, children: Sequence[Child]) -> tuple[s.RowCell, ...]:
    pairs = zip(children[1::3], children[2::3], strict=True)
    return tuple(s.RowCell(m.span(branch(value)), cell(m, value), chosen(m, how), None) for value, how in pairs)


def _changed_cell(m: Maker, t: Branch) -> s.RowCell:
    value, how, _, was = t.children
    return s.RowCell(m.span(t), new_value(m, value), chosen(m, how), maybe_cell(m, was))
