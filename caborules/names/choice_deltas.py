"""Deltas on single choices: ``replace choice``, ``add choice``, ``remove choice``."""

from __future__ import annotations

from dataclasses import replace

from caborules.names import choices
from caborules.names.declarations import MOST_CHOICES
from caborules.names.draft import Draft
from caborules.names.sources import Source
from caborules.syntax import nodes as n
from caborules.syntax.fingerprint import fingerprint


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


def _stamp(draft: Draft, source: Source, item: n.ReplaceChoice | n.Remove, old: n.Alternative) -> None:
    now, what = fingerprint(old), f'the choice "{item.path.text}"'
    draft.stamp(source, item, item.fingerprint, now, item.fingerprint == now, what, draft.text_of(old))


def replace_choice(draft: Draft, source: Source, item: n.ReplaceChoice) -> None:
    """Put another choice in the place of one. Reports E203, E501, W502, E507, and what ``touch`` does."""
    found = _choice(draft, source, item.path)
    if found is None or not draft.touch("replace", ("body", *item.path.parts), item.span, source):
        return
    owner, old = found
    _stamp(draft, source, item, old)
    new = replace(item.alternative, name=old.name)
    draft.bodies[owner.name] = choices.put(owner, old.name, new)


def remove_choice(draft: Draft, source: Source, item: n.Remove, replaced: set[str]) -> None:
    """Take a choice away. Reports as ``replace_choice``; E507 where a decision would be left without any choice.

    That does not matter where the file replaces the whole rule: ``replaced`` are the rules and windows it does that to.
    """
    found = _choice(draft, source, item.path)
    if found is None or not draft.touch("remove", ("body", *item.path.parts), item.span, source):
        return
    owner, old = found
    _stamp(draft, source, item, old)
    left = choices.drop(owner, old.name)
    if owner.name not in replaced and any(not group for group in choices.groups(left)):
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


def add_choice(draft: Draft, source: Source, item: n.AddChoice) -> None:
    """Add a choice to the first decision of a rule. Reports E202, E313, E507, and what ``touch`` does."""
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
    if len(first) >= MOST_CHOICES:
        message = f'The decision of "{owner.name}" has {len(first)} choices; no more are possible.'
        draft.report("E313", item.span, message, "", "Use a choice with a parameter.")
        return
    added = draft.added.setdefault(owner.name, set())
    new = replace(item.alternative, name=name)
    draft.bodies[owner.name] = choices.add(owner, new, frozenset(added))
    added.add(name)
