"""Paths: hooks, the lines of windows, ``cite`` lines and assumptions must lead to rules and choices that are there."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from caborules.names.choices import choices, decisions
from caborules.names.draft import Draft
from caborules.syntax import nodes as n


def check_hooks(draft: Draft) -> None:
    """E507 or E505 for hooks on rules and choices that have been removed or replaced away since.

    Where the file that took the target away knows the hooking file, the hook goes too.
    """
    there = _There.of(draft)
    kept = []
    for hook, source in draft.hooks:
        owner = hook.path.parts[0]
        remover = draft.removed.get(owner)
        if there.has(hook.path):
            if hook.what == "rule" and owner not in there.rules:
                draft.unknown(hook.path.span, "rule", owner, there.rules, "E507")
            kept.append((hook, source))
        elif remover is None or draft.reaches(source.path, remover.path):
            known = there.choices.get(owner, set()) if owner in draft.bodies else there.rules
            what = f'choice in "{owner}" called' if hook.what == "choice" else "rule"
            draft.unknown(hook.path.span, what, hook.path.parts[-1], known, "E507")
        elif not draft.reaches(remover.path, source.path):
            draft.report(
                "E505",
                hook.span,
                f'"{owner}" is removed by {remover.name}.',
                "Neither of the two files uses the other.",
                "Let one use the other.",
            )
    draft.hooks[:] = kept


def check_paths(draft: Draft) -> None:
    """E201 for the lines of windows, ``cite`` lines and assumptions that lead nowhere."""
    there = _There.of(draft)
    for body in draft.bodies.values():
        if isinstance(body, n.Window):
            for line in (*body.opens, *body.closes, *body.held):
                _lead(draft, there, line.paths, "rule or choice", ())
    for cited, _ in draft.cited:
        _lead(draft, there, cited.paths, "rule, choice, window or function", draft.defines)
    names = set().union(*there.choices.values())
    for assume in draft.assumes.values():
        for choice in assume.choices:
            if choice not in names:
                draft.unknown(assume.span, "choice", choice, names)


@dataclass(frozen=True, slots=True)
class _There:
    """What there is: rules, and the choices of each rule and window, those in its hooks too."""

    rules: frozenset[str]
    choices: dict[str, set[str]]

    @classmethod
    def of(cls, draft: Draft) -> _There:
        found = {owner: set(choices(body)) for owner, body in draft.bodies.items()}
        for hook, _ in draft.hooks:
            names = (a.name for decision in decisions(hook.body) for a in decision.alternatives)
            found.get(hook.path.parts[0], set()).update(names)
        return cls(frozenset(name for name, body in draft.bodies.items() if isinstance(body, n.Rule)), found)

    def has(self, path: n.Name) -> bool:
        match path.parts:
            case (owner,):
                return owner in self.choices
            case (owner, choice):
                return choice in self.choices.get(owner, ())
            case _:
                return False


def _lead(draft: Draft, there: _There, paths: tuple[n.Name, ...], what: str, more: Container[str]) -> None:
    for path in paths:
        if there.has(path) or path.text in more or draft.full:
            continue
        takers = [t for t in draft.touches.upon(("body", *path.parts)) if t.verb in ("remove", "replace")]
        if takers:
            by = draft.place_of(takers[-1].span)
            why = "What it was about has been replaced or removed there."
            mend = "Keep what this line names, or replace this line too."
            draft.report("E201", path.span, f'There is no {what} "{path.text}" any more, since {by}.', why, mend)
            continue
        known = [*draft.bodies, *(name for name in draft.defines if name in more)]
        known += [f"{owner}.{name}" for owner, names in there.choices.items() for name in names]
        draft.unknown(path.span, what, path.text, known)
