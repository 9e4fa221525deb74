"""The balance of clauses: which of a game's catalogue are formalised, excused, unknown, or answered for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.names.book import Book, Clause
from caborules.names.draft import MOST_PROBLEMS
from caborules.names.dropped import Dropped, dropped
from caborules.names.nearest import suggestion
from caborules.names.options import cell_address
from caborules.names.walk import cites_in
from caborules.syntax import nodes as n

UNCOVERED: Final = "E601"


def balance(book: Book) -> tuple[Diagnostic, ...]:
    """E601: a clause neither cited nor excused. E602: a citation of a clause that no catalogue has.
    W603: an ``open`` clause that only fixed answers and cells cite, so that the table cannot agree on it."""
    cites, excused = list(citations(book)), [cite for excuse in book.excuses for cite in excuse.cites]
    return (*_unknown(book, [*cites, *excused]), *_uncovered(book, cites, excused), *_closed(book))


def citations(book: Book) -> Iterator[n.Cite]:
    """Every citation in force, of rules, lines, choices, sheets, deltas, examples, properties, headers, cite blocks.

    What was replaced or removed is not in the book any more, and nor are its citations.
    """
    deltas = (n.Use, n.Remove, n.RemoveStatement)
    roots: list[object] = [book.begin, book.won, book.deck, book.requires, book.examples, book.properties, book.cited]
    roots += [file.header for file in book.files]
    roots += [item for file in book.files for item in file.items if isinstance(item, deltas)]
    roots += [item.cites for file in book.files for item in file.items if isinstance(item, n.Players)]
    for named in (
        book.kinds,
        book.attributes,
        book.packs,
        book.forms,
        book.defines,
        book.options,
        book.fixes,
        book.presets,
        book.places,
        book.variables,
        book.windows,
        book.events,
        book.assumes,
    ):
        roots += named.values()
    for question in book.questions.values():
        roots += [question.answer]
    for table in book.tables.values():
        roots += [table.define, *(row.cites for row in table.rows)]
    for rule in book.rules.values():
        roots += [rule.rule, *rule.before, *rule.after]
    for hooks in book.choice_hooks.values():
        roots += [*hooks.before, *hooks.after]
    return cites_in(*roots)


def _unknown(book: Book, cites: list[n.Cite]) -> Iterator[Diagnostic]:
    seen = set()
    for cite in sorted(cites, key=lambda c: c.span):
        if cite.clause in book.clauses or cite.span in seen:
            continue
        seen.add(cite.span)
        if len(seen) > MOST_PROBLEMS:
            return
        mend = suggestion(cite.clause, book.clauses, "Check the number, or add the clause to the catalogue.")
        if not book.clauses:
            mend = 'Name the catalogue:  clauses "mygame.toml".'
        yield Diagnostic(
            "E602",
            cite.span,
            f"There is no clause {cite.clause}.",
            "A citation says which sentence of the source a line formalises.",
            mend,
        )


def _uncovered(book: Book, cites: list[n.Cite], excused: list[n.Cite]) -> Iterator[Diagnostic]:
    covered = {cite.clause for cite in (*cites, *excused)}
    for clause in book.clauses.values():
        if clause.id not in covered:
            lost = dropped(book, clause.id)
            if lost is not None:
                yield _lost(clause, lost)
                continue
            yield Diagnostic(
                UNCOVERED,
                _catalogue_line(book),
                f"No rule formalises the clause {clause.id}: {clause.text}",
                "What no rule, example or property cites may be missing from the game.",
                f'Cite it where it is played, with @{clause.id}, or write  excuse @{clause.id} "reason".',
                clause.id,
            )


def _lost(clause: Clause, lost: Dropped) -> Diagnostic:
    """E601 at the line of a variant that took the last citation away."""
    did = "replaced" if lost.replaces else "removed"
    where = "in what stands here instead" if lost.replaces else "where it is played or shown now"
    return Diagnostic(
        UNCOVERED,
        lost.span,
        f"No rule formalises the clause {clause.id} any more: {clause.text}",
        f"What cited it ({lost.cite.span.file}:{lost.cite.span.start.line}) is {did} here.",
        f'Cite it {where}, with @{clause.id}, or write  excuse @{clause.id} "reason".',
        clause.id,
    )


def _catalogue_line(book: Book) -> Span:
    """The ``clauses`` line of the main file, or its header: there the excuse would stand."""
    main = book.files[-1]
    return next((item.span for item in main.items if isinstance(item, n.Clauses)), main.header.span)


def _closed(book: Book) -> Iterator[Diagnostic]:
    fixed: dict[str, n.Cite] = {}
    chosen: set[str] = set()
    for key, question in book.questions.items():
        if question.answer is not None:
            selectable = question.answer.chosen is not None and key not in book.fixes
            _sort(question.answer.cites, selectable, fixed, chosen)
    for table in book.tables.values():
        for row in table.rows:
            keys = {cell_address(column, row.pattern) for column, cell in row.cells.items() if cell.chosen is not None}
            _sort(row.cites, not keys <= book.fixes.keys(), fixed, chosen)
    for name, option in book.options.items():
        _sort(option.cites, name not in book.fixes, fixed, chosen)
    for fix in book.fixes.values():
        _sort(fix.cites, False, fixed, chosen)
    for id_, cite in fixed.items():
        clause = book.clauses.get(id_)
        if clause is not None and clause.kind == "open" and id_ not in chosen:
            yield Diagnostic(
                "W603",
                cite.span,
                f"The clause {id_} is open, and answered here for good: {clause.text}",
                "The source leaves it to the table.",
                "Write `, open` after the answer.",
                id_,
            )


def _sort(cites: n.Cites, selectable: bool, fixed: dict[str, n.Cite], chosen: set[str]) -> None:
    for cite in cites:
        if selectable:
            chosen.add(cite.clause)
        else:
            fixed.setdefault(cite.clause, cite)
