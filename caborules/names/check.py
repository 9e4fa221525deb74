"""What must hold when all files are merged: names in items lead somewhere, questions are answered, nothing is lacking.

Names inside rules, expressions and examples are left to types/: what they mean there depends on their type.
"""

from __future__ import annotations

from caborules.diagnostics.span import Span
from caborules.names.choices import choices
from caborules.names.draft import Draft
from caborules.names.options import settle_presets
from caborules.names.paths import check_hooks, check_paths
from caborules.syntax import nodes as n


def check(draft: Draft) -> None:
    """Reports E201, E206, E210, E505, E507, E508, W211."""
    _complete(draft)
    _questions(draft)
    settle_presets(draft)
    _sheets(draft)
    _claims(draft)
    check_hooks(draft)
    if not any(problem.severity == "error" for problem in draft.problems):
        check_paths(draft)


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


def _counted(draft: Draft, name: str, span: Span) -> None:
    """A rule whose starts are counted; a choice is told from a name that is not there."""
    taken = {choice for body in draft.bodies.values() for choice in choices(body)}
    if name in taken and name not in draft.bodies:
        what = f'"{name}" is a choice, and only rules can be counted.'
        mend = "Move what the choice does into a rule, carry that rule out in the choice, and count the rule."
        draft.report("E201", span, what, "What is counted is how often a rule begins.", mend)
        return
    _rule(draft, name, span)


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
        core = claim.core if isinstance(claim, n.ClaimAfter | n.ClaimDuring) else claim
        for part in dict.fromkeys((claim, core)):
            match part:
                case n.ClaimCount(rule=rule):
                    _counted(draft, rule, part.span)
                case n.ClaimDuring(rule=rule):
                    _rule(draft, rule, part.span)
                case n.ClaimEnds(rules=rules) | n.ClaimEndless(rules=rules):
                    for rule in rules:
                        _rule(draft, rule, part.span)
                case _:
                    pass
        if isinstance(claim, n.ClaimEnds | n.ClaimEventually):
            for name in claim.assuming:
                _assumption(draft, name, claim.span)


def _assumption(draft: Draft, name: str, span: Span) -> None:
    if name not in draft.assumes:
        draft.unknown(span, "assumption", name, draft.assumes)


# ---- questions ---------------------------------------------------------------------------------------------------
def _questions(draft: Draft) -> None:
    """E210 where a question that is always asked has no answer and no default; W211 where new ones take their defaults.

    A library adds a question at the end of its form, so a question after the last one answered is taken to be new.
    Whether a question with a condition is asked is left to types/.
    """
    main = draft.gathered.main
    blocks = {
        item.name: item for source in draft.gathered.sources for item in source.file.items if isinstance(item, n.Form)
    }
    new: dict[str, list[tuple[n.DefineForm, n.Field, Span]]] = {}
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
                new.setdefault(span.file, []).append((form, field, span))
    for questions in new.values():
        _not_answered(draft, questions)


def _not_answered(draft: Draft, questions: list[tuple[n.DefineForm, n.Field, Span]]) -> None:
    """W211, once for the questions that one file does not answer."""
    defaults = {
        f"{form.name}.{field.name}": draft.text_of(field.default)
        for form, field, _ in questions
        if field.default is not None
    }
    asked = [f"{field.text} It is asked in {draft.place_of(field.span)}." for _, field, _ in questions]
    lines: dict[str, list[str]] = {}
    for form, field, _ in questions:
        lines.setdefault(f"form {form.name}", []).append(f"    {field.name}: {defaults[f'{form.name}.{field.name}']}")
    written = "\n".join("\n".join([heading, *answers]) for heading, answers in lines.items())
    if len(questions) == 1:
        message = "{} is a question that this game does not answer; {} is taken.".format(*next(iter(defaults.items())))
    else:
        taken = ", ".join(f"{key} ({default})" for key, default in defaults.items())
        message = f"This game does not answer {len(questions)} questions, and their defaults are taken: {taken}."
    span = min(span for _, _, span in questions)
    draft.report("W211", span, message, "\n".join(asked), f"If that is right, write\n{written}")


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
