"""Deltas on rules, windows, functions, the deck and whole tables: ``replace``, ``add choice``, ``remove``, and hooks.

A file's own deltas are made in a fixed order, whatever the order of its lines: removed choices, replacements, replaced
choices, added choices, removals, and last the hooks are noted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from caborules.names import choices
from caborules.names.declarations import check_choices
from caborules.names.draft import Draft
from caborules.names.sheets import check_columns
from caborules.names.sources import Source
from caborules.syntax import nodes as n
from caborules.syntax.fingerprint import fingerprint

Bodies: TypeAlias = dict[str, n.Rule | n.Window]


def apply_deltas(draft: Draft, source: Source) -> None:
    """The deltas of one file. Reports E201, E202, E501, W502, E504, E505, E506, E507."""
    items, base = source.file.items, dict(draft.bodies)
    for item in items:
        if isinstance(item, n.Remove) and item.what == "choice":
            _remove_choice(draft, source, item)
    for item in items:
        if isinstance(item, n.Replace):
            _replace(draft, source, item, base)
    for item in items:
        if isinstance(item, n.ReplaceChoice):
            _replace_choice(draft, source, item)
    for item in items:
        if isinstance(item, n.AddChoice):
            _add_choice(draft, source, item)
    for item in items:
        match item:
            case n.Remove() if item.what != "choice":
                _remove(draft, source, item)
            case n.RemoveStatement():
                _remove_statement(draft, source, item)
            case n.Hook():
                _hook(draft, source, item)
            case _:
                pass


# ---- replace -----------------------------------------------------------------------------------------------------
def _replace(draft: Draft, source: Source, item: n.Replace, base: Bodies) -> None:
    match item.body:
        case n.Rule() | n.Window():
            _replace_body(draft, source, item, item.body, base)
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


def _replace_body(draft: Draft, source: Source, item: n.Replace, body: n.Rule | n.Window, base: Bodies) -> None:
    """``base`` has the rule as it was before this file removed choices from it: that is what `was` speaks of."""
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
    kept_here = _named_choices(source, body.name)
    lost = [c for c in sorted(draft.added.get(body.name, ())) if c not in kept and c not in kept_here]
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
    check_choices(draft, body)
    _uncite(draft, source, body.name)


def _named_choices(source: Source, owner: str) -> set[str]:
    """The choices of ``owner`` that a file adds or removes by name."""
    paths = [item.path for item in source.file.items if isinstance(item, n.AddChoice | n.Remove)]
    return {path.parts[-1] for path in paths if len(path.parts) == 2 and path.parts[0] == owner}


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
        _uncite(draft, source, body.name)


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
        _stamp(draft, source, item, old, f'the table "{body.name}"')
        draft.tables[body.name] = body


def _stamp(draft: Draft, source: Source, item: n.Replace | n.ReplaceChoice | n.Remove, old: n.Node, what: str) -> None:
    now = fingerprint(old)
    draft.stamp(source, item, item.fingerprint, now, item.fingerprint == now, what, draft.text_of(old))


# ---- choices -----------------------------------------------------------------------------------------------------
def _owner(draft: Draft, source: Source, path: n.Name) -> n.Rule | n.Window | None:
    """The rule or window of the choice ``R.c``, or None with E507."""
    if len(path.parts) != 2:
        draft.report(
            "E507",
            path.span,
            f'"{path.text}" is not the path of a choice.',
            "",
            "Write rule and choice with a dot between them:  turn.draw.",
        )
        return None
    if path.parts[0] not in draft.bodies:
        draft.gone(path.span, "rule or window", path.parts[0], draft.bodies, ("body", path.parts[0]), source)
        return None
    return draft.bodies[path.parts[0]]


def _choice(draft: Draft, source: Source, path: n.Name) -> tuple[n.Rule | n.Window, n.Alternative] | None:
    """The choice at ``R.c``; E507 where there is none, E203 where there are several that differ."""
    owner = _owner(draft, source, path)
    if owner is None:
        return None
    found = choices.choices(owner)
    here = found.get(path.parts[1])
    if here is None:
        draft.gone(path.span, f'choice in "{owner.name}" called', path.parts[1], found, ("body", *path.parts), source)
        return None
    if len({fingerprint(a) for a in here}) > 1:
        lines = " and ".join(draft.place_of(a.span) for a in here)
        draft.report(
            "E203",
            path.span,
            f'"{path.text}" could be any of several choices: {lines}.',
            "",
            f'Replace the {"window" if isinstance(owner, n.Window) else "rule"} "{owner.name}".',
        )
        return None
    return owner, here[0]


def _replace_choice(draft: Draft, source: Source, item: n.ReplaceChoice) -> None:
    found = _choice(draft, source, item.path)
    if found is None or not draft.touch("replace", ("body", *item.path.parts), item.span, source):
        return
    owner, old = found
    _stamp(draft, source, item, old, f'the choice "{item.path.text}"')
    new = replace(item.alternative, name=old.name)
    draft.bodies[owner.name] = choices.put(owner, old.name, new)
    check_choices(draft, draft.bodies[owner.name])
    _uncite(draft, source, item.path.text)


def _remove_choice(draft: Draft, source: Source, item: n.Remove) -> None:
    found = _choice(draft, source, item.path)
    if found is None or not draft.touch("remove", ("body", *item.path.parts), item.span, source):
        return
    owner, old = found
    _stamp(draft, source, item, old, f'the choice "{item.path.text}"')
    left = choices.drop(owner, old.name)
    replaced = any(
        isinstance(i, n.Replace) and isinstance(i.body, n.Rule | n.Window) and i.body.name == owner.name
        for i in source.file.items
    )
    if not replaced and any(not group for group in choices.groups(left)):
        draft.report(
            "E507",
            item.span,
            f'Without "{item.path.text}" a decision has no choice left.',
            "A player would be asked and could not answer.",
            f'Replace "{owner.name}" instead.',
        )
        return
    draft.bodies[owner.name] = left
    draft.added.get(owner.name, set()).discard(old.name)
    _uncite(draft, source, item.path.text)


def _add_choice(draft: Draft, source: Source, item: n.AddChoice) -> None:
    owner = _owner(draft, source, item.path)
    if owner is None:
        return
    first, name = next(choices.groups(owner), None), item.path.parts[1]
    if first is None:
        draft.report(
            "E507",
            item.span,
            f'In the rule "{owner.name}" nobody decides anything.',
            "A choice is added to the first decision of a rule.",
            "Add it to another rule.",
        )
        return
    old = next((a for a in first if a.name == name), None)
    if not draft.touch("add", ("body", owner.name, name), item.span, source):
        return
    if old is not None:
        draft.report(
            "E202",
            item.span,
            f'"{item.path.text}" exists already, in {draft.place_of(old.span)}.',
            "",
            f"Say  replace choice {item.path.text},  or choose another name.",
        )
        return
    added = draft.added.setdefault(owner.name, set())
    new = replace(item.alternative, name=name)
    draft.bodies[owner.name] = choices.add(owner, new, frozenset(added))
    added.add(name)
    check_choices(draft, draft.bodies[owner.name])


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
        _uncite(draft, source, name)


def _remove_statement(draft: Draft, source: Source, item: n.RemoveStatement) -> None:
    known: dict[str, n.Example] | dict[str, n.Property]
    known = draft.examples if item.what == "example" else draft.properties
    if item.title not in known:
        draft.gone(item.span, f"{item.what} to remove called", item.title, known, (item.what, item.title), source)
    elif draft.touch("remove", (item.what, item.title), item.span, source):
        known.pop(item.title)


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


def _uncite(draft: Draft, source: Source, path: str) -> None:
    """A replaced or removed thing loses its lines in the ``cite`` blocks of the files below this one."""
    kept = []
    for cited, home in draft.cited:
        line = cited
        if home != source.path and draft.reaches(source.path, home):
            paths = tuple(p for p in line.paths if p.text != path and not p.text.startswith(f"{path}."))
            if not paths:
                continue
            line = replace(line, paths=paths)
        kept.append((line, home))
    draft.cited[:] = kept
