"""What must hold when all files are merged: names in items lead somewhere, questions are answered, nothing is lacking.

Names inside rules, expressions and examples are left to types/: what they mean there depends on their type.
"""

from __future__ import annotations

from collections.abc import Iterable

from caborules.diagnostics.span import Span
from caborules.names.choices import choices, decisions
from caborules.names.draft import Draft
from caborules.names.options import settle_presets
from caborules.syntax import nodes as n


def check(draft: Draft) -> None:
    """Reports E201, E206, E210, E505, E507, E508, W211."""
    _complete(draft)
    _questions(draft)
    settle_presets(draft)
    _sheets(draft)
    _claims(draft)
    _hooks(draft)
    if not any(problem.severity == "error" for problem in draft.problems):
        _paths(draft)


def _complete(draft: Draft) -> None:
    header = draft.gathered.main.file.header
    for what, there, mend in (
        ("number of players", draft.players, "players 2..6"),
        ("first rule", draft.begin, "begin with play-game"),
        ("deck", draft.deck, "deck in stock  with a line for each pack of cards"),
    ):
        if there is None:
            draft.report(
                "E206",
                header.span,
                f"This game has no {what}.",
                "Nothing could be played.",
                f"Write, for example:  {mend}.",
            )


def _rule(draft: Draft, name: str, span: Span) -> None:
    rules = [key for key, body in draft.bodies.items() if isinstance(body, n.Rule)]
    if name not in rules:
        draft.unknown(span, "rule", name, rules)


def _sheets(draft: Draft) -> None:
    if draft.begin is not None:
        _rule(draft, draft.begin.rule, draft.begin.span)
    if draft.deck is not None:
        if draft.deck.place not in draft.places:
            draft.unknown(draft.deck.span, "place", draft.deck.place, draft.places)
        for line in draft.deck.lines:
            if line.pack not in draft.packs:
                draft.unknown(line.span, "pack", line.pack, draft.packs)
    for pack in draft.packs.values():
        for axis in (axis for line in pack.lines for axis in line.axes):
            if axis.attribute not in draft.attributes:
                draft.unknown(axis.span, "attribute", axis.attribute, draft.attributes)
    for sheet in draft.sheets.values():
        known = ["card", *draft.attributes, *draft.kinds]
        if sheet.key not in known:
            draft.unknown(sheet.span, "attribute or kind", sheet.key, known)
    for variable in draft.variables.values():
        if variable.renewed_by is not None:
            _rule(draft, variable.renewed_by, variable.span)


def _claims(draft: Draft) -> None:
    for claim in (statement.claim for statement in draft.properties.values()):
        if isinstance(claim, n.ClaimEnds):
            _rule(draft, claim.rule, claim.span)
        if isinstance(claim, n.ClaimEnds | n.ClaimEventually) and claim.assuming is not None:
            _assumption(draft, claim.assuming, claim.span)


def _assumption(draft: Draft, name: str, span: Span) -> None:
    if name not in draft.assumes:
        draft.unknown(span, "assumption", name, draft.assumes)


# ---- questions ---------------------------------------------------------------------------------------------------
def _questions(draft: Draft) -> None:
    """E210 where a question that is always asked has no answer and no default; W211 where a new one takes its default.

    A library adds a question at the end of its form, so a question after the last one answered is taken to be new.
    Whether a question with a condition is asked is left to types/.
    """
    main = draft.gathered.main
    blocks = {
        item.name: item for source in draft.gathered.sources for item in source.file.items if isinstance(item, n.Form)
    }
    for form in draft.forms.values():
        answered = [i for i, f in enumerate(form.fields) if f"{form.name}.{f.name}" in draft.answers]
        for number, field in enumerate(form.fields):
            key = f"{form.name}.{field.name}"
            if key in draft.answers or field.when is not None:
                continue
            block = blocks.get(form.name)
            span = main.file.header.span if block is None else block.span
            if field.default is None:
                draft.report(
                    "E210",
                    span,
                    f'The form "{form.name}" has a question without an answer: {field.name}.',
                    f"{field.text} It is asked in {draft.place_of(field.span)}.",
                    _ways(form, field),
                )
            elif answered and number > answered[-1]:
                draft.report(
                    "W211",
                    span,
                    f"{key} is a question that this game does not answer; {draft.text_of(field.default)} is taken.",
                    f"{field.text} It is asked in {draft.place_of(field.span)}.",
                    f"If that is right, write  {field.name}: {draft.text_of(field.default)}.",
                )


