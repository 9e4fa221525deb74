"""Deltas on rules, windows, functions, the deck, the winners and whole tables: ``replace``, ``remove``, and hooks.

A file's own deltas are made in a fixed order, whatever the order of its lines: removed choices, replacements, replaced
choices, added choices, removals, and last the hooks are noted.
"""

from __future__ import annotations

from typing import TypeAlias

from caborules.names import choices
from caborules.names.choice_deltas import add_choice, remove_choice, replace_choice
from caborules.names.declarations import check_choices
from caborules.names.draft import Draft
from caborules.names.sheets import check_columns, new_grid
from caborules.names.sources import Source
from caborules.syntax import nodes as n
from caborules.syntax.fingerprint import fingerprint

Bodies: TypeAlias = dict[str, n.Rule | n.Window]


def apply_deltas(draft: Draft, source: Source) -> None:
    """The deltas of one file. Reports E201, E202, E203, E313, E501, W502, E504, E505, E506, E507."""
    base = dict(draft.bodies)
    removals = [item for item in source.file.items if isinstance(item, n.Remove)]
    replacements = [item for item in source.file.items if isinstance(item, n.Replace)]
    replaced_choices = [item for item in source.file.items if isinstance(item, n.ReplaceChoice)]
    additions = [item for item in source.file.items if isinstance(item, n.AddChoice)]
    named = {removal.path.text for removal in removals} | {addition.path.text for addition in additions}
    bodies = {item.body.name for item in replacements if isinstance(item.body, n.Rule | n.Window)}
    for removal in removals:
        if removal.what == "choice":
            remove_choice(draft, source, removal, bodies)
    for replacement in replacements:
        _replace(draft, source, replacement, base, named)
    for replaced_choice in replaced_choices:
        replace_choice(draft, source, replaced_choice)
    for addition in additions:
        add_choice(draft, source, addition)
    changed = {addition.path.parts[0] for addition in additions} | {r.path.parts[0] for r in replaced_choices}
    for owner in sorted(changed | bodies):
        if owner in draft.bodies:
            check_choices(draft, draft.bodies[owner])
    for removal in removals:
        if removal.what != "choice":
            _remove(draft, source, removal)
    for item in source.file.items:
        match item:
            case n.RemoveStatement():
                _remove_statement(draft, source, item)
            case n.Hook():
                check_choices(draft, item)
                _hook(draft, source, item)
            case _:
                pass
    functions = {item.body.name for item in replacements if isinstance(item.body, n.Define)}
    paths = {r.path.text for r in replaced_choices} | {r.path.text for r in removals if r.what != "event"}
    draft.uncite(source, bodies | functions | paths)


# ---- replace -----------------------------------------------------------------------------------------------------
def _replace(draft: Draft, source: Source, item: n.Replace, base: Bodies, named: set[str]) -> None:
    match item.body:
        case n.Rule() | n.Window():
            _replace_body(draft, source, item, item.body, base, named)
        case n.Define():
            _replace_define(draft, source, item, item.body)
        case n.Deck():
            if draft.deck is None:
                draft.report("E507", item.span, "There is no deck yet.", "", "Leave `replace` away.")
            elif draft.touch("replace", ("deck",), item.span, source):
                _stamp(draft, source, item, draft.deck, "the deck")
                draft.deck = item.body
        case n.Table():
            _replace_table(draft, source, item, item.body)
        case n.Won():
            if draft.won is None:
                message = "It is not said yet who has won."
                draft.report("E507", item.span, message, "", "Leave `replace` away.")
            elif draft.touch("replace", ("won",), item.span, source):
                _stamp(draft, source, item, draft.won, "`won by`")
                draft.won = item.body


def _replace_body(
    draft: Draft, source: Source, item: n.Replace, body: n.Rule | n.Window, base: Bodies, named: set[str]
) -> None:
    """``base`` has the rule as it was before this file removed choices from it: that is what `was` speaks of;
    ``named`` are the paths that the file removes or adds: it says what becomes of those choices."""
    what = "rule" if isinstance(body, n.Rule) else "window"
    old = base.get(body.name)
    if old is None or type(old) is not type(body):
        known = [name for name, b in draft.bodies.items() if type(b) is type(body)]
        draft.gone(item.span, f"{what} to replace called", body.name, known, ("body", body.name), source)
        return
    if isinstance(body, n.Rule) and isinstance(old, n.Rule) and body.parts != old.parts:
        draft.report(
            "E504",
            item.span,
            f'The rule "{body.name}" has other parts than the one that it replaces ({draft.place_of(old.span)}).',
            "Its callers, hooks and choices use the old ones.",
            "Keep the parts, with their prepositions, names and types.",
        )
        return
    if not draft.touch("replace", ("body", body.name), item.span, source):
        return
    _stamp(draft, source, item, old, f'the {what} "{body.name}"')
    kept = choices.choices(body)
    lost = [c for c in sorted(draft.added.get(body.name, ())) if c not in kept and f"{body.name}.{c}" not in named]
    for choice in lost:
        where = draft.place_of(choices.choices(old)[choice][0].span)
        draft.report(
            "E506",
            item.span,
            f'The choice "{body.name}.{choice}", added in {where}, would be lost.',
            "A library counts on what it added.",
            f"Write a choice {choice} in the new text, add it again, or say  remove choice {body.name}.{choice}.",
        )
    draft.added.pop(body.name, None)
    draft.bodies[body.name] = body


