"""The items of a file, and the changes that it makes to what it extends. The entry to the other builders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from caborules.syntax import file as f
from caborules.syntax.rules import Rule, Window
from caborules.syntax.sheets import Deck, Table
from caborules.syntax.vocabulary import Define
from caborules.text.build import examples, rules, sheets, vocabulary
from caborules.text.build.base import (
    Branch,
    Child,
    Maker,
    branch,
    branches,
    cite,
    cites,
    is_branch,
    maybe_quoted,
    name,
    paths,
    quoted,
    refuse_fingerprint,
    word,
)
from caborules.text.build.expressions import expr, maybe_cell, maybe_expr


def header(m: Maker, t: Branch) -> f.Header:
    c = t.children
    if t.data == "library":
        return f.Header(m.span(t), "library", word(c[1]), quoted(c[2]), None, cites(m, c[3]))
    return f.Header(m.span(t), "ruleset", word(c[1]), quoted(c[2]), maybe_quoted(c[4]), cites(m, c[5]))


def item(m: Maker, t: Branch) -> f.Item:
    """One item of a file."""
    made = _BUILDERS[str(t.data)](m, t)
    if t.data not in ("replace", "remove"):
        refuse_fingerprint(m, _was_print(t))
    return made


def _use(m: Maker, t: Branch) -> f.Use:
    return f.Use(m.span(t), tuple(quoted(file) for file in t.children[1:-1]), cites(m, t.children[-1]))


def _clauses(m: Maker, t: Branch) -> f.Clauses:
    return f.Clauses(m.span(t), quoted(t.children[1]))


def _players(m: Maker, t: Branch) -> f.Players:
    _, now, _, was, cited = t.children
    old = None if was is None else vocabulary.range_(m, was)
    return f.Players(m.span(t), vocabulary.range_(m, now), old, cites(m, cited))


def _begin(m: Maker, t: Branch) -> f.Begin:
    return f.Begin(m.span(t), word(t.children[2]), cites(m, t.children[3]))


def _won(m: Maker, t: Branch) -> f.Won:
    return f.Won(m.span(t), expr(m, t.children[2]), cites(m, t.children[4]))


def _cite(m: Maker, t: Branch) -> f.CiteBlock:
    return f.CiteBlock(m.span(t), tuple(_cited(m, line) for line in branches(t.children)))


def _cited(m: Maker, t: Branch) -> f.Cited:
    return f.Cited(m.span(t), paths(m, t.children[0]), tuple(cite(m, token) for token in t.children[1:]))


def _excuse(m: Maker, t: Branch) -> f.Excuse:
    return f.Excuse(m.span(t), tuple(cite(m, token) for token in t.children[1:-1]), quoted(t.children[-1]))


def _change_form(m: Maker, t: Branch) -> f.ChangeForm:
    answers = tuple(sheets.answer(m, line) for line in branches(t.children))
    return f.ChangeForm(m.span(t), word(t.children[2]), answers)


def _change_table(m: Maker, t: Branch) -> f.ChangeTable:
    columns, rows = sheets.table_columns(t.children[3:])
    return f.ChangeTable(m.span(t), word(t.children[2]), columns, tuple(sheets.row(m, branch(row)) for row in rows))


def _change_options(m: Maker, t: Branch) -> f.ChangeOptions:
    return f.ChangeOptions(m.span(t), tuple(_changed_option(m, line) for line in branches(t.children)))


def _changed_option(m: Maker, t: Branch) -> f.ChangedOption:
    option, _, value, _, was, cited = t.children
    return f.ChangedOption(m.span(t), name(m, option), sheets.new_value(m, value), maybe_cell(m, was), cites(m, cited))


def _fix(m: Maker, t: Branch) -> f.Fix:
    _, option, _, value, _, was, cited = t.children
    return f.Fix(m.span(t), name(m, option), expr(m, value), maybe_expr(m, was), cites(m, cited))


def _replace(m: Maker, t: Branch) -> f.Replace | f.ReplaceChoice:
    if len(t.children) == 2:
        body = branch(t.children[1])
        made = _BUILDERS[str(body.data)](m, body)
        assert isinstance(made, Rule | Window | Define | Deck | Table | f.Won)
        return f.Replace(m.span(t), made, _fingerprint(body))
    path, title = rules.choice_path(m, t.children[2])
    choice = rules.alternative(m, t, title, t.children[3:])
    return f.ReplaceChoice(m.span(t), path, choice, _fingerprint(t))


def _add_choice(m: Maker, t: Branch) -> f.AddChoice:
    path, title = rules.choice_path(m, t.children[2])
    return f.AddChoice(m.span(t), path, rules.alternative(m, t, title, t.children[3:]))


def _remove(m: Maker, t: Branch) -> f.Remove:
    _, what, path, was, cited = t.children
    kinds: dict[str, Literal["rule", "choice", "window", "event"]] = {
        "rule": "rule", "choice": "choice", "window": "window", "event": "event",
    }  # fmt: skip
    print_ = None if was is None else word(branch(was).children[1])
    return f.Remove(m.span(t), kinds[word(what)], name(m, path), print_, cites(m, cited))


def _remove_statement(m: Maker, t: Branch) -> f.RemoveStatement:
    _, what, *titles, cited = t.children
    kind: Literal["example", "property"] = "example" if word(what) == "example" else "property"
    return f.RemoveStatement(m.span(t), kind, tuple(quoted(title) for title in titles), cites(m, cited))


def _hook(m: Maker, t: Branch) -> f.Hook:
    _, what, path, cited, *body = t.children
    when: Literal["before", "after"] = "before" if t.data == "before" else "after"
    kind: Literal["rule", "choice"] = "rule" if word(what) == "rule" else "choice"
    return f.Hook(m.span(t), when, kind, name(m, path), cites(m, cited), rules.block(m, body))


def _fingerprint(t: Branch) -> str | None:
    """The text after ``was`` of what is replaced, with its ``~``."""
    print_ = _was_print(t)
    return None if print_ is None else word(print_.children[1])


def _was_print(t: Branch) -> Branch | None:
    children: list[Child] = list(t.children)
    if is_branch(t, "define"):
        children = list(branch(children[1]).children)
    return next((branch(child) for child in children if is_branch(child, "was_print")), None)


_BUILDERS: dict[str, Callable[[Maker, Branch], f.Item]] = {
    "use": _use,
    "clauses": _clauses,
    "players": _players,
    "begin": _begin,
    "won": _won,
    "cite": _cite,
    "excuse": _excuse,
    "kind": vocabulary.kind,
    "attribute": vocabulary.attribute,
    "pack": vocabulary.pack,
    "define_form": vocabulary.define_form,
    "define_table": vocabulary.define_table,
    "define": vocabulary.define,
    "options": sheets.options,
    "preset": sheets.preset,
    "deck": sheets.deck,
    "places": sheets.places,
    "state": sheets.state,
    "form": sheets.form,
    "table": sheets.table,
    "rule": rules.rule,
    "window": rules.window,
    "event": rules.event,
    "change_form": _change_form,
    "change_table": _change_table,
    "change_options": _change_options,
    "fix": _fix,
    "replace": _replace,
    "add_choice": _add_choice,
    "remove": _remove,
    "remove_statement": _remove_statement,
    "before": _hook,
    "after": _hook,
    "example": examples.example,
    "property": examples.property_,
    "assume": examples.assume,
}
