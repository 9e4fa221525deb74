"""The first pass over a file: everything that it declares enters the draft; deltas wait for the second pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from caborules.names.choices import groups
from caborules.names.draft import Draft, Space
from caborules.names.sources import Source
from caborules.syntax import nodes as n

MOST_CHOICES: Final = 200


def declare_all(draft: Draft, source: Source) -> None:
    """Enter the declarations of one file. Reports E202 (a name twice)."""
    for item in source.file.items:
        _declare(draft, source, item)


def _declare(draft: Draft, source: Source, item: n.Item) -> None:
    match item:
        case n.Players() if item.was is None and draft.players is None:
            draft.players = item
            draft.touch("declare", ("players",), item.span, source)
        case n.Begin():
            if draft.begin is None:
                draft.begin = item
            else:
                _twice(draft, "begin with", item, draft.begin)
        case n.Won():
            if draft.won is None:
                draft.won = item
                draft.touch("declare", ("won",), item.span, source)
            else:
                _twice(draft, "won by", item, draft.won, "Say  replace won by ...  if this is to take its place.")
        case n.Kind():
            if draft.declare("type", item.name, "kind", item.span, source):
                draft.kinds[item.name] = item
                _members(draft, item)
        case n.Attribute():
            free = draft.declare("type", item.name, "attribute", item.span, source)
            if free and draft.declare("name", item.name, "attribute", item.span, source):
                draft.attributes[item.name] = item
                _members(draft, item)
        case n.Pack():
            if draft.declare("pack", item.name, "pack", item.span, source):
                draft.packs[item.name] = item
        case n.DefineForm():
            _form(draft, source, item)
        case n.DefineTable():
            _table(draft, source, item)
        case n.Define():
            if _thing(draft, source, item.name, "function", item, ("define", item.name)):
                draft.defines[item.name] = item
        case n.Options():
            for line in item.lines:
                if isinstance(line, n.Require):
                    draft.requires.append(line)
                elif _thing(draft, source, line.name, "option", line, ("option", line.name)):
                    draft.options[line.name] = line
        case n.Preset():
            if draft.declare("preset", item.name, "preset", item.span, source):
                draft.presets[item.name] = item
        case n.Places():
            for place in item.lines:
                if _thing(draft, source, place.name, "place", place, ("place", place.name)):
                    draft.places[place.name] = place
        case n.State():
            for variable in item.lines:
                if _thing(draft, source, variable.name, "state", variable, ("state", variable.name)):
                    draft.variables[variable.name] = variable
        case n.Rule():
            if _thing(draft, source, item.name, "rule", item, ("body", item.name)):
                draft.bodies[item.name] = item
                check_choices(draft, item)
        case n.Window():
            if _thing(draft, source, item.name, "window", item, ("body", item.name)):
                draft.bodies[item.name] = item
                check_choices(draft, item)
        case n.Event():
            if draft.declare("event", item.name, "event", item.span, source):
                draft.touch("declare", ("event", item.name), item.span, source)
                draft.events[item.name] = item
        case n.Deck():
            if draft.deck is None:
                draft.deck = item
                draft.touch("declare", ("deck",), item.span, source)
            else:
                _twice(draft, "deck", item, draft.deck, "Say  replace deck in ...  if this is to take its place.")
        case n.CiteBlock():
            draft.cited.extend((line, source.path) for line in item.lines)
        case n.Excuse():
            draft.excuses.append(item)
        case _:
            _statement(draft, source, item)


def _statement(draft: Draft, source: Source, item: n.Item) -> None:
    """What an author states about the game: examples, properties, assumptions."""
    match item:
        case n.Example() if _titled(draft, source, "example", item):
            draft.examples[item.title] = item
        case n.Property() if _titled(draft, source, "property", item):
            draft.properties[item.title] = item
        case n.Assume():
            if draft.declare("assumption", item.name, "assumption", item.span, source):
                draft.assumes[item.name] = item
        case _:
            pass


def _titled(draft: Draft, source: Source, space: Space, item: n.Example | n.Property) -> bool:
    if not draft.declare(space, item.title, space, item.span, source):
        return False
    return draft.touch("declare", (space, item.title), item.span, source)


def _thing(draft: Draft, source: Source, name: str, what: str, node: n.Node, key: tuple[str, str]) -> bool:
    if not draft.declare("name", name, what, node.span, source):
        return False
    return draft.touch("declare", key, node.span, source)


def _twice(draft: Draft, what: str, item: n.Node, old: n.Node, mend: str = "Take one of the two away.") -> None:
    message = f"`{what}` is said twice: in {draft.place_of(old.span)}, and here."
    draft.report("E202", item.span, message, "One name, one thing, in all files of a game.", mend)


def _form(draft: Draft, source: Source, form: n.DefineForm) -> None:
    if not _thing(draft, source, form.name, "form", form, ("form", form.name)):
        return
    draft.forms[form.name] = form
    _distinct(draft, "question", form.fields, form.name)
    for question in form.fields:
        draft.questions.setdefault(f"{form.name}.{question.name}", question)


def _table(draft: Draft, source: Source, table: n.DefineTable) -> None:
    if not draft.declare("table", table.name, "table", table.span, source):
        return
    draft.sheets[table.name] = table
    _distinct(draft, "column", table.fields, table.name)
    seen = set()
    for column in table.fields:
        if column.name not in seen:
            seen.add(column.name)
            _thing(draft, source, column.name, "column", column, ("column", column.name))


def _distinct(draft: Draft, what: str, fields: Iterable[n.Field], home: str) -> None:
    seen: dict[str, n.Field] = {}
    for field in fields:
        if field.name in seen:
            message = f'The {what} "{field.name}" stands twice in "{home}", first in line '
            message += f"{seen[field.name].span.start.line}."
            draft.report("E202", field.span, message, "", f"Choose another name for this {what}.")
        seen.setdefault(field.name, field)


def _members(draft: Draft, item: n.Kind | n.Attribute) -> None:
    seen: set[str | int] = set()
    for part in item.type.parts:
        member: str | int
        match part:
            case n.TypeName():
                member = part.name
            case n.TypeNumber():
                member = part.value
            case _:
                continue
        if member in seen:
            message = f'"{member}" stands twice among the members of "{item.name}".'
            draft.report("E202", part.span, message, "", "Take one away.")
        seen.add(member)


def check_choices(draft: Draft, owner: n.Rule | n.Window | n.Hook) -> None:
    """E202 for two choices of one name in one decision: no move could tell them apart. E313: too many choices."""
    where = f'what comes {owner.when} "{owner.path.text}"' if isinstance(owner, n.Hook) else f'"{owner.name}"'
    for group in groups(owner):
        if len(group) > MOST_CHOICES:
            message = f"A decision of {where} has {len(group)} choices; at most {MOST_CHOICES} are possible."
            draft.report("E313", group[MOST_CHOICES].span, message, "", "Use a choice with a parameter.")
        seen: dict[str, n.Alternative] = {}
        for choice in group:
            if choice.name in seen:
                message = f'The choice "{choice.name}" stands twice in one decision of {where}, first in '
                message += f"{draft.place_of(seen[choice.name].span)}."
                draft.report("E202", choice.span, message, "A move names its choice.", "Choose another name for it.")
            seen.setdefault(choice.name, choice)