def _ways(form: n.DefineForm, field: n.Field) -> str:
    words = [
        str(p.name if isinstance(p, n.TypeName) else "no")
        for p in field.type.parts
        if isinstance(p, n.TypeName | n.TypeNo)
    ]
    if len(words) != len(field.type.parts) or len(words) < 2:
        return f"Write  form {form.name}  with the line  {field.name}: ..."
    ways = "  or  ".join(f"{field.name}: {word}" for word in words)
    return f"In  form {form.name}  write  {ways},  or  {field.name}: {words[0]}, open  if your source does not say."


# ---- paths of rules and choices ----------------------------------------------------------------------------------
def _hooks(draft: Draft) -> None:
    """Hooks on rules and choices that have been removed or replaced away since."""
    kept = []
    for hook, source in draft.hooks:
        owner = hook.path.parts[0]
        remover = draft.removed.get(owner)
        if owner in draft.bodies and _exists(draft, hook.path):
            if hook.what == "rule" and isinstance(draft.bodies[owner], n.Window):
                draft.unknown(hook.path.span, "rule", owner, _rules(draft), "E507")
            kept.append((hook, source))
        elif remover is None or draft.reaches(source.path, remover.path):
            known = choices(draft.bodies[owner]) if owner in draft.bodies else _rules(draft)
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


def _rules(draft: Draft) -> list[str]:
    return [name for name, body in draft.bodies.items() if isinstance(body, n.Rule)]


def _exists(draft: Draft, path: n.Name) -> bool:
    """Whether a path leads to a rule, a window, or a choice in one of them or in its hooks."""
    body = draft.bodies.get(path.parts[0])
    if body is None or len(path.parts) == 1:
        return body is not None
    if len(path.parts) > 2:
        return False
    return path.parts[1] in choices(body) or path.parts[1] in _hooked_choices(draft, path.parts[0])


def _hooked_choices(draft: Draft, owner: str) -> set[str]:
    bodies = [hook.body for hook, _ in draft.hooks if hook.path.parts[0] == owner]
    return {a.name for body in bodies for decision in decisions(body) for a in decision.alternatives}


def _paths(draft: Draft) -> None:
    for body in draft.bodies.values():
        if isinstance(body, n.Window):
            for line in (*body.opens, *body.closes, *body.held):
                _lead(draft, line.paths, "rule or choice", ())
    for cited, _ in draft.cited:
        _lead(draft, cited.paths, "rule, choice, window or function", draft.defines)
    names = {name for body in draft.bodies.values() for name in choices(body)}
    names.update(name for owner in draft.bodies for name in _hooked_choices(draft, owner))
    for assume in draft.assumes.values():
        if assume.choice not in names:
            draft.unknown(assume.span, "choice", assume.choice, names)


def _lead(draft: Draft, paths: tuple[n.Name, ...], what: str, more: Iterable[str]) -> None:
    for path in paths:
        if _exists(draft, path) or path.text in more:
            continue
        takers = [t for t in draft.touches.get(("body", path.parts[0]), []) if t.verb in ("remove", "replace")]
        if takers:
            by = draft.place_of(takers[-1].span)
            why = "What it was about has been replaced or removed there."
            mend = "Keep what this line names, or replace this line too."
            draft.report("E201", path.span, f'There is no {what} "{path.text}" any more, since {by}.', why, mend)
            continue
        known = [*draft.bodies, *more]
        for owner, body in draft.bodies.items():
            known += [f"{owner}.{name}" for name in choices(body)]
        draft.unknown(path.span, what, path.text, known)
