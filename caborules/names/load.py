"""Loading a ruleset: its files are gathered, merged into one draft, checked, and made into a book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.names.balance import UNCOVERED, balance
from caborules.names.book import Book, ChoiceHooks, MergedRow, MergedRule, MergedTable, Question
from caborules.names.check import check
from caborules.names.declarations import declare_all
from caborules.names.deltas import apply_deltas
from caborules.names.draft import Draft
from caborules.names.options import apply_fixes
from caborules.names.sheets import change_sheets, fill_sheets
from caborules.names.sources import Gathered, gather
from caborules.syntax import nodes as n


def load_book(source: str | Path, *, root: Path | None = None, uncovered: bool = False) -> Book:
    """The book of a ruleset: a path, or the name of a shipped one (``cabo``, ``kamikaze``).

    ``root``: the only folder that files may lie in, beside the shipped one; by default the folder of the file and the
    one above it (see sources). ``uncovered``: clauses that nothing covers (E601) are no error; what is missing is to be
    told. Raises Refused with everything that was found, E2xx, E5xx, E6xx and what the parser says. Warnings stand in
    ``Book.warnings``.
    """
    return book_of(gather(source, root=root), uncovered=uncovered)


def book_of(gathered: Gathered, *, uncovered: bool = False) -> Book:
    """The book of files that were read. Raises Refused as ``load_book`` does."""
    header = gathered.main.file.header
    if header.kind == "library":
        message = f'"{gathered.main.name}" is a library, not a game.'
        mend = f'Write a ruleset with  use "{gathered.main.path.name}".'
        raise Refused((Diagnostic("E205", header.span, message, "A library has no deck and no first rule.", mend),))
    draft = merge(gathered)
    check(draft)
    _refuse_errors(gathered, draft.problems)
    book = _book(draft)
    problems = [*draft.problems, *(one for one in balance(book) if not uncovered or one.code != UNCOVERED)]
    _refuse_errors(gathered, problems)
    return replace(book, warnings=_sorted(gathered, problems))


def merge(gathered: Gathered) -> Draft:
    """All files of a ruleset or library in one draft: declarations first, then the deltas, inner files first."""
    draft = Draft(gathered)
    for source in gathered.sources:
        declare_all(draft, source)
    for source in gathered.sources:
        fill_sheets(draft, source)
    for source in gathered.sources:
        apply_deltas(draft, source)
        change_sheets(draft, source)
        apply_fixes(draft, source)
    return draft


def _refuse_errors(gathered: Gathered, problems: list[Diagnostic]) -> None:
    if any(problem.severity == "error" for problem in problems):
        raise Refused(_sorted(gathered, problems))


def _sorted(gathered: Gathered, problems: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By file, the main file first, then by place."""
    order = {source.name: -number for number, source in enumerate(gathered.sources)}

    def place(problem: Diagnostic) -> tuple[int, int, int]:
        if problem.span is None:
            return (1, 0, 0)
        return (order.get(problem.span.file, 1), problem.span.start.line, problem.span.start.column)

    return tuple(sorted(problems, key=place))


def _book(draft: Draft) -> Book:
    """The finished book of a draft without errors."""
    gathered = draft.gathered
    if draft.players is None or draft.begin is None or draft.deck is None:
        raise ValueError("an incomplete draft was not refused")
    hooks = _hooks(draft)
    return Book(
        name=gathered.main.file.header.name,
        title=gathered.main.file.header.title,
        path=gathered.main.path,
        files=tuple(source.file for source in gathered.sources),
        clauses=gathered.clauses,
        players=draft.players.range,
        begin=draft.begin,
        won=draft.won,
        kinds=draft.kinds,
        attributes=draft.attributes,
        packs=draft.packs,
        forms=draft.forms,
        questions={
            f"{form.name}.{field.name}": Question(form.name, field, draft.answers.get(f"{form.name}.{field.name}"))
            for form in draft.forms.values()
            for field in form.fields
        },
        tables={name: _table(draft, sheet) for name, sheet in draft.sheets.items()},
        defines=draft.defines,
        options=draft.options,
        requires=tuple(draft.requires),
        fixes=draft.fixes,
        presets=draft.presets,
        deck=draft.deck,
        places=draft.places,
        variables=draft.variables,
        rules={
            name: MergedRule(body, hooks[name].before, hooks[name].after) if name in hooks else MergedRule(body)
            for name, body in draft.bodies.items()
            if isinstance(body, n.Rule)
        },
        choice_hooks={path: found for path, found in hooks.items() if "." in path},
        windows={name: body for name, body in draft.bodies.items() if isinstance(body, n.Window)},
        events=draft.events,
        examples=tuple(draft.examples.values()),
        properties=tuple(draft.properties.values()),
        assumes=draft.assumes,
        cited=tuple(line for line, _ in draft.cited),
        excuses=tuple(draft.excuses),
    )


def _table(draft: Draft, sheet: n.DefineTable) -> MergedTable:
    grid = draft.tables.get(sheet.name)
    if grid is None:
        return MergedTable(sheet, ())
    rows = (MergedRow(pattern, dict(row.cells), row.cites, row.row.span) for pattern, row in grid.rows.items())
    return MergedTable(sheet, tuple(rows))


def _hooks(draft: Draft) -> dict[str, ChoiceHooks]:
    """The hooks of each rule and choice as they run: a ``before`` of an outer file first, an ``after`` of one last."""
    grouped: dict[str, dict[Path, list[n.Hook]]] = {}
    for hook, source in draft.hooks:
        grouped.setdefault(hook.path.text, {}).setdefault(source.path, []).append(hook)
    return {
        path: ChoiceHooks(
            tuple(hook for file in reversed(files) for hook in files[file] if hook.when == "before"),
            tuple(hook for file in files for hook in files[file] if hook.when == "after"),
        )
        for path, files in grouped.items()
    }