def _replace_define(draft: Draft, source: Source, item: n.Replace, body: n.Define) -> None:
    old = draft.defines.get(body.name)
    if old is None:
        draft.unknown(item.span, "function to replace called", body.name, draft.defines, "E507")
        return
    if [_type(p) for p in body.params] != [_type(p) for p in old.params]:
        draft.report(
            "E504",
            item.span,
            f'The function "{body.name}" has other parameters than the one that it '
            f"replaces ({draft.place_of(old.span)}).",
            "Others apply it to the old ones.",
            "Keep their number and types.",
        )
        return
    if draft.touch("replace", ("define", body.name), item.span, source):
        _stamp(draft, source, item, old, f'the function "{body.name}"')
        draft.defines[body.name] = body


def _type(param: n.Param) -> object:
    """What a parameter takes; without a type, its name is the type."""
    return param.name if param.type is None else _plain(param.type)


def _plain(type_: n.TypeExpr) -> object:
    match type_.parts:
        case (n.TypeName(name=name),):
            return name
        case parts:
            return parts


def _replace_table(draft: Draft, source: Source, item: n.Replace, body: n.Table) -> None:
    old = draft.tables.get(body.name)
    if old is None:
        draft.unknown(item.span, "table to replace called", body.name, draft.tables, "E507")
        return
    if check_columns(draft, body) and draft.touch("replace", ("table", body.name), item.span, source):
        _stamp(draft, source, item, old.table(), f'the table "{body.name}"')
        draft.tables[body.name] = new_grid(draft, body)


def _stamp(draft: Draft, source: Source, item: n.Replace | n.Remove, old: n.Node, what: str) -> None:
    now = fingerprint(old)
    draft.stamp(source, item, item.fingerprint, now, item.fingerprint == now, what, draft.text_of(old))


# ---- remove ------------------------------------------------------------------------------------------------------
def _remove(draft: Draft, source: Source, item: n.Remove) -> None:
    name = item.path.text
    known: dict[str, n.Rule | n.Window] | dict[str, n.Event]
    if item.what == "event":
        known, key = draft.events, ("event", name)
    else:
        wanted = n.Rule if item.what == "rule" else n.Window
        known, key = {k: b for k, b in draft.bodies.items() if isinstance(b, wanted)}, ("body", name)
    old = known.get(name)
    if old is None:
        draft.gone(item.span, f"{item.what} to remove called", name, known, key, source)
        return
    if not draft.touch("remove", key, item.span, source):
        return
    _stamp(draft, source, item, old, f'the {item.what} "{name}"')
    if item.what == "event":
        draft.events.pop(name)
    else:
        draft.bodies.pop(name)
        draft.added.pop(name, None)
        draft.removed[name] = source


def _remove_statement(draft: Draft, source: Source, item: n.RemoveStatement) -> None:
    known: dict[str, n.Example] | dict[str, n.Property]
    known = draft.examples if item.what == "example" else draft.properties
    for title in item.titles:
        if title not in known:
            draft.gone(item.span, f"{item.what} to remove called", title, known, (item.what, title), source)
        elif draft.touch("remove", (item.what, title), item.span, source):
            known.pop(title)


# ---- hooks -------------------------------------------------------------------------------------------------------
def _hook(draft: Draft, source: Source, item: n.Hook) -> None:
    """Note a hook. Its target must have been declared; whether it is still there is seen when all files are read."""
    owner = item.path.parts[0]
    if len(item.path.parts) != (1 if item.what == "rule" else 2):
        draft.report(
            "E507",
            item.path.span,
            f'"{item.path.text}" is not the path of a {item.what}.',
            "",
            "A rule is named by its name, a choice as  turn.draw.",
        )
        return
    if owner not in draft.bodies and owner not in draft.removed:
        draft.unknown(item.path.span, "rule" if item.what == "rule" else "rule or window", owner, draft.bodies, "E507")
        return
    draft.hook(item, source)
